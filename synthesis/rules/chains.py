"""Families of three and more hops: the year of an extremum, then what else was true in it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from synthesis.rules.bridged import slot
from synthesis.rules.evaluating import NO_VALUE, Evaluation
from synthesis.rules.fields import Field, extremum, is_level
from synthesis.rules.phrases import decimals_of, form_of, noun, percent_form, plural, rank, rankable, role_of, was
from synthesis.rules.series import Series
from synthesis.rules.trees import ENTITY, PERIOD, Choose, Every, Look, applied, entities, years
from synthesis.rules.walks import Walk, Who

_SHORTEST = 4


def peak_look_ups(field: Field) -> Iterator[Walk]:
    """Yield a value in the year in which another measure of the entity was highest."""
    for series, year, span, who in _peaks(field):
        for target in field.yearly():
            if target.kin not in (series.kin, who.series.kin) and set(span) <= set(target.full_periods):
                decimals = max(decimals_of(fact.text) for fact in target.facts.values())
                ask = (
                    f"{{0}} in the year, of those from {span[0]} to {span[-1]}, in which {{1}} {_was_top(series, year)}"
                )
                tree = Look(target, who.node, year)
                form = form_of(target.measure.unit, decimals)
                yield Walk("peak_look_up", tree, form, ask, (slot(target), slot(series)), who)


def changes_since_peak(field: Field) -> Iterator[Walk]:
    """Yield the change of a measure from the year of another's extremum to the last year."""
    for series, year, span, who in _peaks(field, but_last=True):
        for target in field.growing():
            if target.kin not in (series.kin, who.series.kin) and set(span) <= set(target.full_periods):
                ask = (
                    f"the percentage change of {{0}} to {span[-1]}, measured from the year, of those from {span[0]} to "
                    f"{span[-2]}, in which {{1}} {_was_top(series, year)}"
                )
                start, end = Look(target, who.node, year), Look(target, who.node, span[-1])
                tree = applied("percent", applied("growth", start, end))
                yield Walk("change_since_peak", tree, percent_form(), ask, (slot(target), slot(series)), who)


def first_in_peak_years(field: Field) -> Iterator[Walk]:
    """Yield a value of the entity that was first in the year in which a sum over all was highest."""
    for series in field.growing():
        span = field.span(series, shortest=_SHORTEST)
        if span is None or is_level(series):
            continue
        for largest in field.rng.sample((True, False), 2):
            year = _year_of_sum(series, span, largest)
            for leader in field.yearly():
                if year is None or leader.kin == series.kin or not set(span) <= set(leader.full_periods):
                    continue
                yield from _then(field, series, year, span, leader, largest)


def _then(
    field: Field, series: Series, year: Choose, span: tuple[str, ...], leader: Series, largest: bool
) -> Iterator[Walk]:
    first = extremum(leader, Look(leader, ENTITY, year), largest=True) if leader.alone and rankable(leader) else None
    role = role_of(leader)
    when = (
        f"in the year, of those from {span[0]} to {span[-1]}, in which the sum of the {noun(series.measure)} of all "
        f"{plural(role)} was {'largest' if largest else 'smallest'}"
    )
    for target in field.yearly():
        if first is None or target.kin in (series.kin, leader.kin):
            continue
        period = field.rng.choice(target.full_periods)
        decimals = max(decimals_of(fact.text) for fact in target.facts.values())
        who = Who(
            first, leader, role, plural(role), rank(leader.measure, first=True), noun(leader.measure), when
        )  # fmt: skip
        form = form_of(target.measure.unit, decimals)
        yield Walk("peak_leader", Look(target, first, period), form, f"{{0}} in {period}", (slot(target),), who)


def _year_of_sum(series: Series, span: tuple[str, ...], largest: bool) -> Choose | None:
    total = applied("total", Every(entities(series), Look(series, ENTITY, PERIOD)))
    chosen = Choose(years(series, span), total, largest)
    return chosen if _is_clear(chosen) else None


def _peaks(field: Field, *, but_last: bool = False) -> Iterator[tuple[Series, Choose, tuple[str, ...], Who]]:
    for series in filter(rankable, field.yearly()):
        span = None if series.converted else field.span(series, shortest=_SHORTEST)
        for who in field.whos(series):
            if span is None:
                continue
            within = span[:-1] if but_last else span
            year = Choose(years(series, within), Look(series, who.node, PERIOD), field.rng.random() < 0.6)
            if _is_clear(year):
                yield series, year, span, who


def _was_top(series: Series, year: Choose) -> str:
    return f"{was(noun(series.measure))} {rank(series.measure, first=year.largest)}"


def _is_clear(year: Choose) -> bool:
    """Whether the first year is the only one, by more than a rounding."""
    values: list[Fraction] = []
    for name in year.members.names:
        try:
            value = Evaluation().of(year.key, (("period", name),)).value
        except NO_VALUE:
            return False
        values.append(Fraction(value) if isinstance(value, Fraction | float) else Fraction(0))
    first, second = sorted(values, reverse=year.largest)[:2]
    return abs(first - second) > abs(first) / 500
