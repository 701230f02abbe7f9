"""Cells that merged cells cover: Excel keeps what they hold, computes with it and shows none of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from extractors.excel.blocks import Mask, Numbers
from extractors.excel.references import MAX_COLUMNS, Box, address
from extractors.excel.shown import SheetValues

# Rows of merged cells that are looked through, together; merged cells of real sheets lie side by side.
MOST_ROWS = 2_000_000


@dataclass(frozen=True, slots=True)
class Cover:
    """A merged cell and the addresses under it that hold something, each with what it would show."""

    box: Box
    held: tuple[tuple[str, str], ...]
    cells: tuple[tuple[int, int], ...]

    @property
    def text(self) -> str:
        """What is hidden where, a line for each cell."""
        lines = (f"{place}: {shown}" for place, shown in self.held)
        return "\n".join((f"covered by the merged cell {self.box.text}", *lines))

    @property
    def addresses(self) -> str:
        """The hidden cells as a sheet lists them."""
        return " ".join(place for place, _ in self.held)


@dataclass(frozen=True, slots=True)
class Covered:
    """Which of a sheet's filled cells are hidden, how many of them hold something, and under which merged cell.

    `more` says that some merged cells were not looked under.
    """

    hidden: Mask
    covers: tuple[Cover, ...]
    count: int
    more: bool


def covered_by(merged: Sequence[Box], values: SheetValues) -> Covered:
    """Return what merged cells hide of a sheet whose cells are in the order of rows and columns."""
    rows, columns = (np.frombuffer(one, np.int64) for one in (values.cells.rows, values.cells.columns))
    places, last = rows * MAX_COLUMNS + columns, int(rows[-1]) if len(rows) else -1
    kept = _within_limit(merged, last)
    starts, ends, owners = _segments(kept, last)
    first, end = np.searchsorted(places, starts), np.searchsorted(places, ends, side="right")
    steps = np.zeros(len(places) + 1, np.int64)
    np.add.at(steps, first, 1)
    np.add.at(steps, end, -1)
    hidden = np.cumsum(steps[:-1]) > 0
    holding = [cell for cell in np.nonzero(hidden)[0].tolist() if _holds(values, cell)]
    covers = _covers(
        kept, zip(first.tolist(), end.tolist(), owners.tolist(), strict=True), np.array(holding, np.int64), values
    )
    return Covered(hidden, covers, len(holding), len(kept) < len(merged))


def _covers(
    merged: Sequence[Box], segments: Iterable[tuple[int, int, int]], holding: Numbers, values: SheetValues
) -> tuple[Cover, ...]:
    """Return what is held under each merged cell; a cell is told under the first that covers it."""
    found, untold = dict[int, list[int]](), set(holding.tolist())
    for first, end, owner in segments:
        if end > first and untold:
            low, high = np.searchsorted(holding, (first, end)).tolist()
            held = [cell for cell in holding[low:high].tolist() if cell in untold]
            untold.difference_update(held)
            if held:
                found.setdefault(owner, []).extend(held)
    told = (_cover(merged[owner], cells, values) for owner, cells in found.items())
    return tuple(sorted(told, key=lambda cover: (cover.box.top, cover.box.left)))


def _cover(box: Box, cells: Sequence[int], values: SheetValues) -> Cover:
    places = tuple((values.cells.rows[cell], values.cells.columns[cell]) for cell in cells)
    shown = (values.displayed[cell] or values.formulas.get(cell, "") for cell in cells)
    return Cover(box, tuple(zip((address(*place) for place in places), shown, strict=True)), places)


def _within_limit(merged: Sequence[Box], last: int) -> list[Box]:
    kept, left = list[Box](), MOST_ROWS
    for box in merged:
        left -= max(min(box.bottom, last) - box.top + 1, 0)
        if left < 0:
            break
        kept.append(box)
    return kept


def _segments(merged: Sequence[Box], last: int) -> tuple[Numbers, Numbers, Numbers]:
    """Return first place, last place and merged cell of each row that is hidden; the corner stands before its row."""
    sides = np.array([(box.top, box.left, box.bottom, box.right) for box in merged], np.int64).reshape(-1, 4)
    tops, lefts, bottoms, rights = sides.T
    heights = np.maximum(np.minimum(bottoms, last) - tops + 1, 0)
    owners = np.repeat(np.arange(len(merged), dtype=np.int64), heights)
    below = np.arange(len(owners), dtype=np.int64) - np.repeat(np.cumsum(heights) - heights, heights)
    rows = (tops[owners] + below) * MAX_COLUMNS
    return rows + lefts[owners] + (below == 0), rows + rights[owners], owners


def _holds(values: SheetValues, cell: int) -> bool:
    return values.stored[cell] not in (None, "") or cell in values.formulas
