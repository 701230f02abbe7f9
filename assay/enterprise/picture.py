"""Draws a small bar picture as PNG without compression, so that its bytes rest on no version of zlib."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

_WIDTH, _HEIGHT = 120, 60
_BLOCK = 0xFFFF


def bars(values: Sequence[int]) -> bytes:
    """Return a grey PNG with one bar a value, the largest as high as the picture."""
    tallest = max(values)
    heights = [value * (_HEIGHT - 5) // tallest for value in values]
    rows = b"".join(b"\0" + bytes(_pixel(x, y, heights) for x in range(_WIDTH)) for y in range(_HEIGHT))
    header = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", _stored(rows)) + _chunk(b"IEND", b"")


def _pixel(x: int, y: int, heights: Sequence[int]) -> int:
    step = _WIDTH // len(heights)
    index, offset = divmod(x, step)
    inside = index < len(heights) and 2 <= offset < step - 2 and y >= _HEIGHT - heights[index]
    return 90 if inside else 235


def _stored(data: bytes) -> bytes:
    """Return a zlib stream of stored blocks (RFC 1951, section 3.2.4)."""
    parts = [b"\x78\x01"]
    for start in range(0, len(data), _BLOCK):
        block = data[start : start + _BLOCK]
        last = start + _BLOCK >= len(data)
        parts.append(struct.pack("<BHH", last, len(block), len(block) ^ 0xFFFF) + block)
    return b"".join(parts) + struct.pack(">I", zlib.adler32(data))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
