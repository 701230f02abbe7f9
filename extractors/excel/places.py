"""Where the grids of a workbook lie, so that formulas, charts and notes find what they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assay.model.artifact import Artifact
from extractors.excel.formula_text import Operand, operands_of
from extractors.excel.references import Box


class Places:
    """The grids of each sheet with their boxes, the boxes of names and tables, and the order of the sheets."""

    def __init__(self, sheets: Iterable[str]) -> None:
        self._order: dict[str, int] = {}
        self._grids: dict[str, list[tuple[Box, str]]] = {}
        self._names: dict[tuple[str, str], tuple[str, str]] = {}
        self._keys: dict[tuple[str, str], str] = {}
        self._sheets: dict[str, str] = {}
        for name in sheets:
            self._order[name.casefold()] = len(self._order)
            self._grids[name.casefold()] = []

    def open(self, sheet: str, artifact: Artifact) -> None:
        """Note the artifact of a sheet."""
        self._sheets[sheet.casefold()] = artifact.key

    def put(self, sheet: str, box: Box, grid: Artifact) -> None:
        """Note a grid's place."""
        self._grids[sheet.casefold()].append((box, grid.key))

    def call(self, name: str, formula: str, *, defined_on: str, scope: str = "") -> None:
        """Note what a name or a table stands for; `scope` is the sheet that alone sees it."""
        self._names[scope.casefold(), name.casefold()] = (defined_on, formula)

    def define(self, name: str, artifact: Artifact, scope: str = "") -> None:
        """Note the artifact that says what a name or a table stands for."""
        self._keys[scope.casefold(), name.casefold()] = artifact.key

    def within(self, sheet: str, box: Box) -> Iterator[str]:
        """Yield the keys of the grids that share a cell with a box."""
        return (key for place, key in self._grids.get(sheet.casefold(), ()) if place.meets(box))

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
