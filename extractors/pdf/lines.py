"""Characters to lines, lines to blocks, and where tables and pictures stand among the blocks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.model.artifact import Box, Text
from extractors.pdf.pdfium import Glyph, join_glyphs

# A heading is set in type this much larger than most of the text, and is short.
_LARGER, _LONGEST_HEADING, _MOST_LINES = 1.15, 200, 3
# Lines of one block: gap and difference of size as parts of the line's height.
_GAP, _OVERLAP, _DIFFERENT = 0.7, 0.6, 0.12
# What stands this close above a table or picture (points) is its caption and must come before it.
_CAPTION = 40.0
_BULLET = re.compile(r"^[•◦▪▫‣●○■□–·*-]\s+(?=\S)")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text; `at` is the place of its first character in the page's content, `size` that of its type."""

    text: str
    box: Box
    at: int
    size: float


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together."""

    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """The block's text, line by line."""
        return "\n".join(line.text for line in self.lines)

    @property
    def box(self) -> Box:
        """The box around the block."""
        return around(line.box for line in self.lines)

    @property
    def size(self) -> float:
        """The size of its first line's type."""
        return self.lines[0].size


def around(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that holds all boxes."""
    x0, top, x1, bottom = zip(*boxes, strict=True)
    return min(x0), min(top), max(x1), max(bottom)


def lines_of(glyphs: Sequence[Glyph], taken: frozenset[int] = frozenset()) -> list[Line]:
    """Return the lines of a page's characters, those of tables left out."""
    lines, run, start = list[Line](), list[Glyph](), 0
    for index, glyph in enumerate([*glyphs, Glyph("\n", 0, 0, 0, 0)]):
        if glyph.char == "\n" or index in taken:
            if text := join_glyphs(run):
                lines.append(_line(text, run, start))
            run = []
        else:
            start = start if run else index
            run.append(glyph)
    return lines


def blocks_of(lines: Iterable[Line]) -> list[Block]:
    """Return the blocks in the order of the content: a bullet, a gap, or type of another size begins a new one."""
    blocks = list[list[Line]]()
    for line in lines:
        if blocks and _goes_on(blocks[-1], line):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return [Block(tuple(block)) for block in blocks]


def position(box: Box, blocks: Sequence[Box], at: int | None) -> int:
    """Return before which block a table or picture stands; `at` is what the content says, None where it is silent.

    The line right above comes first in any case: units and captions stand there.
    """
    above = [(other[3], index) for index, other in enumerate(blocks) if _is_above(other, box)]
    bottom, nearest = max(above, default=(0.0, -1))
    if at is None or (nearest >= at and box[1] - bottom <= _CAPTION):
        return nearest + 1
    return at


class Sizes:
    """The sizes of type in a document: which is most of its text, and which are headings of what level."""

    def __init__(self, blocks: Iterable[Block]) -> None:
        counts = Counter[float]()
        listed = list(blocks)
        for block in listed:
            for line in block.lines:
                counts[line.size] += len(line.text)
        self._body = counts.most_common(1)[0][0] if counts else 0.0
        sizes = {block.size for block in listed if self._is_heading(block)}
        self._levels = {size: min(level, 6) for level, size in enumerate(sorted(sizes, reverse=True), 1)}

    def text(self, block: Block) -> tuple[str, Text]:
        """Return a block's text and what it is: heading, list item or paragraph."""
        if self._is_heading(block):
            return block.text.replace("\n", " "), Text("heading", self._levels[block.size])
        if found := _BULLET.match(block.text):
            return block.text[found.end() :], Text("list_item", 0, "•")
        return block.text, Text()

    def _is_heading(self, block: Block) -> bool:
        larger = self._body > 0 and block.size >= self._body * _LARGER
        short = len(block.text) <= _LONGEST_HEADING and len(block.lines) <= _MOST_LINES
        return larger and short and _LETTER.search(block.text) is not None


def _line(text: str, run: Sequence[Glyph], start: int) -> Line:
    """The extent of what is seen; the size is the middle one, to half a point, so that a footnote's mark is nothing."""
    seen = [glyph for glyph in run if not glyph.char.isspace()]
    sizes = sorted(glyph.size for glyph in seen)
    return Line(text, around(glyph[1:5] for glyph in seen), start, round(sizes[len(sizes) // 2] * 2) / 2)


def _goes_on(block: Sequence[Line], line: Line) -> bool:
    last, height = block[-1], max(line.size, 1.0)
    gap = line.box[1] - last.box[3]
    if _BULLET.match(line.text) or not -_OVERLAP * height <= gap <= _GAP * height:
        return False
    return abs(line.size - last.size) <= _DIFFERENT * height and _overlap(last.box, line.box)


def _is_above(other: Box, box: Box) -> bool:
    return other[3] <= box[1] + 2.0 and _overlap(other, box)


def _overlap(one: Box, other: Box) -> bool:
    return min(one[2], other[2]) > max(one[0], other[0])
