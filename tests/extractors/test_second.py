"""The second reading: the card's libraries find at each anchor what the readers found there."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, datetime, time
from io import BytesIO
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from docx.oxml.ns import qn
from docx.shared import RGBColor
from openpyxl.comments import Comment
from pptx.util import Inches

from assay.model.artifact import Anchor, Artifact
from assay.model.codec import to_text
from assay.model.document import Document, Reading
from assay.model.grid import Grid
from assay.model.probe import FULL, Attempt, Place, Probe
from assay.model.task import Evidence
from extractors.delimited import read_delimited
from extractors.excel import read_excel
from extractors.marked import read_marked
from extractors.pdf import read_pdf
from extractors.plain import read_plain
from extractors.powerpoint import read_powerpoint
from extractors.second import Second, read_second
from extractors.web import read_html
from extractors.word import read_word
from filters.quotes import second_fault
from tests.extractors import pages
from tests.made import Archive
from tests.sample import FILES, extracted

_OOXML = "application/vnd.openxmlformats-officedocument."
WORD, EXCEL, POWERPOINT = (
    f"{_OOXML}{name}" for name in ("wordprocessingml.document", "spreadsheetml.sheet", "presentationml.presentation")
)
PDF, CSV, MARKDOWN, HTML, PLAIN = "application/pdf", "text/csv", "text/markdown", "text/html", "text/plain"


def place(at: Anchor, kind: str = "table") -> Place:
    return Place("d/a", "t", kind, at)


def cells(document: Document, most: int) -> Iterator[tuple[Artifact, Anchor]]:
    """The filled cells of every grid, evenly spread where there are more than the most."""
    for artifact in document.artifacts:
        if isinstance(artifact.payload, Grid):
            filled = list(artifact.payload.filled())
            for row, column in filled[:: max(1, len(filled) // most)]:
                yield artifact, replace(artifact.at, row=row, column=column)


def texts(document: Document, most: int) -> Iterator[tuple[Artifact, Anchor]]:
    found = [one for one in document.artifacts if one.declared.layer == "body" and one.text]
    return ((artifact, artifact.at) for artifact in found[:: max(1, len(found) // most)])


def fault(document: Document, data: bytes, artifact: Artifact, at: Anchor) -> str | None:
    """How the second reading of a place differs from the first."""
    archive = Archive({document.path: document}, {document.path: data})
    second = read_second(data, document.media_type, Place(document.path, artifact.key, artifact.kind, at))
    probe = Probe("t", 1, "second", FULL, "reading")
    answer = to_text(second) if second else None
    attempt = Attempt(probe, answer, None, "done" if second else "missing", "nothing is there")
    quote = artifact.text if at == artifact.at else artifact.payload.text(at.row or 0, at.column or 0)  # pyright: ignore
    evidence = Evidence(document.source, document.path, artifact.key, artifact.kind, at, quote)
    return second_fault(evidence, attempt, archive.context())


def faults(data: bytes, read: Callable[[bytes], Reading], media_type: str) -> list[str]:
    """Every difference between the two readings of a small file."""
    document = Archive().add("d/a", data, read, media_type)
    assert document.readable
    assert any(cells(document, 99)) or any(texts(document, 99))
    places = [*cells(document, 99), *texts(document, 99)]
    return [said for artifact, at in places if (said := fault(document, data, artifact, at))]


@pytest.mark.parametrize("path", FILES)
def test_both_readings_of_the_sample_agree(path: str):
    found = extracted()[path]
    if not found.document.readable:
        assert found.document.problem
        return
    places = [*cells(found.document, 12), *texts(found.document, 12)]
    assert places or found.document.problem
    assert [said for one, at in places if (said := fault(found.document, found.data, one, at))] == []


def word() -> bytes:
    document, stream = docx.Document(), BytesIO()
    document.add_heading("Results", 1)
    document.add_paragraph("Sales rose to 1,234.5 in 2023.")
    table = document.add_table(3, 3)
    for row, line in enumerate([("Region", "Sales", ""), ("", "2022", "2023"), ("North", "1,200.0", "1,234.5")]):
        for column, text in enumerate(line):
            table.cell(row, column).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(0, 0).merge(table.cell(1, 0))
    document.add_paragraph("After\tthe table")
    document.sections[0].header.paragraphs[0].text = "Confidential"
    document.core_properties.author = "Ann Example"
    document.save(stream)
    return stream.getvalue()


def test_a_word_file_agrees_with_merged_cells():
    assert faults(word(), read_word, WORD) == []


def test_a_cell_of_a_word_table_has_its_labels_through_spans():
    second = read_second(word(), WORD, place(Anchor("body", 2, row=2, column=2)))
    assert second == Second("1,234.5", ("North", "1,200.0"), ("Sales", "2023"))
    covered = read_second(word(), WORD, place(Anchor("body", 2, row=0, column=2)))
    assert covered
    assert covered.text.strip() == "Sales"


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (Anchor("core"), "Ann Example"),
        (Anchor("body", 1), "1,234.5"),
        (Anchor("body", 2), "North\t1,200.0"),
        (Anchor("body", 3), "After the table"),
    ],
)
def test_other_places_of_a_word_file(at: Anchor, text: str):
    second = read_second(word(), WORD, place(at, "text"))
    assert second
    assert text in second.text


def test_a_header_is_found_by_the_name_of_its_part():
    document = Archive().add("d/a.docx", word(), read_word, WORD)
    header = next(document.of_kind("header"))
    second = read_second(word(), WORD, place(header.at, "header"))
    assert second
    assert "Confidential" in second.text


@pytest.mark.parametrize(
    ("stated", "text"),
    [
        ({"themeColor": "accent1"}, "4F81BD"),
        ({"themeColor": "text2"}, "1F497D"),
        ({"themeColor": "accent1", "themeTint": "99"}, "112233"),
        ({}, "112233"),
    ],
)
def test_a_colour_is_the_themes_where_that_rules(stated: dict[str, str], text: str):
    document, stream = docx.Document(), BytesIO()
    made = document.add_paragraph().add_run("red")
    made.font.color.rgb = RGBColor(0x11, 0x22, 0x33)
    (colour,) = made._r.rPr.findall(qn("w:color"))  # pyright: ignore
    for name, value in stated.items():
        colour.set(qn(f"w:{name}"), value)
    document.save(stream)
    second = read_second(stream.getvalue(), WORD, place(Anchor("body", 0), "font"))
    assert second
    assert second.text.split("\n")[1].strip() == text


def workbook() -> bytes:
    book, stream = openpyxl.Workbook(), BytesIO()
    sheet = book.worksheets[0]
    sheet.title = "Sales & <more>"
    sheet.append(["Region", "Sales", None, "Share", "From", "At", "When"])
    sheet.append([None, "2022", "2023", None, None, None, None])
    sheet.append(["North", 1200, 1234.5, 0.4567, date(2023, 3, 31), time(6, 30, 15), datetime(2023, 3, 31, 17, 45, 30)])
    sheet.append(["South", -800, True, 1 / 3, date(1999, 12, 31), time(23, 59, 59), datetime(2024, 2, 29, 1, 2, 3)])
    sheet.merge_cells("B1:C1")
    sheet.merge_cells("A1:A2")
    for row in (3, 4):
        sheet.cell(row, 4).number_format = "0.0%"
        sheet.cell(row, 2).number_format = "#,##0.00;(#,##0.00)"
    sheet["A8"] = "Apart"
    sheet["B3"].comment = Comment("checked", "Ann")
    sheet["A3"].hyperlink = "https://north.example/"
    book.create_sheet("Empty").sheet_state = "hidden"
    book.save(stream)
    return stream.getvalue()


def test_a_workbook_agrees_with_merged_cells_dates_percents_and_truth():
    assert faults(workbook(), read_excel, EXCEL) == []


@pytest.mark.parametrize(
    ("sheet", "cells", "text"),
    [
        ("Sales & <more>", "B3", "checked"),
        ("Sales & <more>", "A3", "https://north.example/"),
        ("Empty", None, "hidden"),
        ("Sales & <more>", "A1:G4", "1234.5"),
    ],
)
def test_what_is_about_a_range_is_found_there(sheet: str, cells: str | None, text: str):
    second = read_second(workbook(), EXCEL, place(Anchor(sheet=sheet, range=cells), "comment"))
    assert second
    assert text in second.text


def test_a_sheet_that_is_not_there_has_no_cells():
    assert read_second(workbook(), EXCEL, place(Anchor(sheet="Gone", range="A1", row=0, column=0))) is None
    assert read_second(workbook(), EXCEL, place(Anchor(range="A1"))) is None


def deck() -> bytes:
    presentation, stream = pptx.Presentation(), BytesIO()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    assert slide.shapes.title
    slide.shapes.title.text = "Outlook"
    shape = slide.shapes.add_table(3, 3, Inches(1), Inches(2), Inches(6), Inches(2))
    table = shape.table  # pyright: ignore[reportAttributeAccessIssue]
    for row, line in enumerate([("Region", "Sales", ""), ("", "2022", "2023"), ("North", "5", "6 %")]):
        for column, text in enumerate(line):
            table.cell(row, column).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(0, 0).merge(table.cell(1, 0))
    assert slide.notes_slide.notes_text_frame
    slide.notes_slide.notes_text_frame.text = "Say it slowly"
    slide.element.set("show", "0")
    presentation.save(stream)
    return stream.getvalue()


def test_a_presentation_agrees_with_merged_cells():
    assert faults(deck(), read_powerpoint, POWERPOINT) == []


def test_a_cell_of_a_slide_has_its_labels_through_spans():
    document = Archive().add("d/a.pptx", deck(), read_powerpoint, POWERPOINT)
    at = replace(next(document.of_kind("table")).at, row=2, column=2)
    assert read_second(deck(), POWERPOINT, place(at)) == Second("6 %", ("North", "5"), ("Sales", "2023"))


@pytest.mark.parametrize(("kind", "text"), [("note", "Say it slowly"), ("hidden", "hidden"), ("slide", "Outlook")])
def test_a_slide_has_its_notes_and_whether_it_is_hidden(kind: str, text: str):
    second = read_second(deck(), POWERPOINT, place(Anchor(slide=1), kind))
    assert second
    assert text in second.text


@pytest.mark.parametrize("slide", [None, 0, 2])
def test_a_slide_that_is_not_there_is_nothing(slide: int | None):
    assert read_second(deck(), POWERPOINT, place(Anchor(slide=slide), "slide")) is None


def test_a_pdf_agrees_in_tables_and_text():
    table = pages.grid([["Region", "2022", "2023"], ["North", "1,200.0", "1,234.5"], ["South", "8", "9 %"]])
    data = pages.pdf(pages.both(pages.write(("Sales by region", 72, 120, 12)), table))
    assert faults(data, read_pdf, PDF) == []


def test_a_page_that_is_not_there_is_nothing():
    data = pages.pdf(pages.write(("Sales", 72, 120, 12)))
    assert read_second(data, PDF, place(Anchor(page=2), "text")) is None
    assert read_second(data, PDF, place(Anchor(page=1, box=(0, 0, 50, 50), row=0, column=0))) is None
    whole = read_second(data, PDF, place(Anchor(page=1), "text"))
    assert whole
    assert whole.text == "Sales"


@pytest.mark.parametrize(
    "data",
    [
        b"Region,2022,2023\nNorth,1.5,2\n",
        b"Region;2022\r\nNorth;1,5\r\n",
        b"Title\n\nRegion\t2022\nNorth\t1.5\n",
        b'a,b\n"x\ny","1,234"\n"say ""no""",2\n',
        "\ufeffRegion,GWh\nNördlich,1\n".encode(),
        ("Name,Größe,Länge\n" + "Straße,5,süß und schön für Köln\n" * 20).encode("cp1252"),
        "Region,GWh\nA\u2028B,1\nC\x0cD,2\n".encode(),
        b"a,b\r1,2\r3,4\r",
    ],
)
def test_delimited_text_agrees(data: bytes):
    assert faults(data, read_delimited, CSV) == []


@pytest.mark.parametrize(
    "data",
    [b"One\ntwo\n\nThree\n", "A\x0cB\n\nC\u2028D\n\nE\n".encode(), b"one\r\ntwo\r\n\r\nthree", "Größe\n".encode()],
)
def test_plain_text_agrees(data: bytes):
    assert faults(data, read_plain, PLAIN) == []


MARKED = b"""# Title *here*

A paragraph with **bold** and [a link](https://x.example/).

- one
- two
  - below

1. first

| Region | 2022 |
| --- | ---: |
| North | 1,5 |
| a\\|b | `x` |

```
code, as it is
```

> quoted
"""


def test_markdown_agrees_with_and_without_its_markup():
    assert faults(MARKED.replace(b"`x`", b"x"), read_marked, MARKDOWN) == []
    assert faults(b"\xef\xbb\xbf" + MARKED.replace(b"`x`", b"x").replace(b"\n", b"\r\n"), read_marked, MARKDOWN) == []


PAGE = """<!doctype html><html><head><title>T</title></head><body><h1>Sales</h1><p>It rose.</p>
<table><thead>
<tr><th rowspan="2">Region</th><th colspan="2">Sales</th></tr>
<tr><th>2022</th><th>2023</th></tr></thead>
<tr><td>Nördlich</td><td>1,200.0</td><td>6&nbsp;%</td></tr>
</table>
<table><tr><td>x</td><td>y</td></tr><tr><td>1</td><td>2</td></tr></table>
</body></html>"""


def test_a_web_page_agrees_with_spans():
    assert faults(PAGE.encode(), read_html, HTML) == []


def test_tables_on_one_line_are_told_apart():
    table = "<table><tr><td>{0}</td><td>2020</td></tr><tr><td>North</td><td>{0}1</td></tr></table>"
    shown, hidden = table.format, table.replace("<table>", "<table hidden>").format
    page = f"<html><body><p>All</p>{shown(1)}{hidden(2)}<p>and</p>{shown(3)}<div>{shown(4)}</div></body></html>"
    document = Archive().add("d/a", page.encode(), read_html, HTML)
    assert [one.at.index for one in document.artifacts if isinstance(one.payload, Grid)] == [None, 2, 3]
    assert faults(page.encode(), read_html, HTML) == []
    # and the tables of the lines before them count
    assert faults(PAGE.replace("</body>", page).encode(), read_html, HTML) == []


@pytest.mark.parametrize("media_type", [WORD, EXCEL, POWERPOINT, PDF, CSV, MARKDOWN, HTML, PLAIN, "application/zip"])
@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 not a package", b"%PDF-1.7 cut", b"\xff\xfe\x00", b"\0" * 100])
def test_a_file_that_no_library_opens_is_no_reading(media_type: str, data: bytes):
    at = Anchor(part="body", index=0, sheet="A", range="A1", slide=1, page=1, line=5, row=3, column=3)
    assert read_second(data, media_type, place(at)) is None


@pytest.mark.parametrize("media_type", [WORD, EXCEL, POWERPOINT, PDF])
def test_a_package_that_was_cut_is_no_reading(media_type: str):
    whole = {WORD: word, EXCEL: workbook, POWERPOINT: deck}.get(media_type, lambda: pages.pdf(pages.grid([["a"]])))()
    at = Anchor(part="body", index=9, sheet="A", range="A1", slide=1, page=1, row=0, column=0)
    assert read_second(whole[: len(whole) // 2], media_type, place(at)) is None


def test_many_threads_read_at_once_and_each_finds_its_place():
    decks = [path.read_bytes() + b"\0" * pad for path in Path("data/sample").glob("*/*.pptx") for pad in range(12)]
    first = place(Anchor(slide=1), "slide")
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda data: read_second(data, POWERPOINT, first), decks))
    assert all(found)
