"""Families that reconcile: units, currencies and calendars of several documents."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from assay.tables import Unit
from synthesis.rules.bridged import slot
from synthesis.rules.conversions import converted
from synthesis.rules.fields import Field, is_level
from synthesis.rules.phrases import decimals_of, form_of, month_name, noun, percent_form, share_form
from synthesis.rules.series import Series, year_of
from synthesis.rules.trees import PERIOD, Constant, Every, Key, Look, Node, applied, years
from synthesis.rules.walks import Walk, Who

_MONTHS_A_YEAR = 12
# Periods that a role is tried with.
_TIMES = 3


# What is lost is a part of what was there.
_LOST = re.compile(r"\b(?:losses|loss)\b")
_STREAM = re.compile(r"\belectricity (?:generation|consumption)\b")
_MONEY = re.compile(r"euros?|crowns|dollars|pounds|yen|yuan|francs|EUR|USD|GBP|JPY|CNY|CHF")
_FEWEST_LETTERS = 5


def same_account(one: Series, other: Series) -> bool:
    """Return whether one measure can be held against another: both are money, or one names what the other does."""
    first, second = noun(one.measure), noun(other.measure)
    if all(series.measure.unit and _MONEY.fullmatch(series.measure.unit.base) for series in (one, other)):
        return True
    lost = (_LOST.search(first) and _STREAM.search(second)) or (_LOST.search(second) and _STREAM.search(first))
    words = {word for word in first.split() if len(word) >= _FEWEST_LETTERS} & set(second.split())
    return bool(words or lost)


def differences(field: Field) -> Iterator[Walk]:
    """Yield one measure less another of the same kind, in the unit of the first."""
    for one, other in field.pairs(field.yearly()):
        first, second = one.measure.unit, other.measure.unit
        shared = [period for period in one.full_periods if period in other.full_periods]
        if first is None or second is None or first.dimension != second.dimension or not shared:
            continue
        if is_level(one) or is_level(other) or not first.base or not one.grows or first.text == second.text:
            continue
        if not same_account(one, other) or not _exceeds(one, other):
            continue
        for who, period in _at_times(field, shared, one, other):
            looks = Look(one, who.node, period), converted(Look(other, who.node, period), second, first)
            decimals = max(decimals_of(fact.text) for fact in one.facts.values())
            form = form_of(first, decimals, plus=True)
            ask = f"{{0}} in {period} minus {{1}} in the same year"
            tree = applied("difference", *looks)
            yield Walk("difference", tree, form, ask, (slot(one), slot(other)), who, labels=("reconcile.unit",))


def ratios(field: Field) -> Iterator[Walk]:
    """Yield one measure as a percentage of another of the same kind that is told in another unit."""
    for one, other in field.pairs(field.growing()):
        first, second = one.measure.unit, other.measure.unit
        shared = [period for period in one.full_periods if period in other.full_periods]
        if first is None or second is None or first.dimension != second.dimension or not shared or not first.base:
            continue
        if first.text == second.text or is_level(one) or is_level(other):
            continue
        if not same_account(one, other) or not _exceeds(other, one):
            continue
        for who, period in _at_times(field, shared, one, other):
            top = converted(Look(one, who.node, period), first, second)
            tree = applied("percent", applied("quotient", top, Look(other, who.node, period)))
            ask = f"{{0}} in {period} as a percentage of {{1}} in the same year"
            slots = (slot(one), slot(other))
            yield Walk("unit_ratio", tree, share_form(), ask, slots, who, labels=("reconcile.unit",))


def _at_times(field: Field, periods: Sequence[str], *but: Series) -> Iterator[tuple[Who, str]]:
    """Yield roles, each with some of the periods that few documents tell."""
    seldom = field.seldom_told(periods, *but)
    for who in field.whos(*but):
        for period in field.rng.sample(seldom, min(len(seldom), _TIMES)):
            yield who, period


def _exceeds(one: Series, other: Series) -> bool:
    """Whether a measure is larger than another for every entity and period that both tell."""
    first, second = one.measure.unit, other.measure.unit
    shared = [key for key in one.facts if key in other.facts]
    if first is None or second is None:
        return False
    return all(_amount(one, key, first) > _amount(other, key, second) for key in shared)


def _amount(series: Series, key: tuple[str, str], unit: Unit) -> Fraction:
    return Fraction(series.facts[key].value) * unit.factor


def growths_across(field: Field) -> Iterator[Walk]:
    """Yield the growth of one measure from a year of one document to a year of another, in other units."""
    kin: defaultdict[str, list[Series]] = defaultdict(list)
    for series in field.yearly():
        if series.grows:
            kin[series.kin].append(series)
    for group in kin.values():
        for one in group:
            for other in group:
                yield from _across(field, one, other)


def _across(field: Field, one: Series, other: Series) -> Iterator[Walk]:
    first, second = one.measure.unit, other.measure.unit
    early, late = _only(one, other), _only(other, one)
    if not early or not late or first is None or second is None or first.dimension != second.dimension:
        return
    # tables that contradict each other anywhere are not one series, also where they agree
    if field.known.told.part(one, other):
        return
    for who in field.whos(one):
        start, end = field.rng.choice(early), field.rng.choice(late)
        if year_of(end) - year_of(start) < 2:
            continue
        base = converted(Look(one, who.node, start), first, second)
        tree = applied("percent", applied("growth", base, Look(other, who.node, end)))
        ask = f"the percentage growth of {{0}} from {start} to {end}"
        labels = ("reconcile.unit",) if first.text != second.text else ()
        yield Walk("growth", tree, percent_form(), ask, (slot(other),), who, labels=labels)


def _only(one: Series, other: Series) -> list[str]:
    """Return the full periods of which the other series tells nothing."""
    told = {period for _, period in other.facts}
    return [period for period in one.full_periods if period not in told]


def fiscal_sums(field: Field) -> Iterator[Walk]:
    """Yield the sum of twelve months that make a fiscal year."""
    for series, first, _ in _fiscal(field):
        for who in field.whos(series):
            months = _months_from(first)
            words = f"the fiscal year from {_span(months)}"
            yield _total("fiscal_total", series, who, words, months, ("reconcile.calendar",))


def fiscal_growths(field: Field) -> Iterator[Walk]:
    """Yield the growth of the sum of the months of one fiscal year to that of the next."""
    for series, first, full in _fiscal(field):
        months, before = _months_from(first), _months_from(_year_earlier(first))
        for who in field.whos(series):
            if set(before) <= full:
                sums = _sum(series, who.node, before), _sum(series, who.node, months)
                tree = applied("percent", applied("growth", *sums))
                ask = (
                    f"the percentage growth of the total of {{0}} from the fiscal year of {_span(before)} to the "
                    f"fiscal year of {_span(months)}"
                )
                labels = ("reconcile.calendar",)
                yield Walk("fiscal_growth", tree, percent_form(), ask, (slot(series),), who, labels=labels)


def month_sums(field: Field) -> Iterator[Walk]:
    """Yield the sum of the months of a calendar year."""
    for series in _monthly(field):
        for year in sorted({period[:4] for period in series.full_periods}):
            months = _months_from(f"{year}-01")
            for who in field.whos(series):
                if set(months) <= set(series.full_periods):
                    yield _total("month_total", series, who, year, months, ("aggregate.months",))


def _monthly(field: Field) -> list[Series]:
    return [one for one in field.shuffled() if one.calendar == "month" and not is_level(one) and one.grows]


def _fiscal(field: Field) -> Iterator[tuple[Series, str, set[str]]]:
    for series in _monthly(field):
        full = set(series.full_periods)
        for _, first in field.known.fiscal_years(series):
            if set(_months_from(first)) <= full:
                yield series, first, full


def _total(
    family: str, series: Series, who: Who, year: str, months: tuple[str, ...], labels: tuple[str, ...]
) -> Walk:  # fmt: skip
    decimals = max(decimals_of(fact.text) for fact in series.facts.values())
    ask = f"the total of {{0}} over the twelve months of {year}"
    form = form_of(series.measure.unit, decimals)
    return Walk(family, _sum(series, who.node, months), form, ask, (slot(series),), who, labels=labels)


def _sum(series: Series, who: Key, months: tuple[str, ...]) -> Node:
    return applied("total", Every(years(series, months), Look(series, who, PERIOD)))


def _span(months: tuple[str, ...]) -> str:
    return f"{month_name(months[0])} to {month_name(months[-1])}"


def _months_from(first: str) -> tuple[str, ...]:
    year, month = map(int, first.split("-"))
    return tuple(f"{year + (month - 1 + at) // 12}-{(month - 1 + at) % 12 + 1:02d}" for at in range(_MONTHS_A_YEAR))


def _year_earlier(first: str) -> str:
    return f"{int(first[:4]) - 1}{first[4:]}"


def currencies(field: Field) -> Iterator[Walk]:
    """Yield a measure in one currency as a percentage of another in the other one, by the rate of the period."""
    for rate in field.known.rates:
        unit = rate.measure.unit
        if unit is None:
            continue
        dear, cheap = unit.base.casefold().split(" per ")
        for one, other in field.pairs(field.yearly()):
            first, second = one.measure.unit, other.measure.unit
            if first is None or second is None or not _is(first, dear) or not _is(second, cheap):
                continue
            if field.known.mixes((rate.table.path, one.table.path)):
                continue
            shared = [p for p in one.full_periods if p in other.full_periods and ("", p) in rate.facts]
            if is_level(one) or is_level(other) or _is_same(rate, one, other, shared):
                continue
            for who, period in _at_times(field, shared, one, other):
                yield _in_other_currency(rate, one, other, who, period)


def _in_other_currency(rate: Series, one: Series, other: Series, who: Who, period: str) -> Walk:
    first, second = one.measure.unit, other.measure.unit
    assert first is not None
    assert second is not None
    value = applied("quotient", Look(one, who.node, period), Look(rate, "", period))
    scale = first.factor / second.factor
    top = value if scale == 1 else applied("product", value, Constant(Fraction(scale)))
    tree = applied("percent", applied("quotient", top, Look(other, who.node, period)))
    ask = f"{{0}} in {period} as a percentage of {{1}} in the same year"
    note = f"Convert at the average exchange rate that the documents give for {period}."
    slots = (slot(one), slot(other))
    return Walk("currency_ratio", tree, share_form(), ask, slots, who, (note,), ("reconcile.currency",))


def _is_same(rate: Series, one: Series, other: Series, shared: Sequence[str]) -> bool:
    """Whether two series are one measure in two currencies."""
    first, second = one.measure.unit, other.measure.unit
    keys = [key for key in one.facts if key in other.facts and key[1] in shared]
    if first is None or second is None:
        return True
    return any(
        _amount(one, key, first) == _amount(other, key, second) * Fraction(rate.facts["", key[1]].value) for key in keys
    )


def _is(unit: Unit, currency: str) -> bool:
    return unit.dimension.rstrip("s") == currency.rstrip("s")
