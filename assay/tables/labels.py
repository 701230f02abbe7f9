"""The labels of a table's rows, and which of them are totals, by their word or by arithmetic."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from assay.model.grid import Grid
from assay.tables.layouts import Layout
from assay.tables.numbers import numeral_of
from assay.tables.periods import period_of
from assay.tables.records import Label, normal
from assay.tables.totals import Row, is_total_word, summed_rows


def labels_of(grid: Grid, layout: Layout) -> tuple[Label, ...]:
    """Return the labels of the rows that hold numbers."""
    period = layout.period
    below = range(layout.header + 1, grid.rows)
    single = layout.shape == "single"
    labels = [
        Label(
            row,
            text := "" if single else grid.text(row, layout.label).strip(),
            is_total_word(text),
            period_of(grid.text(row, period)) if period is not None else None,
        )
        for row in below
        # a row without numbers is a heading between groups or a remark below
        if grid.text(row, layout.label).strip() and any(_values(grid, layout, row))
    ]
    if single:
        return tuple(labels)
    # the arithmetic of a wide table leaves subtotals where they stand, that of a long one goes over its entities
    rows = by_entity(grid, layout, labels, words=True)
    summed = {name for index, name in enumerate(rows) if index in summed_rows(list(rows.values()))}
    return tuple(dataclasses.replace(label, total=label.total or _name(label, layout) in summed) for label in labels)


def by_entity(
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


def _name(label: Label, layout: Layout) -> str:
    """Return what tells a row's entity from others: its label, with its row where each row is one."""
    return normal(label.text) if layout.shape == "long" else f"{label.row} {normal(label.text)}"


def _values(grid: Grid, layout: Layout, row: int) -> Iterator[bool]:
    return (numeral_of(grid.text(row, column)) is not None for column in layout.values)
