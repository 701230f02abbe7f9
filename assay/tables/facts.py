"""The facts in a typed table's cells, each certain or not."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from assay.model.canonical import Scalar
from assay.tables.numbers import Numeral, numeral_of
from assay.tables.records import Column, Fact, Label, Measure, Period, TypedTable, normal


def facts(table: TypedTable) -> list[Fact]:
    """Return the facts of the table's entities (totals are none), cell by cell in row order."""
    return [fact for label in table.labels if not label.total for fact in _row(table, label)]


def _row(table: TypedTable, label: Label) -> Iterator[Fact]:
    for column in table.columns:
        period = column.period or label.period
        numeral = numeral_of(table.grid.text(label.row, column.column))
        if period is not None and column.measure is not None and numeral is not None:
            yield _fact(table, label, column, column.measure, period, numeral)


def _fact(table: TypedTable, label: Label, column: Column, measure: Measure, period: Period, numeral: Numeral) -> Fact:
    text = table.grid.text(label.row, column.column).strip()
    plain = not numeral.mark and _means_what_it_shows(table.grid.cell(label.row, column.column).stored, numeral)
    percent = not numeral.percent or (measure.unit is not None and measure.unit.base in ("%", "percent"))
    return Fact(
        entity=normal(label.text),
        label=label.text,
        measure=measure,
        period=period,
        unit=measure.unit,
        value=numeral.value,
        text=text,
        domain=table.domain,
        path=table.path,
        artifact=table.artifact,
        row=column.column if table.turned else label.row,
        column=label.row if table.turned else column.column,
        certain=plain and percent and period.plain and measure.unit is not None and not table.doubts,
        heading=column.heading,
        keys=_keys(table, label),
    )


def _keys(table: TypedTable, label: Label) -> tuple[tuple[str, str], ...]:
    if table.period_column is None:
        return ()
    return ((table.period_heading, table.grid.text(label.row, table.period_column).strip()),)


def _means_what_it_shows(stored: Scalar, numeral: Numeral) -> bool:
    """Whether a typed cell stores the very number that it shows; a rounded display is two values at once."""
    if stored is None or isinstance(stored, str | bool):
        return True
    return Decimal(str(stored)) == numeral.value
