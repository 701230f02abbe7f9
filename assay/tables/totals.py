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
    found = set[int]()
    sums: list[Decimal | None] = []
    since = 0
    for index, row in enumerate(rows):
        if since >= _FEWEST_SUMMED and _equals(row, sums):
            found.add(index)
            since = 0
            continue
        sums = list(row) if since == 0 else [_added(total, value) for total, value in zip(sums, row, strict=True)]
        since += 1
    return frozenset(found)


def _added(total: Decimal | None, value: Decimal | None) -> Decimal | None:
    return None if total is None or value is None else total + value


def _equals(row: Sequence[Decimal | None], sums: Sequence[Decimal | None]) -> bool:
    known = [(value, total) for value, total in zip(row, sums, strict=True) if value is not None and total is not None]
    return all(value == total for value, total in known) and sum(bool(total) for _, total in known) >= _FEWEST_COLUMNS
