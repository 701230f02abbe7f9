"""What each table tells of a measure before any of it is contested, and which tables are not one series together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from assay.tables import Fact, subject
from assay.tables.kindred import Name
from synthesis.rules.series import Series, amount

_Place: TypeAlias = tuple[str, str, str]
_Cells: TypeAlias = Mapping[tuple[str, str], Fact]


@dataclass(frozen=True, slots=True)
class Tellings:
    """All facts of a domain by the table and measure that tell them, and by the one name of the measure."""

    cells: Mapping[_Place, _Cells] = field(default_factory=dict[_Place, _Cells])
    kin: Mapping[_Place, str] = field(default_factory=dict[_Place, str])

    def tear(self, series: Iterable[Series]) -> bool:
        """Return whether any two of these series are one measure, but not one series over time."""
        return any(one.kin == other.kin and self.part(one, other) for one, other in combinations(series, 2))

    def part(self, one: Series, other: Series) -> bool:
        """Return whether two tables of a measure contradict each other, so that none carries on the other.

        Where they share nothing, a table that tells of both may not contradict either.
        """
        first, second = self._of(one), self._of(other)
        if first is second:
            return False
        if first.keys() & second.keys():
            return _contradict(first, second)
        return any(
            _contradict(held, first) or _contradict(held, second)
            for held in self._kindred(one, other)
            if held.keys() & first.keys() and held.keys() & second.keys()
        )

    def _of(self, series: Series) -> _Cells:
        return self.cells.get(series.place, series.facts)

    def _kindred(self, *series: Series) -> Iterator[_Cells]:
        names = {self.kin.get(one.place, one.kin) for one in series}
        yield from (cells for place, cells in self.cells.items() if self.kin[place] in names)


def tellings(facts: Sequence[Fact], kin: Mapping[Name, str]) -> Tellings:
    """Return what the tables of these facts tell, whether certain or not."""
    cells: defaultdict[_Place, dict[tuple[str, str], Fact]] = defaultdict(dict)
    names: dict[_Place, str] = {}
    for fact in facts:
        place, named = (fact.path, fact.artifact, fact.measure.name), subject(fact.measure)
        cells[place][fact.entity, fact.period.label] = fact
        names[place] = kin.get((fact.domain, named), named)
    return Tellings(cells, names)


def _contradict(one: _Cells, other: _Cells) -> bool:
    return any(not _alike(fact, other[key]) for key, fact in one.items() if key in other)


def _alike(one: Fact, other: Fact) -> bool:
    """Whether two values are one value but for the rounding of the coarser; units of unknown relation tell nothing."""
    if one.unit is None or other.unit is None or one.unit.dimension != other.unit.dimension:
        return True
    steps = {_step(one), _step(other)}
    apart = abs(amount(one) - amount(other))
    return apart * 2 <= max(steps) if len(steps) > 1 else apart == 0


def _step(fact: Fact) -> Fraction:
    """The last digit that a fact shows, in the unit by which values are compared."""
    last = Fraction(10) ** min(0, int(fact.value.as_tuple().exponent))
    return last * (fact.unit.factor if fact.unit else 1)
