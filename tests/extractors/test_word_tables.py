"""Word tables are grids with spans, whatever wraps their rows and cells."""

import io

import docx as python_docx
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.model.artifact import Artifact
from assay.model.document import Reading
from assay.model.grid import Grid, Span
from extractors.word import read_word
from tests.extractors.parts import PIXEL, cell, docx, paragraph, root, table


def tables(reading: Reading) -> list[tuple[Artifact, Grid]]:
    return [(each, each.payload) for each in reading.artifacts if isinstance(each.payload, Grid)]


def grid_of(xml: str) -> Grid:
    """The one table of a document."""
    found = tables(read_word(docx(xml)))
    assert len(found) == 1
    return found[0][1]


def rows(grid: Grid) -> list[tuple[str, ...]]:
    return [grid.row(row) for row in range(grid.rows)]


def test_a_table_without_a_declared_grid_is_read():
    grid = grid_of(table(cell("a") + cell("b"), cell("1") + cell("2")))
    assert (rows(grid), grid.spans, grid.header_rows) == ([("a", "b"), ("1", "2")], (), 1)


def test_cells_that_span_columns_and_rows_hold_their_text_once():
    grid = grid_of(
        table(
            cell("Sales", '<w:gridSpan w:val="2"/>') + cell("Region", '<w:vMerge w:val="restart"/>'),
            cell("2023") + cell("2024") + cell("", "<w:vMerge/>"),
            cell("4") + cell("5") + cell("", '<w:vMerge w:val="continue"/>'),
        )
    )
    assert rows(grid) == [("Sales", "", "Region"), ("2023", "2024", ""), ("4", "5", "")]
    assert grid.spans == (Span(0, 0, 1, 2), Span(0, 2, 3, 1))
    assert grid.text(2, 2) == "Region"


def test_a_row_that_starts_late_keeps_its_place():
    late = f'<w:trPr><w:gridBefore w:val="1"/></w:trPr>{cell("x")}'
    assert rows(grid_of(table(cell("a") + cell("b"), late))) == [("a", "b"), ("", "x")]


def test_a_cell_that_continues_nothing_stands_by_itself():
    grid = grid_of(table(cell("a", "<w:vMerge/>"), cell("b", '<w:gridSpan w:val="2"/><w:vMerge/>')))
    assert rows(grid) == [("a", ""), ("b", "")]
    assert grid.spans == (Span(1, 0, 1, 2),)


def test_declared_header_rows_are_counted_from_the_top():
    repeated = "<w:trPr><w:tblHeader/></w:trPr>"
    assert grid_of(table(*[f"{repeated}{cell('h')}"] * 2, cell("1"))).header_rows == 2
    assert grid_of(table(cell("alone"))).header_rows == 0


def test_rows_and_cells_in_controls_and_changes_are_read():
    row = f"<w:tr><w:sdt><w:sdtContent>{cell('b')}</w:sdtContent></w:sdt></w:tr>"
    xml = f"<w:tbl><w:tr>{cell('a')}</w:tr><w:sdt><w:sdtContent>{row}</w:sdtContent></w:sdt></w:tbl>"
    assert rows(grid_of(xml)) == [("a",), ("b",)]


def test_a_deleted_row_is_out_of_the_grid_and_its_text_a_revision():
    deleted = "<w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>"
    reading = read_word(docx(table(cell("kept"), f"<w:trPr><w:del/></w:trPr>{cell(deleted)}")))
    assert rows(tables(reading)[0][1]) == [("kept",)]
    assert [each.text for each in reading.artifacts if each.kind == "revision"] == ["deletion: old"]


def test_lines_and_numbers_in_a_cell_are_shown():
    numbering = root(
        "w:numbering",
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>'
        '<w:lvlText w:val="%1)"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
    )
    number = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    body = table(cell(paragraph("one", number) + paragraph("two", number) + paragraph("end")))
    reading = read_word(docx(body, {"word/numbering.xml": numbering}, {"n": ("numbering", "numbering.xml")}))
    assert tables(reading)[0][1].displayed == ("1) one\n2) two\nend",)


def test_a_nested_table_is_a_child_of_its_cell():
    reading = read_word(docx(table(cell("a") + cell(f"{paragraph('before')}{table(cell('inner'))}<w:p/>"))))
    (inner, inner_grid), (outer, outer_grid) = tables(reading)
    assert inner_grid.displayed == ("inner",)
    assert outer_grid.displayed == ("a", f"before\n[[{inner.key}]]")
    assert outer_grid.children == ((1, inner.key),)
    assert (inner.at.index, inner.at.row, inner.at.column) == (0, 0, 1)
    assert [(edge.source, edge.target, edge.type) for edge in reading.edges] == [(inner.key, outer.key, "part_of")]


def test_a_picture_in_a_cell_is_a_child_of_its_cell():
    drawing = '<w:p><w:r><w:drawing><a:blip r:embed="i"/></w:drawing></w:r></w:p>'
    reading = read_word(docx(table(cell(drawing)), {"word/a.png": PIXEL}, {"i": ("image", "a.png")}))
    image = next(each for each in reading.artifacts if each.kind == "image")
    assert tables(reading)[0][1].children == ((0, image.key),)


def test_what_is_about_a_cell_names_it():
    bold = paragraph("1", run="<w:b/>")
    reading = read_word(docx(paragraph("p") + table(cell("a") + cell("b"), cell("c") + cell(bold))))
    font = next(each for each in reading.artifacts if each.kind == "font")
    assert (font.at.index, font.at.row, font.at.column) == (1, 1, 1)
    assert [edge.target for edge in reading.edges] == [tables(reading)[0][0].key]


def test_a_span_without_end_is_cut():
    grid = grid_of(table(cell("a", '<w:gridSpan w:val="999999999"/>') + cell("b")))
    assert (grid.columns, grid.text(0, 0)) == (1024, "a")


@settings(max_examples=25)
@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_grids_agree_with_python_docx(height: int, width: int, data: st.DataObject):
    document = python_docx.Document()
    made = document.add_table(height, width)
    for row in range(height):
        for column in range(width):
            made.cell(row, column).text = f"r{row}c{column}"
    top, left = data.draw(st.integers(0, height - 1)), data.draw(st.integers(0, width - 1))
    bottom, right = data.draw(st.integers(top, height - 1)), data.draw(st.integers(left, width - 1))
    made.cell(top, left).merge(made.cell(bottom, right))
    file = io.BytesIO()
    document.save(file)
    grid = next(grid for _, grid in tables(read_word(file.getvalue())))
    assert (grid.rows, grid.columns) == (height, width)
    for row in range(height):
        for column in range(width):
            assert grid.text(row, column) == made.cell(row, column).text


def test_cells_that_are_merged_sideways_in_the_old_way_are_one():
    start, rest, top, down = (
        f'<w:{name} w:val="{word}"/>' for name in ("hMerge", "vMerge") for word in ("restart", "continue")
    )
    grid = grid_of(
        table(
            cell("a", start) + cell("b", rest) + cell("", rest) + cell("c", start) + cell("d"),
            cell("1", start + top) + cell("", '<w:hMerge/><w:gridSpan w:val="2"/>') + cell("2") + cell("3", start),
            cell("", start + down) + cell("", rest) + cell("", rest) + cell("4") + cell("5"),
        )
    )
    assert grid.spans == (Span(0, 0, 1, 3), Span(1, 0, 2, 3))
    assert rows(grid) == [("a\nb", "", "", "c", "d"), ("1", "", "", "2", "3"), ("", "", "", "4", "5")]


def test_text_in_a_cell_that_goes_on_the_one_above_is_told():
    reading = read_word(
        docx(table(cell("a", '<w:vMerge w:val="restart"/>'), cell("unseen", "<w:vMerge/>"), cell("", "<w:vMerge/>")))
    )
    assert reading.warnings == ("A cell that is merged into the one above holds text that is not shown: unseen",)
