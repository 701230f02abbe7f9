"""Tables on slides: a grid with spans, the text of each cell, and the ranges of cells that share a fill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.model.grid import Grid, Span
from extractors.drawing import TextLine, body_text, text_lines
from extractors.markup import A, Element, switched, value, whole
from extractors.theme import Theme

# A table beyond this is no slide's.
MOST_CELLS = 1_000_000


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell that no other covers: its address, its lines, the extent that it states, and its properties."""

    row: int
    column: int
    lines: list[TextLine]
    height: int
    width: int
    properties: Element | None


@dataclass(frozen=True, slots=True)
class Filled:
    """A range of cells with the same fill: its first and its last row and column (0-based)."""

    top: int
    left: int
    bottom: int
    right: int
    fill: str

    @property
    def place(self) -> str:
        """The range in words, counted from 1."""
        rows, columns = _counted("row", self.top, self.bottom), _counted("column", self.left, self.right)
        return f"{rows}, {columns}"


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


def fills_of(grid: Grid, cells: Sequence[TableCell], theme: Theme) -> list[Filled]:
    """Return the fills that cells state, neighbours of one fill in one rectangle, in the order of their corners."""
    fills = dict[tuple[int, int], str]()
    for cell in cells:
        fill = theme.fill(cell.properties)
        for row in range(cell.row, min(cell.row + cell.height, grid.rows)) if fill not in ("", "none") else ():
            for column in range(cell.column, min(cell.column + cell.width, grid.columns)):
                fills.setdefault((row, column), fill)
    return _merged(_runs(fills))


def _runs(fills: dict[tuple[int, int], str]) -> list[Filled]:
    """Return the runs of cells of one fill in each row."""
    runs = list[Filled]()
    for (row, column), fill in sorted(fills.items()):
        last = runs[-1] if runs else None
        if last is not None and (last.top, last.right + 1, last.fill) == (row, column, fill):
            runs[-1] = Filled(row, last.left, row, column, fill)
        else:
            runs.append(Filled(row, column, row, column, fill))
    return runs


def _merged(runs: list[Filled]) -> list[Filled]:
    """Return the runs with equal ones in rows that follow each other made one."""
    open_, done = dict[tuple[int, int, str], Filled](), list[Filled]()
    for run in runs:
        key = run.left, run.right, run.fill
        above = open_.get(key)
        if above is not None and above.bottom + 1 == run.top:
            open_[key] = Filled(above.top, run.left, run.bottom, run.right, run.fill)
        else:
            done.extend([above] if above is not None else [])
            open_[key] = run
    return sorted([*done, *open_.values()], key=lambda found: (found.top, found.left))


def _counted(name: str, first: int, last: int) -> str:
    return f"{name} {first + 1}" if first == last else f"{name}s {first + 1}-{last + 1}"


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
    return TableCell(row, column, text_lines(cell.find(f"{A}txBody")), height, width, cell.find(f"{A}tcPr"))


def _covered(cell: Element) -> bool:
    return any(cell.get(name, "0") in ("1", "true") for name in ("hMerge", "vMerge"))


def _header_rows(table: Element, rows: int) -> int:
    """Return 1 where the table marks its first row or, as a guess, where it says nothing of it and has several."""
    properties = table.find(f"{A}tblPr")
    if value(properties, "firstRow"):
        return 1 if switched(properties, "firstRow") and rows else 0
    return 1 if rows > 1 else 0
