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
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from assay.enterprise.blocks import NO_TEXT, Cell, Grid, Paragraph
from assay.enterprise.placed import Ledger, Rendered
from assay.enterprise.sheet_extras import add_extras
from assay.enterprise.zipping import settle

TITLE_ROW, CAPTION_ROW, UNIT_ROW, HEADER_ROW = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: a merged title, a caption, tables from row 4 on side by side, and what hangs on them."""

    name: str
    title: str
    grids: tuple[Grid, ...]
    growth: bool = False
    formal: str = ""
    chart: str = ""
    comment: Paragraph = NO_TEXT
    hidden: bool = False
    shade: str = ""
    choices: tuple[str, ...] = ()
    link: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """A workbook before it is rendered; `defined` names a range that holds the first table's last column."""

    path: str
    title: str
    author: str
    source_kind: str
    sheets: tuple[Sheet, ...]
    defined: str = ""


def excel(book: Book) -> Rendered:
    """Return the book as an .xlsx file."""
    target = io.BytesIO()
    workbook = xlsxwriter.Workbook(target, {"in_memory": True})
    workbook.set_properties({"title": book.title, "author": book.author, "created": datetime(2025, 3, 14, 9)})
    writer = _Writer(book, workbook)
    for sheet in book.sheets:
        writer.write(sheet)
    writer.define()
    workbook.close()
    writer.ledger.mark({"part": "properties"}, "metadata", book.title)
    return writer.ledger.close(settle(target.getvalue()), book.author, book.source_kind)


class _Writer:
    """One workbook in the making and the key of what it shows."""

    def __init__(self, book: Book, workbook: Workbook) -> None:
        self.book, self.workbook = book, workbook
        self.ledger = Ledger(book.path)
        self.formats: dict[tuple[int, bool], Format] = {}
        self.title = workbook.add_format({"bold": True, "font_size": 14, "align": "left"})
        self.head = workbook.add_format({"bold": True, "bottom": 1, "bg_color": "#DCE6F1", "align": "center"})
        self.rate = workbook.add_format({"num_format": "0.0%"})

    def write(self, sheet: Sheet) -> None:
        """Append one sheet."""
        page = self.workbook.add_worksheet(sheet.name)
        width = len(sheet.grids[0].rows[0])
        page.merge_range(TITLE_ROW, 0, TITLE_ROW, max(width - 1, 1), sheet.title, self.title)
        self.ledger.mark({"sheet": sheet.name, "range": "A1"}, "font", sheet.title, {"bold": "true", "size": "14"})
        left = 0
        for grid in sheet.grids:
            self._table(page, sheet, grid, left)
            left += len(grid.rows[0]) + 1
        self._growth(page, sheet)
        add_extras(self.workbook, page, sheet, self.ledger, self.book.author)

    def _table(self, page: Worksheet, sheet: Sheet, grid: Grid, left: int) -> None:
        page.write_string(CAPTION_ROW, left, grid.caption)
        if grid.unit:
            page.write_string(UNIT_ROW, left, "Unit:")
            page.write_string(UNIT_ROW, left + 1, grid.unit)
        page.set_column(left, left, 20)
        formulas = dict(grid.sums)
        for row, cells in enumerate(grid.rows):
            for column, cell in enumerate(cells):
                at = xl_rowcol_to_cell(HEADER_ROW + row, left + column)
                if row in formulas and cell.show:
                    self._sum(page, sheet, cell, at, [(HEADER_ROW + r, left + column) for r in formulas[row]])
                else:
                    self._cell(page, cell, HEADER_ROW + row, left + column, row < grid.head)
                self.ledger.cell(cell, {"sheet": sheet.name, "range": at})
        if grid.note:
            page.write_string(HEADER_ROW + len(grid.rows) + 2, left, grid.note)

    def _cell(self, page: Worksheet, cell: Cell, row: int, column: int, head: bool) -> None:
        if cell.across > 1 or cell.down > 1:
            page.merge_range(row, column, row + cell.down - 1, column + max(cell.across, 1) - 1, cell.text, self.head)
        elif cell.across == 0:
            return
        elif cell.show and cell.show.fact.unit != "text" and cell.text == cell.show.text:
            number = cell.show.value
            plain = cell.show.fact.unit == "year"
            page.write_number(row, column, float(number), None if plain else self._digits(number, False))
        else:
            page.write_string(row, column, cell.text, self.head if head else None)

    def _digits(self, value: Decimal, bold: bool) -> Format:
        """Return the number format that displays as many decimals as the value has."""
        decimals = max(0, -int(value.as_tuple().exponent))
        if (decimals, bold) not in self.formats:
            form = "#,##0" + (f".{'0' * decimals}" if decimals else "")
            looks: dict[str, str | int | bool] = {"num_format": form}
            if bold:
                looks |= {"bold": True, "top": 1}
            self.formats[decimals, bold] = self.workbook.add_format(looks)
        return self.formats[decimals, bold]

    def _sum(self, page: Worksheet, sheet: Sheet, cell: Cell, at: str, parts: list[tuple[int, int]]) -> None:
        assert cell.show is not None
        names = [xl_rowcol_to_cell(row, column) for row, column in parts]
        together = parts[-1][0] - parts[0][0] == len(parts) - 1
        formula = f"=SUM({names[0]}:{names[-1]})" if together and len(parts) > 2 else "=" + "+".join(names)
        page.write_formula(at, formula, self._digits(cell.show.value, True), cached(cell.show.value))
        self.ledger.mark({"sheet": sheet.name, "range": at}, "formula", formula)

    def _growth(self, page: Worksheet, sheet: Sheet) -> None:
        if not sheet.growth:
            return
        grid = sheet.grids[0]
        width, heads = len(grid.rows[0]), grid.rows[0]
        page.write_string(HEADER_ROW, width + 1, f"Change {heads[-2].text}–{heads[-1].text}", self.head)
        page.set_column(width + 1, width + 1, 18)
        for row, cells in enumerate(grid.rows[1:], HEADER_ROW + 1):
            before, after = cells[-2].show, cells[-1].show
            if before and after:
                formula = f"={xl_rowcol_to_cell(row, width - 1)}/{xl_rowcol_to_cell(row, width - 2)}-1"
                page.write_formula(row, width + 1, formula, self.rate, cached(after.value / before.value - 1))
                self.ledger.mark({"sheet": sheet.name, "range": xl_rowcol_to_cell(row, width + 1)}, "formula", formula)

    def define(self) -> None:
        """Name the last column of the first table, where the book asks for it."""
        if not self.book.defined:
            return
        sheet = self.book.sheets[0]
        grid = sheet.grids[0]
        last, rows = len(grid.rows[0]) - 1, [row for row, _ in grid.sums]
        end = HEADER_ROW + (min(rows) if rows else len(grid.rows)) - 1
        inside = (
            f"{xl_rowcol_to_cell(HEADER_ROW + grid.head, last, True, True)}:{xl_rowcol_to_cell(end, last, True, True)}"
        )
        self.workbook.define_name(self.book.defined, f"={sheet.name}!{inside}")
        self.ledger.mark({"sheet": sheet.name, "range": inside}, "name", self.book.defined)


def cached(value: Decimal | int) -> int:
    """Return a formula's value as the library takes it: its signature says int, the file holds any number."""
    number = float(value)
    return int(number) if number.is_integer() else cast(int, number)
