"""Pages, characters and objects as pdfium has them, with coordinates in points from the top left.

The bindings carry no types: what they return is narrowed here and in `marks`, and nowhere else.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, cast

import pypdfium2
from pypdfium2 import PdfDocument, PdfiumError, PdfPage, PdfTextPage, raw

from assay.model.artifact import Box

# fpdfview.h: FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY.
_LOCKED = (4, 5)
_DEEPEST_FORM = 4
# pdfium's sign for a hyphen at a line's end, inside a word that goes on in the next line.
_BROKEN = "\ufffe"


class Locked(Exception):
    """The file needs a password."""


class Damaged(Exception):
    """pdfium cannot open the file or the page."""


class Glyph(NamedTuple):
    """One character with its box and the size of its type; a line's end is a `\\n` without extent."""

    char: str
    x0: float
    top: float
    x1: float
    bottom: float
    size: float = 0.0


@dataclass(frozen=True, slots=True)
class Frame:
    """The media box of a page and its quarter turns: from PDF coordinates to points from the top left as seen."""

    left: float
    bottom: float
    right: float
    top: float
    turns: int

    @property
    def width(self) -> float:
        """The page's width as seen."""
        return self.top - self.bottom if self.turns % 2 else self.right - self.left

    @property
    def height(self) -> float:
        """The page's height as seen."""
        return self.right - self.left if self.turns % 2 else self.top - self.bottom

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """Return a box of PDF coordinates as (x0, top, x1, bottom) from the top left of the page as seen."""
        if self.turns == 1:
            return bottom - self.bottom, left - self.left, top - self.bottom, right - self.left
        if self.turns == 2:
            return self.right - right, bottom - self.bottom, self.right - left, top - self.bottom
        if self.turns == 3:
            return self.top - top, self.right - right, self.top - bottom, self.right - left
        return left - self.left, self.top - top, right - self.left, self.top - bottom


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is drawn on a page: how many segments its larger paths have, and whether there are pictures."""

    segments: int
    pictures: int


@dataclass(slots=True)
class Page:
    """An open page; `number` counts from 1."""

    number: int
    handle: PdfPage
    text: PdfTextPage
    frame: Frame

    def close(self) -> None:
        """Give the page's memory back: text first, as pdfium wants it."""
        self.text.close()
        self.handle.close()


def open_pdf(data: bytes) -> PdfDocument:
    """Return the open document; Locked or Damaged where that cannot be."""
    try:
        return pypdfium2.PdfDocument(data)
    except PdfiumError as error:
        if error.err_code in _LOCKED:
            raise Locked from error
        raise Damaged(str(error)) from error


def open_page(document: PdfDocument, number: int) -> Page:
    """Return a page by its number from 1; Damaged where it cannot be loaded."""
    try:
        handle = document.get_page(number - 1)
        return Page(number, handle, handle.get_textpage(), frame_of(handle))
    except PdfiumError as error:
        raise Damaged(str(error)) from error


def frame_of(handle: PdfPage) -> Frame:
    """Return the frame of a page."""
    # Where a page names no media box, the bindings take US Letter, as pdfium does.
    x0, y0, x1, y1 = cast(Box, handle.get_mediabox())
    return Frame(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1), (handle.get_rotation() // 90) % 4)


def glyphs_of(page: Page) -> list[Glyph]:
    """Return the characters in the order of the content, with spaces and line ends where pdfium sees them."""
    count = raw.FPDFText_CountChars(page.text)
    chars = _characters(page.text, count)
    rectangle, glyphs = raw.FS_RECTF(), list[Glyph]()
    reference, handle, box_of = ctypes.byref(rectangle), page.text.raw, raw.FPDFText_GetLooseCharBox
    last, size, inside = (0.0, 0.0, 0.0, 0.0), 0.0, False
    for index, char in enumerate(chars):
        if char == "\r":
            continue
        box = last[2], last[1], last[2], last[3]
        if char not in " \n" and box_of(handle, index, reference):
            box = page.frame.box(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
            last = box
        elif char == " " and box_of(handle, index, reference) and rectangle.right > rectangle.left:
            box = page.frame.box(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
        # Once a word: the calls are most of the cost of a page.
        size = size if inside or char in " \n" else _type_size(page.text, index)
        inside = char not in " \n"
        glyphs.append(Glyph(char, *box, size))
    return glyphs


def _type_size(text: PdfTextPage, index: int) -> float:
    """The size as set: what the text's matrix makes of the font's size."""
    matrix = raw.FS_MATRIX()
    size = raw.FPDFText_GetFontSize(text, index)
    if raw.FPDFText_GetMatrix(text, index, ctypes.byref(matrix)):
        size *= math.hypot(matrix.c, matrix.d)
    return float(size)


def _characters(text: PdfTextPage, count: int) -> list[str]:
    buffer = (ctypes.c_ushort * (count + 1))()
    written = raw.FPDFText_GetText(text, 0, count, buffer)
    units = bytes(buffer)[: 2 * count].decode("utf-16-le", "replace")
    if written != count + 1 or len(units) != count:
        units = [_scalar(raw.FPDFText_GetUnicode(text, index)) for index in range(count)]
    return [_plain(text, index, char) for index, char in enumerate(units)]


def _scalar(code: int) -> str:
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


def _plain(text: PdfTextPage, index: int, char: str) -> str:
    """Some fonts map the space to a control character; only generated ones end lines."""
    if char == "\x02":
        return _BROKEN
    if char < " " or char == "\xa0":
        return char if char in "\r\n" and raw.FPDFText_IsGenerated(text, index) else " "
    return char


def join_glyphs(glyphs: list[Glyph]) -> str:
    """Return the text of a line's characters; a word broken at a line's end is whole again."""
    text = "".join(glyph.char for glyph in glyphs)
    while _BROKEN in text:
        before, _, after = text.partition(_BROKEN)
        whole = before[-1:].islower() and after.lstrip()[:1].islower()
        text = before + after.lstrip() if whole else f"{before}-{after}"
    return " ".join(text.split())


def survey(page: Page) -> Drawing:
    """Return what is drawn on a page, forms included."""
    objects = (raw.FPDFPage_GetObject(page.handle, index) for index in range(raw.FPDFPage_CountObjects(page.handle)))
    return _sum(_surveyed(each, 0) for each in objects)


def _surveyed(each: object, depth: int) -> Drawing:
    kind = raw.FPDFPageObj_GetType(each)
    if kind == raw.FPDF_PAGEOBJ_PATH:
        return Drawing(raw.FPDFPath_CountSegments(each), 0)
    if kind == raw.FPDF_PAGEOBJ_IMAGE:
        return Drawing(0, 1)
    if kind == raw.FPDF_PAGEOBJ_FORM and depth < _DEEPEST_FORM:
        inner = (raw.FPDFFormObj_GetObject(each, index) for index in range(raw.FPDFFormObj_CountObjects(each)))
        return _sum(_surveyed(part, depth + 1) for part in inner)
    return Drawing(0, 0)


def _sum(drawings: Iterator[Drawing]) -> Drawing:
    segments = pictures = 0
    for drawing in drawings:
        segments, pictures = segments + drawing.segments, pictures + drawing.pictures
    return Drawing(segments, pictures)
