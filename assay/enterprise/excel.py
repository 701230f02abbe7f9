"""Renders workbooks with cached formula values and records where each fact and formatting fact stands."""

# pyright: reportUnknownMemberType=false, reportMissingTypeStubs=false
from __future__ import annotations

import io
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import cast

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_range_abs, xl_rowcol_to_cell
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from assay.enterprise.records import Grid, Mark, Place, Rendered
from assay.enterprise.zipping import settle

_TITLE_ROW, _CAPTION_ROW, _HEADER_ROW = 0, 1, 3


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: a merged title, a caption with the unit, a table from row 4, and what hangs on it."""

    name: str
    title: str
    grid: Grid
    totals: bool = False
    growth: bool = False
    formal: str = ""
    chart: str = ""
    comment: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """A workbook before it is rendered."""

    path: str
    title: str
    author: str
    source_kind: str
    sheets: tuple[Sheet, ...]
    names: tuple[tuple[str, str], ...] = ()


def excel(book: Book) -> Rendered:
    """Return the book as an .xlsx file."""
    target = io.BytesIO()
    workbook = xlsxwriter.Workbook(target, {"in_memory": True})
    moment = datetime(2025, 3, 14, 9)
    workbook.set_properties({"title": book.title, "author": book.author, "created": moment})
    writer = _Writer(book, workbook)
    for sheet in book.sheets:
        writer.write(sheet)
    for name, reference in book.names:
        workbook.define_name(name, f"={reference}")
        writer.mark({"sheet": reference.split("!")[0].strip("'"), "range": reference.split("!")[1]}, "name", name)
    workbook.close()
    writer.mark({"part": "properties"}, "metadata", book.title)
    data = settle(target.getvalue())
    return Rendered(book.path, data, book.author, book.source_kind, tuple(writer.places), tuple(writer.marks))


class _Writer:
    """One workbook in the making and the key of what it shows."""

    def __init__(self, book: Book, workbook: Workbook) -> None:
        self.book, self.workbook = book, workbook
        self.places: list[Place] = []
        self.marks: list[Mark] = []
        self.formats: dict[int, Format] = {}
        self.title = workbook.add_format({"bold": True, "font_size": 14, "align": "left"})
        self.head = workbook.add_format({"bold": True, "bottom": 1, "bg_color": "#DCE6F1"})
        self.rate = workbook.add_format({"num_format": "0.0%"})

    def mark(self, at: dict[str, str | int], kind: str, value: str) -> None:
        """Note a formatting fact of this book."""
        self.marks.append(Mark(self.book.path, at, kind, value))

    def write(self, sheet: Sheet) -> None:
        """Append one sheet."""
        page = self.workbook.add_worksheet(sheet.name)
        width = len(sheet.grid.rows[0])
        page.merge_range(_TITLE_ROW, 0, _TITLE_ROW, width - 1, sheet.title, self.title)
        page.write_string(_CAPTION_ROW, 0, sheet.grid.caption)
        page.set_column(0, 0, 18)
        self._table(page, sheet)
        self._totals(page, sheet)
        self._growth(page, sheet)
        self._extras(page, sheet)

    def _table(self, page: Worksheet, sheet: Sheet) -> None:
        for row, cells in enumerate(sheet.grid.rows):
            for column, cell in enumerate(cells):
                if cell.show is None:
                    page.write_string(_HEADER_ROW + row, column, cell.text, self.head if row == 0 else None)
                    continue
                page.write_number(_HEADER_ROW + row, column, float(cell.show.value), self._digits(cell.show.value))
                at = {"sheet": sheet.name, "range": xl_rowcol_to_cell(_HEADER_ROW + row, column)}
                self.places.append(Place(cell.show, self.book.path, at))
        if sheet.grid.note:
            page.write_string(_HEADER_ROW + len(sheet.grid.rows) + 2, 0, sheet.grid.note)

    def _digits(self, value: Decimal) -> Format:
        """Return the number format that displays as many decimals as the value has."""
        decimals = -int(value.as_tuple().exponent)
        if decimals not in self.formats:
            form = "#,##0" + (f".{'0' * decimals}" if decimals else "")
            self.formats[decimals] = self.workbook.add_format({"num_format": form})
        return self.formats[decimals]

    def _totals(self, page: Worksheet, sheet: Sheet) -> None:
        if not sheet.totals:
            return
        rows = sheet.grid.rows
        last = _HEADER_ROW + len(rows)
        bold = self.workbook.add_format({"num_format": "#,##0", "bold": True, "top": 1})
        page.write_string(last, 0, "Total", bold)
        for column in range(1, len(rows[0])):
            formula = f"=SUM({xl_rowcol_to_cell(_HEADER_ROW + 1, column)}:{xl_rowcol_to_cell(last - 1, column)})"
            shows = [row[column].show for row in rows[1:]]
            page.write_formula(last, column, formula, bold, _cached(sum(item.value for item in shows if item)))
            self.mark({"sheet": sheet.name, "range": xl_rowcol_to_cell(last, column)}, "formula", formula)

    def _growth(self, page: Worksheet, sheet: Sheet) -> None:
        if not sheet.growth:
            return
        width = len(sheet.grid.rows[0])
        header = sheet.grid.rows[0]
        page.write_string(
            _HEADER_ROW, width + 1, f"Change {header[width - 2].text}–{header[width - 1].text}", self.head
        )
        page.set_column(width + 1, width + 1, 18)
        for row, cells in enumerate(sheet.grid.rows[1:], _HEADER_ROW + 1):
            before, after = cells[-2].show, cells[-1].show
            if before and after:
                formula = f"={xl_rowcol_to_cell(row, width - 1)}/{xl_rowcol_to_cell(row, width - 2)}-1"
                page.write_formula(row, width + 1, formula, self.rate, _cached(after.value / before.value - 1))
                self.mark({"sheet": sheet.name, "range": xl_rowcol_to_cell(row, width + 1)}, "formula", formula)

    def _extras(self, page: Worksheet, sheet: Sheet) -> None:
        rows, width = len(sheet.grid.rows), len(sheet.grid.rows[0])
        at: dict[str, str | int] = {"sheet": sheet.name}
        if sheet.formal:
            columns = [{"header": cell.text} for cell in sheet.grid.rows[0]]
            options = {"name": sheet.formal, "columns": columns, "style": "Table Style Light 9"}
            page.add_table(_HEADER_ROW, 0, _HEADER_ROW + rows - 1, width - 1, options)
            self.mark(at, "table", sheet.formal)
        if sheet.comment:
            page.write_comment(_HEADER_ROW + 1, 1, sheet.comment, {"author": self.book.author})
            where = xl_rowcol_to_cell(_HEADER_ROW + 1, 1)
            self.mark({**at, "range": where}, "comment", sheet.comment)
        if sheet.hidden:
            page.hide()
            self.mark(at, "hidden", sheet.name)
        if sheet.chart:
            self._chart(page, sheet)

    def _chart(self, page: Worksheet, sheet: Sheet) -> None:
        rows, width = len(sheet.grid.rows), len(sheet.grid.rows[0])
        chart = self.workbook.add_chart({"type": "column"})
        assert chart is not None  # it is None for a type that the library does not know
        name = f"'{sheet.name}'!"
        chart.add_series(
            {
                "name": f"={name}{xl_range_abs(_HEADER_ROW, width - 1, _HEADER_ROW, width - 1)}",
                "categories": f"={name}{xl_range_abs(_HEADER_ROW + 1, 0, _HEADER_ROW + rows - 1, 0)}",
                "values": f"={name}{xl_range_abs(_HEADER_ROW + 1, width - 1, _HEADER_ROW + rows - 1, width - 1)}",
            }
        )
        chart.set_title({"name": sheet.chart})
        page.insert_chart(_HEADER_ROW + rows + 5, 0, chart)
        self.mark({"sheet": sheet.name}, "chart", sheet.chart)


def _cached(value: Decimal | int) -> int:
    """Return a formula's value as the library takes it: its signature says int, the file holds any number."""
    number = float(value)
    return int(number) if number.is_integer() else cast(int, number)
