"""Questions on formatting are answered from the key's record of a place, or from the native file."""

from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from docx.enum.text import WD_COLOR_INDEX
from docx.shared import RGBColor
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.styles import PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor as SlideColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.enum.shapes import MSO_SHAPE
from pptx.util import Inches
from reportlab.pdfgen.canvas import Canvas

from benchmarks.truth_archive import Archive
from benchmarks.truth_faults import Unanswerable, Unreadable
from benchmarks.truth_fidelity import told
from benchmarks.truth_judge import judged
from benchmarks.truth_key import Look
from tests.benchmarks.small_key import small_key

WORD, BOOK, DECK = "the Word document “Yearly”", "the workbook “Figures”", "the presentation “Outlook”"
PAPER, PAGE = "the PDF “Paper”", "the web page “Prices”"
FULL, HEX = "Give its full text.", "Give the six-digit RGB hex code."

ANSWERS = {
    f"In {WORD}, which words of the sentence that begins “We will” are highlighted?": "never",
    f"In {WORD}, which words of the sentence that begins “They may” are struck out?": "perhaps not",
    f"In {WORD}, which font colour do the words “soon” have in the sentence “It ends soon today.”? {HEX}": "C00000",
    f"In {WORD}, which words are set in bold in the sentence that begins “It ends”?": "soon",
    f"What does the page header of {WORD} say? {FULL}": "Grid Office · Yearly",
    f"Which title do the document properties of {WORD} state?": "Yearly",
    f"In {BOOK}, which formula stands in cell B4 of the sheet “Data”?": "=SUM(B2:B3)",
    f"In {BOOK}, what does the comment on cell A2 of the sheet “Data” say?": "Measured twice.",
    f"In {BOOK}, which fill colour does the cell A3 (“Birk”) of the sheet “Data” have? {HEX}": "FFE699",
    f"On the sheet “Data” of {BOOK}, one cell of the table is filled with the colour FFE699. "
    "What does this cell say?": "Birk",
    f"Which sheet of {BOOK} is hidden? Give its name.": "Working",
    f"In {BOOK}, which cells does the defined name “Total” stand for? "
    "Give sheet and range like Data!$B$2:$D$9.": "Data!$B$4",
    f"In {BOOK}, which range of the sheet “List” does the table named “Stock” cover? Give it like B2:D9.": "A1:B3",
    f"In {BOOK}, which entries may be chosen in the cells C2:C3 of the sheet “Data”? "
    "Give them as a JSON array of strings, in any order.": '["no", "yes"]',
    f"In {BOOK}, which address does the link in cell A6 of the sheet “Data” lead to? Give the full URL.": "https://data.example/all",
    f"In the chart on the sheet “Data” of {BOOK}, which value does the series “2024” show for Birk? "
    "Give the number.": "30",
    f"What do the speaker notes of slide 1 of {DECK} say? Give their full text.": "Be brief.",
    f"Which slide of {DECK} is hidden? Give its number, counted from 1.": "2",
    f"Which title does the hidden slide of {DECK} have?": "Backup plan",
    f"Which fill colour does the shape that says “Draft only” on slide 1 of {DECK} have? {HEX}": "70AD47",
    f"What does the shape filled with the colour 70AD47 on slide 1 of {DECK} say?": "Draft only",
    f"Which fill colour does the cell “Ash” of the table on slide 1 of {DECK} have? {HEX}": "FFE699",
    f"In the chart titled “Load” on slide 1 of {DECK}, which category is highest in the series “2024”?": "Birk",
    f"In {DECK}, which address does the link “portal” lead to? Give the full URL.": "https://grid.example/p",
    f"To which page does the entry “Prices” in the outline (bookmarks) of {PAPER} lead?": "2",
    f"Which entries stand directly below “Paper” in the outline (bookmarks) of {PAPER}? "
    "Give them as a JSON array of strings, in their order.": '["Growth", "Prices"]',
    f"In {PAGE}, which address does the link “all of them” lead to? Give the full URL.": "https://p.example/a",
    "In the file memo.md, which address does the link “the list” lead to? Give the full URL.": "https://m.example/l",
}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    folder = tmp_path_factory.mktemp("archive")
    (folder / "energy").mkdir()
    for make in (_word, _book, _deck, _paper, _texts):
        make(folder / "energy")
    (folder / "energy" / "broken.xlsx").write_bytes(b"PK")
    return Archive(folder)


def _word(folder: Path) -> None:
    document = docx.Document()
    document.core_properties.title = "Yearly"
    document.sections[0].header.paragraphs[0].text = "Grid Office · Yearly"
    document.add_paragraph("Nothing of note.")
    document.add_paragraph("We will ").add_run("never").font.highlight_color = WD_COLOR_INDEX.YELLOW
    document.add_paragraph("They may ").add_run("perhaps not").font.strike = True
    soon = document.add_paragraph("It ends ")
    run = soon.add_run("soon")
    run.bold, run.font.color.rgb = True, RGBColor(0xC0, 0, 0)
    soon.add_run(" today.")
    document.save(str(folder / "report.docx"))


def _book(folder: Path) -> None:
    book = openpyxl.Workbook()
    book.properties.title = "Figures"
    sheet = book.active
    assert sheet is not None
    sheet.title = "Data"
    for row in (
        ("Region", "2024"),
        ("Ash", 20),
        ("Birk", 30),
        ("Total", "=SUM(B2:B3)"),
        (),
        ("All data",),
        ("Legend",),
    ):
        sheet.append(row)
    sheet["A2"].comment = Comment("Measured twice.", "Someone")
    sheet["A3"].fill = sheet["A7"].fill = PatternFill("solid", fgColor="FFFFE699")
    sheet["A6"].hyperlink = "https://data.example/all"
    rule = DataValidation(type="list", formula1='"yes,no"')
    rule.add("C2:C3")
    sheet.add_data_validation(rule)
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=3))
    sheet.add_chart(chart, "E2")  # pyright: ignore[reportCallIssue]  typed as of a sheet of charts
    listed = book.create_sheet("List")
    for row in (("Item", "Pieces"), ("Nut", 1), ("Bolt", 2)):
        listed.append(row)
    listed.add_table(Table(displayName="Stock", ref="A1:B3"))
    book.create_sheet("Working").sheet_state = "hidden"
    book.defined_names["Total"] = DefinedName(name="Total", attr_text="Data!$B$4")
    book.save(folder / "figures.xlsx")


def _deck(folder: Path) -> None:
    deck = pptx.Presentation()
    deck.core_properties.title = "Outlook"
    first, second = (deck.slides.add_slide(deck.slide_layouts[5]) for _ in range(2))
    notes, title = first.notes_slide.notes_text_frame, second.shapes.title
    assert notes is not None
    assert title is not None
    notes.text, title.text_frame.text = "Be brief.", "Backup plan"
    box = (Inches(1), Inches(1), Inches(3), Inches(1))
    shape = first.shapes.add_shape(MSO_SHAPE.RECTANGLE, *box)
    shape.text_frame.text = "Draft only"
    shape.fill.solid()
    shape.fill.fore_color.rgb = SlideColor(0x70, 0xAD, 0x47)
    cell = first.shapes.add_table(1, 2, *box).table.cell(0, 0)
    cell.text_frame.text = "Ash"
    cell.fill.solid()
    cell.fill.fore_color.rgb = SlideColor(0xFF, 0xE6, 0x99)
    data = CategoryChartData()
    data.categories = ["Ash", "Birk"]
    data.add_series("2024", (20, 30))
    frame = first.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *box, data)  # pyright: ignore[reportArgumentType]
    chart = frame.chart  # pyright: ignore[reportAttributeAccessIssue]  its hints name the chart for its frame
    chart.has_title = True
    chart.chart_title.text_frame.text = "Load"
    run = first.shapes.add_textbox(*box).text_frame.paragraphs[0].add_run()
    run.text, run.hyperlink.address = "portal", "https://grid.example/p"
    second._element.set("show", "0")
    deck.save(str(folder / "outlook.pptx"))


def _paper(folder: Path) -> None:
    canvas = Canvas(str(folder / "paper.pdf"))
    canvas.setTitle("Paper")
    for title, level in (("Paper", 0), ("Growth", 1), ("Prices", 1)):
        canvas.bookmarkPage(title)
        canvas.addOutlineEntry(title, title, level)
        canvas.drawString(72, 720, title)
        if title == "Growth":
            canvas.showPage()
    canvas.save()


def _texts(folder: Path) -> None:
    page = "<html><head><title>Prices</title></head><body><a href='https://p.example/a'>all of them</a></body></html>"
    (folder / "prices.html").write_text(page, encoding="utf-8")
    (folder / "memo.md").write_text("# Memo\n\nSee [the list](https://m.example/l).\n", encoding="utf-8")


@pytest.mark.parametrize("question", ANSWERS)
def test_each_family_gives_what_the_key_or_the_file_shows(question: str, archive: Archive):
    answer = told(small_key(), archive, question)
    source = "key" if "highlighted" in question or "header" in question else "file"
    assert (answer.value, answer.source) == (ANSWERS[question], source)


def test_a_wrong_gold_is_caught_and_sets_have_no_order(archive: Archive):
    choices = next(question for question in ANSWERS if "may be chosen" in question)
    header = next(question for question in ANSWERS if "page header" in question)
    tries = [
        (header, "text", "Grid Office · Yearly"), (header, "text", "Grid Office"),
        (choices, "set", '["yes", "no"]'), (choices, "set", '["yes"]'),
    ]  # fmt: skip
    tasks = [{"question": ask, "answer": {"type": type, "value": gold}} for ask, type, gold in tries]
    found = [judged(task, small_key(), archive)[0].outcome for task in tasks]
    assert found == ["right", "wrong", "right", "wrong"]


def test_a_key_that_says_otherwise_than_the_file_is_told(archive: Archive):
    key = small_key()
    key.looks.append(Look("energy/figures.xlsx", {"sheet": "Data", "range": "B4"}, "formula", "=B2", {}))
    question = next(question for question in ANSWERS if "formula" in question)
    with pytest.raises(Unanswerable, match="the key says '=B2'"):
        told(key, archive, question)


def test_words_that_fit_nothing_or_two_places_have_no_answer(archive: Archive):
    colour = next(question for question in ANSWERS if "one cell of the table" in question).replace("FFE699", "112233")
    with pytest.raises(Unanswerable, match="0 answers"):
        told(small_key(), archive, colour)
    with pytest.raises(Unreadable, match="0 files"):
        told(small_key(), archive, "Which sheet of the workbook “Other” is hidden? Give its name.")
    with pytest.raises(Unreadable):
        told(small_key(), archive, "Which sheet is the nicest?")
