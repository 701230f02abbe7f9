"""Faults that people reported of other readers of workbooks, each with a small file that shows it."""

import io
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from functools import cache

import pytest

from assay.model.artifact import Artifact
from assay.model.document import Reading
from assay.model.grid import Grid
from extractors.excel import read_excel
from extractors.excel.references import column_letters
from tests.extractors.workbooks import (
    MAIN,
    RELATED,
    number_cell,
    relations_xml,
    row_xml,
    sheet_xml,
    text_cell,
    workbook,
    zipped,
)

STRICT = "http://purl.oclc.org/ooxml"
# What two cells at the far ends of a sheet may cost.
_MIB = 1 << 20


def grids(reading: Reading) -> dict[str | None, Grid]:
    """The grids of a reading by their range."""
    return {one.at.range: one.payload for one in reading.artifacts if isinstance(one.payload, Grid)}


def of_kind(reading: Reading, kind: str) -> list[Artifact]:
    return [one for one in reading.artifacts if one.kind == kind]


def shown(reading: Reading) -> list[str]:
    return [text for grid in grids(reading).values() for text in grid.displayed if text]


def test_a_title_above_a_table_is_not_its_header_and_blanks_stay_blank():
    # microsoft/markitdown#2124, #183
    rows = (
        row_xml(1, text_cell("A1", "Report"))
        + row_xml(3, text_cell("A3", "Region"), text_cell("C3", "Sales"))
        + row_xml(4, text_cell("A4", "North"), text_cell("B4", "x"), number_cell("C4", 4))
        + row_xml(5, text_cell("A5", "South"), number_cell("C5", 5))
    )
    found = grids(read_excel(workbook(sheet_xml(rows))))
    assert found["A1"].displayed == ("Report",)
    assert found["A3:C5"].header_rows == 1
    assert found["A3:C5"].displayed == ("Region", "", "Sales", "North", "x", "4", "South", "", "5")


def test_a_form_stays_in_pieces_that_hold_labels_and_values_together():
    # docling-project/docling#834
    rows = "".join(
        row_xml(row, text_cell(f"A{row}", label), f'<c r="B{row}"><f>D{row}+1</f><v>{row}</v></c>')
        for row, label in ((1, "Length"), (2, "Width"), (5, "Weight"), (6, "Price"))
    )
    found = grids(read_excel(workbook(sheet_xml(rows))))
    assert {range: grid.displayed for range, grid in found.items()} == {
        "A1:B2": ("Length", "1", "Width", "2"), "A5:B6": ("Weight", "5", "Price", "6"),
    }  # fmt: skip


def test_cells_show_results_and_formulas_are_kept_besides():
    # docling-project/docling#2520
    rows = row_xml(1, number_cell("A1", 2), number_cell("B1", 3), '<c r="C1"><f>A1+B1</f><v>5</v></c>')
    reading = read_excel(workbook(sheet_xml(rows)))
    assert shown(reading) == ["2", "3", "5"]
    assert [one.text for one in of_kind(reading, "formula")] == ["=A1+B1"]


def test_each_cell_of_a_sparse_table_is_told_once():
    # docling-project/docling#4230
    rows = (
        row_xml(1, text_cell("A1", "a"), text_cell("B1", "b"), text_cell("C1", "c"))
        + row_xml(2, number_cell("A2", 1), number_cell("C2", 3))
        + row_xml(3, number_cell("B3", 22))
    )
    assert sorted(shown(read_excel(workbook(sheet_xml(rows))))) == ["1", "22", "3", "a", "b", "c"]


def test_merged_section_rows_leave_a_table_whole():
    # docling-project/docling#3685
    rows = "".join(
        row_xml(row, text_cell(f"A{row}", f"Section {row}"))
        if row % 3 == 1
        else row_xml(row, *(number_cell(f"{c}{row}", row) for c in "ABC"))
        for row in range(1, 31)
    )
    merges = "".join(f'<mergeCell ref="A{row}:C{row}"/>' for row in range(1, 31, 3))
    (grid,) = grids(read_excel(workbook(sheet_xml(rows, after=f"<mergeCells>{merges}</mergeCells>")))).values()
    assert (grid.rows, len(grid.spans)) == (30, 10)


def anchored(row: int, id: str) -> str:
    place = f"<xdr:from><xdr:col>3</xdr:col><xdr:row>{row}</xdr:row></xdr:from>"
    name = f'<xdr:nvPicPr><xdr:cNvPr id="{row}" name="p" descr="picture {id}"/></xdr:nvPicPr>'
    fill = f'<xdr:blipFill><a:blip r:embed="{id}"/></xdr:blipFill>'
    return f"<xdr:oneCellAnchor>{place}<xdr:pic>{name}{fill}</xdr:pic></xdr:oneCellAnchor>"


@cache
def pictured(column: str) -> bytes:
    """Two tables with a picture beside (or in) each, the lower picture drawn first."""
    drawn = "http://schemas.openxmlformats.org/drawingml/2006"
    rows = "".join(
        row_xml(row, text_cell(f"A{row}", f"r{row}"), *(number_cell(f"{c}{row}", row) for c in "BC"),
                *([number_cell(f"{column}{row}", row)] if row % 2 else []))
        for row in (1, 2, 3, 11, 12, 13)
    )  # fmt: skip
    parts: dict[str, str | bytes] = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_xml(("drawing", "../drawings/d.xml")),
        "xl/drawings/d.xml": f'<xdr:wsDr xmlns:xdr="{drawn}/spreadsheetDrawing" xmlns:a="{drawn}/main" '
        f'xmlns:r="{RELATED}">{anchored(11, "rId1")}{anchored(1, "rId2")}</xdr:wsDr>',
        "xl/drawings/_rels/d.xml.rels": relations_xml(("image", "../media/1.png"), ("image", "../media/2.png")),
        "xl/media/1.png": b"\x89PNG1",
        "xl/media/2.png": b"\x89PNG2",
    }
    return workbook(sheet_xml(rows, after='<drawing r:id="rId1"/>'), parts=parts)


def test_pictures_keep_their_places_and_their_turn():
    # docling-project/docling#2991
    reading = read_excel(pictured("C"))
    order = [(one.kind, one.at.range) for one in reading.artifacts if one.declared.layer == "body"]
    assert order == [("tlr", "A1:C3"), ("image", "D2"), ("tlr", "A11:C13"), ("image", "D12")]


def test_a_picture_in_a_table_has_its_place_in_the_grid():
    # docling-project/docling#2991
    reading = read_excel(pictured("D"))
    upper, lower = of_kind(reading, "image")
    assert (upper.text, lower.text) == ("picture rId2", "picture rId1")
    found = grids(reading)
    assert found["A1:D3"].row(1) == ("r2", "2", "2", f"[[{upper.key}]]")
    assert found["A11:D13"].children == ((7, lower.key),)


def test_rows_keep_their_bounds():
    # Unstructured-IO/unstructured#4235
    rows = "".join(row_xml(r, *(number_cell(f"{c}{r}", r * 10 + i) for i, c in enumerate("ABC"))) for r in (1, 2, 3))
    (grid,) = grids(read_excel(workbook(sheet_xml(rows)))).values()
    assert [grid.row(row) for row in range(3)] == [("10", "11", "12"), ("20", "21", "22"), ("30", "31", "32")]


def test_a_protected_workbook_says_that_it_is():
    # Unstructured-IO/unstructured#4057
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "EncryptedPackage".encode("utf-16-le")
    problem = read_excel(data).problem
    assert problem is not None
    assert problem.code == "encrypted"


@pytest.mark.parametrize(
    "newer", ["", '<extLst><ext uri="u"><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>']
)
def test_the_epoch_of_1904_holds_whatever_newer_properties_say(newer: str):
    # tafia/calamine#706, pyexcel/pyexcel#135
    rows = row_xml(1, number_cell("A1", 0, 1))
    properties = '<workbookPr date1904="1"/>'
    book = workbook(sheet_xml(rows), formats=("yyyy-mm-dd",), properties=properties)
    declared = b'<workbook xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"'
    end = newer.encode() + b"</workbook>"
    book = rewritten(book, lambda part: part.replace(b"</workbook>", end).replace(b"<workbook", declared, 1))
    reading = read_excel(book)
    assert shown(reading) == ["1904-01-01"]


def rewritten(data: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """A package with each of its parts changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return zipped({name: change(archive.read(name)) for name in archive.namelist()})


def test_two_cells_at_the_far_ends_cost_no_more_than_two_cells():
    # tafia/calamine#593, #428, ToucanToco/fastexcel#487, shuchkin/simplexlsx#168
    rows = row_xml(1, number_cell("A1", 1)) + row_xml(1048576, number_cell("XFD1048576", 2))
    book = workbook(sheet_xml(rows, before='<dimension ref="A1:XFD1048576"/>'))
    tracemalloc.start()
    found = grids(read_excel(book))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert {range: grid.displayed for range, grid in found.items()} == {"A1": ("1",), "XFD1048576": ("2",)}
    assert peak < 20 * _MIB


@pytest.mark.parametrize("dimension", ["A0:B9", "", "A1", "XFD1048576:A1", "nonsense"])
def test_what_a_part_says_of_its_dimension_is_not_believed(dimension: str):
    # tafia/calamine#285
    rows = row_xml(2, number_cell("B2", 7), number_cell("C2", 8))
    assert shown(read_excel(workbook(sheet_xml(rows, before=f'<dimension ref="{dimension}"/>')))) == ["7", "8"]


def test_merged_ranges_are_spans():
    # dimastbk/python-calamine#94, #181
    rows = row_xml(2, text_cell("B2", "wide")) + row_xml(4, number_cell("B4", 1), number_cell("D4", 2))
    (grid,) = grids(
        read_excel(workbook(sheet_xml(rows, after='<mergeCells><mergeCell ref="B2:D3"/></mergeCells>')))
    ).values()
    assert (grid.spans[0].height, grid.spans[0].width, grid.text(1, 2)) == (2, 3, "wide")


@pytest.mark.parametrize(
    "styles",
    [
        '<cellStyles><cellStyle xfId="0"/></cellStyles>', "<fills><fill/></fills>", "<fonts/>", "<dxfs><dxf/></dxfs>",
        '<fills count="1"><fill><patternFill/></fill></fills>', "<colors><indexedColors/></colors>",
    ],
)  # fmt: skip
def test_odd_styles_end_nothing(styles: str):
    # pandas-dev/pandas#60881, #40499
    rows = row_xml(1, number_cell("A1", 0.075, 1), number_cell("B1", 1, 99), number_cell("C1", 2, 2))
    parts: dict[str, str | bytes] = {
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}">{styles}<cellXfs><xf/><xf numFmtId="10" fontId="9" fillId="7"/>'
        '<xf numFmtId="x" fillId="-1"/></cellXfs></styleSheet>'
    }
    assert shown(read_excel(workbook(sheet_xml(rows), parts=parts))) == ["7.50%", "1", "2"]


def test_numbers_errors_and_dates_are_shown_as_excel_shows_them():
    # firecrawl/anydoc#27, and what readers made of a tiny number, an error, elapsed hours and the day that never was
    formats = ("0.0%", "[h]:mm", "yyyy-mm-dd")
    rows = row_xml(
        1, number_cell("A1", 0.075, 1), number_cell("B1", 3e-9), '<c r="C1" t="e"><v>#DIV/0!</v></c>',
        number_cell("D1", 1.5, 2), number_cell("E1", 60, 3),
    )  # fmt: skip
    found = shown(read_excel(workbook(sheet_xml(rows), formats=formats)))
    assert found == ["7.5%", "0.000000003", "#DIV/0!", "36:00", "1900-02-29"]


def test_strict_workbooks_are_read():
    # openpyxl opens them with no sheet at all
    rows = row_xml(1, number_cell("A1", 5), text_cell("B1", "strict"))
    main, related = f"{STRICT}/spreadsheetml/main".encode(), f"{STRICT}/officeDocument/relationships".encode()
    strict = rewritten(
        workbook(sheet_xml(rows)),
        lambda part: part.replace(MAIN.encode(), main).replace(RELATED.encode(), related),
    )
    assert shown(read_excel(strict)) == ["5", "strict"]


def test_a_mark_of_byte_order_and_absolute_targets_are_no_faults():
    book = workbook(sheet_xml(row_xml(1, number_cell("A1", 5))))
    reading = read_excel(
        rewritten(book, lambda part: b"\xef\xbb\xbf" + part.replace(b'Target="worksheets', b'Target="/xl/worksheets'))
    )
    assert (shown(reading), reading.problem) == (["5"], None)


def test_formulas_in_a_table_read_it_where_they_name_its_columns_alone():
    table = (
        f'<table xmlns="{MAIN}" displayName="T" ref="A1:B3" totalsRowCount="1"><tableColumns><tableColumn id="1" '
        'name="Item"/><tableColumn id="2" name="Cost"/></tableColumns></table>'
    )
    rows = (
        row_xml(1, text_cell("A1", "Item"), text_cell("B1", "Cost"))
        + row_xml(2, text_cell("A2", "nut"), number_cell("B2", 5))
        + row_xml(3, text_cell("A3", "Total"), '<c r="B3"><f>SUBTOTAL(109,[Cost])+[1]S!A1</f><v>5</v></c>')
    )
    parts: dict[str, str | bytes] = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_xml(("table", "../tables/t.xml")),
        "xl/tables/t.xml": table,
    }
    reading = read_excel(workbook(sheet_xml(rows), parts=parts))
    (formula,), (grid,) = of_kind(reading, "formula"), of_kind(reading, "table")
    assert {e.target for e in reading.edges if (e.source, e.type) == (formula.key, "computed_from")} == {grid.key}


def merged_sheet(*ranges: str) -> str:
    rows = row_xml(1, text_cell("A{}", "Head"), text_cell("B{}", "zqunder"), '<c r="C{}"><f>1+1</f><v>2</v></c>')
    rows += row_xml(2, number_cell("A{}", 1), number_cell("B{}", 2), number_cell("C{}", 4))
    merges = "".join(f'<mergeCell ref="{one}"/>' for one in ranges)
    return sheet_xml(rows, after=f"<mergeCells>{merges}</mergeCells>")


def test_what_merged_cells_hide_is_a_fact_and_a_warning():
    reading = read_excel(workbook(merged_sheet("A1:C1")))
    (told,) = of_kind(reading, "other")
    (table,) = (one for one in reading.artifacts if isinstance(one.payload, Grid))
    assert told.at.range == "A1:C1"
    (formula,) = of_kind(reading, "formula")
    assert any((edge.source, edge.target) == (formula.key, told.key) for edge in reading.edges)
    assert told.text == "covered by the merged cell A1:C1\nB1: zqunder\nC1: 2"
    assert any((edge.source, edge.target, edge.type) == (told.key, table.key, "about") for edge in reading.edges)
    assert [one for one in reading.warnings if "hide" in one] == [
        "Sheet Sheet1: merged cells hide what 2 cells hold, the first B1; the facts tell it."
    ]


def test_merged_cells_that_hide_nothing_are_not_spoken_of():
    reading = read_excel(workbook(merged_sheet("C2:D9")))
    assert not of_kind(reading, "other")
    assert not reading.warnings


@pytest.mark.parametrize("range", ["B1:C1", "A1:XFD1048576"])
def test_a_cell_under_merged_cells_is_not_shown_wherever_the_merge_ends(range: str):
    (shown,) = grids(read_excel(workbook(merged_sheet(range)))).values()
    assert shown.row(0)[2] == ""
    assert shown.row(0)[0] == "Head"


def test_a_cell_under_two_merged_cells_is_told_once():
    told = of_kind(read_excel(workbook(merged_sheet("A1:B1", "A1:B2"))), "other")
    assert [one.text.count("B1: zqunder") for one in told] == [1, 0]


@pytest.mark.slow
def test_many_merged_cells_over_many_blocks_are_laid_out_in_time():
    cells, merges = list[str](), list[str]()
    for row in range(1, 400, 4):
        cells.append(row_xml(row, *(text_cell(f"{column_letters(column)}{{}}", "v") for column in range(0, 400, 4))))
        merges += [f"{column_letters(column)}{row}:{column_letters(column)}{row + 1}" for column in range(0, 400, 4)]
    after = "<mergeCells>" + "".join(f'<mergeCell ref="{one}"/>' for one in merges) + "</mergeCells>"
    begun = time.process_time()
    found = grids(read_excel(workbook(sheet_xml("".join(cells), after=after))))
    assert len(found) == 10_000
    assert all(len(one.spans) == 1 for one in found.values())
    # Each block against each merged cell would be a hundred million looks.
    assert time.process_time() - begun < 8
