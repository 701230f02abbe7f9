"""The grids of one sheet: formal tables, blocks that look like tables, and loose cells, in reading order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

import numpy as np

from assay.model.artifact import Anchor, Artifact, Facts
from assay.model.document import Problem
from assay.model.grid import Grid
from extractors.excel.blocks import CELLS_PER_BLOCK, Mask, Numbers, blocks_of
from extractors.excel.covered import Covered, covered_by
from extractors.excel.grids import grid_at, with_children
from extractors.excel.places import Boxes, Places
from extractors.excel.references import Box
from extractors.excel.shown import SheetValues
from extractors.excel.tables import FormalTable
from extractors.sheaf import Sheaf

# Beyond these a sheet's further blocks are left out, with a warning and the problem `partial`.
BLOCKS_PER_SHEET = 20_000
GRID_CELLS = 20_000_000
# Merged cells that cover more than this together no longer hold blocks together; no real sheet comes near.
BRIDGES = 1_000_000
# Merged cells that hide what other cells hold; those beyond are counted in a warning.
COVERS_PER_SHEET = 2_000

_Block: TypeAlias = tuple[Box, Numbers, FormalTable | None]
Floating: TypeAlias = tuple[Box | None, Callable[[], Artifact]]
"""Something that floats over the grid: the cells that it covers, and what adds it."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A grid as it was laid out: its artifact, its box, the indexes of its cells and what they hold."""

    artifact: Artifact
    box: Box
    members: Numbers
    grid: Grid


class SheetLayout:
    """Adds a sheet's grids to the sheaf and notes where they lie; `container` is the sheet's own artifact."""

    def __init__(self, sheaf: Sheaf, places: Places, name: str, container: Artifact) -> None:
        self._sheaf = sheaf
        self._places = places
        self._name = name
        self._container = container
        self.laid: list[Laid] = []

    def add_grids(
        self,
        values: SheetValues,
        merged: Sequence[Box],
        tables: Sequence[FormalTable] = (),
        floats: Sequence[Floating] = (),
    ) -> None:
        """Add every grid of the sheet, and between them what floats (from the top left on) where it stands."""
        cells, covered = values.cells, covered_by(merged, values)
        # A larger one fits in no block.
        merged = [box for box in merged if box.height * box.width <= CELLS_PER_BLOCK]
        spans = Boxes(merged)
        rows, columns = np.frombuffer(cells.rows, np.int64), np.frombuffer(cells.columns, np.int64)
        loose = np.ones(len(rows), dtype=bool)
        found = list[_Block]()
        for table in self._small_enough(tables):
            inside = _inside(table.box, rows, columns) & loose
            loose &= ~inside
            found.append((table.box, np.nonzero(inside)[0], table))
        rest = np.nonzero(loose)[0]
        found += [(box, members, None) for box, members in _blocks(rest, rows, columns, merged)]
        found.sort(key=lambda block: (block[0].top, block[0].left))
        waiting = list(floats)
        for box, members, table in self._within_limits(found):
            own = [merged[at] for at in spans.meeting(box)]
            headers = table.header_rows if table is not None else None
            grid = grid_at(box, members, values, own, covered.hidden, headers)
            waiting = _add_before(waiting, box)
            inside = [(place, add) for place, add in waiting if place is not None and box.holds(place.top, place.left)]
            waiting = [found for found in waiting if found[0] is None or not box.holds(found[0].top, found[0].left)]
            grid = with_children(grid, box, [(place, add().key) for place, add in inside])
            self._add(box, members, grid, table)
        for _, add in waiting:
            add()
        self._add_covered(covered)

    def warn(self, sentence: str) -> None:
        """Note something of this sheet that a user should know."""
        self._sheaf.warn(f"Sheet {self._name}: {sentence}.")

    def partial(self, what: str) -> None:
        """Note that a part of this sheet could not be read."""
        self.warn(what)
        self._sheaf.problem = Problem("partial", f"Sheet {self._name}: {what}.")

    def _add_covered(self, covered: Covered) -> None:
        """Tell what merged cells hide: it is computed with, and comes to light where they are parted."""
        if covered.more:
            self.warn("its merged cells are too many to look under all of them")
        for cover in covered.covers[:COVERS_PER_SHEET]:
            facts = Facts((("type", "covered cells"), ("merged", cover.box.text), ("cells", cover.addresses)))
            at = Anchor(sheet=self._name, range=cover.box.text)
            artifact = self._sheaf.add("other", at, cover.text, facts, place=self._name)
            self._sheaf.link(artifact, self._container, "part_of")
            for key in self._places.within(self._name, cover.box):
                self._sheaf.link(artifact, key, "about")
            self._places.hide(self._name, cover.cells, artifact)
        if covered.count:
            first = covered.covers[0].held[0][0]
            self.warn(f"merged cells hide what {covered.count:,} cells hold, the first {first}; the facts tell it")
        if len(covered.covers) > COVERS_PER_SHEET:
            self.warn(f"more than {COVERS_PER_SHEET:,} merged cells hide something; the others are left out")

    def _small_enough(self, tables: Iterable[FormalTable]) -> Iterator[FormalTable]:
        for table in tables:
            if table.box.height * table.box.width <= CELLS_PER_BLOCK:
                yield table
            else:
                self.warn(f"the table {table.name} has more than {CELLS_PER_BLOCK:,} cells and is given as blocks")

    def _within_limits(self, found: Sequence[_Block]) -> Iterator[_Block]:
        total = 0
        for count, block in enumerate(found):
            total += block[0].height * block[0].width
            if count == BLOCKS_PER_SHEET or total > GRID_CELLS:
                self.partial(f"{len(found) - count} of its {len(found)} blocks of cells are beyond the limit")
                return
            yield block

    def _add(self, box: Box, members: Numbers, grid: Grid, table: FormalTable | None) -> None:
        empty = table is None and not grid.formulas and not grid.children
        if empty and not any(value not in (None, "") for value in grid.stored):
            return
        kind = "table" if table is not None else "unstructured" if _loose(grid) else "tlr"
        at = Anchor(sheet=self._name, range=box.text)
        artifact = self._sheaf.add(kind, at, payload=grid, place=self._name)
        self._sheaf.link(artifact, self._container, "part_of")
        self._places.put(self._name, box, artifact)
        self.laid.append(Laid(artifact, box, members, grid))
        if table is not None:
            self._add_name(artifact, table)

    def _add_name(self, grid: Artifact, table: FormalTable) -> None:
        refers = f"{_quoted(self._name)}!{table.box.text}"
        columns = "; ".join(table.columns)
        facts = Facts((
            ("name", table.name), ("refers_to", refers), ("type", "table"), ("columns", columns),
            ("header_rows", table.header_rows), ("totals_rows", table.totals_rows), ("totals", "; ".join(table.totals)),
        ))  # fmt: skip
        totals = f"; totals: {'; '.join(table.totals)}" if table.totals else ""
        text = f"{table.name} = {refers} (table with the columns {columns}{totals})"
        name = self._sheaf.add("name", grid.at, text, facts, plain=table.name, place=self._name)
        self._sheaf.link(name, grid, "about")
        self._sheaf.link(name, self._container, "part_of")
        self._places.call(table.name, refers, defined_on=self._name)
        self._places.define(table.name, name)


def _add_before(waiting: list[Floating], box: Box) -> list[Floating]:
    """Add what stands before a grid, and return the rest."""
    before = [(place, add) for place, add in waiting if place is not None and _precedes(place, box)]
    for _, add in before:
        add()
    return [found for found in waiting if found not in before]


def _precedes(place: Box, box: Box) -> bool:
    return (place.top, place.left) < (box.top, box.left) and not box.holds(place.top, place.left)


def _blocks(rest: Numbers, rows: Numbers, columns: Numbers, merged: Sequence[Box]) -> Iterator[tuple[Box, Numbers]]:
    """Yield the blocks of the cells outside formal tables; a merged cell fills all that it covers."""
    extra = _covered(rows[rest], columns[rest], merged)
    all_rows = np.concatenate([rows[rest], extra[0]])
    all_columns = np.concatenate([columns[rest], extra[1]])
    for box, members in blocks_of(all_rows, all_columns):
        yield box, rest[members[members < len(rest)]]


def _covered(rows: Numbers, columns: Numbers, merged: Sequence[Box]) -> tuple[Numbers, Numbers]:
    """Return addresses that bridge what merged cells with content cover: their last row and last column."""
    filled = set(zip(rows.tolist(), columns.tolist(), strict=True)) if merged else set[tuple[int, int]]()
    corners = (span for span in merged if (span.top, span.left) in filled)
    places = list(islice((place for span in corners for place in _rim(span)), BRIDGES))
    return np.array([row for row, _ in places], np.int64), np.array([column for _, column in places], np.int64)


def _rim(span: Box) -> Iterator[tuple[int, int]]:
    # Rows and columns are cut separately, so one line along each side keeps a span whole.
    yield from ((row, span.right) for row in range(span.top, span.bottom + 1))
    yield from ((span.bottom, column) for column in range(span.left, span.right))


def _inside(box: Box, rows: Numbers, columns: Numbers) -> Mask:
    return (rows >= box.top) & (rows <= box.bottom) & (columns >= box.left) & (columns <= box.right)


def _loose(grid: Grid) -> bool:
    """Whether a block is no table: a single row, or rows of a single cell without a header over them."""
    if grid.rows == 1:
        return True
    if grid.columns == 1:
        return grid.header_rows == 0
    return not any(sum(map(bool, grid.row(row))) > 1 for row in range(grid.rows))


def _quoted(sheet: str) -> str:
    return sheet if sheet.isidentifier() else "'" + sheet.replace("'", "''") + "'"
