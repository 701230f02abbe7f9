"""Families over all entities: medians of rates, counts with comparison and negation, weighted means, sums of items."""

from __future__ import annotations

import re
from collections.abc import Iterator

from synthesis.rules.bridged import compound, plural_of
from synthesis.rules.evaluating import NO_VALUE, Evaluation
from synthesis.rules.fields import Field, is_level
from synthesis.rules.phrases import Form, decimals_of, form_of, is_count, noun, percent_form, plural, role_of, was
from synthesis.rules.series import Series
from synthesis.rules.trees import ENTITY, Every, Look, Node, Word, applied, entities
from synthesis.rules.walks import Walk

_COUNT = Form(None, None, 0, False, True, "as a whole number")


def medians_of_rates(field: Field) -> Iterator[Walk]:
    """Yield the median compound growth rate of the entities above the average of another measure."""
    for one, series in field.pairs(field.growing()):
        span = field.span(series)
        if one.alone and span is not None:
            for _ in range(2):
                period, above = field.rng.choice(one.full_periods), field.rng.random() < 0.6
                test = _against_mean(one, period, above=above)
                rates = Every(entities(series, test), compound(series, ENTITY, span))
                tree = applied("percent", applied("median", rates))
                ask = (
                    f"the median compound annual growth rate from {span[0]} to {span[-1]} of the "
                    f"{noun(series.measure)} of those {plural_of(series)} whose {noun(one.measure)} in {period} "
                    f"{was(noun(one.measure))} "
                    f"{'above' if above else 'below'} the average of all {plural_of(series)}"
                )
                yield Walk("median_of_rates", tree, percent_form(), ask, notes=(_AVERAGE,))


_AVERAGE = "The average is the unweighted arithmetic mean."


def _against_mean(series: Series, period: str, *, above: bool) -> Node:
    average = applied("mean", Every(entities(series), Look(series, ENTITY, period)))
    return applied("above" if above else "below", Look(series, ENTITY, period), average)


def counts(field: Field) -> Iterator[Walk]:
    """Yield how many entities are above the average in one measure and did not grow in another.

    Each of the two conditions changes the count.
    """
    for one, other in field.pairs(field.yearly()):
        if not one.alone or one.entities != other.entities or other.converted:
            continue
        span = field.common(other, other, shortest=1)
        period = field.rng.choice(one.full_periods)
        if span is None:
            continue
        for operator, words in field.rng.sample(_COMPARED, len(_COMPARED)):
            risen = applied("above", Look(other, ENTITY, span[-1]), Look(other, ENTITY, span[0]))
            above = _against_mean(one, period, above=True)
            test = applied(operator, above, risen)
            if not _each_counts(one, operator, above, risen):
                continue
            tree = applied("count", Every(entities(one, test), Look(one, ENTITY, period)))
            roles = plural_of(one)
            texts = {
                "first": f"whose {noun(one.measure)} in {period} {was(noun(one.measure))}",
                "average": f"above the average of all {roles}",
                "second": f"whose {noun(other.measure)} {was(noun(other.measure))}",
                "risen": f"higher in {span[-1]} than in {span[0]}",
            }
            ask = f"the number of {roles} {words.format(**texts)}"
            yield Walk("count", tree, _COUNT, ask, notes=(_AVERAGE,), labels=_labels(operator), shape=operator)
            # the same two conditions once more are no other question
            break


def _each_counts(series: Series, operator: str, first: Node, second: Node) -> bool:
    """Whether both conditions together hold for fewer entities than either alone, and for some."""
    names = entities(series).names
    try:
        found = [
            tuple(bool(Evaluation().of(test, (("entity", name),)).value) for test in (first, second)) for name in names
        ]
    except NO_VALUE:
        return False
    wanted = {"both": (True, True), "only_first": (True, False), "neither": (False, False)}[operator]
    together = sum(one == wanted for one in found)
    alone = [sum(one[at] == wanted[at] for one in found) for at in (0, 1)]
    return 0 < together < min(alone)


_COMPARED = (
    ("both", "{first} {average} and {second} {risen}"),
    ("only_first", "{first} {average} but {second} not {risen}"),
    ("neither", "{first} not {average} and {second} not {risen} either"),
)


def _labels(operator: str) -> tuple[str, ...]:
    return ("compare",) if operator == "both" else ("compare", "negation")


# What a level is an average over, where its own words do not say it.
_WEIGHTS = (
    (re.compile(r"\b(?:stay|infection|wait|patient)\b"), re.compile(r"\b(?:admissions|patients|cases|visits)\b")),
    (re.compile(r"\boccupancy\b"), re.compile(r"\bbeds\b")),
    (
        re.compile(r"\b(?:electricity price|tariff|interruption)\b"),
        re.compile(r"\b(?:metering points|customers|households)\b"),
    ),
    (re.compile(r"\b(?:returned|return rate|list price)\b"), re.compile(r"\bunits sold\b")),
    (re.compile(r"\b(?:basket|customer satisfaction)\b"), re.compile(r"\b(?:customers|visits|card holders)\b")),
    (re.compile(r"\bpunctuality\b"), re.compile(r"\b(?:trains|trips|journeys|deliveries)\b")),
)  # fmt: skip
_PER = re.compile(r"\bper (\w+)")


def _weighs(size: Series, level: Series) -> bool:
    """Whether a count is of that over which a level is an average."""
    if not is_count(size.measure) or size.kin == level.kin:
        return False
    words, counted = level.measure.wording.casefold(), noun(size.measure).casefold()
    per = _PER.search(words)
    if per is not None and re.search(rf"\b{re.escape(per[1])}(?:s|es)?\b", counted):
        return True
    return any(one.search(words) and other.search(counted) for one, other in _WEIGHTS)


def weighted_means(field: Field) -> Iterator[Walk]:
    """Yield the average of a level over all entities, weighted by a size."""
    levels = [series for series in field.yearly() if is_level(series)]
    for level in levels:
        for size in field.growing():
            shared = [period for period in level.full_periods if period in size.full_periods]
            if not _weighs(size, level) or not shared or level.entities != size.entities:
                continue
            period = field.rng.choice(shared)
            weighted = Every(
                entities(level), applied("product", Look(level, ENTITY, period), Look(size, ENTITY, period))
            )
            weights = Every(entities(size), Look(size, ENTITY, period))
            tree = applied("quotient", applied("total", weighted), applied("total", weights))
            decimals = max(decimals_of(fact.text) for fact in level.facts.values()) + 1
            ask = (
                f"the average {_bare(level)} of all {plural_of(level)} in {period}, weighted by their "
                f"{noun(size.measure)} in the same year"
            )
            yield Walk("weighted_mean", tree, form_of(level.measure.unit, decimals), ask)


def _bare(series: Series) -> str:
    return noun(series.measure).removeprefix("average ")


def item_sums(field: Field) -> Iterator[Walk]:
    """Yield the sum over all items that are recorded for the entity."""
    for items, column, heading in field.items:
        if is_level(items) or items.measure.unit is None:
            continue
        for who in field.whos(items):
            if who.via:
                continue
            period = field.rng.choice(items.full_periods)
            test = applied("same", Word(items, column, heading, ENTITY), who.node)
            tree = applied("total", Every(entities(items, test), Look(items, ENTITY, period)))
            decimals = max(decimals_of(fact.text) for fact in items.facts.values())
            ask = f"the combined {noun(items.measure)} in {period} of all {plural(role_of(items))} recorded for {{w}}"
            form = form_of(items.measure.unit, decimals)
            yield Walk("item_sum", tree, form, ask, (), who)


def bulk_sums(field: Field) -> Iterator[Walk]:
    """Yield a sum over the many items of the entities that are above the average of a measure."""
    for items, column, heading in field.items:
        for series in field.yearly():
            if is_level(items) or not series.alone or series.table.path == items.table.path:
                continue
            period, at = field.rng.choice(series.full_periods), field.rng.choice(items.full_periods)
            above = field.rng.random() < 0.5
            home = Word(items, column, heading, ENTITY)
            average = applied("mean", Every(entities(series), Look(series, ENTITY, period)))
            test = applied("above" if above else "below", Look(series, home, period), average)
            tree = applied("total", Every(entities(items, test), Look(items, ENTITY, at)))
            decimals = max(decimals_of(fact.text) for fact in items.facts.values())
            ask = (
                f"the combined {noun(items.measure)} in {at} of all {plural(role_of(items))} that are recorded for "
                f"{plural_of(series)} whose {noun(series.measure)} in {period} {was(noun(series.measure))} "
                f"{'above' if above else 'below'} the average of all {plural_of(series)}"
            )
            form = form_of(items.measure.unit, decimals)
            yield Walk("bulk_sum", tree, form, ask, notes=(_AVERAGE,))
