"""Formats that styles give go from some words alone; fields and controls leave nothing that was not seen before."""

import io
import time
import zipfile

import pytest

from assay.model.document import Document
from assay.native import ablate
from assay.views import closure
from extractors.word import read_word
from tests.extractors.parts import cell, docx, paragraph, root
from tests.made import document_of

STYLES = root(
    "w:styles",
    '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Serif"/><w:sz w:val="22"/></w:rPr></w:rPrDefault>'
    '</w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Struck"><w:name w:val="Struck"/><w:rPr><w:strike/></w:rPr></w:style>'
    '<w:style w:type="character" w:styleId="Under"><w:name w:val="Under"/><w:rPr><w:strike/></w:rPr></w:style>'
    '<w:style w:type="character" w:styleId="Old"><w:name w:val="Old"/><w:basedOn w:val="Under"/><w:rPr><w:b/>'
    '<w:color w:val="FF0000"/></w:rPr></w:style><w:style w:type="character" w:styleId="Mark"><w:name w:val="Mark"/>'
    '<w:rPr><w:shd w:val="clear" w:fill="FFFF00"/></w:rPr></w:style><w:style w:type="table" w:styleId="Grid">'
    '<w:name w:val="Grid"/><w:rPr><w:color w:val="00AA00"/></w:rPr><w:tblStylePr w:type="firstRow"><w:rPr><w:b/>'
    '<w:sz w:val="30"/><w:rFonts w:ascii="Sans"/></w:rPr><w:tcPr><w:shd w:val="clear" w:fill="00FFFF"/></w:tcPr>'
    "</w:tblStylePr></w:style>",
)
LOOK = '<w:tblPr><w:tblStyle w:val="Grid"/><w:tblLook w:firstRow="1" w:noVBand="1" w:noHBand="1"/></w:tblPr>'


def styled(body: str) -> bytes:
    return docx(body, {"word/styles.xml": STYLES}, {"s": ("styles", "styles.xml")})


def read(data: bytes) -> Document:
    return document_of(read_word(data), "file.docx")


def told(data: bytes, *kinds: str) -> list[tuple[str, str]]:
    found = [each for each in read(data).artifacts if each.kind in kinds and each.at.part != "styles"]
    return [(each.kind, each.text) for each in found]


def body(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read("word/document.xml").decode()


def words(data: bytes) -> list[str]:
    """The characters that a reader sees, whatever marks them."""
    return [each.text.replace("~~", "") for each in read(data).artifacts if each.kind in ("text", "table")]


def each_alone(data: bytes, *kinds: str) -> None:
    """Each artifact of these kinds goes by itself: the others and all words stay."""
    document, before = read(data), told(data, *kinds)
    for artifact in document.of_kind(*kinds):
        if artifact.at.part != "styles":
            copy, left = ablate(document, data, [artifact.key]), list(before)
            left.remove((artifact.kind, artifact.text))
            assert told(copy, *kinds) == left
            assert words(copy) == words(data)


def run(text: str, properties: str) -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


@pytest.mark.parametrize(
    "properties",
    [
        '<w:rStyle w:val="Under"/>',
        '<w:rStyle w:val="Old"/>',
        '<w:rStyle w:val="Old"/><w:i/>',
        '<w:rStyle w:val="Mark"/><w:strike/>',
        '<w:rStyle w:val="Old"/><w:highlight w:val="yellow"/>',
        '<w:b/><w:dstrike/><w:shd w:val="clear" w:fill="00FF00"/>',
    ],
)
def test_what_a_character_style_gives_goes_fact_by_fact(properties: str):
    data = styled(f"<w:p>{run('Plain ', '')}{run('marked words', properties)}{run(' plain', '')}</w:p>")
    assert told(data, "font", "strikeout", "highlight")
    each_alone(data, "font", "strikeout", "highlight")


def test_what_a_paragraph_style_strikes_can_be_whole_again():
    data = styled(
        paragraph("All of it", '<w:pStyle w:val="Struck"/>') + paragraph("More", '<w:pStyle w:val="Struck"/>')
    )
    assert len(told(data, "strikeout")) == 2
    each_alone(data, "strikeout")


def test_of_words_with_one_style_only_the_asked_go_plain():
    old = '<w:rStyle w:val="Old"/>'
    data = styled("".join(f"<w:p>{run(text, old)}{run(' rest', '')}</w:p>" for text in ("same", "same", "else")))
    each_alone(data, "strikeout")
    document = read(data)
    second = [each.key for each in document.of_kind("strikeout")][1]
    assert '<w:strike w:val="0"/>' in body(ablate(document, data, [second])).split("</w:p>")[1]


def test_what_a_table_style_gives_goes_from_its_cells_alone():
    rows = "".join(f"<w:tr>{cell(f'a{row}')}{cell(f'b{row}')}</w:tr>" for row in range(3))
    data = styled(f"<w:tbl>{LOOK}{rows}</w:tbl>")
    fonts = told(data, "font")
    assert [text for _, text in fonts if "bold" in text]
    document = read(data)
    for artifact in document.of_kind("font"):
        if artifact.at.part != "styles":
            copy = ablate(document, data, [artifact.key])
            assert told(copy, "font") == [each for each in fonts if each[1] != artifact.text]
            assert words(copy) == words(data)
    fill = next(each for each in document.of_kind("layout") if "00FFFF" in each.text)
    assert not any("00FFFF" in text for _, text in told(ablate(document, data, [fill.key]), "layout"))


def test_a_font_of_a_cell_through_a_style_leaves_its_strikeout():
    old = paragraph("gone", run='<w:rStyle w:val="Old"/>')
    data = styled(f"<w:tbl><w:tr>{cell(old)}{cell('b')}</w:tr></w:tbl>")
    assert {kind for kind, _ in told(data, "font", "strikeout")} == {"font", "strikeout"}
    each_alone(data, "font", "strikeout")


def mark(type: str, form: str = "") -> str:
    return f'<w:r><w:fldChar w:fldCharType="{type}">{form}</w:fldChar></w:r>'


def instruction(text: str) -> str:
    return f'<w:r><w:instrText xml:space="preserve">{text}</w:instrText></w:r>'


def field(asked: str, result: str, form: str = "") -> str:
    return f"{mark('begin', form)}{asked}{mark('separate')}{run(result, '')}{mark('end')}"


def seen(data: bytes) -> list[str]:
    return [each.text for each in read(data).artifacts if each.kind == "text"]


def test_a_field_with_fields_in_its_instruction_leaves_its_result_only():
    inner = field(instruction(" MERGEFIELD State "), "hidden value")
    asked = f"{instruction(' IF ')}{inner}{instruction(' = 1 ')}{run('unseen', '')}{instruction(' no ')}"
    data = docx(f"<w:p>{run('It says ', '')}{field(asked, 'yes')}{run('.', '')}</w:p>")
    document = read(data)
    key = next(each.key for each in document.of_kind("field") if each.text.startswith("IF"))
    copy = ablate(document, data, [key])
    assert (seen(data), seen(copy)) == (["It says yes."], ["It says yes."])
    assert told(copy, "field") == []
    assert "fldChar" not in body(copy)
    assert "hidden value" not in body(copy)


def test_a_field_that_was_never_filled_leaves_nothing():
    data = docx(f"<w:p>{run('Page', '')}{mark('begin')}{instruction(' PAGE ')}{run('lost', '')}{mark('end')}</w:p>")
    document = read(data)
    copy = ablate(document, data, [next(each.key for each in document.of_kind("field"))])
    assert (seen(copy), "lost" in body(copy)) == (["Page"], False)


@pytest.mark.parametrize(
    ("form", "asked", "result"),
    [
        ('<w:name w:val="Box"/><w:checkBox><w:default w:val="1"/></w:checkBox>', " FORMCHECKBOX ", ""),
        ('<w:name w:val="Box"/><w:ddList><w:listEntry w:val="One"/></w:ddList>', " FORMDROPDOWN ", ""),
        ('<w:name w:val="Box"/><w:textInput/>', " FORMTEXT ", "typed"),
    ],
)
def test_a_form_field_goes_as_a_whole_and_no_other_field_appears(form: str, asked: str, result: str):
    held = field(instruction(asked), result, f"<w:ffData>{form}</w:ffData>")
    data = docx(f"<w:p>{run('Agreed: ', '')}{held}{run(' so.', '')}</w:p>{paragraph('after')}")
    document = read(data)
    control = next(each for each in document.of_kind("control"))
    copy = ablate(document, data, [control.key])
    before = {(each.kind, each.text) for each in document.artifacts}
    assert told(copy, "control", "field") == []
    assert {(each.kind, each.text) for each in read(copy).artifacts if each.kind != "text"} <= before
    assert (seen(copy)[0].startswith("Agreed:"), "typed" in seen(copy)[0]) == (True, bool(result))


@pytest.mark.slow
def test_a_table_of_thousands_of_rows_with_links_and_formats_goes_in_seconds():
    def row(number: int) -> str:
        linked = f'<w:p><w:hyperlink w:anchor="x">{run(f"link {number}", "")}</w:hyperlink></w:p>'
        bold = f"<w:p>{run('a', '')}{run(f'b{number}', '<w:b/>')}</w:p>"
        return f"<w:tr>{cell(linked)}{cell(bold)}{cell(str(number))}</w:tr>"

    data = docx(f"<w:tbl>{''.join(map(row, range(2000)))}</w:tbl>{paragraph('after')}")
    document = read(data)
    table = next(each for each in document.of_kind("table"))
    assert len(closure(document, [table.key])) > 2000
    started = time.process_time()
    copy = ablate(document, data, [table.key])
    assert time.process_time() - started < 5
    assert [each.text for each in read(copy).artifacts if each.kind in ("text", "table")] == ["after"]


def test_effects_of_newer_versions_go_with_the_font():
    glow = '<w14:glow xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" w14:rad="9"/>'
    data = styled(f"<w:p>{run('Plain ', '')}{run('bright', f'<w:b/>{glow}')}</w:p>")
    document = read(data)
    key = next(each.key for each in document.of_kind("font") if each.at.part != "styles")
    copy = ablate(document, data, [key])
    assert ("glow" in body(copy), told(copy, "font"), words(copy)) == (False, [], ["Plain bright"])


LAYOUTS = ('<w:shd w:val="clear" w:fill="FFFF00"/>', '<w:pBdr><w:top w:val="single" w:sz="4"/></w:pBdr>',
           '<w:framePr w:w="2000"/>', '<w:textDirection w:val="btLr"/>', '<w:jc w:val="center"/>')  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout_of_a_paragraph_can_go(layout: str):
    data = docx(paragraph("laid out", layout) + paragraph("plain"))
    (key,) = (one.key for one in read(data).of_kind("layout"))
    copy = ablate(read(data), data, [key])
    assert told(copy, "layout") == []
    assert words(copy) == words(data)


def test_the_layout_of_one_paragraph_of_a_header_leaves_those_of_the_others():
    lines = "".join(paragraph(f"line {n}", f'<w:spacing w:before="{n}00"/>') for n in (1, 2, 3))
    data = with_header(lines)
    laid = [one for one in read(data).of_kind("layout") if one.at.part == "header1"]
    assert len(laid) == 3
    for artifact in laid:
        left = told(ablate(read(data), data, [artifact.key]), "layout")
        assert sorted([*left, ("layout", artifact.text)]) == sorted(told(data, "layout"))


def test_a_header_without_its_words_keeps_a_text_box_that_is_to_stay():
    box = "<w:r><w:pict><v:shape><v:textbox><w:txbxContent>{}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>"
    data = with_header(f"<w:p><w:r><w:t>Words</w:t></w:r>{box.format(paragraph('Boxed'))}</w:p>")
    (key,) = (one.key for one in read(data).of_kind("header"))
    copy = ablate(read(data), data, [key])
    assert told(copy, "header", "textbox") == [("textbox", "Boxed")]


def with_header(content: str) -> bytes:
    section = '<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>'
    return docx(
        paragraph("body") + section, {"word/header1.xml": root("w:hdr", content)}, {"h": ("header", "header1.xml")}
    )
