"""Pages of a PDF file, or parts of them, drawn as PNG files."""

# pypdfium2 ships no types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
from pypdfium2 import PdfBitmap, PdfPage

from assay.model.artifact import Box

# Readable for people and models; 10 ms a page.
DPI = 144
_POINTS = 72
# A page larger than this, in pixels, is drawn smaller: some sheets are metres wide.
MOST_PIXELS = 4_096


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a page: a box from the top left, and the size of the whole page in the same unit (EMU, points)."""

    page: int
    box: Box
    size: tuple[float, float]


def page_count(pdf: Path) -> int | None:
    """Return how many pages a PDF file has, None where it cannot be opened."""
    try:
        with pypdfium2.PdfDocument(pdf) as document:
            return len(document)
    except pypdfium2.PdfiumError:
        return None


def draw(pdf: Path, targets: Mapping[Path, Region | int]) -> None:
    """Draw pages (from 1) and parts of pages into PNG files; each file appears whole."""
    if not targets:
        return
    with pypdfium2.PdfDocument(pdf) as document:
        for target, what in targets.items():
            page = document[(what.page if isinstance(what, Region) else what) - 1]
            draft = target.with_name(f".{os.getpid()}-{target.name}")
            draft.write_bytes(_png(_drawn(page, what)))
            draft.replace(target)


def _drawn(page: PdfPage, what: Region | int) -> PdfBitmap:
    width, height = page.get_width(), page.get_height()
    scale = min(DPI / _POINTS, MOST_PIXELS / max(width, height, 1.0))
    crop = _margins(what, width, height) if isinstance(what, Region) else (0.0, 0.0, 0.0, 0.0)
    return page.render(scale=scale, crop=crop, rev_byteorder=True)  # pyright: ignore[reportArgumentType]


def _margins(region: Region, width: float, height: float) -> tuple[float, float, float, float]:
    """Return how much of the page lies left of, below, right of and above a region, which keeps a point at least."""
    across, down = width / region.size[0], height / region.size[1]
    x0, y0, x1, y1 = region.box
    left, top = (min(max(at, 0.0), most - 1) for at, most in ((x0 * across, width), (y0 * down, height)))
    right, bottom = max(width - x1 * across, 0.0), max(height - y1 * down, 0.0)
    return left, min(bottom, height - top - 1), min(right, width - left - 1), top


def _png(bitmap: PdfBitmap) -> bytes:
    """Return a bitmap of grey, RGB or RGBx bytes as PNG."""
    channels, row = bitmap.n_channels, bitmap.width * bitmap.n_channels
    data, stride = bytes(bitmap.buffer), bitmap.stride
    lines = b"".join(b"\0" + data[at * stride : at * stride + row] for at in range(bitmap.height))
    header = struct.pack(">IIBBBBB", bitmap.width, bitmap.height, 8, {1: 0, 3: 2, 4: 6}[channels], 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(lines, 6)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, content) for name, content in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
