"""Rows that hold totals, recognised by their word or by arithmetic, and rows that may hold some."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import TypeAlias

from assay.tables.records import normal

Row: TypeAlias = Sequence[Decimal | None]

_WORDS = frozenset(
    {"total", "totals", "sum", "subtotal", "sub-total", "grand total", "all", "overall", "合计", "总计", "小计"}
) | {"gesamt", "insgesamt", "summe", "group total", "altogether", "in total"}
# Such a row may hold a sum, a part of another row or an average: it is no entity beside the others.
_AGGREGATE = re.compile(
    r"(?:the )?(?:group|world|worldwide|global|europe|european union|eu|eu[ -]?\d\d|euro (?:area|zone)|eurozone|oecd"
    r"|asean|nation(?:al|wide)?|country|company|consolidated|international|domestic|全国|平均|其他)"
    r"|.*\b(?:of which|thereof|davon|averages?|mean|median|others?|rest|remaining|remainder|unallocated|eliminations?"
    r"|combined|aggregate|excluding|excl|including|incl|sum|subtotal|totals?)\b.*"
)
_FEWEST_SUMMED = 2
_FEWEST_COLUMNS = 2
# More rows than this are no population that anything is compared over.
_MOST_ROWS = 120
# The first or last row, as large as this part of all others together, may be a total that leaves something out.
_LARGE = Decimal("0.95")


def is_total_word(label: str) -> bool:
    """Return whether a label says by itself that its row is a total."""
    text = normal(label).rstrip(":")
    return text in _WORDS or text.startswith(("total ", "total,", "all ")) or text.endswith(" total")


def may_aggregate(label: str) -> bool:
    """Return whether a label may name a sum, a part or an average of other rows."""
    return _AGGREGATE.fullmatch(normal(label).rstrip(":")) is not None


def summed_rows(rows: Sequence[Row]) -> frozenset[int]:
    """Return the indices of rows that equal the sum of the rows since the total before them, or of all below."""
    found = set[int]()
    sums: list[Decimal | None] = []
    since = 0
    for index, row in enumerate(rows):
        if since >= _FEWEST_SUMMED and _equals(row, sums):
            found.add(index)
            since = 0
            continue
        sums = list(row) if since == 0 else _added(sums, row)
        since += 1
    if len(rows) > _FEWEST_SUMMED and not found and _equals(rows[0], _sum(rows[1:])):
        found.add(0)
    return frozenset(found)


def may_be_summed(rows: Sequence[Row]) -> bool:
    """Return whether any row comes near the sum of neighbours above or below, or near that of all others."""
    if not _FEWEST_SUMMED < len(rows) <= _MOST_ROWS:
        return False
    outer = (0, len(rows) - 1)
    return any(
        _near_neighbours(rows, index) or (index in outer and _outweighs(rows, index)) for index in range(len(rows))
    )


def _near_neighbours(rows: Sequence[Row], index: int) -> bool:
    others = [*rows[:index], *rows[index + 1 :]]
    return any(_near_a_run(rows[index], run) for run in (rows[:index][::-1], rows[index + 1 :], others))


def _near_a_run(row: Row, run: Sequence[Row]) -> bool:
    sums: list[Decimal | None] = []
    for count, other in enumerate(run, 1):
        sums = _added(sums, other) if sums else list(other)
        if count >= _FEWEST_SUMMED and _equals(row, sums, count + 1):
            return True
    return False


def _outweighs(rows: Sequence[Row], index: int) -> bool:
    sums = _sum([*rows[:index], *rows[index + 1 :]])
    known = [(value, total) for value, total in zip(rows[index], sums, strict=True) if value and total]
    return len(known) >= _FEWEST_COLUMNS and all(value >= _LARGE * total > 0 for value, total in known)


def _sum(rows: Sequence[Row]) -> list[Decimal | None]:
    sums = list(rows[0])
    for row in rows[1:]:
        sums = _added(sums, row)
    return sums


def _added(sums: Row, row: Row) -> list[Decimal | None]:
    return [None if total is None or value is None else total + value for total, value in zip(sums, row, strict=True)]


def _equals(row: Row, sums: Row, roundings: int = 0) -> bool:
    """Whether two rows are the same but for so many roundings of half a last digit."""
    known = [(value, total) for value, total in zip(row, sums, strict=True) if value is not None and total is not None]
    near = all(abs(value - total) * 2 <= roundings * _last_digit(value, total) for value, total in known)
    return near and sum(bool(total) for _, total in known) >= _FEWEST_COLUMNS


def _last_digit(*values: Decimal) -> Decimal:
    exponents = [int(value.as_tuple().exponent) for value in values]
    return Decimal(1).scaleb(min(0, *exponents))
