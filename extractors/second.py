"""The second reading of one place, from the original bytes, by a library that shares nothing with the readers."""

from __future__ import annotations

from dataclasses import dataclass

from assay.model.probe import Place


@dataclass(frozen=True, slots=True)
class Second:
    """What stands at a place: its text, and for a cell the texts left of it in its row and above it in its column.

    `column` looks at the first rows of the grid only (`HEADER_ROWS`); a cell that a span covers has its corner's text.
    """

    text: str
    row: tuple[str, ...] = ()
    column: tuple[str, ...] = ()


HEADER_ROWS = 5


def read_second(data: bytes, media_type: str, place: Place) -> Second | None:
    """Return the second reading of a place, None where the library finds nothing there."""
    raise NotImplementedError
