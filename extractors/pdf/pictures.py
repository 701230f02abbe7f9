"""The pictures of a PDF page: JPEG as it stands in the file, everything else as PNG."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from pypdfium2 import PdfBitmap, PdfImage, PdfiumError, raw

from assay.model.artifact import Box
from extractors.pdf.pdfium import Page

# Smaller ones are rules, bullets and spacers; larger ones cost more memory than they tell.
_SMALLEST, _LARGEST = 16, 50_000_000
_DEEPEST_FORM = 4
_PNG_COLOURS = {1: 0, 3: 2, 4: 6}


class Shown(NamedTuple):
    """A picture as it stands on a page."""

    box: Box
    media_type: str
    data: bytes
    width: int
    height: int


def pictures_of(page: Page, most: int) -> Iterator[Shown]:
    """Yield the page's pictures in the order of the content, `most` at most; those that cannot be decoded are not."""
    found = page.handle.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=_DEEPEST_FORM)
    for each in found:
        if most <= 0:
            return
        shown = _shown(page, each) if isinstance(each, PdfImage) else None
        if shown is not None:
            most -= 1
            yield shown


def _shown(page: Page, image: PdfImage) -> Shown | None:
    try:
        width, height = image.get_px_size()
        if min(width, height) < _SMALLEST or width * height > _LARGEST:
            return None
        box = page.frame.box(*image.get_bounds())
        if image.get_filters() == ["DCTDecode"]:
            return Shown(box, "image/jpeg", bytes(image.get_data()), width, height)
        return Shown(box, "image/png", _png(image.get_bitmap()), width, height)
    except PdfiumError:
        return None


def _png(bitmap: PdfBitmap) -> bytes:
    """The bitmap's rows without padding, blue and red changed over, each after a filter byte of zero."""
    channels, stride, used = bitmap.n_channels, bitmap.stride, bitmap.width * bitmap.n_channels
    pixels, rows = bytes(bitmap.buffer), bytearray()
    for start in range(0, bitmap.height * stride, stride):
        row = bytearray(pixels[start : start + used])
        if channels >= 3:
            row[0::channels], row[2::channels] = row[2::channels], row[0::channels]
        if bitmap.format == raw.FPDFBitmap_BGRx:
            row[3::4] = b"\xff" * bitmap.width
        rows += b"\x00" + row
    header = struct.pack(">IIBBBBB", bitmap.width, bitmap.height, 8, _PNG_COLOURS[channels], 0, 0, 0)
    body = _part(b"IHDR", header) + _part(b"IDAT", zlib.compress(rows, 6)) + _part(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def _part(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
