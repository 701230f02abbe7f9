"""Families of walks about one entity that a role names: look-ups, growth, trends, shares, quotients, branches."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from synthesis.rules.evaluating import Evaluation
from synthesis.rules.fields import Field, is_level
from synthesis.rules.phrases import (
    decimals_of,
    form_of,
    noun,
    percent_form,
    plural,
    points_form,
    ratio_form,
    role_of,
    share_form,
    was,
)
from synthesis.rules.series import Series, year_of
from synthesis.rules.trees import (
    ENTITY,
    PERIOD,
    Apply,
    Branch,
    Constant,
    Every,
    Key,
    Look,
    Recorded,
    applied,
    entities,
    years,
)
from synthesis.rules.walks import Slot, Walk, Who

_TREND = (
    "Fit an ordinary least-squares line to the natural logarithm of the yearly values against the year and take "
    "exp(slope) - 1."
)


def slot(series: Series) -> Slot:
    """Return the slot of a series' measure."""
    return Slot(series, noun(series.measure))


def grown(series: Series, who: Key, start: str, end: str) -> Apply:
    """Return the growth of a series between two periods."""
    return applied("growth", Look(series, who, start), Look(series, who, end))


def compound(series: Series, who: Key, span: tuple[str, ...]) -> Apply:
    """Return the compound annual growth rate of a series over a span."""
    steps = Constant(Fraction(year_of(span[-1]) - year_of(span[0])))
    return applied("cagr", Look(series, who, span[0]), Look(series, who, span[-1]), steps)


def look_ups(field: Field) -> Iterator[Walk]:
    """Yield look-ups of one value."""
    for series in field.yearly():
        for who in field.whos(series):
            period = field.rng.choice(series.full_periods)
            decimals = max(decimals_of(fact.text) for fact in series.facts.values())
            form = form_of(series.measure.unit, decimals)
            yield Walk("look_up", Look(series, who.node, period), form, f"{{0}} in {period}", (slot(series),), who)


def growths(field: Field) -> Iterator[Walk]:
    """Yield growth in percent from one year of a document to another."""
    for series in field.growing():
        span = field.span(series)
        for who in field.whos(series):
            if span is not None:
                tree = applied("percent", grown(series, who.node, span[0], span[-1]))
                ask = f"the percentage growth of {{0}} from {span[0]} to {span[-1]}"
                yield Walk("growth", tree, percent_form(), ask, (slot(series),), who)


def _like(field: Field) -> Iterator[tuple[Series, Series]]:
    """Yield pairs of measures whose growth one compares: amounts with amounts, levels with levels."""
    yield from (pair for pair in field.pairs(field.growing()) if is_level(pair[0]) == is_level(pair[1]))


def growth_gaps(field: Field) -> Iterator[Walk]:
    """Yield growth of one measure less growth of another."""
    for one, other in _like(field):
        span = field.common(one, other)
        for who in field.whos(one, other):
            if span is not None:
                tree = applied(
                    "difference_pp", grown(one, who.node, span[0], span[-1]), grown(other, who.node, span[0], span[-1])
                )
                ask = f"the percentage growth of {{0}} from {span[0]} to {span[-1]} minus that of {{1}}"
                yield Walk("growth_gap", tree, points_form(), ask, (slot(one), slot(other)), who)


def mean_growth_gaps(field: Field) -> Iterator[Walk]:
    """Yield the mean yearly growth of one measure less that of another."""
    for one, other in _like(field):
        span = field.common(one, other)
        for who in field.whos(one, other):
            if span is not None:
                tree = applied("difference_pp", _mean_growth(one, who, span), _mean_growth(other, who, span))
                ask = f"the mean year-on-year growth rate of {{0}} from {span[0]} to {span[-1]} minus that of {{1}}"
                note = "Take the arithmetic mean of the yearly percentage changes."
                yield Walk("mean_growth_gap", tree, points_form(), ask, (slot(one), slot(other)), who, (note,))


def _mean_growth(series: Series, who: Who, span: tuple[str, ...]) -> Apply:
    listed = Every(years(series, span), Look(series, who.node, PERIOD))
    return applied("mean", applied("growths", listed))


def compound_rates(field: Field) -> Iterator[Walk]:
    """Yield compound annual growth rates."""
    for series in field.growing():
        span = field.span(series)
        for who in field.whos(series):
            if span is not None:
                tree = applied("percent", compound(series, who.node, span))
                ask = f"the compound annual growth rate of {{0}} from {span[0]} to {span[-1]}"
                yield Walk("cagr", tree, percent_form(), ask, (slot(series),), who)


def changes_from_largest(field: Field) -> Iterator[Walk]:
    """Yield the change from the largest value of a span to its last."""
    for series in field.growing():
        span = field.span(series)
        for who in field.whos(series):
            if span is not None:
                peak = applied("largest", Every(years(series, span), Look(series, who.node, PERIOD)))
                tree = applied("percent", applied("growth", peak, Look(series, who.node, span[-1])))
                ask = (
                    f"the percentage change of {{0}} to {span[-1]}, measured from the largest yearly value in the "
                    f"years from {span[0]} to {span[-1]}"
                )
                note = "The largest value is the base."
                yield Walk("base_largest", tree, percent_form(), ask, (slot(series),), who, (note,))


def log_trends(field: Field) -> Iterator[Walk]:
    """Yield yearly growth by a line through the logarithms."""
    for series in field.growing():
        span = field.span(series, shortest=4)
        for who in field.whos(series):
            if span is not None:
                listed = Every(years(series, span), Look(series, who.node, PERIOD))
                tree = applied("percent", applied("log_growth", listed))
                ask = (
                    f"the yearly growth rate of {{0}} by a log-linear trend over all years from {span[0]} to {span[-1]}"
                )
                yield Walk("log_trend", tree, percent_form(3), ask, (slot(series),), who, (_TREND,))


def shares(field: Field) -> Iterator[Walk]:
    """Yield the part of all entities' sum that one of them makes up."""
    for series in field.growing():
        if not _adds_up(series) or not series.alone:
            continue
        for who in field.whos(series):
            period = field.rng.choice(series.full_periods)
            every = Every(entities(series), Look(series, ENTITY, period))
            tree = applied("percent", applied("quotient", Look(series, who.node, period), applied("total", every)))
            ask = f"{{0}} in {period} as a percentage of the sum over all {who.roles}"
            yield Walk("share", tree, share_form(), ask, (slot(series),), who)


def _adds_up(series: Series) -> bool:
    unit = series.measure.unit
    level = is_level(series)
    return unit is not None and " per " not in f" {unit.base} " and not level


def rate_quotients(field: Field) -> Iterator[Walk]:
    """Yield one compound rate divided by another."""
    for one, other in _like(field):
        span = field.common(one, other)
        for who in field.whos(one, other):
            if span is not None:
                tree = applied("quotient", compound(one, who.node, span), compound(other, who.node, span))
                ask = f"the compound annual growth rate of {{0}} from {span[0]} to {span[-1]} divided by that of {{1}}"
                yield Walk("rate_quotient", tree, ratio_form(), ask, (slot(one), slot(other)), who)


def branches(field: Field) -> Iterator[Walk]:
    """Yield the growth of one of two measures, after whether a third has risen."""
    for one, other in _like(field):
        span = field.common(one, other)
        for third in field.yearly():
            if (
                span is None
                or third.converted
                or third.kin in (one.kin, other.kin)
                or not {span[0], span[-1]} <= set(third.full_periods)
            ):
                continue
            for who in field.whos(one, other, third):
                start, end = span[0], span[-1]
                test = applied("above", Look(third, who.node, end), Look(third, who.node, start))
                tree = applied(
                    "percent", Branch(test, grown(one, who.node, start, end), grown(other, who.node, start, end))
                )
                ask = (
                    f"the percentage growth from {start} to {end} of {{0}} if {{1}} {_verb(third)} higher in {end} "
                    f"than in {start}, and otherwise that of {{2}}"
                )
                yield Walk("branch", tree, percent_form(), ask, (slot(one), slot(third), slot(other)), who)


def _verb(series: Series) -> str:
    return was(noun(series.measure))


def annual_rates(field: Field) -> Iterator[Walk]:
    """Yield changes between days as yearly rates."""
    for series in field.shuffled():
        if series.dated and series.grows and _many_days(series):
            for who in field.whos(series):
                first, last = (Recorded(series, who.node, last) for last in (False, True))
                spent = applied("days", first, last)
                rate = applied("annualised", Look(series, who.node, first), Look(series, who.node, last), spent)
                start, end = (min(days)[:4] for days in _ends(series, who))
                ask = (
                    "the annualised rate of change of {0} between the first day on which it is recorded, in "
                    f"{start}, and the last one, in {end}"
                )
                note = "Annualise over the exact number of days between the two, with a year of 365 days."
                yield Walk("annualised", applied("percent", rate), percent_form(), ask, (slot(series),), who, (note,))


def _ends(series: Series, who: Who) -> tuple[list[str], list[str]]:
    name = str(Evaluation().of(who.node).value)
    days = sorted(day for entity, day in series.facts if entity == name)
    return [days[0]], [days[-1]]


def _many_days(series: Series) -> bool:
    names = [name for name, _ in series.facts]
    return all(names.count(name) > 1 for name in series.entities)


def plural_of(series: Series) -> str:
    """Return the plural of the role of a series' entities."""
    return plural(role_of(series))
