"""How many leading rows of a block are its header: text, or years, above numbers."""

from __future__ import annotations

from collections.abc import Sequence

from assay.model.canonical import Scalar

# A title line, two lines of header and a line of units; a longer run of text is a body of text under one header.
MOST_HEADER_ROWS = 4

_LOOK_AHEAD = 50


def header_rows(rows: int, columns: int, stored: Sequence[Scalar]) -> int:
    """Return the number of leading rows that name what stands below them, 0 where nothing does."""
    if rows < 2:
        return 0
    lead = 0
    while lead < min(rows, _LOOK_AHEAD) and _names(_row(stored, columns, lead)):
        lead += 1
    if lead == 0:
        return 0
    if lead == rows or lead > MOST_HEADER_ROWS:
        return _text_header(rows, columns, stored)
    return lead


def _row(stored: Sequence[Scalar], columns: int, row: int) -> Sequence[Scalar]:
    return stored[row * columns : (row + 1) * columns]


def _filled(row: Sequence[Scalar]) -> list[Scalar]:
    return [cell for cell in row if cell not in (None, "")]


def _names(row: Sequence[Scalar]) -> bool:
    """Whether a row holds text and years alone."""
    return all(isinstance(cell, str) or _year(cell) for cell in _filled(row))


def _year(cell: Scalar) -> bool:
    return isinstance(cell, int) and not isinstance(cell, bool) and 1900 <= cell <= 2100


def _text_header(rows: int, columns: int, stored: Sequence[Scalar]) -> int:
    """Return 1 for a block of text whose first row has a distinct text in every column."""
    title = 1 if columns > 1 and len(_filled(_row(stored, columns, 0))) == 1 else 0
    first = _filled(_row(stored, columns, title)) if title + 1 < rows else []
    if columns > 1 and len(first) == columns and len(set(first)) == columns:
        return title + 1
    return 0
