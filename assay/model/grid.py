"""A table as Word, Excel, PowerPoint, PDF and text files hold it: cells, spans, header rows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from assay.model.canonical import Scalar, canonical_json, digest_pieces

# So many cells are written as JSON at once.
_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class Span:
    """A merged cell: its top left corner (0-based) and its extent in rows and columns."""

    row: int
    column: int
    height: int
    width: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a grid; `merged` says that its text stands in the corner of a span that covers it."""

    row: int
    column: int
    displayed: str
    stored: Scalar
    formula: str | None
    format: str | None
    merged: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells in row-major order without spans taken out: `displayed[row * columns + column]`.

    A merged cell has its text in its corner and empty text elsewhere. `stored` is empty where the format has no typed
    values; then the displayed text is what is stored. The sparse tuples are sorted by cell index. `origin` is the
    sheet address of the first cell (`B3`), empty outside spreadsheets.
    """

    rows: int
    columns: int
    displayed: tuple[str, ...]
    stored: tuple[Scalar, ...] = ()
    formulas: tuple[tuple[int, str], ...] = ()
    formats: tuple[tuple[int, str], ...] = ()
    spans: tuple[Span, ...] = ()
    header_rows: int = 0
    children: tuple[tuple[int, str], ...] = ()
    origin: str = ""

    def text(self, row: int, column: int) -> str:
        """Return the displayed text at an address; a covered address gives its span's corner."""
        corner = self.corner(row, column)
        return self.displayed[corner[0] * self.columns + corner[1]]

    def corner(self, row: int, column: int) -> tuple[int, int]:
        """Return the address that holds the text shown at an address."""
        for span in self.spans:
            if span.row <= row < span.row + span.height and span.column <= column < span.column + span.width:
                return span.row, span.column
        return row, column

    def cell(self, row: int, column: int) -> Cell:
        """Return everything known of the cell at an address; a covered address gives its span's corner."""
        at = self.corner(row, column)
        index = at[0] * self.columns + at[1]
        displayed = self.displayed[index]
        stored = self.stored[index] if self.stored else displayed
        formula, form = _sparse(self.formulas, index), _sparse(self.formats, index)
        return Cell(row, column, displayed, stored, formula, form, merged=at != (row, column))

    def filled(self) -> Iterator[tuple[int, int]]:
        """Yield the addresses that hold text, in row-major order, covered addresses left out."""
        for index, displayed in enumerate(self.displayed):
            if displayed:
                yield divmod(index, self.columns)

    def row(self, row: int) -> tuple[str, ...]:
        """Return the displayed texts of one row, covered addresses empty."""
        return self.displayed[row * self.columns : (row + 1) * self.columns]

    def identity(self) -> str:
        """Return the digest of shape, spans and stored values that an artifact key rests on."""
        values: Sequence[Scalar] = self.stored or tuple(" ".join(text.split()) for text in self.displayed)
        spans = [[span.row, span.column, span.height, span.width] for span in self.spans]
        # The digest of the canonical JSON of [rows, columns, filled, spans], whose text is never whole in memory.
        head, tail = f"[{self.rows},{self.columns},[", f"],{canonical_json(spans)}]"
        return digest_pieces(chain((head,), _filled_json(values), (tail,)))


def _filled_json(values: Sequence[Scalar]) -> Iterator[str]:
    """Yield the canonical JSON of the pairs of index and value that are filled, without brackets around all."""
    comma = ""
    for start in range(0, len(values), _AT_ONCE):
        window = enumerate(values[start : start + _AT_ONCE], start)
        filled = [[index, value] for index, value in window if value is not None and value != ""]
        if filled:
            yield comma + canonical_json(filled)[1:-1]
            comma = ","


def _sparse(pairs: tuple[tuple[int, str], ...], index: int) -> str | None:
    at = bisect_left(pairs, (index, ""))
    return pairs[at][1] if at < len(pairs) and pairs[at][0] == index else None


def grid_of(rows: Sequence[Sequence[str]], *, header_rows: int = 0, spans: tuple[Span, ...] = ()) -> Grid:
    """Return the grid of ragged rows of text, short rows padded with empty cells."""
    columns = max((len(row) for row in rows), default=0)
    displayed = tuple(text for row in rows for text in (*row, *[""] * (columns - len(row))))
    return Grid(len(rows), columns, displayed, header_rows=header_rows, spans=spans)
