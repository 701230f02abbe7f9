"""How a grid is laid out: its header row, its label column, its time axis and its columns of values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.model.grid import Grid
from assay.tables.numbers import numeral_of
from assay.tables.periods import heads_periods, period_of
from assay.tables.records import Shape

_HEADER_WITHIN = 6


@dataclass(frozen=True, slots=True)
class Layout:
    """The shape, the header row and the columns of labels, periods (long tables) and values."""

    shape: Shape
    header: int
    label: int
    period: int | None
    values: tuple[int, ...]


def layout_of(grid: Grid) -> Layout | None:
    """Return the layout of a grid, None where it has no time axis or no one column of labels."""
    for row in range(min(_HEADER_WITHIN, grid.rows)):
        headings = grid.row(row)
        periods = tuple(column for column, text in enumerate(headings) if period_of(text))
        if len(periods) >= 2 and periods[0] > 0:
            return Layout("wide", row, periods[0] - 1, None, periods)
        time = next((column for column, text in enumerate(headings) if heads_periods(text)), None)
        if time is not None:
            return _long(grid, row, time)
    return None


def _long(grid: Grid, header: int, time: int) -> Layout | None:
    below = range(header + 1, grid.rows)
    numeric = [column for column in range(grid.columns) if column != time and _all_numbers(grid, column, below)]
    texts = [column for column in range(grid.columns) if column != time and column not in numeric]
    if len(texts) != 1 or not numeric or any(period_of(grid.text(row, time)) is None for row in below):
        return None
    return Layout("long", header, texts[0], time, tuple(numeric))


def _all_numbers(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    return bool(rows) and all(numeral_of(grid.text(row, column)) for row in rows if grid.text(row, column).strip())
