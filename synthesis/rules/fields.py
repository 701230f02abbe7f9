"""The ground of walks: one group of joined series, the roles that its entities can be named by, and draws from it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice

from assay.tables.records import normal
from synthesis.rules import phrases
from synthesis.rules.evaluating import NO_VALUE, Evaluation
from synthesis.rules.ledger import Ledger
from synthesis.rules.phrases import noun, of, plural, rank, rankable, role_of, speakable
from synthesis.rules.series import Series
from synthesis.rules.trees import ENTITY, Choose, Look, Node, Word, applied, entities
from synthesis.rules.walks import Who

SHORTEST_SPAN = 3
# Winner and runner-up closer than this share of the winner are a near-tie, which another rounding could turn.
_NEAR_TIE = Fraction(1, 200)
# The same few choices are drawn again and again; so many are remembered.
_MOST_KEPT = 1 << 12


# Power and time are not divided among people or things, and nothing is divided among what happens or who is enrolled.
_NOT_SHARED = frozenset({"number", "W", "minutes", "hours", "days", "km", "kilometres"})
_EVENTS = re.compile(r"\b(?:requests?|applications?|claims|accidents|complaints|incidents|surveys|holders|members)\b")


@dataclass(frozen=True, slots=True)
class Field:
    """A group of series over the same entities, the series of items that name one of these, and a generator."""

    known: Ledger
    group: tuple[Series, ...]
    items: tuple[tuple[Series, int, str], ...]
    rng: random.Random

    def shuffled(self, series: Sequence[Series] | None = None) -> list[Series]:
        """Return series of the group in an order of the generator's choice."""
        found = list(self.group if series is None else series)
        self.rng.shuffle(found)
        return found

    def growing(self) -> list[Series]:
        """Return the series whose growth over several years says something, shuffled."""
        return [one for one in self.shuffled() if one.grows and len(one.span) >= SHORTEST_SPAN]

    def yearly(self) -> list[Series]:
        """Return the series with full years, shuffled."""
        return [one for one in self.shuffled() if one.yearly and one.full_periods]

    def span(self, series: Series, *, shortest: int = SHORTEST_SPAN) -> tuple[str, ...] | None:
        """Return some years of a series that follow each other, drawn; None where there are too few."""
        return drawn_span(series.span, self.rng, shortest)

    def common(self, one: Series, other: Series, *, shortest: int = SHORTEST_SPAN) -> tuple[str, ...] | None:
        """Return years that two series share, drawn; None where there are too few."""
        shared = tuple(period for period in one.span if period in other.span)
        return drawn_span(shared, self.rng, shortest)

    def pairs(self, series: Sequence[Series]) -> Iterator[tuple[Series, Series]]:
        """Yield pairs of series of different measures, shuffled."""
        found = [(one, other) for one in series for other in series if one.kin != other.kin]
        self.rng.shuffle(found)
        yield from found

    def seldom_told(self, periods: Sequence[str], *series: Series) -> list[str]:
        """Return the periods in which the fewest other documents tell these measures too: they make one needed."""
        others = [
            {period for other in self.group if _tells_too(other, one) for period in other.full_periods}
            for one in series
        ]  # fmt: skip
        told = {period: sum(period in known for known in others) for period in periods}
        return [period for period in periods if told[period] == min(told.values())]

    def whos(self, *but: Series) -> Iterator[Who]:
        """Yield roles by other measures than those of some series."""
        barred = {series.kin for series in but}
        makers = [_by_extremum, _by_extremum, _by_growth, _by_ratio, _by_item]
        for _ in range(3):
            self.rng.shuffle(makers)
            for maker in makers:
                yield from islice(maker(self, barred), 1)


def _tells_too(other: Series, one: Series) -> bool:
    return other.kin == one.kin and other.table.path != one.table.path


def field_of(known: Ledger, group: Sequence[Series], rng: random.Random) -> Field:
    """Return the field of a group: only what the grammar can speak of."""
    spoken = tuple(series for series in group if speakable(series))
    names = spoken[0].entities if spoken else frozenset[str]()
    role = normal(spoken[0].table.role) if spoken else ""
    items = [
        (series, column, heading)
        for series in known.series
        if series.table.shape == "items" and speakable(series) and series.alone and series.full_periods
        for column, heading in series.table.attributes
        if normal(heading) == role and series.words(column) <= names
    ]
    return Field(known, spoken, tuple(items), rng)


def drawn_span(periods: tuple[str, ...], rng: random.Random, shortest: int) -> tuple[str, ...] | None:
    """Return a run of periods with at least so many steps, as long as any or shorter."""
    if len(periods) <= shortest:
        return None
    length = rng.randint(shortest + 1, len(periods))
    start = rng.randint(0, len(periods) - length)
    return periods[start : start + length]


def extremum(series: Series, key: Node, *, largest: bool) -> Choose | None:
    """Return the choice of the entity with the largest or smallest key, None where two are nearly equal."""
    members = entities(series)
    values: list[Fraction] = []
    for name in members.names:
        try:
            value = Evaluation().of(key, (("entity", name),)).value
        except NO_VALUE:
            return None
        values.append(Fraction(value) if isinstance(value, Fraction | float) else Fraction(0))
    first, second = sorted(values, reverse=largest)[:2]
    return Choose(members, key, largest) if abs(first - second) > _NEAR_TIE * abs(first) else None


def is_level(series: Series) -> bool:
    """Return whether a measure is a level, such as a price or an average, which does not add up."""
    return phrases.is_level(series.measure)


def per_unit(one: Series, other: Series) -> bool:
    """Return whether the first measure per unit of the second says something: money or goods for each of a count."""
    first, second = one.measure.unit, other.measure.unit
    if first is None or second is None or is_level(one) or is_level(other):
        return False
    return (
        second.dimension == "number"
        and first.dimension not in _NOT_SHARED
        and not _EVENTS.search(other.measure.wording)
    )


@lru_cache(maxsize=_MOST_KEPT)
def _first(series: Series, period: str, largest: bool) -> Choose | None:
    return extremum(series, Look(series, ENTITY, period), largest=largest)


@lru_cache(maxsize=_MOST_KEPT)
def _first_grown(series: Series, start: str, end: str, largest: bool) -> Choose | None:
    grown = applied("growth", Look(series, ENTITY, start), Look(series, ENTITY, end))
    return extremum(series, grown, largest=largest)


@lru_cache(maxsize=_MOST_KEPT)
def _first_by_ratio(one: Series, other: Series, period: str, largest: bool) -> Choose | None:
    ratio = applied("quotient", Look(one, ENTITY, period), Look(other, ENTITY, period))
    return extremum(one, ratio, largest=largest)


def who_by(series: Series, period: str, *, largest: bool) -> Who | None:
    """Return the entity that is first by a measure in a period."""
    chosen = _first(series, period, largest)
    if chosen is None:
        return None
    role = role_of(series)
    top = rank(series.measure, first=largest)
    return Who(chosen, series, role, plural(role), top, noun(series.measure), f"in {period}")


def _by_extremum(field: Field, barred: set[str]) -> Iterator[Who]:
    for series in field.yearly():
        if series.alone and series.kin not in barred and rankable(series):
            period, largest = field.rng.choice(series.full_periods), field.rng.random() < 0.6
            who = who_by(series, period, largest=largest)
            if who is not None:
                yield who


def _by_growth(field: Field, barred: set[str]) -> Iterator[Who]:
    for series in field.growing():
        span = field.span(series)
        if series.alone and series.kin not in barred and span is not None:
            largest = field.rng.random() < 0.6
            chosen = _first_grown(series, span[0], span[-1], largest)
            if chosen is not None:
                role, thing = role_of(series), f"percentage growth of {of(noun(series.measure))}"
                when = f"from {span[0]} to {span[-1]}"
                yield Who(chosen, series, role, plural(role), "highest" if largest else "lowest", thing, when)


def _by_ratio(field: Field, barred: set[str]) -> Iterator[Who]:
    for one, other in field.pairs(field.growing()):
        shared = [period for period in one.full_periods if period in other.full_periods]
        if not shared or {one.kin, other.kin} & barred or not (one.alone and other.alone) or not per_unit(one, other):
            continue
        period, largest = field.rng.choice(shared), field.rng.random() < 0.6
        chosen = _first_by_ratio(one, other, period, largest)
        if chosen is not None:
            role = role_of(one)
            thing = f"ratio of {of(noun(one.measure))} to {of(noun(other.measure))}"
            yield Who(chosen, one, role, plural(role), "highest" if largest else "lowest", thing, f"in {period}")


def _by_item(field: Field, barred: set[str]) -> Iterator[Who]:
    for series, column, heading in field.rng.sample(field.items, len(field.items)):
        period, largest = field.rng.choice(series.full_periods), field.rng.random() < 0.6
        item = who_by(series, period, largest=largest)
        if item is not None and isinstance(item.node, Choose) and series.kin not in barred and rankable(series):
            node = Word(series, column, heading, item.node)
            role = role_of(field.group[0])
            yield Who(node, series, role, plural(role), item.top, item.thing, item.when, item.role, item.roles)
