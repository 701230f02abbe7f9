"""From grids to typed tables: the header rows, the label column, the time axis, measures, totals and doubts."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from assay.model.artifact import Artifact
from assay.model.document import Document
from assay.model.grid import Grid
from assay.tables.captions import caption_of, corner_unit_of, item_heading
from assay.tables.conventions import Convention, convention_of
from assay.tables.doubts import own_doubts, summed_doubts
from assay.tables.drafts import draft_doubt
from assay.tables.facts import facts
from assay.tables.headings import BETWEEN, headings_of, turned
from assay.tables.hidden import hidden_parts
from assay.tables.labels import by_entity, labels_of
from assay.tables.layouts import Layout, layout_of
from assay.tables.numbers import numeral_of
from assay.tables.periods import period_of
from assay.tables.records import Column, Measure, Statement, TypedTable, normal
from assay.tables.remarks import casts_doubt
from assay.tables.stating import Stating, stating_of
from assay.tables.surroundings import NOTED, Flows, flows_of, surrounding_doubts
from assay.tables.units import unit_of

_Values: TypeAlias = dict[str, Fraction]

_KINDS = ("table", "tlr")
_FEWEST_ROWS = 3
_SHORTEST_NAME = 3


def typed_tables(document: Document) -> list[TypedTable]:
    """Return the document's tables whose labels and periods are known, in reading order."""
    tables = _all(document, short=False)
    twice = _held_twice(tables)
    return [
        dataclasses.replace(table, doubts=(*table.doubts, "the document holds its measure twice"))
        if table.artifact in twice
        else table
        for table in tables
    ]


def short_tables(document: Document) -> list[TypedTable]:
    """Return the tables that would be typed had they more rows: too short to compare, but what they say is said."""
    return _all(document, short=True)


def _all(document: Document, *, short: bool) -> list[TypedTable]:
    convention, flows, draft = convention_of(document), flows_of(document), draft_doubt(document)
    found = (_typed(document, one, convention, flows, draft, short=short) for one in document.of_kind(*_KINDS))
    return [table for table in found if table is not None]


def _held_twice(tables: Sequence[TypedTable]) -> set[str]:
    """Return the artifacts of tables that hold a measure for a period which another table holds too, unlike it."""
    found: defaultdict[tuple[str, str, str], dict[str, _Values]] = defaultdict(dict)
    for table in tables:
        for fact in facts(table):
            key = fact.measure.name, normal(table.role), fact.period.label
            amount = Fraction(fact.value) * (fact.unit.factor if fact.unit else 1)
            found[key].setdefault(table.artifact, {})[fact.entity] = amount
    unlike = (held for held in found.values() if any(one != other for one, other in pairwise(held.values())))
    return {artifact for held in unlike for artifact in held}


def _typed(
    document: Document, artifact: Artifact, convention: Convention, flows: Flows, draft: str | None, *, short: bool
) -> TypedTable | None:
    grid = artifact.payload
    if not isinstance(grid, Grid):
        return None
    layout = layout_of(grid)
    if layout is None:
        return None
    grid = turned(grid) if layout.turned else grid
    if (grid.rows - layout.header - 1 < _FEWEST_ROWS) is not short:
        return None
    outer = [
        *surrounding_doubts(document, flows, artifact, _names(grid, layout)),
        *hidden_parts(document, artifact),
        *filter(None, [convention.doubt(grid), draft]),
    ]
    return _table(document, artifact, grid, layout, outer)


def _names(grid: Grid, layout: Layout) -> frozenset[str]:
    """Return what the rows are called, but for names that other words hold by chance."""
    texts = (grid.text(row, layout.label).strip() for row in range(layout.header + 1, grid.rows))
    return frozenset(text for text in texts if len(text) >= _SHORTEST_NAME and not numeral_of(text))


def _table(document: Document, artifact: Artifact, grid: Grid, layout: Layout, outer: Sequence[str]) -> TypedTable:
    top = layout.header - layout.depth + 1
    stating = stating_of(document, artifact, grid, top, _unit_within(artifact, grid, layout))
    headings = headings_of(grid, top, layout.header)
    columns = tuple(_columns(stating, artifact, grid, layout, headings))
    labels = labels_of(grid, layout)
    doubts = [
        *own_doubts(grid, layout, headings, labels, columns),
        *summed_doubts(labels, list(by_entity(grid, layout, labels).values())),
        *_of_titles(stating, layout),
        *_of_captions(columns),
        *outer,
    ]
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
        label_heading=headings[layout.label],
        period_column=period,
        period_heading=headings[period] if period is not None else "",
        labels=labels,
        columns=columns,
        titles=stating.titles,
        doubts=tuple(dict.fromkeys(doubts)),
        depth=layout.depth,
        turned=layout.turned,
        role=_role(headings[layout.label], layout, stating),
        attributes=tuple(_attributes(grid, layout, headings)),
    )


def _of_titles(stating: Stating, layout: Layout) -> Iterator[str]:
    """Yield what the titles make uncertain; where the headings state the measure, none of them does."""
    if layout.shape == "wide" and layout.depth == 1:
        yield from stating.doubts
    elif any(casts_doubt(title) for title in stating.titles):
        yield NOTED


def _of_captions(columns: Sequence[Column]) -> Iterator[str]:
    """Yield that what a caption says of its measure changes what some values mean."""
    if any(column.measure is not None and casts_doubt(column.measure.qualifier) for column in columns):
        yield "its caption says more of its values"


def _role(heading: str, layout: Layout, stating: Stating) -> str:
    if layout.turned:
        return stating.role
    corner = corner_unit_of(heading)
    return corner[0] if corner else heading


def _attributes(grid: Grid, layout: Layout, headings: list[str]) -> Iterator[tuple[int, str]]:
    used = {layout.label, layout.period, layout.unit, *layout.values}
    for column in range(grid.columns):
        texts = [grid.text(row, column).strip() for row in range(layout.header + 1, grid.rows)]
        if column not in used and headings[column] and all(texts) and not any(map(numeral_of, texts)):
            yield column, headings[column]


def _unit_within(artifact: Artifact, grid: Grid, layout: Layout) -> Statement | None:
    """Return where the corner or a column of units states the unit of all values."""
    if layout.turned or layout.shape != "wide" or layout.depth > 1:
        return None
    if layout.unit is not None:
        below = range(layout.header + 1, grid.rows)
        texts = {grid.text(row, layout.unit).strip() for row in below} - {""}
        found = texts.pop() if len(texts) == 1 else ""
        at = dataclasses.replace(artifact.at, row=layout.header + 1, column=layout.unit)
        return Statement(artifact.key, artifact.kind, at, found) if unit_of(found) else None
    corner = corner_unit_of(grid.text(layout.header, layout.label))
    at = dataclasses.replace(artifact.at, row=layout.header, column=layout.label)
    return Statement(artifact.key, artifact.kind, at, corner[1].text) if corner else None


def _columns(
    stating: Stating, artifact: Artifact, grid: Grid, layout: Layout, headings: list[str]
) -> Iterator[Column]:  # fmt: skip
    for column in layout.values:
        path = tuple(dict.fromkeys(headings[column].split(BETWEEN)))
        if layout.shape == "wide":
            measure = _above(artifact, grid, layout, column) if layout.depth > 1 else stating.measure
            yield Column(column, path, period_of(grid.row(layout.header)[column]), measure, headings[column])
        else:
            heading = grid.text(layout.header, column)
            found = item_heading(heading) if layout.shape == "items" else None
            measure = _heading_measure(artifact, heading, layout.header, column)
            yield Column(column, path, found[1] if found else None, measure, headings[column])


def _above(artifact: Artifact, grid: Grid, layout: Layout, column: int) -> Measure | None:
    """Return the measure that stands in the row above the periods, over this column or merged from the left."""
    row = layout.header - 1
    corner = next((at for at in range(column, layout.label, -1) if grid.row(row)[at].strip()), None)
    return _heading_measure(artifact, grid.row(row)[corner], row, corner) if corner is not None else None


def _heading_measure(artifact: Artifact, heading: str, row: int, column: int) -> Measure | None:
    item = item_heading(heading)
    caption = item[0] if item else caption_of(heading)
    statement = Statement(
        artifact.key, artifact.kind, dataclasses.replace(artifact.at, row=row, column=column), heading
    )  # fmt: skip
    if caption is not None:
        return caption.measure(statement)
    unit = unit_of(heading)
    if unit is None or " per " not in unit.base:
        return None
    return Measure(normal(heading), heading[0].lower() + heading[1:], "", unit, statement)
