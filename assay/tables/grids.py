"""From grids to typed tables: the header row, the label column, the time axis, measures, totals and doubts."""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from assay.model.artifact import Artifact
from assay.model.document import Document
from assay.model.grid import Grid
from assay.tables.captions import caption_of
from assay.tables.conventions import Convention, convention_of
from assay.tables.doubts import own_doubts, summed_doubts
from assay.tables.hidden import hidden_parts
from assay.tables.layouts import Layout, layout_of
from assay.tables.numbers import numeral_of
from assay.tables.periods import period_of
from assay.tables.records import Column, Label, Measure, Statement, TypedTable, normal
from assay.tables.stating import Stating, stating_of
from assay.tables.surroundings import Flows, flows_of, surrounding_doubts
from assay.tables.totals import Row, is_total_word, summed_rows

_KINDS = ("table", "tlr")
_FEWEST_ROWS = 3


def typed_tables(document: Document) -> list[TypedTable]:
    """Return the document's tables whose labels and periods are known, in reading order."""
    convention, flows = convention_of(document), flows_of(document)
    found = (_typed(document, artifact, convention, flows) for artifact in document.of_kind(*_KINDS))
    tables = [table for table in found if table is not None]
    held = Counter(key for table in tables for key in _holds(table))
    return [
        dataclasses.replace(table, doubts=(*table.doubts, "the document holds its measure twice"))
        if any(held[key] > 1 for key in _holds(table))
        else table
        for table in tables
    ]


def _holds(table: TypedTable) -> set[tuple[str, str]]:
    names = {column.measure.name for column in table.columns if column.measure is not None}
    return {(name, normal(table.label_heading)) for name in names}


def _typed(document: Document, artifact: Artifact, convention: Convention, flows: Flows) -> TypedTable | None:
    grid = artifact.payload
    if not isinstance(grid, Grid):
        return None
    layout = layout_of(grid)
    if layout is None or grid.rows - layout.header - 1 < _FEWEST_ROWS:
        return None
    stating = stating_of(document, artifact, grid, layout.header)
    columns = tuple(_columns(stating, artifact, grid, layout))
    labels = _labels(grid, layout)
    period = layout.period
    doubts = [
        *own_doubts(grid, layout, labels, columns),
        *summed_doubts(labels, list(_by_entity(grid, layout, labels).values())),
        *(stating.doubts if layout.shape == "wide" else ()),
        *surrounding_doubts(document, flows, artifact),
        *hidden_parts(document, artifact),
        *filter(None, [convention.doubt(grid)]),
    ]
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
        titles=stating.titles,
        doubts=tuple(dict.fromkeys(doubts)),
    )


def _columns(stating: Stating, artifact: Artifact, grid: Grid, layout: Layout) -> Iterator[Column]:
    for column in layout.values:
        headings = _headings(grid, layout, column)
        if layout.shape == "wide":
            yield Column(column, headings, period_of(grid.row(layout.header)[column]), stating.measure)
        else:
            yield Column(column, headings, None, _heading_measure(artifact, grid, layout, column))


def _headings(grid: Grid, layout: Layout, column: int) -> tuple[str, ...]:
    texts = (grid.text(row, column).strip() for row in range(layout.header + 1))
    return tuple(dict.fromkeys(text for text in texts if text))


def _heading_measure(artifact: Artifact, grid: Grid, layout: Layout, column: int) -> Measure | None:
    heading = grid.text(layout.header, column)
    caption = caption_of(heading)
    if caption is None:
        return None
    at = dataclasses.replace(artifact.at, row=layout.header, column=column)
    return caption.measure(Statement(artifact.key, artifact.kind, at, heading))


def _labels(grid: Grid, layout: Layout) -> tuple[Label, ...]:
    period = layout.period
    below = range(layout.header + 1, grid.rows)
    labels = [
        Label(
            row,
            text := grid.text(row, layout.label).strip(),
            is_total_word(text),
            period_of(grid.text(row, period)) if period is not None else None,
        )
        for row in below
        # a row without numbers is a heading between groups or a remark below
        if grid.text(row, layout.label).strip() and any(_values(grid, layout, row))
    ]
    # the arithmetic of a wide table leaves subtotals where they stand, that of a long one goes over its entities
    rows = _by_entity(grid, layout, labels, words=True)
    summed = {name for index, name in enumerate(rows) if index in summed_rows(list(rows.values()))}
    return tuple(dataclasses.replace(label, total=label.total or _name(label, layout) in summed) for label in labels)


def _name(label: Label, layout: Layout) -> str:
    """Return what tells a row's entity from others: its label, with its row where each row is one."""
    return normal(label.text) if layout.shape == "long" else f"{label.row} {normal(label.text)}"


def _by_entity(
    grid: Grid, layout: Layout, labels: Sequence[Label], *, words: bool = False
) -> dict[str, Row]:  # fmt: skip
    """Return each entity's values over all periods and columns; with `words` those of totals by word too."""
    known: defaultdict[str, dict[tuple[str, int], Decimal]] = defaultdict(dict)
    for label in labels:
        if words or not label.total:
            for column in layout.values:
                numeral = numeral_of(grid.text(label.row, column))
                if numeral is not None:
                    known[_name(label, layout)][label.period.label if label.period else "", column] = numeral.value
    places = sorted({place for values in known.values() for place in values})
    return {name: [values.get(place) for place in places] for name, values in known.items()}


def _values(grid: Grid, layout: Layout, row: int) -> Iterator[bool]:
    return (numeral_of(grid.text(row, column)) is not None for column in layout.values)
