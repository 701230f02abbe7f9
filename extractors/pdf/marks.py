"""What lies over the pages of a PDF file: links, notes, form fields, and the outline."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from pypdfium2 import PdfDocument, raw

from assay.model.artifact import Box
from extractors.pdf.pdfium import Page

_MOST = 2000
_SUBTYPES = {
    raw.FPDF_ANNOT_TEXT: "note", raw.FPDF_ANNOT_FREETEXT: "free text", raw.FPDF_ANNOT_HIGHLIGHT: "highlight",
    raw.FPDF_ANNOT_UNDERLINE: "underline", raw.FPDF_ANNOT_STRIKEOUT: "strikeout", raw.FPDF_ANNOT_STAMP: "stamp",
    raw.FPDF_ANNOT_INK: "ink", raw.FPDF_ANNOT_SQUARE: "square", raw.FPDF_ANNOT_CIRCLE: "circle",
    raw.FPDF_ANNOT_LINE: "line", raw.FPDF_ANNOT_CARET: "caret", raw.FPDF_ANNOT_FILEATTACHMENT: "attachment",
}  # fmt: skip


class Link(NamedTuple):
    """An outside address and where it is clicked."""

    box: Box
    target: str


class Note(NamedTuple):
    """An annotation, or a form field with its name and value."""

    box: Box
    type: str
    name: str
    text: str


class Entry(NamedTuple):
    """A line of the outline: its level from 1 and its page from 1 (0 where it leads nowhere)."""

    title: str
    level: int
    page: int


def links_of(document: PdfDocument, page: Page) -> Iterator[Link]:
    """Yield the page's links to outside addresses."""
    place, link, rectangle = ctypes.c_int(0), raw.FPDF_LINK(), raw.FS_RECTF()
    for _ in range(_MOST):
        if not raw.FPDFLink_Enumerate(page.handle, ctypes.byref(place), ctypes.byref(link)):
            return
        action = raw.FPDFLink_GetAction(link)
        size = raw.FPDFAction_GetURIPath(document, action, None, 0) if action else 0
        if size > 1 and raw.FPDFLink_GetAnnotRect(link, ctypes.byref(rectangle)):
            buffer = ctypes.create_string_buffer(size)
            raw.FPDFAction_GetURIPath(document, action, buffer, size)
            yield Link(_box(page, rectangle), buffer.value.decode("utf-8", "replace"))


def notes_of(page: Page) -> Iterator[Note]:
    """Yield the page's annotations that say something, and its form fields."""
    for index in range(min(raw.FPDFPage_GetAnnotCount(page.handle), _MOST)):
        handle = raw.FPDFPage_GetAnnot(page.handle, index)
        if handle:
            note = _note(page, handle)
            raw.FPDFPage_CloseAnnot(handle)
            if note is not None:
                yield note


def outline_of(document: PdfDocument) -> Iterator[Entry]:
    """Yield the lines of the outline in order."""
    for bookmark in islice(document.get_toc(), _MOST):
        target = bookmark.get_dest()
        index = target.get_index() if target is not None else None
        title = " ".join(bookmark.get_title().split())
        if title:
            yield Entry(title, bookmark.level + 1, index + 1 if index is not None else 0)


def _note(page: Page, handle: object) -> Note | None:
    subtype, rectangle = raw.FPDFAnnot_GetSubtype(handle), raw.FS_RECTF()
    raw.FPDFAnnot_GetRect(handle, ctypes.byref(rectangle))
    box = _box(page, rectangle)
    if subtype == raw.FPDF_ANNOT_WIDGET:
        name, value = _value(handle, "T"), _value(handle, "V") or _value(handle, "AS")
        return Note(box, "field", name, value) if name or value else None
    text = _value(handle, "Contents")
    return Note(box, _SUBTYPES[subtype], _value(handle, "T"), text) if text and subtype in _SUBTYPES else None


def _value(handle: object, key: str) -> str:
    size = raw.FPDFAnnot_GetStringValue(handle, key.encode(), None, 0)
    if size <= 2:
        return ""
    buffer = (ctypes.c_ushort * ((size + 1) // 2))()
    raw.FPDFAnnot_GetStringValue(handle, key.encode(), buffer, size)
    return bytes(buffer)[: size - 2].decode("utf-16-le", "replace").strip("\x00")


def _box(page: Page, rectangle: raw.FS_RECTF) -> Box:
    return page.frame.box(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
