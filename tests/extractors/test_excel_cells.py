"""Cells as workbooks write them: types, odd markup, damage, sizes, and the formats beside xlsx."""

import time
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from assay.model.document import Reading
from assay.model.grid import Grid
from extractors.excel import layout, read_excel
from extractors.excel.blocks import blocks_of
from extractors.excel.cells import read_cells
from extractors.excel.formula_text import operands_of, pieces_of, reference_of, relative_form, shifted
from extractors.excel.references import Box, address, box_of, column_letters, column_number
from extractors.excel.strings import shared_strings
from tests.extractors.workbooks import (
    MAIN,
    number_cell,
    relations_xml,
    row_xml,
    sheet_xml,
    table_xml,
    text_cell,
    workbook,
    zipped,
)


def grids(reading: Reading) -> dict[str, Grid]:
    """The grids of a reading by their range."""
    return {str(a.at.range): a.payload for a in reading.artifacts if isinstance(a.payload, Grid)}


def cells_of(rows: str, formats: tuple[str, ...] = ()) -> Grid:
    """The one grid of a workbook with these rows."""
    (found,) = grids(read_excel(workbook(sheet_xml(rows), formats=formats))).values()
    return found


def test_every_type_of_cell_is_read():
    strings = (
        f'<sst xmlns="{MAIN}"><si><t>plain</t></si><si><r><t>rich </t></r><r><rPr/><t xml:space="preserve">text'
        f"</t></r>"
        '<rPh sb="0"><t>READING</t></rPh></si><si/></sst>'
    )
    row = row_xml(
        1, '<c r="A1" t="s"><v>0</v></c>', '<c r="B1" t="s"><v>1</v></c>', '<c r="C1" t="b"><v>1</v></c>',
        '<c r="D1" t="e"><v>#N/A</v></c>', '<c r="E1" t="str"><v>a &amp; b_x000D_</v>'
        '</c>', text_cell("F1", "&lt;in&gt;"),
        '<c r="G1" t="d"><v>2020-01-02T12:00:00Z</v></c>', '<c r="H1"><v>1E3</v></c>', '<c r="I1"><v>2.50</v></c>',
        '<c r="J1" t="s"><v>99</v></c>', '<c r="K1"><v>odd</v></c>', '<c r="L1" t="d"><v>late</v></c>', ''
        '<c r="M1"><v>007</v></c>',
    )  # fmt: skip
    (grid,) = grids(read_excel(workbook(sheet_xml(row), strings=strings))).values()
    assert grid.displayed == (
        "plain", "rich text", "TRUE", "#N/A", "a & b\n", "<in>", "43832.5", "1000", "2.5", "", "odd", "late", "7",
    )  # fmt: skip
    assert grid.stored == (
        "plain", "rich text", True, "#N/A", "a & b\n", "<in>", 43832.5, 1000, 2.5, "", "odd", "late", 7,
    )  # fmt: skip
    assert isinstance(grid.stored[7], int)


def test_dates_show_by_their_format_and_the_epoch_of_the_workbook():
    row = row_xml(1, number_cell("A1", 0, 1), number_cell("B1", 36526, 1))
    assert cells_of(row, formats=("yyyy-mm-dd",)).displayed == ("1900-01-00", "2000-01-01")
    shifted_book = workbook(sheet_xml(row), formats=("yyyy-mm-dd",), properties='<workbookPr date1904="1"/>')
    (grid,) = grids(read_excel(shifted_book)).values()
    assert grid.displayed == ("1904-01-01", "2004-01-02")


PLAIN = row_xml(1, number_cell("A1", 1), text_cell("B1", "x")) + row_xml(2, number_cell("A2", 2), text_cell("B2", "y"))
ODD = {
    "comments": PLAIN.replace("<row", "<!-- c --><row"),
    "cdata": PLAIN.replace("<t>x</t>", "<t><![CDATA[x]]></t>"),
    "another order of attributes": PLAIN.replace('<c r="A1" s="0">', '<c s="0" r="A1">'),
    "no addresses": PLAIN.replace(' r="A1"', "").replace(' r="B1"', "").replace(' r="1"', ""),
    "line ends between the parts": PLAIN.replace("><", ">\n<"),
    "single quotes": PLAIN.replace('"', "'"),
}


@pytest.mark.parametrize("rows", ODD.values(), ids=ODD.keys())
def test_markup_of_other_writers_gives_the_same_cells(rows: str):
    assert cells_of(rows).identity() == cells_of(PLAIN).identity()


def test_prefixed_strict_and_utf16_parts_give_the_same_cells():
    expected = cells_of(PLAIN).identity()
    prefixed = (
        sheet_xml(PLAIN).replace("<", "<x:").replace("<x:/", "</x:").replace("<x:?", "<?").replace("xmlns=", "xmlns:x=")
    )
    strict = sheet_xml(PLAIN).replace(MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main")
    wide = sheet_xml(PLAIN).replace("UTF-8", "UTF-16").encode("utf-16")
    for part in (prefixed, strict, wide):
        (grid,) = grids(read_excel(workbook("", parts={"xl/worksheets/sheet1.xml": part}))).values()
        assert grid.identity() == expected


def test_strings_of_other_writers_are_the_same():
    usual = f'<sst xmlns="{MAIN}"><si><t>a</t></si><si><r><t>b</t></r><r><t>_x0041_</t></r></si></sst>'.encode()
    prefixed = usual.replace(b"<", b"<x:").replace(b"<x:/", b"</x:").replace(b"xmlns=", b"xmlns:x=")
    assert list(shared_strings(BytesIO(usual))) == list(shared_strings(BytesIO(prefixed))) == ["a", "bA"]
    assert list(shared_strings(BytesIO(usual.replace(b"<si>", b"<!-- c --><si>")))) == ["a", "bA"]
    assert list(shared_strings(BytesIO(usual.decode().replace("a", "é").encode("utf-16")))) == ["é", "bA"]
    assert list(shared_strings(BytesIO(b"\xff<sst"))) == []


def test_blocks_of_a_long_sheet_are_joined_without_loss():
    rows = "".join(row_xml(r, number_cell("A{}", r), text_cell("B{}", "word " * 20)) for r in range(1, 12001))
    read = read_cells(BytesIO(sheet_xml(rows).encode()))
    assert (len(read.cells.rows), read.fault) == (24000, "")
    assert (read.cells.rows[-1], read.cells.columns[-1], read.cells.numbers[-2]) == (11999, 1, 12000)


def test_a_part_that_ends_early_is_read_as_far_as_it_goes():
    broken = sheet_xml(PLAIN)[:-60]
    reading = read_excel(workbook(broken))
    assert reading.problem is not None
    assert reading.problem.code == "partial"
    assert grids(reading)["A1:B2"].displayed[0] == "1"


def test_a_sheet_whose_part_is_missing_leaves_the_others():
    data = workbook(sheet_xml(PLAIN), parts={
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}"><sheets><sheet name="A"/><sheet name="B"/></sheets></workbook>',
    })  # fmt: skip
    reading = read_excel(data)
    assert reading.problem is not None
    assert (reading.problem.code, reading.problem.detail) == (
        "partial",
        "Sheet B: the sheet's part is damaged (it is missing or broken).",
    )
    assert list(grids(reading)) == ["A1:B2"]


def test_an_empty_part_is_damage():
    reading = read_excel(workbook(""))
    assert reading.problem is not None
    assert reading.problem.code == "partial"


NO_WORKBOOKS = [
    (b"PK\x03\x04 not a zip", "corrupt"),
    (zipped({"a.txt": "x"}), "corrupt"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(900), "unsupported"),
    (zipped({"xl/workbook.xml": "no xml"}), "corrupt"),
    (b"\x09\x02\x06\x00" + bytes(20), "corrupt"),
    (zipped({"xl/workbook.bin": "no"}), "corrupt"),
]


@pytest.mark.parametrize(("data", "code"), NO_WORKBOOKS)
def test_files_that_are_no_workbook_end_in_a_typed_problem(data: bytes, code: str):
    reading = read_excel(data)
    assert reading.problem is not None
    assert (reading.problem.code, reading.artifacts) == (code, ())


def test_two_cells_at_the_ends_of_a_sheet_are_two_blocks_and_take_no_time():
    rows = row_xml(1, number_cell("A1", 1)) + row_xml(1048576, number_cell("XFD1048576", 2))
    start = time.perf_counter()
    reading = read_excel(workbook(sheet_xml(rows, before='<dimension ref="A1:XFD1048576"/>')))
    assert list(grids(reading)) == ["A1", "XFD1048576"]
    assert time.perf_counter() - start < 5


def test_a_cross_over_the_whole_sheet_is_cut_into_windows():
    across = "".join(number_cell(f"{column_letters(c)}1", c) for c in range(16384))
    down = "".join(row_xml(r, number_cell("A{}", r)) for r in range(2, 3000))
    found = grids(read_excel(workbook(sheet_xml(row_xml(1, across) + down))))
    assert list(found) == ["A1:XFD122", "A123:A2999"]
    assert sum(cell is not None for grid in found.values() for cell in grid.stored) == 16384 + 2998


def test_beyond_the_limits_blocks_are_left_out_with_a_problem(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(layout, "BLOCKS_PER_SHEET", 2)
    rows = "".join(row_xml(r, number_cell("A{}", r)) for r in (1, 3, 5, 7))
    reading = read_excel(workbook(sheet_xml(rows)))
    assert list(grids(reading)) == ["A1", "A3"]
    assert reading.problem is not None
    assert reading.problem.detail == "Sheet Sheet1: 2 of its 4 blocks of cells are beyond the limit."


def test_a_table_that_claims_the_whole_sheet_is_given_as_blocks():
    parts: dict[str, str | bytes] = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_xml(("table", "../t.xml")),
        "xl/t.xml": table_xml("Huge", "A1:XFD1048576", "x"),
    }
    reading = read_excel(workbook(sheet_xml(PLAIN), parts=parts))
    assert list(grids(reading)) == ["A1:B2"]
    assert "Huge" in reading.warnings[0]


def test_openpyxl_writes_what_is_read():
    book = Workbook()
    sheet = book.worksheets[0]
    for row in (["Name", "Share"], ["a", 0.25], ["b", "=B2*2"]):
        sheet.append(row)
    sheet["B2"].number_format = "0%"
    buffer = BytesIO()
    book.save(buffer)
    (grid,) = grids(read_excel(buffer.getvalue())).values()
    assert grid.displayed == ("Name", "Share", "a", "25%", "b", "(not calculated)")
    assert (grid.cell(2, 1).formula, grid.header_rows) == ("=B2*2", 1)


ODS = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="One"><table:table-row>'
    '<table:table-cell office:value-type="string"><text:p>name</text:p></table:table-cell>'
    '<table:table-cell office:value-type="float" office:value="2.5"><text:p>2.5</text:p></table:table-cell>'
    '<table:table-cell office:value-type="date" office:date-value="2020-01-02"><text:p>x</text:p></table:table-cell>'
    '<table:table-cell office:value-type="time" office:time-value="PT36H00M00S"><text:p>x</text:p></table:table-cell>'
    '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>x</text:p></table:table-cell>'
    "</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"
)


def test_ods_gives_its_values_and_says_that_these_are_all():
    manifest = '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    data = zipped({"mimetype": kind, "content.xml": ODS, "META-INF/manifest.xml": manifest})
    reading = read_excel(data)
    (grid,) = grids(reading).values()
    assert grid.displayed == ("name", "2.5", "2020-01-02", "36:00:00", "TRUE")
    assert reading.reader == "calamine"
    assert "Values alone" in reading.warnings[0]


@given(st.integers(0, 1048575), st.integers(0, 16383))
def test_an_address_is_a_box_of_one_cell(row: int, column: int):
    assert box_of(address(row, column)) == Box(row, column, row, column)
    assert column_number(column_letters(column)) == column


@pytest.mark.parametrize("text", ["", "A", "1", "A1:B", "A0", "XFE1", "A1048577", "A1:B2:C3", "A1:5", "hello"])
def test_what_is_no_range_is_none(text: str):
    assert box_of(text) is None


def test_whole_columns_and_rows_reach_the_ends_of_the_sheet():
    assert box_of("B:$C") == Box(0, 1, 1048575, 2)
    assert box_of("$3:2") == Box(1, 0, 2, 16383)


FORMULAS = [
    "A1+$B$2",
    "SUM(A:A,$3:4)",
    "'it''s'!A1&\"A1\"",
    "LOG10(A1)",
    "Sheet2!B$3:C4",
    "T[[#This Row],[a]]*2",
    "x.y+1E5",
]


@pytest.mark.parametrize("formula", FORMULAS)
def test_pieces_joined_are_the_formula_and_shifting_back_undoes_a_shift(formula: str):
    assert "".join(piece.text for piece in pieces_of(formula)) == formula
    assert shifted(shifted(formula, 3, 2), -3, -2) == formula
    assert relative_form(shifted(formula, 3, 2), 13, 12) == relative_form(formula, 10, 10)


@pytest.mark.parametrize("formula", ["SUM(A1:B2)*2", "LOG10(B3)+1E5", "XFE1+$A$1", "A1/(B$2-$C3)%", "IF(A1>=2,B1,C1)"])
def test_the_quick_relative_form_is_that_of_the_pieces(formula: str):
    pieces = "".join(
        ":".join(corner.relative(4, 3) for corner in piece.corners) if piece.corners else piece.text
        for piece in pieces_of(formula)
    )
    assert relative_form(formula, 4, 3) == pieces


def test_parts_made_to_keep_a_pattern_busy_take_no_longer():
    start = time.perf_counter()
    read_cells(BytesIO(sheet_xml(row_xml(1, '<c r="A1" t="inlineStr"><is>' * 20000)).encode()))
    shared_strings(BytesIO(f'<sst xmlns="{MAIN}">{"<si><r>" * 50000}</sst>'.encode()))
    relative_form("1" * 5000 + "!", 0, 0)
    assert time.perf_counter() - start < 10


def test_a_shift_moves_what_is_relative_alone():
    assert shifted('A1+$B$2+C$3+LOG10(D4)&"A1"', 1, 1) == 'B2+$B$2+D$3+LOG10(E5)&"A1"'
    assert relative_form("A1+$B$2", 0, 0) == "RC+R2C2"
    assert relative_form("SUM(B:B)+SUM(2:2)", 0, 0) == "SUM(C[1]:C[1])+SUM(R[1]:R[1])"


def test_operands_are_the_ranges_over_the_whole_block():
    first, second, third = operands_of("A1*'My data'!$B$2:C3+Rate", 9, 0)
    assert (first.sheet, first.box) == ("", Box(0, 0, 9, 0))
    assert (second.sheet, second.box) == ("My data", Box(1, 1, 11, 2))
    assert (third.box, third.name) == (None, "Rate")


def test_a_reference_is_one_range_and_nothing_else():
    meant = reference_of("Sheet1!$A$1:$B$2")
    assert meant is not None
    assert meant.box == Box(0, 0, 1, 1)
    assert reference_of("1+Sheet1!$A$1") is None
    assert reference_of("A1,B2") is None


@given(st.sets(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1))
def test_blocks_share_no_cell_and_lose_none(places: set[tuple[int, int]]):
    import numpy as np

    ordered = sorted(places)
    found = blocks_of(np.array([r for r, _ in ordered]), np.array([c for _, c in ordered]))
    members = sorted(index for _, block in found for index in block.tolist())
    assert members == list(range(len(ordered)))
    for box, block in found:
        assert all(box.holds(*ordered[index]) for index in block.tolist())
    assert not any(a.meets(b) for i, (a, _) in enumerate(found) for b, _ in found[:i])
