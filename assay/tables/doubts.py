"""Why the facts of a table are not certain, as far as the table itself shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from assay.model.grid import Grid
from assay.tables.captions import corner_unit_of
from assay.tables.layouts import UNKNOWN, Layout
from assay.tables.numbers import numeral_of
from assay.tables.records import Column, Label, normal
from assay.tables.remarks import casts_doubt, is_source
from assay.tables.stating import is_unit_row
from assay.tables.totals import Row, may_aggregate, may_be_summed
from assay.tables.units import mentions_unit

# Over such a column stand names of measures, not of entities.
_NO_ROLE = re.compile(
    r"|#|id|no\.?|key|name|code|(?:(?:key|main|selected|financial) )?(?:figures?|kpis?|numbers|data|results?|facts)"
    r"|(?:line |key |balance sheet )?items?|(?:performance )?(?:indicators?|measures?|metrics?|variables?)|positions?"
    r"|descriptions?|accounts?|remarks?|series|type|kind|unit|label|subject|particulars|details|kennzahl(?:en)?|posten"
    r"|指标|项目|名称"
)
_MARKED = re.compile(r".*(?:[*†‡§#¹²³⁰-⁹]|\b[a-z\d]\))\s*", re.DOTALL | re.IGNORECASE)
_SIDE = re.compile(r"(?:units?|currency|scale|status|basis|notes?|remarks?|comments?|单位|备注)\W*", re.IGNORECASE)


def own_doubts(
    grid: Grid, layout: Layout, headings: Sequence[str], labels: Sequence[Label], columns: Sequence[Column]
) -> Iterator[str]:
    """Yield what in a grid makes its facts uncertain; `headings` are those of all columns, joined."""
    if layout.shape != "single":
        yield from _of_labels(labels)
        yield from _of_heading(headings[layout.label], turned=layout.turned)
    used = [normal(headings[column]) for column in sorted({layout.label, *layout.values})]
    if len(set(used)) < len(used):
        yield "two columns have the same heading"
    if layout.label > 0 and layout.shape == "wide":
        yield "another column stands before the labels"
    if any(span.row + span.height > layout.header + (layout.depth > 1) for span in grid.spans):
        yield "cells are merged below the header"
    top = layout.header - layout.depth + 1
    above = (grid.row(row) for row in range(top))
    if any(sum(bool(text.strip()) for text in texts) > 1 and not is_unit_row(texts) for texts in above):
        yield "the header has more than one row"
    yield from _of_rows(grid, layout)
    if any(_says_more(grid, layout, column) for column in range(grid.columns)):
        yield "a column beside the values says more of them"


def summed_doubts(labels: Sequence[Label], values: Sequence[Row]) -> Iterator[str]:
    """Yield that rows may hold sums; the values are those of the labels that are no totals."""
    if any(may_aggregate(label.text) for label in labels if not label.total) or may_be_summed(values):
        yield "a row may hold a total or a part of another"


def _of_labels(labels: Sequence[Label]) -> Iterator[str]:
    keys = [(normal(label.text), label.period.label if label.period else "") for label in labels]
    if len(set(keys)) < len(keys):
        yield "two rows have the same label"
    if any(mentions_unit(label.text) or casts_doubt(label.text) for label in labels):
        yield "a label says more of its row's values"
    if any(_MARKED.fullmatch(label.text) for label in labels):
        yield "a label has a mark"


def _of_heading(heading: str, *, turned: bool) -> Iterator[str]:
    corner = corner_unit_of(heading)
    role = corner[0] if corner else heading
    if not turned and _NO_ROLE.fullmatch(normal(role)):
        yield "the labels' heading does not say what they name"
    elif mentions_unit(role) or casts_doubt(role):
        yield "the labels' heading says more of the values"


def _of_rows(grid: Grid, layout: Layout) -> Iterator[str]:
    below = range(layout.header + 1, grid.rows)
    if any(not _is_read(grid, layout, row) for row in below):
        yield "a row holds no values that can be read"
    if any(_folded(grid.row(row)) == _folded(grid.row(layout.header)) for row in below):
        yield "the header is repeated"


def _folded(texts: Sequence[str]) -> list[str]:
    return [normal(text) for text in texts]


def _is_read(grid: Grid, layout: Layout, row: int) -> bool:
    """Whether a row is an entity's with some number, or empty, or names the source of the figures."""
    texts = [text for text in grid.row(row) if text.strip()]
    if not texts or (len(texts) == 1 and is_source(texts[0])):
        return True
    shown = [grid.text(row, column).strip() for column in layout.values]
    numbers = any(map(numeral_of, shown)) or (layout.shape != "wide" and all(text in UNKNOWN for text in shown))
    return numbers and bool(grid.text(row, layout.label).strip())


def _says_more(grid: Grid, layout: Layout, column: int) -> bool:
    if column in (layout.label, layout.period, layout.unit, *layout.values):
        return False
    if _SIDE.fullmatch(grid.text(layout.header, column).strip()):
        return True
    texts = (grid.text(row, column) for row in range(layout.header + 1, grid.rows))
    return any(not numeral_of(text) and (mentions_unit(text) or casts_doubt(text)) for text in texts)
