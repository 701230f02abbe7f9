"""Office packages are opened tolerantly and refused with a reason; their XML is parsed without entities."""

import pytest

from assay.model.document import Problem
from extractors import package as packages
from extractors.markup import W, local, parse_xml
from extractors.package import OLE, Package, Property, open_package
from tests.extractors.parts import SCHEMAS, docx, docx_parts, paragraph, relations, root, zipped


def opened(data: bytes) -> Package:
    package = open_package(data)
    assert isinstance(package, Package)
    return package


def problem(data: bytes) -> Problem:
    found = open_package(data)
    assert isinstance(found, Problem)
    return found


def test_a_file_protected_with_a_password_is_encrypted():
    assert problem(OLE + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le")).code == "encrypted"


def test_an_old_binary_file_is_unsupported():
    assert problem(OLE + b"\0" * 600 + "WordDocument".encode("utf-16-le")).code == "unsupported"


@pytest.mark.parametrize(
    "data",
    [b"", b"not a zip", docx(paragraph("a"))[:-40], docx(paragraph("a"))[:60]],
    ids=["empty", "text", "end cut off", "start only"],
)
def test_what_is_no_whole_zip_is_corrupt(data: bytes):
    assert problem(data).code == "corrupt"


def test_a_zip_whose_parts_all_ask_for_a_password_is_encrypted():
    data = bytearray(zipped({"a.xml": "<a/>"}))
    central = data.index(b"PK\x01\x02")
    data[6] |= 1
    data[central + 8] |= 1
    assert problem(bytes(data)).code == "encrypted"


def test_what_would_unpack_to_far_more_than_its_size_is_a_bomb(monkeypatch: pytest.MonkeyPatch):
    data = zipped({"word/document.xml": b"\0" * 2_000_000})
    assert isinstance(open_package(data), Package)
    monkeypatch.setattr(packages, "BOMB_FLOOR", 1_000_000)
    assert problem(data).code == "bomb"
    monkeypatch.setattr(packages, "BOMB_FLOOR", 3_000_000)
    monkeypatch.setattr(packages, "BOMB_CEILING", 1_000_000)
    assert problem(data).code == "bomb"


def test_a_zip_of_too_many_parts_is_a_bomb(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(packages, "MOST_PARTS", 2)
    assert problem(zipped(dict.fromkeys("abc", "x"))).code == "bomb"


def test_part_names_are_found_whatever_their_case_slashes_and_leading_slash():
    package = opened(zipped({"Word\\Document.xml": "<a/>"}))
    assert "/word/document.xml" in package
    assert package.read("word/document.XML") == b"<a/>"


def test_targets_may_be_absolute_relative_or_escaped():
    parts = docx_parts("", {"word/a b.xml": "<a/>"})
    parts["word/_rels/document.xml.rels"] = relations(
        {"1": ("styles", "/word/styles.xml"), "2": ("theme", "../theme/t.xml"), "3": ("chart", "a%20b.xml")}
    )
    package = opened(zipped(parts))
    targets = [found.target for found in package.relationships("word/document.xml").values()]
    assert targets == ["word/styles.xml", "theme/t.xml", "word/a b.xml"]


def test_an_address_outside_the_package_is_kept_as_it_stands():
    package = opened(docx("", related={"l": ("hyperlink", "https://example.org/a?b=c")}))
    found = package.relationships("word/document.xml")["l"]
    assert (found.target, found.external) == ("https://example.org/a?b=c", True)


def test_a_missing_part_is_told_and_not_raised():
    package = opened(docx(""))
    assert package.tree("word/styles.xml") is None
    assert list(package.missing) == ["word/styles.xml"]
    assert package.damaged == {}


def test_a_part_with_a_broken_checksum_is_damaged():
    data = bytearray(zipped({"a.xml": "<a/>" * 50}))
    data[40] ^= 0xFF
    package = opened(bytes(data))
    assert package.read("a.xml") is None
    assert list(package.damaged) == ["a.xml"]


def test_a_part_in_a_compression_that_is_not_known_is_damaged():
    data = bytearray(zipped({"a.xml": "<a/>"}))
    central = data.index(b"PK\x01\x02")
    data[8], data[central + 10] = 99, 99
    package = opened(bytes(data))
    assert package.read("a.xml") is None
    assert list(package.damaged) == ["a.xml"]


def test_the_main_part_is_found_by_its_usual_name_where_nothing_points_at_it():
    parts = docx_parts(paragraph("a"))
    del parts["_rels/.rels"]
    assert opened(zipped(parts)).main_part("word/document.xml") == "word/document.xml"
    assert opened(zipped({"a": "b"})).main_part("word/document.xml") is None


def test_media_types_come_from_the_package_and_then_from_the_ending():
    types = (
        f'<Types xmlns="{SCHEMAS}/package/2006/content-types"><Default Extension="JPG" ContentType="image/x-own"/>'
        '<Override PartName="/media/a.bin" ContentType="image/odd"/></Types>'
    )
    package = opened(zipped({"[Content_Types].xml": types}))
    shown = [package.media_type(part) for part in ("media/a.bin", "x/b.jpg", "x/c.png", "x/d.unknown")]
    assert shown == ["image/odd", "image/x-own", "image/png", ""]


def test_core_extended_and_custom_properties_are_read():
    core = '<cp:coreProperties xmlns:cp="u" xmlns:dc="v"><dc:title>Report</dc:title><dc:creator/></cp:coreProperties>'
    app = "<Properties><Company>Acme</Company><TitlesOfParts><vector/></TitlesOfParts></Properties>"
    custom = '<Properties><property name="Client"><lpwstr>Zeta</lpwstr></property><property name="E"/></Properties>'
    package_type = f"{SCHEMAS}/package/2006/relationships/metadata"
    related = {
        "1": (f"{package_type}/core-properties", "docProps/core.xml"),
        "2": ("extended-properties", "docProps/app.xml"),
        "3": ("custom-properties", "docProps/custom.xml"),
    }
    parts = {"docProps/core.xml": core, "docProps/app.xml": app, "docProps/custom.xml": custom}
    found = opened(zipped({"_rels/.rels": relations(related), **parts})).properties()
    assert found == [
        Property("core", "title", "Report"),
        Property("app", "Company", "Acme"),
        Property("custom", "Client", "Zeta"),
    ]


def test_names_are_in_numeric_order():
    package = opened(zipped(dict.fromkeys(("s/slide10.xml", "s/slide2.xml", "s/other.xml"), "")))
    assert package.names(r"s/slide\d+\.xml") == ["s/slide2.xml", "s/slide10.xml"]


@pytest.mark.parametrize("before", [b"\xef\xbb\xbf", b"\n  ", b"\xef\xbb\xbf\n"])
def test_marks_and_space_before_the_root_do_not_matter(before: bytes):
    parsed = parse_xml(before + b'<?xml version="1.0" encoding="UTF-8"?><a>x</a>')
    assert parsed.root is not None
    assert (parsed.root.text, parsed.fault) == ("x", "")


def test_utf_16_is_read():
    parsed = parse_xml('<?xml version="1.0" encoding="UTF-16"?><a>Zürich</a>'.encode("utf-16"))
    assert parsed.root is not None
    assert parsed.root.text == "Zürich"


def test_strict_namespaces_become_the_transitional_ones():
    parsed = parse_xml(b'<w:p xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"/>')
    assert parsed.root is not None
    assert parsed.root.tag == f"{W}p"


def test_the_properties_of_a_strict_package_are_found():
    strict = "http://purl.oclc.org/ooxml/officeDocument/relationships/extendedProperties"
    parts = {
        "_rels/.rels": relations({"1": (strict, "docProps/app.xml")}),
        "docProps/app.xml": "<P><Pages>3</Pages></P>",
    }
    assert opened(zipped(parts)).properties() == [Property("app", "Pages", "3")]


def test_entities_are_not_expanded_and_files_not_read():
    bomb = b'<!DOCTYPE a [<!ENTITY x "%s"><!ENTITY f SYSTEM "file:///etc/hostname">]><a>&x;&f;</a>' % (b"x" * 1000)
    parsed = parse_xml(bomb)
    assert parsed.root is None or "".join(t for t in parsed.root.itertext() if isinstance(t, str)).strip("&xf;") == ""


def test_broken_xml_is_read_as_far_as_it_goes():
    parsed = parse_xml(b"<a><b>kept</b><c")
    assert parsed.root is not None
    assert parsed.root.findtext("b") == "kept"
    assert parsed.fault


@pytest.mark.parametrize("data", [b"", b"\0\1\2", b"plain"])
def test_what_is_no_xml_has_no_root(data: bytes):
    parsed = parse_xml(data)
    assert parsed.root is None
    assert parsed.fault


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ('<mc:Choice Requires="wps"><w:b/></mc:Choice><mc:Fallback><w:i/></mc:Fallback>', [f"{W}b"]),
        ('<mc:Choice Requires="v"><w:b/></mc:Choice><mc:Fallback><w:i/></mc:Fallback>', [f"{W}i"]),
        ("<mc:Fallback><w:i/></mc:Fallback>", [f"{W}i"]),
        ('<mc:Choice Requires="v"><w:b/></mc:Choice>', [f"{W}b"]),
        ("", []),
    ],
)
def test_alternate_content_is_read_once(content: str, shown: list[str]):
    parsed = parse_xml(root("w:r", f"<mc:AlternateContent>{content}</mc:AlternateContent>").encode())
    assert parsed.root is not None
    assert [element.tag for element in parsed.root] == shown


@pytest.mark.parametrize("length", [0, 1, 70_000])
def test_parts_come_back_as_they_went_in(length: int):
    content = bytes(number % 251 for number in range(length))
    assert opened(zipped({"a.bin": content})).read("a.bin") == content


def test_a_part_that_holds_more_than_it_declares_is_damaged_and_not_unpacked():
    data = zipped({"a.xml": b"x" * 1_000_000})
    declared = (1_000_000).to_bytes(4, "little")
    package = opened(data.replace(declared, (10).to_bytes(4, "little")))
    assert package.read("a.xml") is None
    assert list(package.damaged) == ["a.xml"]


@pytest.mark.parametrize(
    ("xml", "left"),
    [
        ("<r><w:x a='1'><y/></w:x><z/></r>", ["z"]),
        ("<r><x a='1'/><z/></r>", ["x", "z"]),
        ("<r><w:x a='1'/><z/></r>", ["x", "z"]),
    ],
)
def test_an_element_that_nobody_asks_for_is_not_parsed(xml: str, left: list[str]):
    named = xml.replace("<r>", f'<r xmlns:w="{W[1:-1]}">')
    root = opened(zipped({"a.xml": named})).tree("a.xml", "w:x")
    assert root is not None
    assert [local(each) for each in root] == left
