"""Grids of a sheet: the cells of a box with what they show, what they store, their formulas and formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from assay.model.canonical import Scalar
from assay.model.grid import Grid, Span
from extractors.excel.blocks import Mask, Numbers
from extractors.excel.columns import Cells
from extractors.excel.headers import header_rows
from extractors.excel.references import Box, address
from extractors.excel.shown import SheetValues, shown_values
from extractors.excel.workbook import Workbook
from extractors.number_format import GENERAL


def values_of(cells: Cells, workbook: Workbook) -> SheetValues:
    """Return what the cells show and store under the workbook's formats."""
    return shown_values(cells, workbook.strings, workbook.format_of, workbook.epoch_1904)


def grid_at(
    box: Box, members: Numbers, values: SheetValues, merged: Sequence[Box], hidden: Mask, headers: int | None
) -> Grid:
    """Return the grid of a box with these cells in it; `headers` is None where the header is to be guessed.

    Cells that a merged cell hides show and store nothing: Excel shows its corner alone.
    """
    displayed, stored = [""] * (box.height * box.width), list[Scalar]([None] * (box.height * box.width))
    indexes, seen = _indexes(box, members, values.cells), members[~hidden[members]]
    places = seen.tolist()
    for index, shown, value in zip(
        _indexes(box, seen, values.cells),
        map(values.displayed.__getitem__, places),
        map(values.stored.__getitem__, places),
        strict=True,
    ):
        displayed[index], stored[index] = shown, value
    return Grid(
        rows=box.height,
        columns=box.width,
        displayed=tuple(displayed),
        stored=tuple(stored),
        formulas=tuple(sorted(_formulas(indexes, members, values))),
        formats=tuple(sorted(_formats(indexes, members, values))),
        spans=tuple(_spans(box, merged)),
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
        for index, formula in zip(indexes, map(values.formulas.get, members.tolist()), strict=True):
            if formula is not None:
                yield index, formula


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
