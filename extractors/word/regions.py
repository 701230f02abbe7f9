"""Which parts of a table style each cell has, and cells of one format put together into ranges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from extractors.markup import Element, W, child, switched, value
from extractors.word.blocks import Placed
from extractors.word.styles import Styles

# The bits of `w:val`, where a table states its look in the form of Word 2007.
_BITS = MappingProxyType({
    "firstRow": 0x20, "lastRow": 0x40, "firstColumn": 0x80, "lastColumn": 0x100, "noHBand": 0x200, "noVBand": 0x400,
})  # fmt: skip
_CORNERS = (
    ("firstRow", "firstColumn", "nwCell"), ("firstRow", "lastColumn", "neCell"),
    ("lastRow", "firstColumn", "swCell"), ("lastRow", "lastColumn", "seCell"),
)  # fmt: skip
_PARTS = MappingProxyType({
    "firstRow": "firstRow", "lastRow": "lastRow", "firstColumn": "firstCol", "lastColumn": "lastCol",
})  # fmt: skip


class Range(NamedTuple):
    """A rectangle of cells: its corners, 0-based, both in it."""

    row: int
    column: int
    last_row: int
    last_column: int

    def words(self, rows: int, columns: int) -> str:
        """Return the range in words, counted from 1, for a table of a size."""
        wide, high = self.column == 0 and self.last_column == columns - 1, self.row == 0 and self.last_row == rows - 1
        if wide and high:
            return "all cells"
        down, across = _counted("row", self.row, self.last_row), _counted("column", self.column, self.last_column)
        return down if wide else across if high else f"{down}, {across}"


@dataclass(frozen=True, slots=True)
class TableLook:
    """The style that a table wears and which parts of it are switched on."""

    style: str
    on: frozenset[str]
    band: int

    def parts(self, cell: Placed, rows: int, columns: int) -> tuple[str, ...]:
        """Return the parts of the style that a cell has, the strongest last (ECMA-376, part 1, 17.7.6)."""
        if not self.style:
            return ()
        bounds = {
            "firstRow": cell.row == 0,
            "lastRow": cell.row + cell.height == rows and rows > 1,
            "firstColumn": cell.column == 0,
            "lastColumn": cell.column + cell.width == columns and columns > 1,
        }
        at = {name for name, within in bounds.items() if within and name in self.on}
        bands = [f"band{number}{way}" for way, number in self._bands(cell, at)]
        edges = [_PARTS[name] for name in ("firstRow", "lastRow", "firstColumn", "lastColumn") if name in at]
        return ("wholeTable", *bands, *edges, *(corner for one, other, corner in _CORNERS if {one, other} <= at))

    def _bands(self, cell: Placed, at: set[str]) -> Iterator[tuple[str, int]]:
        if "noVBand" not in self.on and not {"firstColumn", "lastColumn"} & at:
            yield "Vert", (cell.column - ("firstColumn" in self.on)) % 2 + 1
        if "noHBand" not in self.on and not {"firstRow", "lastRow"} & at:
            yield "Horz", (cell.row - ("firstRow" in self.on)) // self.band % 2 + 1


def table_look(table: Element, styles: Styles) -> TableLook:
    """Return what a table says of its style; one whose style says nothing of its cells wears none."""
    properties = table.find(f"{W}tblPr")
    style = value(child(properties, f"{W}tblStyle"), f"{W}val")
    if not style or not styles.dressed(style):
        return TableLook("", frozenset(), 1)
    look = child(properties, f"{W}tblLook")
    stated = value(look, f"{W}val")
    bits = int(stated, 16) if stated and all(digit in "0123456789abcdefABCDEF" for digit in stated) else 0
    on = frozenset(
        name
        for name, bit in _BITS.items()
        if (switched(look, f"{W}{name}") if look is not None and f"{W}{name}" in look.attrib else bits & bit)
    )
    return TableLook(style, on, styles.band(style))


def ranges_of(cells: Iterable[Placed], bridged: Iterable[Placed]) -> Iterator[Range]:
    """Yield the rectangles that cells fill; a row of cells goes on over the bridged ones between two of them."""
    filled, empty = _by_row(cells), _by_row(bridged)
    open_ranges = dict[tuple[int, int], Range]()
    for row in sorted(filled):
        for stretch in _stretches(row, filled[row], empty.get(row, {})):
            above = open_ranges.pop((stretch.column, stretch.last_column), None)
            if above is not None and above.last_row == row - 1:
                stretch = stretch._replace(row=above.row)
            elif above is not None:
                yield above
            open_ranges[stretch.column, stretch.last_column] = stretch
    yield from sorted(open_ranges.values())


def _by_row(cells: Iterable[Placed]) -> dict[int, dict[int, Placed]]:
    rows = dict[int, dict[int, Placed]]()
    for cell in cells:
        rows.setdefault(cell.row, {})[cell.column] = cell
    return rows


def _stretches(row: int, filled: dict[int, Placed], empty: dict[int, Placed]) -> Iterator[Range]:
    """Yield the stretches of one row's cells: as wide as filled cells and the empty ones between them go."""
    last = -1
    for first in sorted(filled):
        if first <= last:
            continue
        last, at = _end(filled[first]), first
        while (cell := filled.get(at) or empty.get(at)) is not None:
            last = _end(cell) if at in filled else last
            at = _end(cell) + 1
        yield Range(row, first, row + filled[first].height - 1, last)


def _end(cell: Placed) -> int:
    return cell.column + cell.width - 1


def _counted(name: str, first: int, last: int) -> str:
    return f"{name} {first + 1}" if first == last else f"{name}s {first + 1}-{last + 1}"
