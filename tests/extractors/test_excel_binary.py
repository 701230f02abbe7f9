"""Workbooks from before 2007, record by record."""

import struct

import pytest

from assay.model.artifact import Facts
from assay.model.document import Reading
from assay.model.grid import Grid, Span
from extractors.excel.binary import read_xls


def record(number: int, body: bytes = b"") -> bytes:
    """One BIFF record."""
    return struct.pack("<HH", number, len(body)) + body


def short_text(text: str) -> bytes:
    """A text with a length of one byte, as names of sheets have it."""
    return struct.pack("<BB", len(text), 0) + text.encode("latin-1")


def long_text(text: str) -> bytes:
    """A text with a length of two bytes, as formats and labels have it."""
    return struct.pack("<HB", len(text), 0) + text.encode("latin-1")


def style(format: int) -> bytes:
    """A cell style with a number format."""
    return record(0xE0, struct.pack("<HHH", 0, format, 1) + bytes(14))


def cell(number: int, row: int, column: int, style: int, body: bytes) -> bytes:
    """A record of a cell."""
    return record(number, struct.pack("<HHH", row, column, style) + body)


def xls(*cells: bytes, epoch_1904: int = 0) -> bytes:
    """A BIFF 8 stream with the styles General, 0.0% and yyyy-mm-dd, and a hidden sheet of these cells."""
    opening = record(0x809, struct.pack("<HHHHII", 0x600, 5, 1, 1997, 0, 6))
    styles = style(0) + style(164) + style(165)
    formats = record(0x41E, struct.pack("<H", 164) + long_text("0.0%"))
    formats += record(0x41E, struct.pack("<H", 165) + long_text("yyyy-mm-dd"))
    font = record(0x31, struct.pack("<HHHHHBBBB", 200, 0, 0x7FFF, 400, 0, 0, 0, 0, 0) + short_text("Arial"))
    before = opening + record(0x42, struct.pack("<H", 1200)) + record(0x22, struct.pack("<H", epoch_1904))
    before += font + formats + styles
    sheet_at = len(before) + len(record(0x85, bytes(6) + short_text("Data"))) + len(record(0x0A))
    before += record(0x85, struct.pack("<IBB", sheet_at, 1, 0) + short_text("Data")) + record(0x0A)
    sheet = record(0x809, struct.pack("<HHHHII", 0x600, 0x10, 1, 1997, 0, 6)) + b"".join(cells) + record(0x0A)
    return before + sheet


CELLS = (
    record(0x208, struct.pack("<HHHHHHI", 1, 0, 3, 255, 0, 0, 0x20)),
    record(0x7D, struct.pack("<HHHHHH", 2, 2, 2560, 0, 1, 0)),
    cell(0x204, 0, 0, 0, long_text("name")), cell(0x204, 0, 1, 0, long_text("share")),
    cell(0x203, 1, 0, 2, struct.pack("<d", 43831)), cell(0x203, 1, 1, 1, struct.pack("<d", 0.256)),
    cell(0x205, 2, 0, 0, b"\x01\x00"), cell(0x205, 2, 1, 0, b"\x07\x01"), cell(0x203, 3, 0, 0, struct.pack("<d", 7.5)),
    record(0xE5, struct.pack("<HHHHH", 1, 3, 3, 0, 1)),
)  # fmt: skip


def only_grid(reading: Reading) -> Grid:
    """The one grid."""
    (found,) = (artifact.payload for artifact in reading.artifacts if isinstance(artifact.payload, Grid))
    return found


def test_values_show_by_their_formats():
    grid = only_grid(read_xls(xls(*CELLS)))
    assert grid.displayed == ("name", "share", "2020-01-01", "25.6%", "TRUE", "#DIV/0!", "7.5", "")
    assert grid.stored == ("name", "share", 43831, 0.256, True, "#DIV/0!", 7.5, None)
    assert grid.spans == (Span(3, 0, 1, 2),)
    assert (grid.header_rows, grid.cell(1, 1).format) == (1, "0.0%")


def test_dates_count_from_the_epoch_of_the_workbook():
    assert only_grid(read_xls(xls(*CELLS, epoch_1904=1))).displayed[2] == "2024-01-02"


def test_hidden_sheets_rows_and_columns_are_told():
    reading = read_xls(xls(*CELLS))
    sheet = reading.artifacts[0].payload
    assert isinstance(sheet, Facts)
    assert (sheet.get("hidden"), sheet.get("hidden_rows"), sheet.get("hidden_columns")) == ("hidden", "2", "C")
    assert (reading.reader, reading.counts.sheets) == ("xlrd", 1)
    assert "before 2007" in reading.warnings[0]


def test_a_stream_that_asks_for_a_password_is_encrypted():
    data = xls(*CELLS)
    start = len(record(0x809, bytes(16)))
    problem = read_xls(data[:start] + record(0x2F, bytes(54)) + data[start:]).problem
    assert problem is not None
    assert problem.code == "encrypted"


@pytest.mark.parametrize("size", [0, 10, 30, 200])
def test_a_stream_that_is_cut_off_is_a_problem_or_what_could_be_read(size: int):
    reading = read_xls(xls(*CELLS)[:size])
    assert reading.problem is not None
    assert reading.problem.code == "corrupt"
