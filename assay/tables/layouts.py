"""How a grid is laid out: its header rows, its label column, its time axis and its columns of values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.model.grid import Grid
from assay.tables.captions import item_heading
from assay.tables.headings import turned
from assay.tables.numbers import numeral_of
from assay.tables.periods import heads_periods, period_of
from assay.tables.records import Shape
from assay.tables.units import unit_of

_HEADER_WITHIN = 6
_FEWEST_TURNED = 3
_UNIT_HEADINGS = frozenset({"unit", "units", "einheit", "单位", "単位"})


@dataclass(frozen=True, slots=True)
class Layout:
    """The shape, the last header row and the columns of labels, periods (long tables), units and values.

    `depth` header rows belong together; of a `turned` layout all places are those of the grid turned over.
    """

    shape: Shape
    header: int
    label: int
    period: int | None
    values: tuple[int, ...]
    depth: int = 1
    turned: bool = False
    unit: int | None = None


def layout_of(grid: Grid) -> Layout | None:
    """Return the layout of a grid, None where it has no time axis or no one column of labels."""
    for row in range(min(_HEADER_WITHIN, grid.rows)):
        headings = grid.row(row)
        periods = tuple(column for column, text in enumerate(headings) if period_of(text))
        if len(periods) >= 2 and periods[0] > 0:
            return _wide(grid, row, periods)
        time = next((column for column, text in enumerate(headings) if heads_periods(text)), None)
        if time is not None:
            return _long(grid, row, time)
        if sum(item_heading(text) is not None for text in headings[1:]):
            return _items(grid, row)
    return None


def _wide(grid: Grid, row: int, periods: tuple[int, ...]) -> Layout:
    label, headings = periods[0] - 1, grid.row(row)
    unit = label if label > 0 and headings[label].strip().casefold() in _UNIT_HEADINGS else None
    layout = Layout("wide", row, label - (unit is not None), None, periods, unit=unit)
    texts = [headings[column] for column in periods]
    above = [text for text in grid.row(row - 1) if text.strip()] if row else []
    return replace(layout, depth=2) if len(set(texts)) < len(texts) and len(above) > 1 else layout


def _long(grid: Grid, header: int, time: int) -> Layout | None:
    below = range(header + 1, grid.rows)
    numeric = [column for column in range(grid.columns) if column != time and _all_numbers(grid, column, below)]
    texts = [column for column in range(grid.columns) if column != time and column not in numeric]
    if not numeric or any(period_of(grid.text(row, time)) is None for row in below):
        return None
    if len(texts) == 1:
        return Layout("long", header, texts[0], time, tuple(numeric))
    if texts or time != 0 or len(below) < _FEWEST_TURNED:
        return None
    if len(numeric) == 1 and unit_of(grid.text(header, numeric[0])) is not None:
        return Layout("single", header, time, time, tuple(numeric))
    return _across(grid, header)


def _across(grid: Grid, header: int) -> Layout | None:
    """The layout of a table with its entities across, turned over."""
    over = turned(grid)
    periods = tuple(column for column in range(header + 1, over.columns) if period_of(over.text(0, column)))
    alone = header == 0 and not any(item_heading(text) or unit_of(text) for text in grid.row(header))
    return Layout("wide", 0, 0, None, periods, turned=True) if alone and len(periods) == grid.rows - 1 else None


def _items(grid: Grid, header: int) -> Layout | None:
    """The layout of a list of items whose headings tell measure, period and unit."""
    below = range(header + 1, grid.rows)
    told = [column for column in range(1, grid.columns) if item_heading(grid.text(header, column)) is not None]
    values = tuple(column for column in told if _all_numbers(grid, column, below))
    return Layout("items", header, 0, None, values) if values else None


def _all_numbers(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    """Whether a column holds numbers, empty cells and signs for what is not known."""
    texts = [text for row in rows if (text := grid.text(row, column).strip()) and text not in UNKNOWN]
    return bool(texts) and all(map(numeral_of, texts))


UNKNOWN = frozenset({"..", "...", "…", "n/a", "n.a.", "-", "–", "—", "k. A.", "na"})
"""What stands in a cell whose value is not told."""
