"""Tables on slides: a grid with spans, and the text of each cell."""

from __future__ import annotations

from dataclasses import dataclass

from assay.model.grid import Grid, Span
from extractors.drawing import TextLine, body_text, text_lines
from extractors.markup import A, Element, switched, value, whole

# A table beyond this is no slide's.
MOST_CELLS = 1_000_000


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell that no other covers: its address, its lines, and the extent that it states."""

    row: int
    column: int
    lines: list[TextLine]
    height: int
    width: int


def read_table(table: Element) -> tuple[Grid, list[TableCell]]:
    """Return the grid of a table and the lines of each cell that is not covered by another."""
    rows = [row.findall(f"{A}tc") for row in table.findall(f"{A}tr")]
    columns = max(map(len, rows), default=0)
    if len(rows) * columns > MOST_CELLS:
        return Grid(0, 0, ()), []
    cells = [
        _cell(cell, row, column)
        for row, elements in enumerate(rows)
        for column, cell in enumerate(elements)
        if not _covered(cell)
    ]
    return _grid(cells, len(rows), columns, _header_rows(table, len(rows))), cells


def _grid(cells: list[TableCell], rows: int, columns: int, header_rows: int) -> Grid:
    displayed = [""] * (rows * columns)
    spans = list[Span]()
    for cell in cells:
        displayed[cell.row * columns + cell.column] = body_text(cell.lines)
        height, width = min(cell.height, rows - cell.row), min(cell.width, columns - cell.column)
        if height > 1 or width > 1:
            spans.append(Span(cell.row, cell.column, height, width))
    return Grid(rows, columns, tuple(displayed), spans=tuple(spans), header_rows=header_rows)


def _cell(cell: Element, row: int, column: int) -> TableCell:
    height, width = max(whole(cell.get("rowSpan"), 1), 1), max(whole(cell.get("gridSpan"), 1), 1)
    return TableCell(row, column, text_lines(cell.find(f"{A}txBody")), height, width)


def _covered(cell: Element) -> bool:
    return any(cell.get(name, "0") in ("1", "true") for name in ("hMerge", "vMerge"))


def _header_rows(table: Element, rows: int) -> int:
    """Return 1 where the table marks its first row or, as a guess, where it says nothing of it and has several."""
    properties = table.find(f"{A}tblPr")
    if value(properties, "firstRow"):
        return 1 if switched(properties, "firstRow") and rows else 0
    return 1 if rows > 1 else 0
