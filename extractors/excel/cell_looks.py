"""What the cells of a grid look like where it may carry meaning: fills, weight, strikeouts and number formats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from assay.model.grid import Grid
from extractors.excel.references import Box
from extractors.excel.styles import Look
from extractors.number_format import GENERAL

# A sheet whose cells look different one by one says nothing by it; what it has beyond this is left out with a warning.
LOOKS_PER_SHEET = 2000
_WEIGHTS = ("bold", "italic")


@dataclass(frozen=True, slots=True)
class CellLook:
    """One aspect of some cells of a grid: what it is, its value, and the ranges of the cells."""

    aspect: str
    value: str
    boxes: tuple[Box, ...]

    @property
    def ranges(self) -> str:
        """The ranges as a sheet lists them."""
        return " ".join(box.text for box in self.boxes)

    @property
    def text(self) -> str:
        """What is said of which cells."""
        said = self.aspect if self.value == "yes" else f"{self.aspect} {self.value}"
        return f"{said}: {self.ranges}"

    @property
    def around(self) -> Box:
        """The smallest box around all of the cells."""
        box = self.boxes[0]
        for other in self.boxes[1:]:
            box = box.joined(other)
        return box


def looks_of(
    cells: Iterable[tuple[int, int, int]], looks: tuple[Look, ...], codes: dict[int, str], box: Box, grid: Grid
) -> list[CellLook]:
    """Return how the cells (row, column, style) of a grid's box look, aspect by aspect.

    What all filled cells of a grid have in common says nothing, but its number formats and strikeouts do; that its
    headers stand out says nothing either.
    """
    found: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    count, top = 0, box.top + grid.header_rows
    said = {style: look.said for style, look in enumerate(looks) if look.said}
    for row, column, style in cells:
        count += row >= top
        code = codes.get(style, GENERAL)
        if code != GENERAL:
            found["number format", code].append((row, column))
        for aspect, what in said.get(style, ()):
            if row >= top or aspect not in _WEIGHTS:
                found[aspect, what].append((row, column))
    told = [
        CellLook(aspect, what, tuple(boxes_of(places)))
        for (aspect, what), places in found.items()
        if aspect in ("number format", "strikeout") or sum(row >= top for row, _ in places) < count or count == 1
    ]
    return sorted(told, key=lambda look: (look.boxes[0].top, look.boxes[0].left, look.aspect))


def boxes_of(places: Iterable[tuple[int, int]]) -> Iterator[Box]:
    """Yield the rectangles of some cells: runs along the rows, equal runs of rows below each other joined."""
    open_boxes: dict[tuple[int, int], Box] = {}
    done = list[Box]()
    for row, left, right in _runs(sorted(places)):
        before = open_boxes.get((left, right))
        if before is not None and before.bottom == row - 1:
            open_boxes[left, right] = Box(before.top, left, row, right)
            continue
        if before is not None:
            done.append(before)
        open_boxes[left, right] = Box(row, left, row, right)
    yield from sorted([*done, *open_boxes.values()], key=lambda box: (box.top, box.left))


def _runs(places: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    start = last = (-1, -1)
    for place in places:
        if place[0] != last[0] or place[1] != last[1] + 1:
            if last[0] >= 0:
                yield start[0], start[1], last[1]
            start = place
        last = place
    if last[0] >= 0:
        yield start[0], start[1], last[1]
