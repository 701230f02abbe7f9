"""What a second reading gives, and how it is cut out of rows of text."""

from __future__ import annotations

import csv
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from zipfile import BadZipFile

# A column's header stands in the first rows of a grid.
HEADER_ROWS = 5

# What the libraries raise for files that they do not expect, far from where they opened them.
UNREADABLE = (
    ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RuntimeError, SyntaxError,
    EOFError, OSError, BadZipFile, zlib.error, struct.error, csv.Error,
)  # fmt: skip

_CORE = ("title", "author", "creator", "subject", "keywords", "category", "comments", "description")
_ENCODINGS = ("utf-8-sig", "utf-16", "cp1252", "latin-1")


@dataclass(frozen=True, slots=True)
class Second:
    """What stands at a place: its text, and for a cell the texts left of it in its row and above it in its column.

    `column` looks at the first rows of the grid only (`HEADER_ROWS`); a cell that a span covers has its corner's text.
    """

    text: str
    row: tuple[str, ...] = ()
    column: tuple[str, ...] = ()


def decode(data: bytes) -> str:
    """Return the characters of a text in the first encoding that fits, every line ended by a line feed."""
    for encoding in _ENCODINGS:
        if encoding == "utf-16" and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
            continue
        try:
            return data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            continue
    raise AssertionError("latin-1 decodes any bytes")


def cell_of(rows: Sequence[Sequence[str]], row: int | None, column: int | None) -> Second | None:
    """Return the cell at an address of rows of text, None where there is none."""
    if row is None or column is None or not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
        return None
    above = [rows[index][column] for index in range(min(row, HEADER_ROWS)) if column < len(rows[index])]
    return Second(rows[row][column], _filled(rows[row][:column]), _filled(above))


def core_text(properties: object) -> str:
    """Return the core properties of a package that python-docx, openpyxl or python-pptx opened, one on each line."""
    stated = (getattr(properties, name, None) for name in _CORE)
    return "\n".join(str(value) for value in stated if value)


def _filled(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(text.strip() for text in texts if text.strip())
