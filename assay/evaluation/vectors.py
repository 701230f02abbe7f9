"""Amounts by entity and period, and whether two of them are one measure in two units."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, TypeAlias

Vector: TypeAlias = Mapping[tuple[str, str], Fraction]

# Two measures most of whose shared values have one ratio, but for rounding, are one measure in two units.
_FEWEST_SHARED, _SPREAD, _MOST = 2, Fraction(1, 200), Fraction(3, 5)
# Without common names, columns of fewer values than these may be alike by chance.
_FEWEST_ALIKE = 4


class Amount(Protocol):
    """A number with the names of its row and column."""

    @property
    def entity(self) -> str:
        """The entity, folded."""
        ...

    @property
    def period(self) -> str:
        """The period's label."""
        ...

    @property
    def amount(self) -> Fraction:
        """The number."""
        ...

    @property
    def total(self) -> bool:
        """Whether it stands in a total's row."""
        ...


def may_be(known: Vector, cells: Sequence[Amount], *, named: bool) -> bool:
    """Return whether cells under another name, or under none, may hold a measure in another unit."""
    amounts = {(cell.entity, cell.period): cell.amount for cell in cells if not cell.total}
    shared = amounts.keys() & known.keys()
    if len(shared) >= _FEWEST_SHARED:
        return _one_measure(known, amounts)
    return not named if shared else _alike(known, amounts)


def differs(known: Vector, amounts: Vector) -> bool:
    """Return whether numbers beside a mention are those of another measure."""
    return len(amounts.keys() & known.keys()) >= _FEWEST_SHARED and not _one_measure(known, amounts)


def _one_measure(known: Vector, amounts: Vector) -> bool:
    """Whether the shared values of some period have one ratio: a currency's changes from one to the next."""
    pairs: defaultdict[str, list[tuple[Fraction, Fraction]]] = defaultdict(list)
    for entity, period in amounts.keys() & known.keys():
        pairs[period].append((amounts[entity, period], known[entity, period]))
    several = [group for group in pairs.values() if len(group) >= _FEWEST_SHARED]
    return any(map(_one_ratio, several or [[pair for group in pairs.values() for pair in group]]))


def _alike(known: Vector, amounts: Vector) -> bool:
    """Whether a column under names of another language holds what a column of the measure holds."""
    return any(
        len(ours) == len(theirs) >= _FEWEST_ALIKE and _one_ratio(list(zip(theirs, ours, strict=True)))
        for period in {period for _, period in known}
        if (ours := _column(known, period)) and (theirs := _column(amounts, period))
    )


def _column(amounts: Vector, period: str) -> list[Fraction]:
    return sorted(amount for (_, when), amount in amounts.items() if when == period)


def _one_ratio(pairs: Iterable[tuple[Fraction, Fraction]]) -> bool:
    """Whether most pairs have the ratio of the middle one; the others may be restated."""
    ratios = sorted(theirs / ours for theirs, ours in pairs if ours)
    if not ratios:
        return False
    middle = ratios[len(ratios) // 2]
    near = sum(abs(ratio - middle) <= _SPREAD * abs(middle) for ratio in ratios)
    return near >= _MOST * len(ratios)
