"""Blocks of filled cells: a sheet is cut at its fully empty rows and columns until no cut is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from extractors.excel.references import Box

Numbers: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]

# A grid holds a slot for each address in its box, so a larger block is given as windows of rows.
CELLS_PER_BLOCK = 2_000_000


def blocks_of(rows: Numbers, columns: Numbers) -> list[tuple[Box, Numbers]]:
    """Return the blocks of the filled addresses, each with the indexes of its cells, from the top left on.

    Two blocks have a row or a column between them that is empty over the whole region which they were cut from. A
    block with more than CELLS_PER_BLOCK addresses is cut into windows of rows.
    """
    found = list[tuple[Box, Numbers]]()
    pending = [np.arange(len(rows), dtype=np.int64)] if len(rows) else []
    while pending:
        members = pending.pop()
        parts = list(_cut(members, rows)) or list(_cut(members, columns))
        if not parts:
            box = _box(members, rows, columns)
            parts = _windows(members, rows, box)
            if not parts:
                found.append((box, members))
        pending += parts
    return sorted(found, key=lambda block: (block[0].top, block[0].left))


def _cut(members: Numbers, places: Numbers) -> Iterator[Numbers]:
    """Yield the parts between the gaps of the members' places; nothing where there is no gap."""
    own = places[members]
    ordered = np.unique(own)
    gaps = np.nonzero(np.diff(ordered) > 1)[0]
    if not len(gaps):
        return
    part = np.searchsorted(ordered[gaps], own, side="left")
    order = np.argsort(part, kind="stable")
    yield from np.split(members[order], np.nonzero(np.diff(part[order]))[0] + 1)


def _box(members: Numbers, rows: Numbers, columns: Numbers) -> Box:
    own_rows, own_columns = rows[members], columns[members]
    return Box(int(own_rows.min()), int(own_columns.min()), int(own_rows.max()), int(own_columns.max()))


def _windows(members: Numbers, rows: Numbers, box: Box) -> list[Numbers]:
    """Return the first window of rows and the rest of a block that is too large; nothing where it is not."""
    if box.height * box.width <= CELLS_PER_BLOCK:
        return []
    end = box.top + max(1, CELLS_PER_BLOCK // box.width)
    first = rows[members] < end
    return [members[~first], members[first]] if not first.all() else []
