"""What the cells of a grid look like where it may carry meaning: fills, weight, strikeouts and number formats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from extractors.excel.blocks import Mask, Numbers
from extractors.excel.columns import DATE, EMPTY, NUMBER, ODD, Cells
from extractors.excel.layout import Laid
from extractors.excel.references import Box
from extractors.excel.styles import Look
from extractors.number_format import GENERAL

# A sheet whose cells look different one by one says nothing by it; what it has beyond this is left out with a warning.
LOOKS_PER_SHEET = 2000
_WEIGHTS = ("bold", "italic")
# Formats of numbers show nothing of texts.
_NUMERIC = (NUMBER, DATE, ODD, EMPTY)
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


def looks_of(cells: Cells, looks: Sequence[Look], codes: Sequence[str], laid: Laid) -> list[CellLook]:
    """Return how the cells of a grid look, aspect by aspect.

    What all cells of a grid's body or of its header have in common says nothing, but number formats and strikeouts do;
    what weighs more among loose cells is a title.
    """
    rows, columns, styles = (
        np.frombuffer(column, np.int64)[laid.members] for column in (cells.rows, cells.columns, cells.styles)
    )
    header = rows < laid.box.top + laid.grid.header_rows
    numeric = np.isin(np.frombuffer(cells.kinds, np.uint8)[laid.members], _NUMERIC)
    loose, told = laid.artifact.kind == "unstructured", list[CellLook]()
    for (aspect, what), found in _aspects(styles, looks, codes).items():
        mask = np.isin(styles, found) & (numeric if aspect == "number format" else True)
        kept = mask if aspect in _ALWAYS else _telling(mask, header)
        if kept.any() and not (loose and aspect in _WEIGHTS):
            told.append(CellLook(aspect, what, tuple(boxes_of(rows[kept], columns[kept]))))
    return sorted(told, key=lambda look: (look.boxes[0].top, look.boxes[0].left, look.aspect))


def _aspects(styles: Numbers, looks: Sequence[Look], codes: Sequence[str]) -> dict[tuple[str, str], list[int]]:
    """Return the styles among some that have each aspect."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    present: list[int] = np.unique(styles).tolist()
    for style in present:
        if style < len(codes) and codes[style] != GENERAL:
            found["number format", codes[style]].append(style)
        for aspect in looks[style].said if style < len(looks) else ():
            found[aspect].append(style)
    return found


def _telling(mask: Mask, header: Mask) -> Mask:
    """Return the cells of which an aspect says something: not those of a body or header that all have it."""
    kept = mask.copy()
    for part in (header, ~header):
        if len(mask) > 1 and mask[part].all():
            kept &= ~part
    return kept


def boxes_of(rows: Numbers, columns: Numbers) -> list[Box]:
    """Return the rectangles of some cells: runs across or down, whichever are fewer, equal neighbours joined."""
    across, down = _runs(rows, columns), _runs(columns, rows)
    if len(across) <= len(down):
        found = [Box(first, low, last, high) for first, last, low, high in _joined(across)]
    else:
        found = [Box(low, first, high, last) for first, last, low, high in _joined(down)]
    return sorted(found, key=lambda box: (box.top, box.left))


def _runs(lines: Numbers, places: Numbers) -> list[tuple[int, int, int]]:
    """Return the runs of neighbouring places along each line: the line, the first and the last place."""
    order = np.lexsort((places, lines))
    line, place = lines[order], places[order]
    breaks = np.nonzero((np.diff(line) != 0) | (np.diff(place) != 1))[0]
    starts, ends = np.append(0, breaks + 1), np.append(breaks, len(line) - 1)
    parts: tuple[list[int], list[int], list[int]] = (
        line[starts].tolist(),
        place[starts].tolist(),
        place[ends].tolist(),
    )
    return list(zip(*parts, strict=True))


def _joined(runs: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """Yield first line, last line, first place and last place of equal runs on lines that follow each other."""
    open_runs: dict[tuple[int, int], tuple[int, int]] = {}
    for line, low, high in runs:
        before = open_runs.get((low, high))
        if before is not None and before[1] != line - 1:
            yield *before, low, high
            before = None
        open_runs[low, high] = (before[0] if before is not None else line, line)
    for (low, high), (first, last) in open_runs.items():
        yield first, last, low, high
