"""Figures that no document states and that follow all the same: what a total leaves when its other parts are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from assay.evaluation.absence import Cell, Holdings, Sought
from assay.evaluation.mentions import years
from assay.tables import TypedTable


def left_over(sought: Sought, archive: Holdings) -> str | None:
    """Return the table whose total leaves a figure over, None where none has all the other parts."""
    measure = archive.named(sought.measure)
    totals = [cell for cell in archive.cells if cell.total and cell.measure == measure and _same_year(cell, sought)]
    for total in totals:
        parts = {cell.entity: cell.amount for cell in archive.cells if _beside(cell, total)}
        if any(_leaves(table, parts, total, sought.entity) for table in _of(total, archive)):
            return f"{total.path} {total.artifact}"
    return None


def _leaves(table: TypedTable, parts: Mapping[str, Fraction], total: Cell, entity: str) -> bool:
    """Whether the entity is the one row without a number, or has no row and the others fall short of the total."""
    missing = table.entities.difference(parts)
    if missing:
        return missing == frozenset({entity})
    return entity not in parts and total.amount != sum(parts.values())


def _same_year(cell: Cell, sought: Sought) -> bool:
    return not years(cell.period).isdisjoint(years(sought.period))


def _of(total: Cell, archive: Holdings) -> Iterator[TypedTable]:
    return (table for table in archive.tables if (table.path, table.artifact) == (total.path, total.artifact))


def _beside(cell: Cell, total: Cell) -> bool:
    mine = cell.path, cell.artifact, cell.period, cell.measure
    return not cell.total and mine == (total.path, total.artifact, total.period, total.measure)
