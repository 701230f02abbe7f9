"""What is about Word's characters and paragraphs: styles over styles, table styles, controls, fields, quotes, pages."""

from __future__ import annotations

import pytest

from assay.model.artifact import Artifact, Facts
from assay.model.document import Reading
from extractors.markup import parse_xml
from extractors.word import read_word
from extractors.word.blocks import Block, Placed
from extractors.word.counting import formatted
from extractors.word.regions import Range, ranges_of
from tests.extractors.parts import PIXEL, cell, docx, paragraph, root, table, zipped
from tests.extractors.torture_word import control, drawing, field, picture, run


def artifacts(reading: Reading, kind: str) -> list[Artifact]:
    return [each for each in reading.artifacts if each.kind == kind and each.at.part not in ("styles", "sections")]


def texts(reading: Reading, kind: str) -> list[str]:
    return [each.text for each in artifacts(reading, kind)]


def facts(artifact: Artifact) -> dict[str, object]:
    return dict(artifact.payload.values) if isinstance(artifact.payload, Facts) else {}


def styled(body: str, styles: str, theme: str = "") -> Reading:
    parts = {"word/styles.xml": root("w:styles", styles), "word/theme.xml": root("a:theme", theme)}
    return read_word(docx(body, parts, {"s": ("styles", "styles.xml"), "t": ("theme", "theme.xml")}))


def style(id: str, look: str, *, type: str = "paragraph", extra: str = "") -> str:
    return f'<w:style w:type="{type}" w:styleId="{id}"><w:name w:val="{id}"/>{extra}<w:rPr>{look}</w:rPr></w:style>'


@pytest.mark.parametrize(
    ("paragraph_bold", "character_bold", "defaults_bold", "shown"),
    [
        (True, True, False, ["not bold: x"]),
        (False, True, False, ["bold: x"]),
        (True, False, False, []),
        (True, True, True, []),
    ],
)
def test_styles_switch_each_other_off(
    paragraph_bold: bool, character_bold: bool, defaults_bold: bool, shown: list[str]
):
    """ECMA-376, part 1, 17.7.3."""
    bold = {True: "<w:b/>", False: ""}
    defaults = f"<w:docDefaults><w:rPrDefault><w:rPr>{bold[defaults_bold]}</w:rPr></w:rPrDefault></w:docDefaults>"
    styles = defaults + style("P", bold[paragraph_bold]) + style("C", bold[character_bold], type="character")
    reading = styled(paragraph("x", '<w:pStyle w:val="P"/>', '<w:rStyle w:val="C"/>'), styles)
    assert texts(reading, "font") == shown


def test_colours_and_faces_come_through_the_theme():
    theme = (
        '<a:themeElements><a:clrScheme><a:accent1><a:srgbClr val="4472C4"/></a:accent1><a:dk2>'
        '<a:sysClr val="windowText" lastClr="44546A"/></a:dk2></a:clrScheme><a:fontScheme><a:majorFont>'
        '<a:latin typeface="Cambria"/></a:majorFont></a:fontScheme></a:themeElements>'
    )
    body = (
        paragraph("one", run='<w:color w:val="auto" w:themeColor="accent1"/>')
        + paragraph("two", run='<w:color w:themeColor="text2"/><w:rFonts w:asciiTheme="majorHAnsi" w:ascii="x"/>')
        + paragraph("three", run='<w:vertAlign w:val="superscript"/><w:spacing w:val="40"/>')
    )
    assert texts(styled(body, "", theme), "font") == [
        "colour 4472C4: one",
        "colour 44546A, face Cambria: two",
        "character spacing 2 pt, position superscript: three",
    ]


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ('w:val="112233" w:themeColor="accent1"', "4472C4"),
        ('w:val="112233" w:themeColor="accent9"', "112233"),
        ('w:val="2F5496" w:themeColor="accent1" w:themeShade="BF"', "2F5496"),
        ('w:val="8EAADB" w:themeColor="accent1" w:themeTint="99"', "8EAADB"),
        ('w:val="112233" w:themeColor="accent1" w:themeTint="99"', "8EAADB"),
        ('w:val="auto" w:themeColor="accent1" w:themeShade="zz"', "4472C4"),
        ('w:val="auto" w:themeColor="accent2" w:themeShade="BF"', "ODD"),
    ],
)
def test_the_themes_colour_rules_over_a_stale_one(stated: str, shown: str):
    theme = (
        '<a:themeElements><a:clrScheme><a:accent1><a:srgbClr val="4472C4"/></a:accent1>'
        '<a:accent2><a:srgbClr val="odd"/></a:accent2></a:clrScheme></a:themeElements>'
    )
    assert texts(styled(paragraph("one", run=f"<w:color {stated}/>"), "", theme), "font") == [f"colour {shown}: one"]


TABLE_STYLE = style(
    "Striped",
    "",
    type="table",
    extra='<w:tblStylePr w:type="band1Horz"><w:rPr><w:i/></w:rPr></w:tblStylePr>'
    '<w:tblStylePr w:type="lastCol"><w:rPr><w:b/></w:rPr></w:tblStylePr>'
    '<w:tblStylePr w:type="neCell"><w:rPr><w:caps/></w:rPr></w:tblStylePr>'
    '<w:tblStylePr w:type="firstRow"><w:pPr><w:jc w:val="center"/></w:pPr></w:tblStylePr>',
)


def test_a_table_style_dresses_the_parts_that_its_table_switches_on():
    look = '<w:tblPr><w:tblStyle w:val="Striped"/><w:tblLook w:firstRow="1" w:lastColumn="1" w:noVBand="1"/></w:tblPr>'
    rows = [cell("a") + cell("b"), cell("c") + cell("d"), cell("e") + cell("f")]
    reading = styled(table(*rows).replace("<w:tbl>", f"<w:tbl>{look}"), TABLE_STYLE)
    assert texts(reading, "font") == [
        "bold, caps: row 1, column 2",
        "italic: row 2, column 1",
        "bold, italic: row 2, column 2",
        "bold: row 3, column 2",
    ]
    assert texts(reading, "layout") == ["alignment center: row 1", "table style Striped: all cells"]


def test_cells_of_one_format_are_one_artifact_over_their_range():
    bold = paragraph("x", run="<w:b/>")
    rows = [cell("h") + cell(bold) + cell(bold), cell("i") + cell(bold) + cell(bold), cell("j") + cell("1") + cell("2")]
    fonts = artifacts(read_word(docx(table(*rows))), "font")
    assert [each.text for each in fonts] == ["bold: rows 1-2, columns 2-3"]
    assert (fonts[0].at.row, fonts[0].at.column) == (0, 1)
    assert (facts(fonts[0])["last row"], facts(fonts[0])["last column"]) == (1, 2)


def test_words_inside_a_cell_are_told_by_themselves():
    mixed = f"<w:p>{run('plain ')}{run('loud', '<w:b/>')}</w:p>"
    assert texts(read_word(docx(table(cell(mixed) + cell("x")))), "font") == ["bold: loud"]


def test_fills_of_cells_are_layout():
    filled = cell("x", '<w:shd w:val="clear" w:fill="ffff00"/>')
    white = cell("y", '<w:shd w:val="clear" w:fill="FFFFFF"/>')
    assert texts(read_word(docx(table(filled + filled, white + white))), "layout") == ["fill FFFF00: row 1"]


def placed(row: int, column: int, width: int = 1) -> Placed:
    element = parse_xml(b"<a/>").root
    assert element is not None
    return Placed(row, column, 1, width, Block(element))


def test_ranges_go_over_empty_cells_between_filled_ones_only():
    filled = [placed(0, 0), placed(0, 2), placed(1, 0, 3), placed(3, 1)]
    empty = [placed(0, 1), placed(0, 3)]
    assert list(ranges_of(filled, empty)) == [Range(0, 0, 1, 2), Range(3, 1, 3, 1)]


@pytest.mark.parametrize(
    ("range", "words"),
    [
        (Range(0, 0, 2, 3), "all cells"),
        (Range(1, 0, 1, 3), "row 2"),
        (Range(0, 1, 2, 2), "columns 2-3"),
        (Range(1, 1, 2, 1), "rows 2-3, column 2"),
    ],
)
def test_ranges_are_said_in_words(range: Range, words: str):
    assert range.words(3, 4) == words


def test_layouts_are_told_where_they_depart_from_the_style():
    styles = (
        '<w:style w:type="paragraph" w:styleId="P"><w:name w:val="P"/><w:pPr><w:jc w:val="right"/></w:pPr></w:style>'
    )
    same = paragraph("same", '<w:pStyle w:val="P"/><w:jc w:val="end"/>')
    other = paragraph(
        "other",
        '<w:pStyle w:val="P"/><w:pBdr><w:top w:val="single"/></w:pBdr><w:shd w:fill="DDDDDD"/><w:keepNext/>'
        '<w:pageBreakBefore w:val="0"/><w:ind w:hanging="360" w:end="720"/><w:jc w:val="both"/>'
        '<w:spacing w:line="240" w:lineRule="exact" w:after="120"/><w:framePr w:dropCap="drop"/>',
    )
    assert texts(styled(same + other, styles), "layout") == [
        "alignment justified, border top, fill DDDDDD, first line -18 pt, frame drop cap, indent right 36 pt, "
        "keep with next, line spacing exactly 12 pt, space after 6 pt: other"
    ]


def test_what_styles_say_is_told_once_with_the_places_of_their_paragraphs():
    body = paragraph("a", '<w:pStyle w:val="P"/>') * 2 + paragraph("b") + paragraph("c", '<w:pStyle w:val="P"/>')
    reading = styled(body, style("P", '<w:i/><w:sz w:val="30"/>'))
    norms = [each for each in reading.artifacts if each.at.part == "styles"]
    assert [each.text for each in norms] == ["style P (paragraphs 0-1 3): italic, 15 pt"]
    assert [edge for edge in reading.edges if edge.source == norms[0].key] == []


def test_a_style_of_one_paragraph_goes_with_it():
    reading = styled(paragraph("a", '<w:pStyle w:val="P"/>'), style("P", "<w:i/>"))
    text, norm = reading.artifacts[0], reading.artifacts[-1]
    assert [(edge.source, edge.target, edge.type) for edge in reading.edges] == [(norm.key, text.key, "about")]


def test_form_fields_and_activex_controls_are_controls():
    text = '<w:ffData><w:name w:val="who"/><w:textInput><w:default w:val="you"/></w:textInput></w:ffData>'
    box = '<w:ffData><w:name w:val="ok"/><w:checkBox><w:default w:val="1"/></w:checkBox></w:ffData>'
    active = '<w:r><w:object><w:control w:name="Button1"/></w:object></w:r>'
    reading = read_word(docx(f"<w:p>{field('FORMTEXT', 'me', text)}{field('FORMCHECKBOX', '', box)}{active}</w:p>"))
    assert texts(reading, "control") == ["who (form text): me", "ok (form checkbox): checked", "Button1 (ActiveX):"]
    assert facts(artifacts(reading, "control")[0])["default"] == "you"


def test_a_control_around_nothing_is_none_and_one_around_a_table_holds_no_text():
    reading = read_word(docx(control("", "<w:p/>") + control('<w:tag w:val="t"/>', table(cell("x")))))
    assert texts(reading, "control") == ["t (rich text):"]


def test_a_comment_over_paragraphs_is_about_each_and_one_that_never_ends_about_its_start():
    body = (
        f'<w:commentRangeStart w:id="1"/><w:p>{run("one")}</w:p><w:p>{run("two")}<w:commentRangeEnd w:id="1"/>'
        f'{run(" more")}<w:commentRangeStart w:id="2"/>{run(" end")}</w:p>{paragraph("three")}'
    )
    comments = "".join(f'<w:comment w:id="{id}">{paragraph(text)}</w:comment>' for id, text in ((1, "A"), (2, "B")))
    reading = read_word(
        docx(body, {"word/comments.xml": root("w:comments", comments)}, {"c": ("comments", "comments.xml")})
    )
    first, second = artifacts(reading, "comment")
    names = {each.key: each.text for each in reading.artifacts}
    assert (first.text, second.text) == ("on “one two”: A", "on “end”: B")
    assert [names[edge.target] for edge in reading.edges if edge.source == first.key] == ["one", "two more end"]
    assert [names[edge.target] for edge in reading.edges if edge.source == second.key] == ["two more end"]


def test_notes_are_numbered_by_their_references():
    reference = '<w:r><w:footnoteReference w:id="{}"/></w:r>'
    body = f"<w:p>{run('a')}{reference.format(9)}{run('b')}{reference.format(4)}</w:p>"
    note = '<w:footnote w:id="{}">{}</w:footnote>'
    notes = note.format(4, paragraph("four")) + note.format(9, paragraph("nine"))
    parts = {"word/footnotes.xml": root("w:footnotes", notes)}
    reading = read_word(docx(body, parts, {"f": ("footnotes", "footnotes.xml")}))
    assert texts(reading, "footnote") == ["footnote 2 on “ab”: four", "footnote 1 on “a”: nine"]


def test_a_section_says_its_columns_borders_and_page_numbers():
    columns = '<w:cols w:num="2" w:sep="1"><w:col w:w="2880"/><w:col w:w="1440"/></w:cols>'
    section = (
        '<w:sectPr><w:type w:val="nextPage"/><w:pgMar w:top="720" w:gutter="0" w:header="360"/>'
        f'{columns}<w:pgNumType w:start="5" w:fmt="lowerRoman"/>'
        '<w:pgBorders><w:top w:val="double"/></w:pgBorders><w:lnNumType w:countBy="5"/></w:sectPr>'
    )
    reading = read_word(docx(paragraph("x") + section))
    layout = next(each for each in reading.artifacts if each.at.part == "sections")
    assert facts(layout) == {
        "section": 1, "orientation": "portrait", "margin top": 36.0, "margin header": 18.0, "columns": 2,
        "column widths": "144 72", "line between columns": True, "start": "new page", "page numbers from": 5,
        "page number format": "lowerRoman", "page border": "double", "line numbers": "every 5",
    }  # fmt: skip


def test_chunks_that_cannot_be_read_are_told():
    body = paragraph("x") + "".join(f'<w:altChunk r:id="{id}"/>' for id in ("none", "odd", "deep", "gone"))
    inner = docx(paragraph("deep text") + '<w:altChunk r:id="again"/>')
    related = {"odd": ("aFChunk", "a.bin"), "deep": ("aFChunk", "b.docx"), "gone": ("aFChunk", "gone.docx")}
    reading = read_word(docx(body, {"word/a.bin": b"??", "word/b.docx": inner}, related))
    assert texts(reading, "text") == ["x", "deep text"]
    assert [warning.partition(",")[0] for warning in reading.warnings] == [
        "A part that the document takes in is missing.",
        "The part word/a.bin",
        "The part word/gone.docx",
        "The part word/gone.docx is referred to but missing.",
    ]


def test_a_broken_chunk_is_told():
    reading = read_word(
        docx(paragraph("x") + '<w:altChunk r:id="c"/>', {"word/c.docx": b"PK"}, {"c": ("aFChunk", "c.docx")})
    )
    assert (texts(reading, "text"), len(reading.warnings)) == (["x"], 1)


def test_embedded_objects_are_told_and_their_picture_kept():
    shape = '<v:shape><v:imagedata r:id="i"/></v:shape>'
    body = f'<w:p><w:r><w:object>{shape}<o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r></w:p>'
    reading = read_word(docx(body, {"word/a.png": PIXEL}, {"i": ("image", "a.png")}))
    assert [each.kind for each in artifacts(reading, "image")] == ["image"]
    assert reading.warnings == ("An embedded object (Excel.Sheet.12) is shown but not opened.",)


def test_a_broken_equation_keeps_its_characters():
    reading = read_word(docx("<w:p><m:oMath><m:f><m:t>odd</m:t></m:f></m:oMath></w:p>"))
    assert ["odd" in text for text in texts(reading, "equation")] == [True]


def test_a_deleted_equation_is_a_revision():
    gone = "<w:del><m:oMath><m:r><m:t>y</m:t></m:r></m:oMath></w:del>"
    reading = read_word(docx(f"<w:p>{run('x')}{gone}</w:p>"))
    assert (texts(reading, "equation"), texts(reading, "revision")) == ([], ["deletion: y"])


def test_texts_drawn_in_shapes_and_on_charts_are_text_boxes():
    body = "<wps:txBody><a:p><a:r><a:t>drawn</a:t></a:r></a:p></wps:txBody>"
    reading = read_word(docx(f"<w:p>{drawing(body)}</w:p>"))
    assert texts(reading, "textbox") == ["drawn"]


def test_a_format_change_of_a_paragraph_is_a_revision():
    reading = read_word(docx(paragraph("x", '<w:jc w:val="center"/><w:pPrChange w:author="Ann"/>')))
    assert texts(reading, "revision") == ["formatting by Ann: x"]


def test_a_picture_with_a_web_video_without_address_shows_its_code():
    video = '<a:ext><wp15:webVideoPr xmlns:wp15="w" embeddedHtml="code"/></a:ext>'
    reading = read_word(docx(f"<w:p>{run('x')}{drawing(picture('i', video))}</w:p>"))
    assert texts(reading, "video") == ["d: code"]


@pytest.mark.parametrize(
    ("count", "format", "shown"),
    [
        (3, "numberInDash", "- 3 -"), (21, "ordinalText", "Twenty-first"), (40, "cardinalText", "Forty"),
        (105, "cardinalText", "One hundred five"), (12, "decimalEnclosedCircle", "⑫"), (3, "chicago", "‡"),
        (5, "chicago", "**"), (12, "chineseCounting", "十二"), (26, "hex", "1A"), (3, "russianLower", "в"),
    ],
)  # fmt: skip
def test_numbers_of_other_formats(count: int, format: str, shown: str):
    assert formatted(count, format) == shown


def test_a_zip_of_nothing_is_no_document():
    reading = read_word(zipped({"a": "b"}))
    assert reading.problem is not None
    assert reading.problem.code == "unsupported"
