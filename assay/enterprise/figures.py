"""Draws every value of an organisation: years, months, quarters, dated values, and the totals over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random

from assay.enterprise.periods import all_years, fiscal_months, months, quarters, year_name
from assay.enterprise.plans import Domain
from assay.enterprise.records import Entity, Fact, Key, Measure
from assay.enterprise.series import apart, days, split, walk

Facts = dict[Key, Fact]


@dataclass(frozen=True, slots=True)
class Cast:
    """Who figures are drawn for: the organisation, its zones, its entities and their items."""

    place: Entity
    zones: tuple[Entity, ...]
    entities: tuple[Entity, ...]
    items: tuple[Entity, ...]

    def groups(self) -> Iterator[tuple[Entity, tuple[Entity, ...]]]:
        """Yield the organisation and its zones, each with the entities that it adds up."""
        half = (len(self.entities) + 1) // 2
        yield self.place, self.entities
        yield self.zones[0], self.entities[:half]
        yield self.zones[1], self.entities[half:]


def figures(random: Random, domain: Domain, cast: Cast) -> Facts:
    """Return every value of an organisation by entity, measure and period."""
    facts: Facts = {}
    sizes = {entity.name: random.randint(620, 1580) for entity in (*cast.entities, *cast.items)}
    for measure in domain.measures:
        owners = cast.items if measure.item else cast.entities
        if measure.dates:
            _dated(random, domain, measure, owners, facts)
            continue
        _yearly(random, domain, measure, owners, sizes, facts)
        _parts(random, domain, measure, owners, facts)
        if measure.sized and not measure.item:
            _totals(domain, measure, cast, facts)
    return facts


def _put(facts: Facts, domain: Domain, measure: Measure, entity: str, period: str, digits: int) -> None:
    value = Decimal(digits).scaleb(-measure.decimals)
    facts[entity, measure.name, period] = Fact(entity, measure.name, period, measure.unit, value, domain.vintage)


def _digits(facts: Facts, measure: Measure, entity: str, period: str) -> int:
    return int(facts[entity, measure.name, period].value.scaleb(measure.decimals))


def _yearly(
    random: Random, domain: Domain, measure: Measure, owners: Sequence[Entity], sizes: dict[str, int], facts: Facts
) -> None:
    years = tuple(all_years(domain))
    columns = [walk(random, measure, sizes[owner.name], len(years)) for owner in owners]
    for index, year in enumerate(years):
        for owner, digits in zip(owners, apart([column[index] for column in columns]), strict=True):
            _put(facts, domain, measure, owner.name, year_name(year, measure.fiscal), digits)


def _parts(random: Random, domain: Domain, measure: Measure, owners: Sequence[Entity], facts: Facts) -> None:
    """Split the last years into months or quarters, and let months of two years make a fiscal year."""
    years = tuple(all_years(domain))
    for owner in owners:
        for year in years[len(years) - measure.months :]:
            total = _digits(facts, measure, owner.name, str(year))
            for month, digits in zip(months(year), split(random, total, 12), strict=True):
                _put(facts, domain, measure, owner.name, month, digits)
        for year in years[len(years) - measure.quarters :]:
            total = _digits(facts, measure, owner.name, year_name(year, True))
            for quarter, digits in zip(quarters(year), split(random, total, 4), strict=True):
                _put(facts, domain, measure, owner.name, quarter, digits)
        if measure.months and domain.opens != 1:
            _fiscal(domain, measure, owner.name, facts)


def _fiscal(domain: Domain, measure: Measure, owner: str, facts: Facts) -> None:
    for year in all_years(domain):
        inside = [(owner, measure.name, month) for month in fiscal_months(domain, year)]
        if all(key in facts for key in inside):
            total = sum(_digits(facts, measure, owner, month) for _, _, month in inside)
            _put(facts, domain, measure, owner, year_name(year, True), total)


def _totals(domain: Domain, measure: Measure, cast: Cast, facts: Facts) -> None:
    periods = [period for entity, name, period in facts if (entity, name) == (cast.entities[0].name, measure.name)]
    for group, members in cast.groups():
        for period in periods:
            total = sum(_digits(facts, measure, member.name, period) for member in members)
            _put(facts, domain, measure, group.name, period, total)


def _dated(random: Random, domain: Domain, measure: Measure, owners: Sequence[Entity], facts: Facts) -> None:
    for owner in owners:
        moments = days(random, domain.first, domain.last, measure.dates)
        for moment, digits in zip(moments, walk(random, measure, 1000, measure.dates), strict=True):
            _put(facts, domain, measure, owner.name, moment, digits)


def plausible(domain: Domain, cast: Cast, facts: Facts) -> bool:
    """Return whether no figure contradicts another, shares stay below a hundred, and extrema are unique."""
    return _bounded(domain, facts) and _shares(facts.values()) and _distinct(domain, cast, facts)


def _bounded(domain: Domain, facts: Facts) -> bool:
    for smaller, larger, factor in domain.bounds:
        for (entity, measure, period), fact in facts.items():
            if measure == smaller and fact.value >= facts[entity, larger, period].value * factor:
                return False
    return True


def _shares(facts: Iterable[Fact]) -> bool:
    return all(fact.value < 95 for fact in facts if fact.unit == "%")


def _distinct(domain: Domain, cast: Cast, facts: Facts) -> bool:
    names = {entity.name for entity in cast.entities}
    seen: set[tuple[str, str, Decimal]] = set()
    split_up = {measure.name for measure in domain.measures if measure.months or measure.quarters}
    for (entity, measure, period), fact in facts.items():
        if entity in names and measure in split_up:
            if (measure, period, fact.value) in seen:
                return False
            seen.add((measure, period, fact.value))
    return True
