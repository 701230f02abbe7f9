"""PDF pages become text, tables, pictures and what lies over them, in reading order."""

import re
import zlib
from itertools import pairwise

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from assay.model.artifact import Artifact, Facts, Picture, Text
from assay.model.document import Reading
from assay.model.grid import Grid, Span
from extractors.pdf import read_pdf
from tests.extractors.pages import PIXELS, both, grid, pdf, picture, write

BODY = [(f"Body line {number} of the report runs on", 60.0, 400.0 + 12 * number, 10.0) for number in range(6)]
ROWS = [["Region", "2022", "2023"], ["North", "1,200", "1,350"], ["South", "800", "905"]]


def kinds(reading: Reading) -> list[str]:
    return [artifact.kind for artifact in reading.artifacts]


def of_kind(reading: Reading, kind: str) -> list[Artifact]:
    return [artifact for artifact in reading.artifacts if artifact.kind == kind]


def only_grid(reading: Reading) -> Grid:
    (table,) = of_kind(reading, "table")
    assert isinstance(table.payload, Grid)
    return table.payload


def fact(artifact: Artifact, name: str) -> object:
    assert isinstance(artifact.payload, Facts)
    return artifact.payload.get(name)


def test_a_ruled_table_is_a_grid_with_its_header_and_its_text_stands_nowhere_else():
    reading = read_pdf(pdf(both(write(*BODY), grid(ROWS))))
    found = only_grid(reading)
    assert [found.row(row) for row in range(found.rows)] == [tuple(row) for row in ROWS]
    assert found.header_rows == 1
    assert not any("1,350" in text.text for text in of_kind(reading, "text"))


@pytest.mark.parametrize("order", [0, 1])
def test_the_line_above_a_table_precedes_it_even_if_it_is_drawn_later(order: int):
    caption = write(("Table 1. Output, thousand tonnes", 60.0, 195.0, 10.0))
    parts = [caption, grid(ROWS)] if order else [grid(ROWS), caption]
    reading = read_pdf(pdf(both(*parts, write(*BODY))))
    body = [artifact for artifact in reading.artifacts if artifact.kind in ("text", "table")]
    assert [artifact.kind for artifact in body] == ["text", "table", "text"]
    assert body[0].text == "Table 1. Output, thousand tonnes"


def test_larger_type_is_a_heading_and_the_largest_is_of_level_one():
    reading = read_pdf(pdf(write(("Yearbook", 60, 60, 24), ("Output", 60, 120, 14), *BODY)))
    headings = [(text.text, text.payload) for text in of_kind(reading, "text")]
    assert headings[:2] == [("Yearbook", Text("heading", 1)), ("Output", Text("heading", 2))]
    assert headings[2][1] == Text()


def test_lines_of_a_paragraph_are_one_artifact_and_a_bullet_begins_another():
    lines = [("• first point", 60.0, 600.0, 10.0), ("• second point", 60.0, 612.0, 10.0)]
    texts = of_kind(read_pdf(pdf(write(*BODY, *lines))), "text")
    assert texts[0].text.count("\n") == len(BODY) - 1
    assert [(text.text, text.payload) for text in texts[1:]] == [
        ("first point", Text("list_item", 0, "•")),
        ("second point", Text("list_item", 0, "•")),
    ]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_boxes_count_from_the_top_left_of_the_page_as_it_is_seen(rotation: int):
    reading = read_pdf(pdf(lambda canvas: canvas.drawString(10, 20, "corner"), rotation=rotation))
    (page,), (text,) = of_kind(reading, "page"), of_kind(reading, "text")
    width, height = fact(page, "width"), fact(page, "height")
    assert isinstance(width, float)
    assert isinstance(height, float)
    assert text.at.box is not None
    x0, top, x1, bottom = text.at.box
    assert 0 <= x0 < x1 <= width
    assert 0 <= top < bottom <= height
    # A quarter turn clockwise brings the lower left corner to the upper left one.
    near = {0: (x0, height - bottom), 90: (x0, top), 180: (width - x1, top), 270: (width - x1, height - bottom)}
    assert max(near[rotation]) < 30


def test_merged_cells_are_spans():
    def draw(canvas: Canvas) -> None:
        canvas.grid([60, 140, 220, 300], [600, 580, 560])
        canvas.setFillColorRGB(1, 1, 1)
        canvas.setStrokeColorRGB(0, 0, 0)
        canvas.grid([60, 140, 220, 300], [560, 540])
        canvas.lines([(60, 620, 300, 620), (60, 600, 60, 620), (300, 600, 300, 620)])
        canvas.setFillColorRGB(0, 0, 0)
        canvas.setFont("Helvetica", 9)
        for text, x, y in [("Sales 2023", 70, 606), ("a", 70, 586), ("b", 150, 586), ("1", 70, 566), ("2", 150, 566)]:
            canvas.drawString(x, y, text)

    found = only_grid(read_pdf(pdf(draw)))
    assert Span(0, 0, 1, 3) in found.spans
    assert found.text(0, 2) == "Sales 2023"


def test_a_frame_around_text_is_no_table():
    reading = read_pdf(pdf(both(write(*BODY), lambda canvas: canvas.rect(50, 300, 300, 200))))
    assert "table" not in kinds(reading)


def test_a_page_that_is_a_picture_needs_ocr_and_keeps_the_picture():
    reading = read_pdf(pdf(write(*BODY), picture))
    (image,) = of_kind(reading, "image")
    assert reading.problem is not None
    assert (reading.problem.code, reading.problem.fatal) == ("needs_ocr", False)
    assert "1 of 2 pages" in reading.problem.detail
    assert isinstance(image.payload, Picture)
    assert (image.payload.media_type, image.payload.width) == ("image/png", PIXELS)
    assert image.blob is not None
    pixels = zlib.decompress(re.split(b"IDAT|....IEND", reading.blobs[image.blob], flags=re.DOTALL)[1][:-4])
    assert pixels[1 + 3 * 4 : 1 + 3 * 5] == bytes((32, 0, 200))


def test_links_notes_outline_and_metadata_are_artifacts():
    def draw(canvas: Canvas) -> None:
        write(("see the method", 60.0, 100.0, 10.0))(canvas)
        canvas.linkURL("https://example.org/method", (58, A4[1] - 104, 160, A4[1] - 88))
        canvas.textAnnotation("Check this figure", (300, 300, 320, 320))
        canvas.acroForm.textfield(name="total", value="42", x=60, y=500)
        canvas.bookmarkPage("here")
        canvas.addOutlineEntry("Method", "here", 0)

    reading = read_pdf(pdf(draw, title="Annual Method"))
    (link,), (note,), (entry,) = (of_kind(reading, kind) for kind in ("hyperlink", "annotation", "outline"))
    assert (fact(link, "target"), fact(link, "text")) == ("https://example.org/method", "see the method")
    assert fact(note, "value") == "Check this figure"
    assert (entry.text, entry.at.page) == ("Method", 1)
    assert [(fact(field, "name"), fact(field, "value")) for field in of_kind(reading, "form_field")] == [
        ("total", "42")
    ]
    assert reading.title == "Annual Method"
    assert "Title: Annual Method" in [artifact.text for artifact in of_kind(reading, "metadata")]


def test_all_that_stands_on_a_page_is_part_of_it():
    reading = read_pdf(pdf(both(write(*BODY), grid(ROWS)), write(("second page", 60, 60, 10))))
    pages = {page.key: page.at.page for page in of_kind(reading, "page")}
    placed = {edge.source: pages[edge.target] for edge in reading.edges if edge.type == "part_of"}
    assert {
        artifact.key: artifact.at.page for artifact in reading.artifacts if artifact.kind in ("text", "table")
    } == placed
    assert [page.text for page in of_kind(reading, "page")] == ["", ""]
    assert reading.counts.pages == 2


def test_a_password_is_encrypted_and_damage_is_corrupt():
    for data, code in [(pdf(write(*BODY), password="secret"), "encrypted"), (b"%PDF-1.7\n garbage", "corrupt")]:
        problem = read_pdf(data).problem
        assert problem is not None
        assert problem.code == code


def test_pages_stand_in_order():
    reading = read_pdf(pdf(*(write((f"page {number}", 60, 60, 10)) for number in range(1, 6))))
    numbers = [artifact.at.page or 0 for artifact in reading.artifacts if artifact.kind in ("page", "text")]
    assert all(before <= after for before, after in pairwise(numbers))
