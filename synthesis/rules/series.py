"""One measure in one table with its certain facts, and which series are one measure in other units or currencies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from assay.tables import Fact, Label, Measure, TypedTable, Unit
from assay.tables.records import normal

# So many equal values are no chance.
_FEWEST_EQUAL = 3
# So many different values do not stand in one ratio by chance.
_FEWEST_SHARED = 6


@dataclass(frozen=True, eq=False)
class Series:
    """One measure in one table: its certain facts by entity and period.

    `alone` says that no other table of the domain holds the measure over another population; `kin` is the one name
    of the measure where documents call it by several. A `converted` one tells what another series tells, in another
    currency by rates that change: its values may be compared within a year, not from year to year.
    """

    table: TypedTable
    measure: Measure
    facts: Mapping[tuple[str, str], Fact]
    alone: bool = True
    kin: str = ""
    converted: bool = False

    @property
    def place(self) -> tuple[str, str, str]:
        """The path, the artifact and the name of the measure."""
        return self.table.path, self.table.artifact, self.measure.name

    @cached_property
    def entities(self) -> frozenset[str]:
        """The entities of the table."""
        return self.table.entities

    @cached_property
    def rows(self) -> Mapping[str, Label]:
        """The labels of the table by entity."""
        return {normal(label.text): label for label in self.table.labels if not label.total}

    def words(self, column: int) -> frozenset[str]:
        """Return what a column of words says of the entities."""
        return frozenset(normal(self.table.grid.text(label.row, column)) for label in self.rows.values())

    @cached_property
    def full_periods(self) -> tuple[str, ...]:
        """The periods in which every entity has a certain fact, in order."""
        periods = sorted({period for _, period in self.facts})
        return tuple(period for period in periods if all((name, period) in self.facts for name in self.entities))

    @cached_property
    def calendar(self) -> str:
        """The calendar of its periods, empty where they are of several."""
        found = {fact.period.calendar for fact in self.facts.values()}
        return found.pop() if len(found) == 1 else ""

    @cached_property
    def yearly(self) -> bool:
        """Whether its periods are years of one calendar."""
        return self.calendar in ("year", "fiscal")

    @cached_property
    def dated(self) -> bool:
        """Whether its values were observed on days of their own for each entity."""
        return self.calendar == "date"

    @cached_property
    def span(self) -> tuple[str, ...]:
        """The longest run of full years that follow each other, the last one where two are equal."""
        best: list[str] = []
        run: list[str] = []
        for period in self.full_periods if self.yearly else ():
            run = [*run, period] if run and year_of(period) == year_of(run[-1]) + 1 else [period]
            best = run if len(run) >= len(best) else best
        return tuple(best)

    @cached_property
    def grows(self) -> bool:
        """Whether growth in percent says something of it: not of a percentage or an index, nor below nothing."""
        relative = is_relative(self.measure.unit)
        return not (relative or self.converted) and all(fact.value > 0 for fact in self.facts.values())


def is_relative(unit: Unit | None) -> bool:
    """Return whether a change in percent says little of values in a unit: of shares, indices, and what has no unit."""
    return unit is None or unit.dimension in ("%", "percent", "°C") or "points" in unit.dimension


def year_of(period: str) -> int:
    """Return the first year that a period's label names."""
    return int(period.removeprefix("FY")[:4])


def with_conversions(series: Sequence[Series]) -> Iterator[Series]:
    """Yield the series, under one name where one is another in another unit, and marked where the factor changes."""
    rates = [one for one in series if one.table.shape == "single"]
    for one in series:
        found = (other for rate in rates for other in series if _is_converted(one, other, rate))
        origin = next(found, None)
        kin = min((other.kin for other in series if _is_rescaled(one, other)), default=one.kin)
        yield replace(one, kin=min(one.kin, kin)) if origin is None else replace(one, kin=origin.kin, converted=True)


def _is_rescaled(one: Series, other: Series) -> bool:
    first, second = one.measure.unit, other.measure.unit
    if first is None or second is None or first.dimension == second.dimension or one.entities != other.entities:
        return False
    return _proportional(one.facts, other.facts)


def _is_converted(one: Series, other: Series, rate: Series) -> bool:
    unit, first, second = rate.measure.unit, one.measure.unit, other.measure.unit
    if unit is None or first is None or second is None or first.dimension == second.dimension:
        return False
    dear, _, cheap = unit.base.casefold().partition(" per ")
    if (first.dimension.rstrip("s"), second.dimension.rstrip("s")) != (dear.rstrip("s"), cheap.rstrip("s")):
        return False
    shared = [key for key in one.facts if key in other.facts and ("", key[1]) in rate.facts]
    equal = [
        key for key in shared
        if amount(one.facts[key]) == amount(other.facts[key]) * Fraction(rate.facts["", key[1]].value)
    ]  # fmt: skip
    return len(equal) >= _FEWEST_EQUAL and 2 * len(equal) > len(shared)


def _proportional(one: Mapping[tuple[str, str], Fact], other: Mapping[tuple[str, str], Fact]) -> bool:
    """Whether two measures differ by one factor everywhere: one measure in units of unknown relation."""
    shared = [key for key in one if key in other and other[key].value]
    values = {other[key].value for key in shared}
    if len(shared) < _FEWEST_SHARED or len(values) < _FEWEST_SHARED:
        return False
    ratio = Fraction(one[shared[0]].value) / Fraction(other[shared[0]].value)
    return all(Fraction(one[key].value) == ratio * Fraction(other[key].value) for key in shared)


def amount(fact: Fact) -> Fraction:
    """Return a fact's value in the unit of its dimension by which values are compared."""
    return Fraction(fact.value) * (fact.unit.factor if fact.unit else 1)
