"""Rows that hold totals, recognised by their word or by arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from assay.tables.records import normal

_WORDS = frozenset(
    {"total", "totals", "sum", "subtotal", "grand total", "all", "overall", "合计", "总计", "gesamt", "insgesamt"}
)
_FEWEST_SUMMED = 2
_FEWEST_COLUMNS = 2


def is_total_word(label: str) -> bool:
    """Return whether a label says by itself that its row is a total."""
    text = normal(label).rstrip(":")
    return text in _WORDS or text.startswith(("total ", "total,")) or text.endswith(" total")


def summed_rows(rows: Sequence[Sequence[Decimal | None]]) -> frozenset[int]:
    """Return the indices of rows that in each column equal the sum of the rows since the total before them."""
    found, start = set[int](), 0
    for index, row in enumerate(rows):
        above = rows[start:index]
        if len(above) >= _FEWEST_SUMMED and _equals_sum(row, above):
            found.add(index)
            start = index + 1
    return frozenset(found)


def _equals_sum(row: Sequence[Decimal | None], above: Sequence[Sequence[Decimal | None]]) -> bool:
    compared = 0
    for column, value in enumerate(row):
        parts = [other[column] for other in above]
        if value is None or any(part is None for part in parts):
            continue
        if value != sum(part for part in parts if part is not None):
            return False
        compared += any(parts)
    return compared >= _FEWEST_COLUMNS
