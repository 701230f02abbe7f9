"""Draws tables with rules on PDF pages, headings shaded, and records the box of each fact."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

from reportlab.pdfbase import pdfmetrics

from assay.enterprise.blocks import Cell, Grid
from assay.enterprise.page import FONT, Box, Pen
from assay.enterprise.placed import Ledger

ROW = 18
_LABEL, _SIZE, _PAD = 96, 9, 4


def height_of(grid: Grid) -> int:
    """Return the height that a table takes with its caption."""
    return ROW * (len(grid.rows) + 2)


def draw_grid(pen: Pen, grid: Grid, ledger: Ledger) -> None:
    """Draw a table at the pen and move the pen below it."""
    edges = _edges(pen, grid)
    first = pen.top
    for row, cells in enumerate(grid.rows):
        for column, cell in enumerate(cells):
            if cell.across == 0:
                continue
            top = first + row * ROW
            box = (edges[column], top, edges[column + cell.across], top + ROW * cell.down)
            _cell(pen, box, cell, row < grid.head, column == 0)
            ledger.cell(cell, {"page": pen.page, "box": box, "row": row, "column": column})
    pen.top = first + ROW * len(grid.rows)


def _edges(pen: Pen, grid: Grid) -> list[float]:
    """Return the edges of the columns: as wide as their widest text where that fits, else all but the first equal."""
    count = len(grid.rows[0])
    wanted = [max(_width(row[column]) for row in grid.rows) + 2 * _PAD + 2 for column in range(count)]
    if sum(wanted) <= pen.width:
        spare = (pen.width - sum(wanted)) / count
        widths = [width + spare for width in wanted]
    else:
        label = min(max(wanted[0], _LABEL), pen.width * 2 / 5)
        widths = [label] + [(pen.width - label) / (count - 1)] * (count - 1)
    edges = [pen.left]
    for width in widths:
        edges.append(edges[-1] + width)
    return [round(edge, 2) for edge in edges]


def _width(cell: Cell) -> float:
    return pdfmetrics.stringWidth(cell.text, FONT, _SIZE) / cell.across if cell.across else 0


def _cell(pen: Pen, box: Box, cell: Cell, head: bool, left: bool) -> None:
    if head:
        pen.shade(box)
    pen.frame(box)
    width = pdfmetrics.stringWidth(cell.text, FONT, _SIZE)
    middle = cell.across > 1
    start = box[0] + _PAD if left else (box[0] + box[2] - width) / 2 if middle else box[2] - _PAD - width
    pen.text(start, box[3] - 5, cell.text, _SIZE)
