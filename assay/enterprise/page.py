"""A pen on PDF pages: text flows down columns and pages, with the bundled font and boxes from the top left."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from reportlab.lib import pdfencrypt
from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from assay.enterprise.blocks import Draft

FONT = "MicroHeiSubset"
WIDTH, HEIGHT, MARGIN = 595, 842, 56
SIZE, LEADING, GUTTER = 10, 15, 18

Box = tuple[float, float, float, float]


def load_font() -> None:
    """Make the bundled font known to the PDF library."""
    if FONT not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(FONT, str(Path(__file__).parent / "fonts" / f"{FONT}.ttf")))


class Pen:
    """Writes from the top of a page downwards, in one column or more."""

    def __init__(self, draft: Draft, encryption: pdfencrypt.StandardEncryption | None = None) -> None:
        load_font()
        self.draft, self.target = draft, io.BytesIO()
        size = (WIDTH, HEIGHT)
        self.canvas = Canvas(self.target, pagesize=size, pageCompression=0, invariant=1, encrypt=encryption)
        self.canvas.setTitle(draft.title)
        self.canvas.setAuthor(draft.author)
        self.canvas.setSubject(draft.source_kind)
        self.canvas.setCreator(draft.author)
        self.page, self.count, self.column = 0, 1, 0
        self.top: float = HEIGHT
        self.start: float = MARGIN
        self.lowest: float = MARGIN
        self.limit: float = HEIGHT
        self.turn()

    @property
    def width(self) -> float:
        """Return the width of a column."""
        return (WIDTH - 2 * MARGIN - GUTTER * (self.count - 1)) / self.count

    @property
    def left(self) -> float:
        """Return the left edge of the column in which the pen stands."""
        return MARGIN + self.column * (self.width + GUTTER)

    def turn(self) -> None:
        """Begin a new page."""
        if self.page:
            self.canvas.showPage()
        self.page += 1
        self.column, self.top, self.start, self.lowest = 0, MARGIN, MARGIN, MARGIN
        self.limit = HEIGHT
        self.text(MARGIN, 34, self.draft.header, 8)
        self.text(MARGIN, HEIGHT - 30, f"{self.draft.footer} · {self.page}", 8)

    def split(self, count: int, texts: Sequence[str] = ()) -> None:
        """Let the text run in so many columns from here on, about equally long for the texts that follow."""
        self.top = max(self.top, self.lowest)
        self.count, self.column, self.start, self.lowest = count, 0, self.top, self.top
        height = sum(LEADING * len(list(wrap(text, self.width))) + 6 for text in texts)
        self.limit = self.top + height / count if texts else HEIGHT

    def room(self, height: float) -> None:
        """Go on to the next column or page where the height does not fit any more."""
        full = self.column + 1 < self.count and self.top >= self.limit
        if self.top + height <= HEIGHT - MARGIN and not full:
            return
        self.lowest = max(self.lowest, self.top)
        if self.column + 1 < self.count:
            self.column += 1
            self.top = self.start
        else:
            self.turn()

    def text(self, left: float, baseline: float, text: str, size: int = SIZE) -> None:
        """Write one line of text."""
        self.canvas.setFont(FONT, size)
        self.canvas.drawString(left, HEIGHT - baseline, text)

    def lines(self, text: str) -> Box:
        """Write a paragraph within the column and return its box."""
        lines = list(wrap(text, self.width))
        self.room(LEADING * len(lines))
        start = self.top
        for line in lines:
            self.top += LEADING
            self.text(self.left, self.top, line)
        self.top += 6
        return (round(self.left, 2), start, round(self.left + self.width, 2), self.top)

    def shade(self, box: Box) -> None:
        """Fill a box with the colour of headings."""
        self.canvas.setFillColor(Color(0.88, 0.92, 0.96))
        self.canvas.rect(box[0], HEIGHT - box[3], box[2] - box[0], box[3] - box[1], stroke=0, fill=1)
        self.canvas.setFillColor(Color(0, 0, 0))

    def frame(self, box: Box) -> None:
        """Draw the outline of a box."""
        self.canvas.setLineWidth(0.5)
        self.canvas.rect(box[0], HEIGHT - box[3], box[2] - box[0], box[3] - box[1], stroke=1, fill=0)

    def finish(self) -> bytes:
        """Return the file."""
        self.canvas.save()
        return self.target.getvalue()


def wrap(text: str, width: float, size: int = SIZE) -> Iterator[str]:
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
