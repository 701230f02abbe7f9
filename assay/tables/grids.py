"""From grids to typed tables: the header row, the label column, the time axis, measures, totals and doubts."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from assay.model.artifact import Artifact
from assay.model.document import Document
from assay.model.grid import Grid
from assay.tables.captions import caption_of
from assay.tables.numbers import numeral_of, other_convention
from assay.tables.periods import heads_periods, period_of
from assay.tables.records import Column, Label, Measure, Shape, Statement, TypedTable, normal
from assay.tables.stating import stated_measure
from assay.tables.totals import is_total_word, summed_rows

_KINDS = ("table", "tlr")
_HEADER_WITHIN = 6
_FEWEST_ROWS = 3
# Over such a column stand names of measures, not of entities.
_NO_ROLE = frozenset({"", "item", "indicator", "measure", "metric", "variable", "remark", "no.", "#", "id", "key"})


@dataclass(frozen=True, slots=True)
class _Layout:
    shape: Shape
    header: int
    label: int
    period: int | None
    values: tuple[int, ...]


def typed_tables(document: Document) -> list[TypedTable]:
    """Return the document's tables whose labels and periods are known, in reading order."""
    found = (_typed(document, artifact) for artifact in document.of_kind(*_KINDS))
    return [table for table in found if table is not None]


def _typed(document: Document, artifact: Artifact) -> TypedTable | None:
    grid = artifact.payload
    if not isinstance(grid, Grid):
        return None
    layout = _layout(grid)
    if layout is None or grid.rows - layout.header - 1 < _FEWEST_ROWS:
        return None
    columns = tuple(_columns(document, artifact, grid, layout))
    labels = _labels(grid, layout)
    period = layout.period
    return TypedTable(
        domain=document.domain,
        path=document.path,
        artifact=artifact.key,
        kind=artifact.kind,
        app=artifact.app,
        at=artifact.at,
        grid=grid,
        shape=layout.shape,
        header_row=layout.header,
        label_column=layout.label,
        label_heading=grid.text(layout.header, layout.label).strip(),
        period_column=period,
        period_heading=grid.text(layout.header, period).strip() if period is not None else "",
        labels=labels,
        columns=columns,
        doubts=tuple(_doubts(grid, layout, labels, columns)),
    )


def _layout(grid: Grid) -> _Layout | None:
    for row in range(min(_HEADER_WITHIN, grid.rows)):
        headings = grid.row(row)
        periods = tuple(column for column, text in enumerate(headings) if period_of(text))
        if len(periods) >= 2 and periods[0] > 0:
            return _Layout("wide", row, periods[0] - 1, None, periods)
        time = next((column for column, text in enumerate(headings) if heads_periods(text)), None)
        if time is not None:
            return _long(grid, row, time)
    return None


def _long(grid: Grid, header: int, time: int) -> _Layout | None:
    below = range(header + 1, grid.rows)
    numeric = [column for column in range(grid.columns) if column != time and _all_numbers(grid, column, below)]
    texts = [column for column in range(grid.columns) if column != time and column not in numeric]
    if len(texts) != 1 or not numeric or any(period_of(grid.text(row, time)) is None for row in below):
        return None
    return _Layout("long", header, texts[0], time, tuple(numeric))


def _all_numbers(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    return bool(rows) and all(numeral_of(grid.text(row, column)) for row in rows if grid.text(row, column).strip())


def _columns(document: Document, artifact: Artifact, grid: Grid, layout: _Layout) -> Iterator[Column]:
    if layout.shape == "wide":
        stated = stated_measure(document, artifact, grid, layout.header)
        for column in layout.values:
            yield Column(column, _headings(grid, layout, column), period_of(grid.row(layout.header)[column]), stated)
    else:
        for column in layout.values:
            yield Column(
                column, _headings(grid, layout, column), None, _heading_measure(artifact, grid, layout, column)
            )


def _headings(grid: Grid, layout: _Layout, column: int) -> tuple[str, ...]:
    texts = (grid.text(row, column).strip() for row in range(layout.header + 1))
    return tuple(dict.fromkeys(text for text in texts if text))


def _heading_measure(artifact: Artifact, grid: Grid, layout: _Layout, column: int) -> Measure | None:
    heading = grid.text(layout.header, column)
    caption = caption_of(heading)
    if caption is None:
        return None
    at = dataclasses.replace(artifact.at, row=layout.header, column=column)
    return caption.measure(Statement(artifact.key, artifact.kind, at, heading))


def _labels(grid: Grid, layout: _Layout) -> tuple[Label, ...]:
    below = range(layout.header + 1, grid.rows)
    read = {row: [_value(grid, row, column) for column in layout.values] for row in below}
    # a row without numbers is a heading between groups or a remark below
    rows = [
        row for row in below if grid.text(row, layout.label).strip() and any(value is not None for value in read[row])
    ]
    values = [read[row] for row in rows]
    summed = summed_rows(values) if layout.shape == "wide" else frozenset[int]()
    period = layout.period
    return tuple(
        Label(
            row,
            text := grid.text(row, layout.label).strip(),
            index in summed or is_total_word(text),
            period_of(grid.text(row, period)) if period is not None else None,
        )
        for index, row in enumerate(rows)
    )


def _value(grid: Grid, row: int, column: int) -> Decimal | None:
    numeral = numeral_of(grid.text(row, column))
    return numeral.value if numeral else None


def _doubts(grid: Grid, layout: _Layout, labels: Sequence[Label], columns: Sequence[Column]) -> Iterator[str]:
    keys = [(normal(label.text), label.period.label if label.period else "") for label in labels]
    if len(set(keys)) < len(keys):
        yield "two rows have the same label"
    headings = [grid.text(layout.header, column.column) for column in columns]
    if len(set(headings)) < len(headings):
        yield "two columns have the same heading"
    if normal(grid.text(layout.header, layout.label)) in _NO_ROLE:
        yield "the labels' heading does not say what they name"
    if layout.label > 0 and layout.shape == "wide":
        yield "another column stands before the labels"
    if grid.spans and any(span.row + span.height > layout.header for span in grid.spans):
        yield "cells are merged below the header"
    if any(sum(bool(text.strip()) for text in grid.row(row)) > 1 for row in range(layout.header)):
        yield "the header has more than one row"
    if other_convention(grid.displayed):
        yield "numbers have a decimal comma"
