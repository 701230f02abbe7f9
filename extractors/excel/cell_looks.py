"""What the cells of a grid look like where it may carry meaning: fills, weight, strikeouts and number formats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from extractors.excel.layout import Laid
from extractors.excel.references import Box
from extractors.excel.styles import Look
from extractors.number_format import GENERAL

# A sheet whose cells look different one by one says nothing by it; what it has beyond this is left out with a warning.
LOOKS_PER_SHEET = 2000
_WEIGHTS = ("bold", "italic")
_ALWAYS = ("number format", "strikeout")


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
    cells: Iterable[tuple[int, int, int]], looks: Sequence[Look], codes: Sequence[str], laid: Laid
) -> list[CellLook]:
    """Return how the cells (row, column, style) of a grid look, aspect by aspect.

    What all cells of a grid's body or of its header have in common says nothing, but number formats and strikeouts do;
    what weighs more among loose cells is a title.
    """
    found: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    top, counts = laid.box.top + laid.grid.header_rows, [0, 0]
    said = {style: look.said for style, look in enumerate(looks) if look.said}
    for row, column, style in cells:
        counts[row < top] += 1
        code = codes[style] if style < len(codes) else GENERAL
        if code != GENERAL and _is_number(laid, row, column):
            found["number format", code].append((row, column))
        for aspect, what in said.get(style, ()):
            found[aspect, what].append((row, column))
    loose = laid.artifact.kind == "unstructured"
    told = [
        CellLook(aspect, what, tuple(boxes_of(kept)))
        for (aspect, what), places in found.items()
        if not (loose and aspect in _WEIGHTS) and (kept := _telling(aspect, places, top, counts))
    ]
    return sorted(told, key=lambda look: (look.boxes[0].top, look.boxes[0].left, look.aspect))


def _is_number(laid: Laid, row: int, column: int) -> bool:
    stored = laid.grid.stored[(row - laid.box.top) * laid.box.width + column - laid.box.left]
    return not isinstance(stored, str | bool)


def _telling(aspect: str, places: list[tuple[int, int]], top: int, counts: list[int]) -> list[tuple[int, int]]:
    """Return the cells of which an aspect says something: not those of a body or header that all have it."""
    if aspect in _ALWAYS:
        return places
    parts = [place for place in places if place[0] >= top], [place for place in places if place[0] < top]
    return [
        place
        for part, count in zip(parts, counts, strict=True)
        if len(part) < count or sum(counts) == 1
        for place in part
    ]


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
