"""Header paths: the texts over a column, one row or several, joined the way programs join them."""

from __future__ import annotations

from collections.abc import Sequence

from assay.model.grid import Grid

BETWEEN = " / "


def joined(heads: Sequence[Sequence[str]]) -> list[str]:
    """Return the texts over each column from the top down; empty cells of all rows but the last go on from the left."""
    filled = [_filled(head) for head in heads[:-1]]
    return [BETWEEN.join(filter(None, texts)) for texts in zip(*filled, heads[-1], strict=True)]


def headings_of(grid: Grid, top: int, header: int) -> list[str]:
    """Return the joined texts over each column of a grid."""
    return joined([[text.strip() for text in grid.row(row)] for row in range(top, header + 1)])


def turned(grid: Grid) -> Grid:
    """Return the grid with its rows as columns; spans are not kept."""
    displayed = tuple(grid.displayed[row * grid.columns + column] for column in range(grid.columns)
                      for row in range(grid.rows))  # fmt: skip
    stored = tuple(grid.stored[row * grid.columns + column] for column in range(grid.columns)
                   for row in range(grid.rows)) if grid.stored else ()  # fmt: skip
    return Grid(grid.columns, grid.rows, displayed, stored, origin=grid.origin)


def _filled(texts: Sequence[str]) -> list[str]:
    made: list[str] = []
    for text in texts:
        made.append(text or (made[-1] if made else ""))
    return made
