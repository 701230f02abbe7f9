"""Renders a draft as PDF with ruled tables and an embedded font, and records page and box of each fact."""

# pyright: reportUnknownMemberType=false
from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from assay.enterprise.blocks import (
    Block,
    Columns,
    Commented,
    Draft,
    Emphasis,
    Footnoted,
    Grid,
    Heading,
    Link,
    Paragraph,
)
from assay.enterprise.language import LANGUAGES
from assay.enterprise.page import HEIGHT, LEADING, Box, Pen, wrap
from assay.enterprise.placed import Ledger, Rendered
from assay.enterprise.ruling import draw_grid, height_of
from assay.enterprise.text import spoken

_SIZES = {1: 16, 2: 13, 3: 11}


def pdf(draft: Draft) -> Rendered:
    """Return the draft as a .pdf file; boxes are in points with the origin at the top left."""
    writer = _Writer(draft)
    for index, block in enumerate(draft.blocks):
        writer.write(block, draft.blocks[index + 1 :])
    return writer.finish()


class _Writer:
    """One PDF in the making: the pen and the key of what is shown."""

    def __init__(self, draft: Draft) -> None:
        self.draft, self.pen, self.ledger = draft, Pen(draft), Ledger(draft.path)
        self.notes = 0
        self.ledger.mark({"part": "properties"}, "metadata", draft.title)

    def write(self, block: Block, following: Sequence[Block]) -> None:
        """Draw one block below the last; a heading stays on the page of the table that follows it."""
        if isinstance(block, Heading):
            after = following[0] if following else None
            self.pen.room(60 + (height_of(after) if isinstance(after, Grid) else 0))
            self._heading(block)
        elif isinstance(block, Paragraph | Emphasis | Commented):
            self._paragraph(block if isinstance(block, Paragraph) else spoken(block))
        elif isinstance(block, Footnoted):
            self._footnoted(block)
        elif isinstance(block, Link):
            self._link(block)
        elif isinstance(block, Columns):
            inside = takewhile(lambda item: not isinstance(item, Columns), following)
            self.pen.split(block.count, [item.text for item in inside if isinstance(item, Paragraph)])
        elif isinstance(block, Grid):
            self._grid(block)
        else:
            raise TypeError(f"no PDF form for {type(block).__name__}")

    def _heading(self, block: Heading) -> None:
        size = _SIZES[block.level]
        lines = list(wrap(block.text, self.pen.width, size))
        for line in lines:
            self.pen.top += size + 8
            self.pen.text(self.pen.left, self.pen.top, line, size)
        name = f"h{len(self.ledger.marks)}"
        self.pen.canvas.bookmarkPage(name)
        self.pen.canvas.addOutlineEntry(block.text, name, block.level - 1)
        self.ledger.mark({"page": self.pen.page}, "outline", block.text)
        self.pen.top += 8

    def _paragraph(self, block: Paragraph) -> None:
        box = self.pen.lines(("• " if block.style == "bullet" else "") + block.text)
        self.ledger.text(block, self._at(box))

    def _footnoted(self, block: Footnoted) -> None:
        """A footnote stands right below its paragraph, as scans of small prints have it."""
        self.notes += 1
        self.pen.lines(f"{block.text} [{self.notes}]")
        box = self.pen.lines(f"[{self.notes}] {block.note.text}")
        self.ledger.text(block.note, self._at(box))

    def _at(self, box: Box) -> dict[str, int | Box]:
        return {"page": self.pen.page, "box": box}

    def _link(self, block: Link) -> None:
        left, top, right, bottom = self.pen.lines(block.before + block.text)
        self.pen.canvas.linkURL(block.url, (left, HEIGHT - bottom, right, HEIGHT - top))
        self.ledger.mark({"page": self.pen.page}, "hyperlink", block.url)

    def _grid(self, grid: Grid) -> None:
        self.pen.room(height_of(grid) + (LEADING if grid.unit else 0))
        if grid.caption:
            self.pen.lines(grid.caption)
        if grid.unit:
            self.pen.lines(f"{LANGUAGES[self.draft.language].unit}: {grid.unit}")
        draw_grid(self.pen, grid, self.ledger)
        if grid.note:
            self.pen.lines(grid.note)
        self.pen.top += 10

    def finish(self) -> Rendered:
        """Return the file with its share of the key."""
        return self.ledger.close(self.pen.finish(), self.draft.author, self.draft.source_kind)
