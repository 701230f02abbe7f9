"""What hangs on the tables of a sheet: formal tables, comments, charts, shades, choices, links, hiding."""

# pyright: reportUnknownMemberType=false, reportMissingTypeStubs=false
from __future__ import annotations

from typing import TYPE_CHECKING

from xlsxwriter.utility import xl_range, xl_range_abs, xl_rowcol_to_cell
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from assay.enterprise.placed import Ledger

if TYPE_CHECKING:
    from assay.enterprise.excel import Sheet

_TOP = 3


def add_extras(workbook: Workbook, page: Worksheet, sheet: Sheet, ledger: Ledger, author: str) -> None:
    """Add what a sheet asks for around its first table, and note it in the key."""
    at: dict[str, str | int] = {"sheet": sheet.name}
    if sheet.formal:
        _formal(page, sheet, ledger)
    if sheet.comment.text:
        _comment(page, sheet, ledger, author)
    if sheet.chart:
        _chart(workbook, page, sheet, ledger)
    if sheet.shade:
        _shade(workbook, page, sheet, ledger)
    if sheet.choices:
        _choices(page, sheet, ledger)
    if sheet.link:
        row = _TOP + len(sheet.grids[0].rows) + 3
        page.write_url(row, 0, sheet.link, string="Where the figures come from")
        ledger.mark({**at, "range": xl_rowcol_to_cell(row, 0)}, "hyperlink", sheet.link)
    if sheet.hidden:
        page.hide()
        ledger.mark(at, "hidden", sheet.name)


def _end(sheet: Sheet) -> int:
    """Return the sheet's row below the last entity of the first table: totals stand from there on."""
    grid = sheet.grids[0]
    return _TOP + min((row for row, _ in grid.sums), default=len(grid.rows))


def _formal(page: Worksheet, sheet: Sheet, ledger: Ledger) -> None:
    grid = sheet.grids[0]
    columns = [{"header": cell.text} for cell in grid.rows[0]]
    area = (_TOP, 0, _end(sheet) - 1, len(grid.rows[0]) - 1)
    page.add_table(*area, {"name": sheet.formal, "columns": columns, "style": "Table Style Light 9"})
    ledger.mark({"sheet": sheet.name, "range": xl_range(*area)}, "table", sheet.formal)


def _comment(page: Worksheet, sheet: Sheet, ledger: Ledger, author: str) -> None:
    row = _TOP + sheet.grids[0].head
    page.write_comment(row, 1, sheet.comment.text, {"author": author})
    at = {"sheet": sheet.name, "range": xl_rowcol_to_cell(row, 1), "part": "comment"}
    ledger.mark({"sheet": sheet.name, "range": xl_rowcol_to_cell(row, 1)}, "comment", sheet.comment.text)
    ledger.text(sheet.comment, at)


def _chart(workbook: Workbook, page: Worksheet, sheet: Sheet, ledger: Ledger) -> None:
    grid, last, bottom = sheet.grids[0], len(sheet.grids[0].rows[0]) - 1, _end(sheet) - 1
    top = _TOP + grid.head
    chart = workbook.add_chart({"type": "column"})
    assert chart is not None  # it is None for a type that the library does not know
    name = f"'{sheet.name}'!"
    chart.add_series(
        {
            "name": f"={name}{xl_range_abs(top - 1, last, top - 1, last)}",
            "categories": f"={name}{xl_range_abs(top, 0, bottom, 0)}",
            "values": f"={name}{xl_range_abs(top, last, bottom, last)}",
        }
    )
    chart.set_title({"name": sheet.chart})
    page.insert_chart(_TOP + len(grid.rows) + 5, 0, chart)
    ledger.mark({"sheet": sheet.name}, "chart", sheet.chart)


def _shade(workbook: Workbook, page: Worksheet, sheet: Sheet, ledger: Ledger) -> None:
    """Shade the label of the second entity, and say in a legend what the shade means."""
    grid = sheet.grids[0]
    fill = workbook.add_format({"bg_color": "#FFE699"})
    row = _TOP + grid.head + 1
    label = grid.rows[grid.head + 1][0].text
    page.write_string(row, 0, label, fill)
    page.write_string(_TOP + len(grid.rows) + 4, 0, f"Yellow: {sheet.shade}", fill)
    ledger.mark({"sheet": sheet.name, "range": xl_rowcol_to_cell(row, 0)}, "format", label, {"fill": "FFE699"})


def _choices(page: Worksheet, sheet: Sheet, ledger: Ledger) -> None:
    """Let only the choices be entered in the column right of the table."""
    grid = sheet.grids[0]
    column = len(grid.rows[0])
    area = (_TOP + grid.head, column, _end(sheet) - 1, column)
    page.data_validation(*area, {"validate": "list", "source": list(sheet.choices)})
    ledger.mark({"sheet": sheet.name, "range": xl_range(*area)}, "validation", ",".join(sheet.choices))
