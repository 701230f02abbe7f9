"""Ruled tables of PDF pages: pdfplumber finds the cells, pdfium's characters fill them."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import re
import struct
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TypeAlias, cast

import pdfplumber
from pdfminer.pdfexceptions import PDFException
from pdfminer.psexceptions import PSException
from pdfplumber.utils.exceptions import PdfminerException

from assay.model.artifact import Box
from assay.model.grid import Grid, Span
from extractors.pdf.pdfium import Glyph, join_glyphs

# Finds the boxes of the cells of each table on the page of a number (from 1); origin top left.
Finder: TypeAlias = Callable[[int], list[list[Box]]]

# Fewer segments of paths than these draw no grid of two by two cells.
RULED = 6
# More than these draw a map or a plot, and finding tables in it takes minutes.
DRAWN = 40_000
# Edges closer than this are one (pdfplumber snaps lines within 3 points).
_SNAP = 1.0
_YEAR = re.compile(r"(?:FY\s*)?(?:19|20)\d\d[A-Z]?")
_NUMBER = re.compile(r"[(+-]?[$€£¥]?\s*\d[\d.,\s]*[%)]?")


class TablesFailed(Exception):
    """The page's drawing could not be followed, so its tables stand as lines of text."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table's grid, its box, and which of the page's characters are in it."""

    grid: Grid
    box: Box
    taken: frozenset[int]


def plumber(data: bytes) -> Finder:
    """Return the finder that asks pdfplumber, parsing each page again."""

    def find(number: int) -> list[list[Box]]:
        try:
            with pdfplumber.open(BytesIO(data), pages=[number]) as document:
                page = document.pages[0]
                left, top = page.bbox[0], page.bbox[1]
                return [[_moved(cell, left, top) for cell in table.cells] for table in page.find_tables()]
        except _FAILURES as error:
            raise TablesFailed(f"{type(error).__name__}: {error}") from error

    return find


# pdfminer meets damaged files with any of these.
_FAILURES = (
    PdfminerException, PDFException, PSException, ValueError, TypeError, KeyError, IndexError, AttributeError,
    AssertionError, OverflowError, ZeroDivisionError, RecursionError, NotImplementedError, struct.error, zlib.error,
)  # fmt: skip


def tables_of(found: Iterable[Sequence[Box]], glyphs: Sequence[Glyph]) -> list[Table]:
    """Return the tables among the found cells: those with text in two rows and two columns at least."""
    tables, taken = list[Table](), set[int]()
    for cells in found:
        table = _table(cells, glyphs, taken)
        if table is not None:
            tables.append(table)
            taken |= table.taken
    return tables


def _table(cells: Sequence[Box], glyphs: Sequence[Glyph], taken: set[int]) -> Table | None:
    xs, ys = _edges(cells, 0), _edges(cells, 1)
    rows, columns = len(ys) - 1, len(xs) - 1
    if rows < 2 or columns < 2:
        return None
    spans = tuple(sorted(_spans(cells, xs, ys), key=lambda span: (span.row, span.column)))
    inside, texts = _filled(glyphs, taken, xs, ys, _owners(spans))
    filled = [address for address, text in texts.items() if text]
    if len({row for row, _ in filled}) < 2 or len({column for _, column in filled}) < 2:
        return None
    displayed = tuple(texts.get((row, column), "") for row in range(rows) for column in range(columns))
    grid = Grid(rows, columns, displayed, spans=spans, header_rows=_header_rows(rows, columns, displayed))
    return Table(grid, (xs[0], ys[0], xs[-1], ys[-1]), frozenset(inside))


def _edges(cells: Sequence[Box], axis: int) -> list[float]:
    edges = list[float]()
    for value in sorted({cell[side] for cell in cells for side in (axis, axis + 2)}):
        if not edges or value - edges[-1] > _SNAP:
            edges.append(value)
    return edges


def _at(edges: list[float], value: float) -> int:
    return max(bisect_right(edges, value + _SNAP) - 1, 0)


def _spans(cells: Sequence[Box], xs: list[float], ys: list[float]) -> Iterable[Span]:
    seen = set[tuple[int, int]]()
    for x0, top, x1, bottom in cells:
        row, column = _at(ys, top), _at(xs, x0)
        high, wide = _at(ys, bottom) - row, _at(xs, x1) - column
        covered = {(row + down, column + right) for down in range(high) for right in range(wide)}
        if len(covered) > 1 and not covered & seen:
            seen |= covered
            yield Span(row, column, high, wide)


def _owners(spans: Iterable[Span]) -> dict[tuple[int, int], tuple[int, int]]:
    return {
        (span.row + down, span.column + right): (span.row, span.column)
        for span in spans
        for down in range(span.height)
        for right in range(span.width)
    }


def _filled(
    glyphs: Sequence[Glyph], taken: set[int], xs: list[float], ys: list[float],
    owners: dict[tuple[int, int], tuple[int, int]],
) -> tuple[list[int], dict[tuple[int, int], str]]:  # fmt: skip
    """The characters inside and the text of each cell; a character is in the cell that holds its middle."""
    inside, parts = list[int](), dict[tuple[int, int], list[Glyph]]()
    for index, glyph in enumerate(glyphs):
        x, y = (glyph.x0 + glyph.x1) / 2, (glyph.top + glyph.bottom) / 2
        if index in taken or not (xs[0] <= x <= xs[-1] and ys[0] <= y <= ys[-1]):
            continue
        at = min(bisect_right(ys, y), len(ys) - 1) - 1, min(bisect_right(xs, x), len(xs) - 1) - 1
        inside.append(index)
        parts.setdefault(owners.get(at, at), []).append(glyph)
    return inside, {at: join_glyphs(found) for at, found in parts.items()}


def _header_rows(rows: int, columns: int, displayed: Sequence[str]) -> int:
    """The first row heads the table where none of its cells is a number other than a year."""
    first = [text for text in displayed[:columns] if text]
    numbers = [text for text in first if _NUMBER.fullmatch(text) and not _YEAR.fullmatch(text)]
    return 1 if rows > 1 and first and not numbers else 0


def _moved(cell: object, left: float, top: float) -> Box:
    x0, y0, x1, y1 = cast(Box, cell)
    return x0 - left, y0 - top, x1 - left, y1 - top
