"""What a file is follows from its content, and what is not read says what to do."""

import struct
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from extractors.compound import root_names
from extractors.formats import app_of, read, sniff
from extractors.sniffing import ENCRYPTED, EXTENSIONS, UNKNOWN, inflated_size

FREE, LAST = 0xFFFFFFFF, 0xFFFFFFFE
GIB = 1 << 30


def package(**parts: str) -> bytes:
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as written:
        for name, text in parts.items():
            written.writestr(name, text)
    return target.getvalue()


def typed(content_type: str) -> bytes:
    override = f'<Types><Override PartName="/x.xml" ContentType="{content_type}"/></Types>'
    return package(**{"[Content_Types].xml": override, "x.xml": "<x/>"})


def compound(*names: str) -> bytes:
    """The smallest OLE file: a header, one sector of allocation table, one of directory with up to three streams."""
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6)
    header = header.ljust(44, b"\x00") + struct.pack("<II", 1, 1)
    header = header.ljust(76, b"\x00") + struct.pack("<I", 0) + struct.pack("<I", FREE) * 108
    table = struct.pack("<II", 0xFFFFFFFD, LAST) + struct.pack("<I", FREE) * 126
    entries = [("Root Entry", FREE, 1), *((name, index + 2, FREE) for index, name in enumerate(names))]
    directory = b""
    for number, (name, right, child) in enumerate(entries):
        right = FREE if number == len(names) else right
        raw = name.encode("utf-16-le")
        entry = raw.ljust(64, b"\x00") + struct.pack("<HBBIII", len(raw) + 2, 5, 1, FREE, right, child)
        directory += entry.ljust(128, b"\x00")
    return header + table + directory.ljust(512, b"\x00")


OOXML = "application/vnd.openxmlformats-officedocument."


@pytest.mark.parametrize(
    ("content_type", "extension"),
    [
        (OOXML + "wordprocessingml.document.main+xml", "docx"),
        (OOXML + "wordprocessingml.template.main+xml", "dotx"),
        ("application/vnd.ms-word.document.macroEnabled.main+xml", "docm"),
        ("application/vnd.ms-word.template.macroEnabledTemplate.main+xml", "dotm"),
        (OOXML + "spreadsheetml.sheet.main+xml", "xlsx"),
        (OOXML + "spreadsheetml.template.main+xml", "xltx"),
        ("application/vnd.ms-excel.sheet.macroEnabled.main+xml", "xlsm"),
        ("application/vnd.ms-excel.sheet.binary.macroEnabled.main", "xlsb"),
        (OOXML + "presentationml.presentation.main+xml", "pptx"),
        (OOXML + "presentationml.slideshow.main+xml", "ppsx"),
        (OOXML + "presentationml.template.main+xml", "potx"),
        ("application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml", "pptm"),
        ("application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml", "ppsm"),
    ],
)
def test_office_packages_are_told_apart_by_their_main_part(content_type: str, extension: str):
    assert sniff("file.bin", typed(content_type)) == EXTENSIONS[extension]


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.docx", package(**{"word/document.xml": "<x/>"}), EXTENSIONS["docx"]),
        ("a.docx", package(**{"mimetype": EXTENSIONS["odt"]}), EXTENSIONS["odt"]),
        ("a.bin", package(**{"readme.txt": "x"}), EXTENSIONS["zip"]),
        ("a.xlsx", b"PK\x03\x04 cut short", EXTENSIONS["xlsx"]),
        ("a.docx", compound("EncryptedPackage", "EncryptionInfo"), ENCRYPTED),
        ("a.doc", compound("WordDocument", "1Table"), EXTENSIONS["doc"]),
        ("a.doc", compound("Data", "Workbook"), EXTENSIONS["xls"]),
        ("a.bin", compound("PowerPoint Document"), EXTENSIONS["ppt"]),
        ("a.ppt", compound("Something"), EXTENSIONS["ppt"]),
        ("a.doc", b"{\\rtf1 text}", EXTENSIONS["rtf"]),
        ("a.xls", b"<html><table><tr><td>1</table>", "text/html"),
        ("a.csv", b"a,b\n1,2", "text/csv"),
        ("a.tsv", b"<html>", "text/tab-separated-values"),
        ("a.md", b"# x", "text/markdown"),
        ("a.txt", b"\xef\xbb\xbf<!DOCTYPE html><p>x", "text/html"),
        ("a.txt", b"%PDF- is how such a file begins", "text/plain"),
        ("a.bin", b"\n\n%PDF-1.4", "application/pdf"),
        ("a.xml", b"<?xml version='1.0'?><r/>", "application/xml"),
        ("noname", b"Received: x\nFrom: a\nSubject: b\n\nbody", "message/rfc822"),
        ("noname", "plain wörds".encode(), "text/plain"),
        ("a.txt", "plain".encode("utf-16"), "text/plain"),
        ("a.xyz", bytes(range(256)), UNKNOWN),
        ("a.pdf", b"\x89PNG\r\n\x1a\n", "image/png"),
    ],
)
def test_the_content_counts_and_the_name_only_where_it_says_nothing(name: str, data: bytes, expected: str):
    assert sniff(name, data) == expected


@pytest.mark.parametrize("cut", [0, 8, 40, 100, 512, 600, 1024, 1100, 1300])
def test_a_cut_compound_file_has_no_names_or_some_but_never_fails(cut: int):
    assert root_names(compound("WordDocument", "1Table")[:cut]) <= {"WordDocument", "1Table"}


def test_a_misnamed_file_is_read_by_its_content_with_a_warning():
    media_type, reading = read("prices.xls", b"<html><table><tr><td>a<td>1</table></html>", GIB)
    assert media_type == "text/html"
    assert [artifact.kind for artifact in reading.artifacts] == ["table"]
    assert ".xls" in reading.warnings[0]
    assert ".html" in reading.warnings[0]


@pytest.mark.parametrize("extension", ["docx", "docm"])
def test_relatives_are_no_misnaming(extension: str):
    _, reading = read(f"a.{extension}", b"PK\x03\x04 cut short", GIB)
    assert reading.warnings == ()


@pytest.mark.parametrize(
    ("name", "data", "code", "word"),
    [
        ("a.doc", compound("WordDocument"), "unsupported", ".docx"),
        ("a.xls", compound("Workbook"), "corrupt", "workbook"),
        ("a.ppt", compound("PowerPoint Document"), "unsupported", ".pptx"),
        ("a.ods", package(mimetype=EXTENSIONS["ods"]), "corrupt", "workbook"),
        ("a.zip", package(x="y"), "unsupported", "unpack"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "unsupported", ".docx"),
        ("a.xyz", bytes(range(256)), "unsupported", ".xyz"),
        ("a.xlsx", compound("EncryptedPackage"), "encrypted", "password"),
        ("a.docx", b"", "empty", "no bytes"),
        ("a.txt", b" \n ", "empty", "nothing"),
    ],
)
def test_what_is_not_read_says_why_and_what_to_do(name: str, data: bytes, code: str, word: str):
    _, reading = read(name, data, GIB)
    assert reading.problem is not None
    assert reading.problem.code == code
    assert word in reading.problem.detail
    assert reading.artifacts == ()


@pytest.mark.parametrize(
    ("name", "app"),
    [("a.doc", "word"), ("a.xlsb", "excel"), ("a.ppt", "powerpoint"), ("a.pdf", "pdf"), ("a.md", "text")],
)
def test_every_file_has_an_application_even_if_it_cannot_be_read(name: str, app: str):
    assert app_of(EXTENSIONS[name[2:]]) == app
    assert app_of(ENCRYPTED, name) == app


def test_a_package_that_unpacks_to_more_than_the_limit_is_a_bomb():
    data = package(**{"word/document.xml": "0" * 3_000_000})
    assert len(data) < 10_000
    assert inflated_size(data) == 3_000_000
    _, reading = read("a.docx", data, 1_000_000)
    assert reading.problem is not None
    assert reading.problem.code == "bomb"


def test_tokens_of_texts_and_tables_are_counted():
    _, reading = read("a.html", b"<html><p>Total: 5</p><table><tr><td>a<td>1</table>", GIB)
    # Total : 5, then the pipe table with its row of dashes.
    assert reading.counts.tokens == 3 + 5 + 9
