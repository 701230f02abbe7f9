"""Renders a draft as PDF with ruled tables and an embedded font, and records page and box of each fact."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from assay.enterprise.records import Block, Draft, Grid, Heading, Link, Mark, Paragraph, Place, Rendered

FONT = "MicroHeiSubset"
_WIDTH, _HEIGHT, _MARGIN = 595, 842, 56
_ROW, _LABEL, _SIZE = 18, 96, 10
_SIZES = {1: 16, 2: 13, 3: 11}

Box = tuple[float, float, float, float]


def pdf(draft: Draft) -> Rendered:
    """Return the draft as a .pdf file; boxes are in points with the origin at the top left."""
    writer = _Writer(draft)
    for block, following in zip(draft.blocks, [*draft.blocks[1:], None], strict=True):
        writer.write(block, following)
    return writer.finish()


def load_font() -> None:
    """Make the bundled font known to the PDF library."""
    if FONT not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(FONT, str(Path(__file__).parent / "fonts" / f"{FONT}.ttf")))


class _Writer:
    """One PDF in the making: the pen's distance from the top, and the key of what is shown."""

    def __init__(self, draft: Draft) -> None:
        load_font()
        self.draft = draft
        self.target = io.BytesIO()
        self.canvas = Canvas(self.target, pagesize=(_WIDTH, _HEIGHT), pageCompression=0, invariant=1)
        self.canvas.setTitle(draft.title)
        self.canvas.setAuthor(draft.author)
        self.canvas.setSubject(draft.source_kind)
        self.canvas.setCreator(draft.author)
        self.page = 0
        self.top = _HEIGHT
        self.places: list[Place] = []
        self.marks = [Mark(draft.path, {"part": "properties"}, "metadata", draft.title)]
        self._turn()

    def _turn(self) -> None:
        if self.page:
            self.canvas.showPage()
        self.page += 1
        self.top = _MARGIN
        self._text(_MARGIN, 34, self.draft.header, 8)
        self._text(_MARGIN, _HEIGHT - 30, f"{self.draft.footer} · {self.page}", 8)

    def _text(self, left: float, baseline: float, text: str, size: int = _SIZE) -> None:
        self.canvas.setFont(FONT, size)
        self.canvas.drawString(left, _HEIGHT - baseline, text)

    def _room(self, height: float) -> None:
        if self.top + height > _HEIGHT - _MARGIN:
            self._turn()

    def write(self, block: Block, following: Block | None) -> None:
        """Draw one block below the last; a heading stays on the page of the table that follows it."""
        if isinstance(block, Heading):
            self._room(60 + (_height(following) if isinstance(following, Grid) else 0))
            self._heading(block)
        elif isinstance(block, Paragraph):
            box = self._lines(("• " if block.style == "bullet" else "") + block.text)
            at = {"page": self.page, "box": box}
            self.places += [Place(item, self.draft.path, at) for item in block.shows]
        elif isinstance(block, Link):
            self._link(block)
        elif isinstance(block, Grid):
            self._grid(block)
        else:
            raise TypeError(f"no PDF form for {type(block).__name__}")

    def _heading(self, block: Heading) -> None:
        size = _SIZES[block.level]
        self.top += size + 8
        self._text(_MARGIN, self.top, block.text, size)
        name = f"h{len(self.marks)}"
        self.canvas.bookmarkPage(name)
        self.canvas.addOutlineEntry(block.text, name, block.level - 1)
        self.marks.append(Mark(self.draft.path, {"page": self.page}, "outline", block.text))
        self.top += 8

    def _lines(self, text: str) -> Box:
        lines = list(wrap(text, _WIDTH - 2 * _MARGIN))
        self._room(15 * len(lines))
        start = self.top
        for line in lines:
            self.top += 15
            self._text(_MARGIN, self.top, line)
        self.top += 6
        return (_MARGIN, start, _WIDTH - _MARGIN, self.top)

    def _link(self, block: Link) -> None:
        left, top, right, bottom = self._lines(block.before + block.text)
        self.canvas.linkURL(block.url, (left, _HEIGHT - bottom, right, _HEIGHT - top))
        self.marks.append(Mark(self.draft.path, {"page": self.page}, "hyperlink", block.url))

    def _grid(self, grid: Grid) -> None:
        self._room(_height(grid))
        if grid.caption:
            self._lines(grid.caption)
        step = (_WIDTH - 2 * _MARGIN - _LABEL) // (len(grid.rows[0]) - 1)
        edges = [_MARGIN, *(_MARGIN + _LABEL + step * index for index in range(len(grid.rows[0])))]
        first = self.top
        for row, cells in enumerate(grid.rows):
            for column, cell in enumerate(cells):
                box = (edges[column], self.top, edges[column + 1], self.top + _ROW)
                self._cell(box, cell.text, row == 0, column == 0)
                if cell.show:
                    at = {"page": self.page, "box": box, "row": row, "column": column}
                    self.places.append(Place(cell.show, self.draft.path, at))
            self.top += _ROW
        self._rules(edges, first)
        if grid.note:
            self._lines(grid.note)
        self.top += 10

    def _cell(self, box: Box, text: str, head: bool, left: bool) -> None:
        if head:
            self.canvas.setFillColor(Color(0.88, 0.92, 0.96))
            self.canvas.rect(box[0], _HEIGHT - box[3], box[2] - box[0], _ROW, stroke=0, fill=1)
            self.canvas.setFillColor(Color(0, 0, 0))
        width = pdfmetrics.stringWidth(text, FONT, 9)
        self._text(box[0] + 4 if left else box[2] - 4 - width, box[3] - 5, text, 9)

    def _rules(self, edges: list[int], first: float) -> None:
        self.canvas.setLineWidth(0.5)
        rows = int(self.top - first) // _ROW
        for index in range(rows + 1):
            height = _HEIGHT - first - index * _ROW
            self.canvas.line(edges[0], height, edges[-1], height)
        for edge in edges:
            self.canvas.line(edge, _HEIGHT - first, edge, _HEIGHT - self.top)

    def finish(self) -> Rendered:
        """Return the file with its share of the key."""
        self.canvas.save()
        draft = self.draft
        data = self.target.getvalue()
        return Rendered(draft.path, data, draft.author, draft.source_kind, tuple(self.places), tuple(self.marks))


def _height(grid: Grid) -> int:
    return _ROW * (len(grid.rows) + 2)


def wrap(text: str, width: float, size: int = _SIZE) -> Iterator[str]:
    """Yield the lines of a text that fit a width; words stay whole, Chinese breaks anywhere."""
    line = ""
    for piece in _pieces(text):
        if line and pdfmetrics.stringWidth(line + piece.rstrip(), FONT, size) > width:
            yield line.rstrip()
            line = ""
        line += piece
    yield line.rstrip()


def _pieces(text: str) -> Iterator[str]:
    word = ""
    for character in text:
        word += character
        if character == " " or ord(character) >= 0x3000:
            yield word
            word = ""
    yield word
