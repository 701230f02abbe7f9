"""Where the grids of a workbook lie, so that formulas, charts and notes find what they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np

from assay.model.artifact import Artifact
from extractors.excel.formula_text import Operand, operands_of
from extractors.excel.references import Box

# Below so many boxes a loop is faster than columns of numbers.
_FEW = 50
# So many times a grid is found for what is about it or reads it; thousands of ranges over thousands of grids find more.
MOST_FOUND = 1_000_000
EXHAUSTED = f"More than {MOST_FOUND:,} edges lead to the grids of this workbook; what the others lead to is left out."


class Boxes:
    """Boxes by place: many are asked for those that meet another, again and again."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._boxes = list(boxes)
        self._sides = np.empty((4, 0), np.int64)

    def add(self, box: Box) -> None:
        """Add one behind those before it."""
        self._boxes.append(box)

    def meeting(self, box: Box) -> Iterator[int]:
        """Yield which boxes share a cell with another, in their order."""
        if len(self._boxes) < _FEW:
            return (at for at, one in enumerate(self._boxes) if one.meets(box))
        if self._sides.shape[1] != len(self._boxes):
            self._sides = np.array([(one.top, one.left, one.bottom, one.right) for one in self._boxes], np.int64).T
        top, left, bottom, right = self._sides
        meets = (top <= box.bottom) & (bottom >= box.top) & (left <= box.right) & (right >= box.left)
        found: list[int] = np.nonzero(meets)[0].tolist()
        return iter(found)


class Places:
    """The grids of each sheet with their boxes, the boxes of names and tables, and the order of the sheets."""

    def __init__(self, sheets: Iterable[str]) -> None:
        self._order: dict[str, int] = {}
        self._grids: dict[str, tuple[Boxes, list[str]]] = {}
        self._names: dict[tuple[str, str], tuple[str, str]] = {}
        self._keys: dict[tuple[str, str], str] = {}
        self._sheets: dict[str, str] = {}
        self._hidden: dict[str, dict[tuple[int, int], str]] = {}
        self._found = 0
        self.exhausted = False
        for name in sheets:
            self._order[name.casefold()] = len(self._order)
            self._grids[name.casefold()] = Boxes(), []

    def open(self, sheet: str, artifact: Artifact) -> None:
        """Note the artifact of a sheet."""
        self._sheets[sheet.casefold()] = artifact.key

    def put(self, sheet: str, box: Box, grid: Artifact) -> None:
        """Note a grid's place."""
        boxes, keys = self._grids[sheet.casefold()]
        boxes.add(box)
        keys.append(grid.key)

    def hide(self, sheet: str, cells: Iterable[tuple[int, int]], artifact: Artifact) -> None:
        """Note the cells that lie under a merged cell, and the artifact that tells of them."""
        self._hidden.setdefault(sheet.casefold(), {}).update(dict.fromkeys(cells, artifact.key))

    def under(self, sheet: str, box: Box) -> str | None:
        """Return the key of what tells of the cells of a box where all lie under one merged cell."""
        hidden = self._hidden.get(sheet.casefold(), {})
        if box.height * box.width > len(hidden):
            return None
        inside = product(range(box.top, box.bottom + 1), range(box.left, box.right + 1))
        keys = {hidden.get(place) for place in inside}
        return keys.pop() if len(keys) == 1 else None

    def call(self, name: str, formula: str, *, defined_on: str, scope: str = "") -> None:
        """Note what a name or a table stands for; `scope` is the sheet that alone sees it."""
        self._names[scope.casefold(), name.casefold()] = (defined_on, formula)

    def define(self, name: str, artifact: Artifact, scope: str = "") -> None:
        """Note the artifact that says what a name or a table stands for."""
        self._keys[scope.casefold(), name.casefold()] = artifact.key

    def within(self, sheet: str, box: Box) -> Iterator[str]:
        """Yield the keys of the grids that share a cell with a box, as long as the workbook has not had its share."""
        boxes, keys = self._grids.get(sheet.casefold(), (Boxes(), list[str]()))
        for at in boxes.meeting(box):
            if self._found == MOST_FOUND:
                self.exhausted = True
                return
            self._found += 1
            yield keys[at]

    def read_by(self, formula: str, sheet: str, rows: int = 0, columns: int = 0) -> list[str]:
        """Return the keys of what a formula reads, over all cells of a block that reaches so much further."""
        found = dict[str, None]()
        for operand in operands_of(formula, rows, columns):
            for key in self._operand(operand, sheet, set()):
                found[key] = None
        return list(found)

    def _operand(self, operand: Operand, sheet: str, seen: set[str]) -> Iterator[str]:
        if operand.box is not None:
            for name in self._between(operand.sheet or sheet):
                if operand.sheet and name.casefold() in self._sheets and name.casefold() != sheet.casefold():
                    yield self._sheets[name.casefold()]
                yield from self.within(name, operand.box)
            return
        name = operand.name.casefold()
        scope = next((one for one in (sheet.casefold(), "") if (one, name) in self._names), None)
        if scope is None or name in seen:
            return
        if (scope, name) in self._keys:
            yield self._keys[scope, name]
        meant = self._names[scope, name]
        for inner in operands_of(meant[1]):
            yield from self._operand(inner, meant[0], {*seen, name})

    def _between(self, name: str) -> list[str]:
        """Return the sheets that a prefix names: one, or all from the first to the last of `first:last`."""
        first, colon, last = name.casefold().partition(":")
        if not colon or first not in self._order or last not in self._order:
            return [name]
        low, high = sorted((self._order[first], self._order[last]))
        return [sheet for sheet, place in self._order.items() if low <= place <= high]
