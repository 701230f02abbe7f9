"""Grids of a sheet: the cells of a box with what they show, what they store, their formulas and formats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time

import numpy as np

from assay.model.canonical import Scalar
from assay.model.grid import Grid, Span
from extractors.excel.blocks import Numbers
from extractors.excel.cells import Cells
from extractors.excel.headers import header_rows
from extractors.excel.references import Box, address
from extractors.excel.strings import unescaped
from extractors.excel.workbook import Workbook
from extractors.number_format import GENERAL, NumberFormat

_EPOCH = datetime(1899, 12, 30)
_NUMBERS = frozenset({"", "n"})
_MEMO = 65_536


@dataclass(frozen=True, slots=True)
class SheetValues:
    """What each filled cell shows and stores, index by index beside the cells; `formulas` goes by cell index."""

    cells: Cells
    displayed: list[str]
    stored: list[Scalar]
    formats: list[NumberFormat]
    formulas: dict[int, str] = field(default_factory=dict[int, str])


def values_of(cells: Cells, workbook: Workbook) -> SheetValues:
    """Return what the cells show and store under the workbook's formats."""
    displayed, stored = list[str](), list[Scalar]()
    formats = [workbook.format_of(style) for style in range(max(cells.styles, default=-1) + 1)]
    seen = [dict[str, tuple[str, Scalar]]() for _ in formats]
    for style, type, raw in zip(cells.styles, cells.types, cells.values, strict=True):
        known = seen[style]
        pair = known.get(raw) if type in _NUMBERS else None
        if pair is None:
            pair = _shown(workbook, formats[style], type, raw)
            # Numbers repeat; a column of distinct ones must not fill memory.
            if type in _NUMBERS and len(known) < _MEMO:
                known[raw] = pair
        displayed.append(pair[0])
        stored.append(pair[1])
    return SheetValues(cells, displayed, stored, formats)


def _shown(workbook: Workbook, code: NumberFormat, type: str, raw: str) -> tuple[str, Scalar]:
    if type == "s":
        text = _shared(workbook.strings, raw)
        return code.show_text(text), text
    if type in _NUMBERS:
        return _shown_number(code, raw, workbook.epoch_1904)
    if type == "d":
        return _shown_number(code, _serial(raw, workbook.epoch_1904), workbook.epoch_1904)
    if type == "b":
        truth = raw.strip() in ("1", "true")
        return code.show(truth), truth
    if type == "e":
        return raw, raw
    text = unescaped(raw)
    return code.show_text(text), text


def _shared(strings: Sequence[str], raw: str) -> str:
    number = int(raw) if raw.strip().isdigit() else -1
    return strings[number] if 0 <= number < len(strings) else ""


def _shown_number(code: NumberFormat, raw: str, epoch_1904: bool) -> tuple[str, Scalar]:
    if raw.isdecimal() and raw.isascii() and len(raw) <= 11 and (raw[0] != "0" or raw == "0"):
        # The usual case: a whole number that General shows as it is stored.
        number = int(raw)
        return (raw if code.general else code.show_number(number, epoch_1904)), number
    try:
        value = float(raw)
    except ValueError:
        return raw, raw or None
    if value != value or value in (float("inf"), float("-inf")):
        return raw, raw
    stored = int(value) if value.is_integer() and abs(value) < 2**53 else value
    return code.show_number(value, epoch_1904), stored


def _serial(raw: str, epoch_1904: bool) -> str:
    """Return the serial number of a cell whose date is written out (ISO 8601)."""
    try:
        moment = _moment(raw.strip().removesuffix("Z"))
    except ValueError:
        return raw
    days = (moment - _EPOCH).total_seconds() / 86400 - (1462 if epoch_1904 else 0)
    return repr(days)


def _moment(text: str) -> datetime:
    if "T" in text or "-" in text:
        found = datetime.fromisoformat(text)
        return found.replace(tzinfo=None)
    return datetime.combine(date(1899, 12, 30), time.fromisoformat(text))


def grid_at(box: Box, members: Numbers, values: SheetValues, merged: Sequence[Box], headers: int | None) -> Grid:
    """Return the grid of a box with these cells in it; `headers` is None where the header is to be guessed."""
    displayed, stored = [""] * (box.height * box.width), list[Scalar]([None] * (box.height * box.width))
    indexes = _indexes(box, members, values.cells)
    for index, cell in zip(indexes, members.tolist(), strict=True):
        displayed[index], stored[index] = values.displayed[cell], values.stored[cell]
    spans = tuple(_spans(box, merged))
    _clear_covered(spans, box.width, displayed, stored)
    return Grid(
        rows=box.height,
        columns=box.width,
        displayed=tuple(displayed),
        stored=tuple(stored),
        formulas=tuple(sorted(_formulas(indexes, members, values))),
        formats=tuple(sorted(_formats(indexes, members, values))),
        spans=spans,
        header_rows=header_rows(box.height, box.width, stored) if headers is None else headers,
        origin=address(box.top, box.left),
    )


def with_children(grid: Grid, box: Box, floats: Sequence[tuple[Box, str]]) -> Grid:
    """Return the grid of a box with a placeholder for each float that is anchored in it.

    It stands in the first cell that the float covers and nothing fills, else beside the text that it begins on: what
    numbers show is left as it is.
    """
    displayed, children = list(grid.displayed), list[tuple[int, str]]()
    for place, key in floats:
        index = _free(grid, box, place, displayed)
        if index is not None:
            displayed[index] = f"{displayed[index]} [[{key}]]".strip()
            children.append((index, key))
    return replace(grid, displayed=tuple(displayed), children=tuple(sorted(children))) if children else grid


def _free(grid: Grid, box: Box, place: Box, displayed: Sequence[str]) -> int | None:
    rows = range(place.top - box.top, min(place.bottom, box.bottom) - box.top + 1)
    columns = range(place.left - box.left, min(place.right, box.right) - box.left + 1)
    for row in rows:
        for column in columns:
            index = row * grid.columns + column
            if not displayed[index] and grid.corner(row, column) == (row, column):
                return index
    row, column = grid.corner(rows[0], columns[0])
    first = row * grid.columns + column
    return first if isinstance(grid.stored[first], str) else None


def _indexes(box: Box, members: Numbers, cells: Cells) -> list[int]:
    """Return where each cell stands in the grid of a box."""
    rows, columns = np.frombuffer(cells.rows, np.int64), np.frombuffer(cells.columns, np.int64)
    found: list[int] = ((rows[members] - box.top) * box.width + columns[members] - box.left).tolist()
    return found


def _formulas(indexes: Sequence[int], members: Numbers, values: SheetValues) -> Iterator[tuple[int, str]]:
    if values.formulas:
        for index, cell in zip(indexes, members.tolist(), strict=True):
            if cell in values.formulas:
                yield index, values.formulas[cell]


def _formats(indexes: Sequence[int], members: Numbers, values: SheetValues) -> Iterator[tuple[int, str]]:
    codes = [format.code for format in values.formats]
    if all(code == GENERAL for code in codes):
        return
    styles: list[int] = np.frombuffer(values.cells.styles, np.int64)[members].tolist()
    for index, style in zip(indexes, styles, strict=True):
        if codes[style] != GENERAL:
            yield index, codes[style]


def _spans(box: Box, merged: Sequence[Box]) -> Iterator[Span]:
    for span in merged:
        if box.holds(span.top, span.left) and box.holds(span.bottom, span.right):
            yield Span(span.top - box.top, span.left - box.left, span.height, span.width)


def _clear_covered(spans: Iterable[Span], width: int, displayed: list[str], stored: list[Scalar]) -> None:
    """Empty what a merged cell hides: Excel shows the corner alone."""
    for span in spans:
        for row in range(span.row, span.row + span.height):
            for column in range(span.column, span.column + span.width):
                if (row, column) != (span.row, span.column):
                    displayed[row * width + column], stored[row * width + column] = "", None
