"""Figures that no document states and that follow all the same: what is left of a total or an average over all."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from assay.evaluation.absence import Cell, Holdings, Sought
from assay.evaluation.mentions import years
from assay.tables import TypedTable
from assay.tables.totals import may_aggregate


def left_over(sought: Sought, archive: Holdings) -> str | None:
    """Return what tells a total or an average that leaves a figure over, None where not all the others are known.

    The whole may stand in a row or in a sentence, and the others in any table.
    """
    measure = archive.named(sought.measure)
    mine = [cell for cell in archive.cells if cell.measure == measure and _same_year(cell, sought)]
    known = frozenset(cell.entity for cell in mine if not cell.whole)
    tables = [table for table in archive.tables if _gives(table, measure, archive)]
    if any(_rows(table) - known == frozenset({sought.entity}) for table in tables):
        return next(archive.wholes(sought), None)
    for total in (cell for cell in mine if cell.total):
        parts = {cell.entity: cell.amount for cell in mine if _beside(cell, total)}
        if any(_falls_short(table, parts, total, sought.entity) for table in tables if _place(table) == _place(total)):
            return f"{total.path} {total.artifact}"
    return None


def _falls_short(table: TypedTable, parts: Mapping[str, Fraction], total: Cell, entity: str) -> bool:
    """Whether the entity has no row, and the others have numbers that fall short of the total."""
    return _rows(table) <= parts.keys() and entity not in parts and total.amount != sum(parts.values())


def _rows(table: TypedTable) -> frozenset[str]:
    return frozenset(entity for entity in table.entities if not may_aggregate(entity))


def _gives(table: TypedTable, measure: str, archive: Holdings) -> bool:
    return any(column.measure and archive.named(column.measure.name) == measure for column in table.columns)


def _same_year(cell: Cell, sought: Sought) -> bool:
    return not years(cell.period).isdisjoint(years(sought.period))


def _place(where: TypedTable | Cell) -> tuple[str, str]:
    return where.path, where.artifact


def _beside(cell: Cell, total: Cell) -> bool:
    return not cell.whole and (*_place(cell), cell.period) == (*_place(total), total.period)
