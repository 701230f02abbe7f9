"""Marks beside the line, struck and hidden words never join the digits beside them, in either reading of any format."""

from io import BytesIO

import docx
import openpyxl
import pptx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from pptx.util import Inches

from assay.model.artifact import Anchor, Facts
from assay.model.document import Reading
from assay.model.grid import Grid
from assay.model.probe import Place
from assay.tables.numbers import numeral_of
from extractors.excel import read_excel
from extractors.excel.strings import joined_runs
from extractors.powerpoint import read_powerpoint
from extractors.raised import Mark, shown_text
from extractors.second import read_second
from extractors.second.shown import Piece, shown
from extractors.web import read_html
from extractors.word import read_word
from tests.extractors.parts import cell, paragraph, shape, table
from tests.extractors.parts import docx as word_file
from tests.extractors.parts import pptx as deck_file
from tests.extractors.test_second import EXCEL, HTML, POWERPOINT, WORD, faults
from tests.extractors.torture_word import run

_KINDS: dict[Mark, str] = {"": "", "raised": "super", "lowered": "sub", "struck": "struck", "hidden": "hidden"}
Pieces = list[tuple[str, Mark]]


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ([("318", ""), ("1", "raised")], "318¹"),
        ([("318", ""), ("a", "raised")], "318ᵃ"),
        ([("318", ""), ("1", "raised"), (",", "raised"), ("2", "raised")], "318^(1,2)"),
        ([("318", ""), ("*", "raised")], "318*"),
        ([("318", ""), ("[1]", "raised")], "318[1]"),
        ([("in 2020.", ""), ("1", "raised")], "in 2020.¹"),
        ([("10", ""), ("-3", "raised"), (" m", "")], "10⁻³ m"),
        ([("1", "raised"), ("318", "")], "¹318"),
        ([("1", "raised"), (" Provisional", "")], "1 Provisional"),
        ([("318", ""), (" ", "raised"), ("x", "")], "318 x"),
        ([("CO", ""), ("2", "lowered"), ("e", "")], "CO₂e"),
        ([("x", ""), ("max,2", "lowered")], "x_(max,2)"),
        ([("9", "struck"), ("318", "")], "~~9~~ 318"),
        ([("31", ""), ("9", "struck"), ("8", "")], "31 ~~9~~ 8"),
        ([("318 ", ""), ("old ", "struck"), ("new", "")], "318 ~~old~~ new"),
        ([("318", "struck")], "~~318~~"),
        ([("318", ""), ("7", "hidden")], "318"),
        ([("318", "raised")], "318"),
    ],
)
def test_pieces_are_written_so_that_they_stay_apart(pieces: Pieces, text: str):
    assert shown_text(pieces) == text
    assert shown(Piece(each, _KINDS[mark]) for each, mark in pieces) == text


_PIECES = st.lists(st.tuples(st.text("019aZ.,-*() \n", max_size=4), st.sampled_from(list(_KINDS))), max_size=6)


@given(_PIECES)
def test_both_readings_write_any_pieces_alike(pieces: Pieces):
    assert shown(Piece(each, _KINDS[mark]) for each, mark in pieces) == shown_text(pieces)


@given(st.lists(st.tuples(st.text(max_size=5), st.just("")), max_size=5))
def test_text_without_marks_is_what_its_pieces_are(pieces: Pieces):
    assert shown_text(pieces) == "".join(text for text, _ in pieces)


@pytest.mark.parametrize("mark", ["1", "a", "*"])
def test_the_number_before_a_mark_is_read_without_it(mark: str):
    numeral = numeral_of(shown_text([("3,181.5", ""), (mark, "raised")]))
    assert numeral is not None
    assert f"{numeral.value}" == "3181.5"
    assert numeral.mark


def displayed(reading: Reading) -> tuple[str, ...]:
    return next(each.payload.displayed for each in reading.artifacts if isinstance(each.payload, Grid))


def texts(reading: Reading) -> list[str]:
    return [each.text for each in reading.artifacts if each.kind in ("text", "shape_text")]


def word() -> bytes:
    document, stream = docx.Document(), BytesIO()
    cells = document.add_table(2, 2)
    for place, (before, marked, after, look) in enumerate(
        [
            ("318", "1", "", "superscript"),
            ("", "9", "318", "strike"),
            ("318", "7", "", "hidden"),
            ("CO", "2", "", "subscript"),
        ]
    ):
        line = cells.cell(place // 2, place % 2).paragraphs[0]
        line.add_run(before)
        setattr(line.add_run(marked).font, look, True)
        line.add_run(after)
    line = document.add_paragraph("It rose to 10")
    line.add_run("3").font.superscript = True
    line.add_run(" m")
    line.add_run("7").font.hidden = True
    line.add_run(" and")
    line.add_run(" fell").font.double_strike = True
    document.save(stream)
    return stream.getvalue()


def test_a_word_file_keeps_its_marks_apart_and_both_readings_agree():
    reading = read_word(word())
    assert displayed(reading) == ("318¹", "~~9~~ 318", "318", "CO₂")
    assert texts(reading) == ["It rose to 10³ m and ~~fell~~"]
    hidden = [each for each in reading.artifacts if isinstance(each.payload, Facts) and each.payload.get("hidden")]
    assert [each.payload.get("text") for each in hidden if isinstance(each.payload, Facts)] == ["7", "7"]
    assert faults(word(), read_word, WORD) == []


def test_styles_raise_and_hide_too_and_deleted_words_stay_out():
    styles = (
        '<w:style w:type="character" w:styleId="Mark"><w:name w:val="Mark"/><w:rPr><w:vertAlign w:val="superscript"/>'
        '</w:rPr></w:style><w:style w:type="paragraph" w:styleId="Gone"><w:name w:val="Gone"/><w:rPr><w:vanish/>'
        "</w:rPr></w:style>"
    )
    raised = run("1", '<w:rStyle w:val="Mark"/>')
    deleted = '<w:del w:author="A"><w:r><w:delText>9</w:delText></w:r></w:del>'
    body = (
        f"<w:p>{deleted}{run('318')}{raised}</w:p>"
        + paragraph("nobody sees this", '<w:pStyle w:val="Gone"/>')
        + table(cell(paragraph("all of a cell", run="<w:vanish/>")) + cell(paragraph("x")))
    )
    root = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    parts = {"word/styles.xml": f"<w:styles {root}>{styles}</w:styles>"}
    reading = read_word(word_file(body, parts, {"s": ("styles", "styles.xml")}))
    assert texts(reading) == ["318¹"]
    assert displayed(reading) == ("", "x")
    fonts = [each.text for each in reading.artifacts if each.kind == "font"]
    assert "hidden: nobody sees this" in fonts
    assert "hidden: all of a cell" in fonts


def test_a_link_that_nobody_sees_says_so():
    link = f'<w:hyperlink w:anchor="there">{run("over there", "<w:vanish/>")}</w:hyperlink>'
    reading = read_word(word_file(f"<w:p>{run('Seen.')}{link}</w:p>"))
    (found,) = [each.payload for each in reading.artifacts if each.kind == "hyperlink"]
    assert isinstance(found, Facts)
    assert found.get("hidden") is True


def book() -> bytes:
    made, stream = openpyxl.Workbook(), BytesIO()
    sheet = made.worksheets[0]
    sheet.append(["Region", "Sales"])
    raised, struck = InlineFont(vertAlign="superscript"), InlineFont(strike=True)
    sheet.append([CellRichText("South", TextBlock(raised, "1")), CellRichText("318", TextBlock(raised, "a"))])
    sheet.append(
        [
            CellRichText("CO", TextBlock(InlineFont(vertAlign="subscript"), "2")),
            CellRichText(TextBlock(struck, "9"), "318"),
        ]
    )
    made.save(stream)
    return stream.getvalue()


def test_a_workbooks_rich_text_keeps_its_marks_apart_and_both_readings_agree():
    assert displayed(read_excel(book())) == ("Region", "Sales", "South¹", "318ᵃ", "CO₂", "~~9~~ 318")
    assert faults(book(), read_excel, EXCEL) == []


def test_a_strike_that_is_switched_off_is_none():
    assert joined_runs('<r><rPr><strike val="0"/></rPr><t>9</t></r><r><t>318</t></r>') == "9318"


def test_a_slides_marks_stay_apart_and_both_readings_agree():
    deck, stream = pptx.Presentation(), BytesIO()
    shapes = deck.slides.add_slide(deck.slide_layouts[6]).shapes
    cells = shapes.add_table(1, 2, Inches(1), Inches(1), Inches(4), Inches(1)).table  # pyright: ignore[reportAttributeAccessIssue]
    for at, (before, marked, after, look) in enumerate(
        [("318", "1", "", {"baseline": "30000"}), ("", "9", "318", {"strike": "sngStrike"})]
    ):
        line = cells.cell(0, at).text_frame.paragraphs[0]
        for text in filter(None, (before, marked, after)):
            made = line.add_run()
            made.text = text
            for name, value in look.items() if text == marked else ():
                made._r.get_or_add_rPr().set(name, value)  # pyright: ignore[reportPrivateUsage]
    deck.save(stream)
    assert displayed(read_powerpoint(stream.getvalue())) == ("318¹", "~~9~~ 318")
    assert faults(stream.getvalue(), read_powerpoint, POWERPOINT) == []


@pytest.mark.parametrize(
    ("look", "text"),
    [('baseline="-25000"', "CO₂"), ('baseline="30%"', "CO²"), ('baseline="0"', "CO2"), ('baseline="?"', "CO²")],
)
def test_a_baseline_lowers_and_raises(look: str, text: str):
    body = f"<a:p><a:r><a:t>CO</a:t></a:r><a:r><a:rPr {look}/><a:t>2</a:t></a:r></a:p>"
    assert texts(read_powerpoint(deck_file(shape("", body=body)))) == [text]


def page(body: str) -> bytes:
    return f"<!doctype html><html><body>{body}</body></html>".encode()


PAGE = page(
    "<p>It rose to <b>10</b><sup>3</sup> m, <del>not </del>here</p>\n"
    "<table><tr><th>a</th><th>b</th><th>c</th><th>d</th></tr>"
    "<tr><td>318<sup>1</sup></td><td><del>9</del>318</td><td>318<span style='display: none'>8</span></td>"
    "<td style='display:none'>gone</td><td>CO<sub>2</sub></td></tr>"
    "<tr hidden><td>no</td><td>1</td><td>2</td><td>3</td></tr>"
    "<tr><td>318<sup>1,2</sup></td><td style='visibility:hidden'>5</td><td>6<sup>[a]</sup></td><td>7</td></tr></table>"
)


def test_a_pages_marks_stay_apart_and_both_readings_agree():
    reading = read_html(PAGE)
    assert texts(reading) == ["It rose to 10³ m, ~~not~~ here"]
    assert displayed(reading)[4:] == ("318¹", "~~9~~ 318", "318", "CO₂", "318^(1,2)", "", "6[a]", "7")
    assert faults(PAGE, read_html, HTML) == []


def test_what_a_page_hides_is_told_beside_its_text():
    reading = read_html(PAGE)
    hidden = [each.payload.get("value") for each in reading.artifacts if isinstance(each.payload, Facts)]
    assert hidden == ["8", "gone", "no 1 2 3", "5"]
    assert any("hides" in warning for warning in reading.warnings)
    second = read_second(PAGE, HTML, Place("d/a", "t", "metadata", Anchor(line=1)))
    assert second
    assert "gone" in second.text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>318<sup><a href='#n'>1</a></sup></p>", "318¹"),
        ("<p>318<sup><a href='#n'>1</a>,<a href='#m'>2</a></sup></p>", "318^(1,2)"),
        ("<p>318 <span><sup>1</sup></span></p>", "318 1"),
        ("<p>x<sup></sup>y</p>", "xy"),
        ("<p><sup>1</sup> note</p>", "1 note"),
        ("<p hidden>a</p><p>b<script hidden>c</script></p>", "b"),
    ],
)
def test_marks_hold_links_and_nothing(body: str, text: str):
    assert texts(read_html(page(body))) == [text]


def test_links_in_marks_keep_their_words():
    found = read_html(page("<p>318<sup><a href='#n'>1</a>,<a href='#m'>2</a></sup></p>"))
    assert [each.text for each in found.artifacts if each.kind == "hyperlink"] == ["1: #n", "2: #m"]


@pytest.mark.parametrize("hidden", ["<body hidden>", "<body style='visibility:hidden'>"])
def test_a_page_that_hides_all_of_itself_until_a_script_runs_is_read(hidden: str):
    assert texts(read_html(f"<html>{hidden}<p>x</p></body></html>".encode())) == ["x"]
