"""What a second reading gives, and how it is cut out of rows of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# A column's header stands in the first rows of a grid.
HEADER_ROWS = 5


@dataclass(frozen=True, slots=True)
class Second:
    """What stands at a place: its text, and for a cell the texts left of it in its row and above it in its column.

    `column` looks at the first rows of the grid only (`HEADER_ROWS`); a cell that a span covers has its corner's text.
    """

    text: str
    row: tuple[str, ...] = ()
    column: tuple[str, ...] = ()


def cell_of(rows: Sequence[Sequence[str]], row: int | None, column: int | None) -> Second | None:
    """Return the cell at an address of rows of text, None where there is none."""
    if row is None or column is None or row >= len(rows) or column >= len(rows[row]):
        return None
    above = [rows[index][column] for index in range(min(row, HEADER_ROWS)) if column < len(rows[index])]
    return Second(rows[row][column], _filled(rows[row][:column]), _filled(above))


def _filled(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(text.strip() for text in texts if text.strip())
