"""What a question's superlatives may pick: the row that leads a series, a growth or a ratio, or the year of a peak."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import TypeAlias

from assay.evaluation.baselines.asking import Asked, Extreme, Named
from assay.evaluation.baselines.operators import growth
from assay.evaluation.baselines.periods import Mention
from assay.evaluation.baselines.series import Series
from assay.evaluation.baselines.table_program import extreme, numbers_at, periods_of, spanned

Ranking: TypeAlias = Sequence[tuple[float, Series]]

# So many tables of each measure are tried.
TABLES = 3
_NEAR, _UNUSED, _PEAK, _COMPARED, _AROUND, _CLAUSE = 40.0, 1.5, 0.4, 0.8, 90, 60
_STOP = re.compile(r"[.;:?](?=\s)")
_GROWTH = re.compile(r"\b(?:gr[eo]w\w*|increase\w*|change\w*|rise|rose|fall|fell)\b", re.IGNORECASE)
_RATIO = re.compile(r"\b(?:ratio|per|divided by|relative to)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Chosen:
    """An entity or a period that a part of a question picks, what is left of the question, and how well this fits."""

    asked: Asked
    entities: tuple[str, ...]
    score: float
    told: str
    files: tuple[str, ...] = ()


def choices(asked: Asked, ranking: Ranking) -> Iterator[Chosen]:
    """Yield what may be chosen first: the entities named, those beside words that are named, or an extreme."""
    named = tuple(dict.fromkeys([*(one.entity for one in asked.entities), *asked.held]))
    distinct = {id(one.series) for one in asked.measures}
    yield Chosen(asked, named, -_UNUSED if asked.extremes and len(distinct) > 1 else 0.0, "")
    for one in asked.extremes:
        for measure in asked.measures:
            yield from _extremes(asked, one, measure, named, ranking)


def _extremes(asked: Asked, one: Extreme, measure: Named, named: tuple[str, ...], ranking: Ranking) -> Iterator[Chosen]:
    near = 1.0 / (1.0 + _gap(asked, one.start, one.end, measure.start, measure.end) / _NEAR)
    left = replace(asked, measures=tuple(other for other in asked.measures if other is not measure), extremes=())
    words = asked.text[max(0, one.start - _AROUND) : one.end + _AROUND]
    for series in _own(measure, ranking):
        if not asked.entities:
            yield from _leaders(left, one, measure, series, near)
            if _GROWTH.search(words):
                yield from _growers(left, one, series, near)
            if _RATIO.search(words):
                yield from _dense(left, one, series, ranking, near)
        yield from _peaks(left, one, named, series, near)


def _own(measure: Named, ranking: Ranking) -> list[Series]:
    mine = frozenset(map(id, measure.series))
    return list(islice((series for _, series in ranking if id(series) in mine), TABLES))


def _leaders(left: Asked, one: Extreme, measure: Named, series: Series, near: float) -> Iterator[Chosen]:
    """Yield the entity that leads or trails a series in one of the periods named."""
    for mention in left.periods:
        gap = min(_gap(left, measure.start, measure.end, mention.start, mention.end),
                  _gap(left, one.start, one.end, mention.start, mention.end))  # fmt: skip
        values = _at(series, mention, left)
        score = 2.0 * near + 1.0 / (1.0 + gap / _NEAR)
        yield from _led(left, one, values, (mention,), score, series, f"{series.name} {mention.period}")


def _growers(left: Asked, one: Extreme, series: Series, near: float) -> Iterator[Chosen]:
    """Yield the entity whose numbers grew most or least between two periods that are named one after the other."""
    for first, last in zip(left.periods, left.periods[1:], strict=False):
        start, end = _at(series, first, left), _at(series, last, left)
        grown = {entity: growth(value, end[entity]) for entity, value in start.items() if entity in end}
        values = {entity: value for entity, value in grown.items() if value is not None}
        score = 2.0 * near + _COMPARED + 1.0 / (1.0 + _gap(left, one.start, one.end, first.start, last.end) / _NEAR)
        yield from _led(left, one, values, (first, last), score, series, f"growth of {series.name}")


def _dense(left: Asked, one: Extreme, series: Series, ranking: Ranking, near: float) -> Iterator[Chosen]:
    """Yield the entity with the largest or smallest ratio of a series to another measure that is named."""
    for measure in left.measures:
        if any(series is other for other in measure.series):
            continue
        rest = replace(left, measures=tuple(other for other in left.measures if other is not measure))
        for other in _own(measure, ranking)[:1]:
            for mention in left.periods:
                ours, theirs = _at(series, mention, left), _at(other, mention, left)
                values = {entity: value / theirs[entity] for entity, value in ours.items() if theirs.get(entity)}
                gap = _gap(left, one.start, one.end, mention.start, mention.end)
                score = 2.0 * near + _COMPARED + 1.0 / (1.0 + gap / _NEAR)
                yield from _led(rest, one, values, (mention,), score, series, f"{series.name} to {other.name}")


def _led(
    left: Asked,
    one: Extreme,
    values: Mapping[str, Fraction],
    used: tuple[Mention, ...],
    score: float,
    series: Series,
    told: str,
) -> Iterator[Chosen]:
    if values:
        entity = extreme(values, one.largest)
        others = tuple(other for other in left.periods if other not in used) or used
        words = f"{entity} is extreme in {told} of {series.path};"
        yield Chosen(replace(left, periods=others), (entity,), score, words, (series.path,))


def _at(series: Series, mention: Mention, left: Asked) -> dict[str, Fraction]:
    return numbers_at(series, next(iter(periods_of(replace(left, periods=(mention,)), series)), ""))


def _peaks(left: Asked, one: Extreme, named: tuple[str, ...], series: Series, near: float) -> Iterator[Chosen]:
    """Yield the period in which an entity's series is largest or smallest."""
    for entity in named:
        values = {period: spot.value for period, spot in series.of(entity).items() if spot.value is not None}
        span = spanned(values, left)
        if len(span) > 1:
            period = extreme(span, one.largest)
            told = f"{series.name} of {entity} is extreme in {period};"
            found = replace(left, periods=(Mention(period, 0, 0),))
            yield Chosen(found, named, 2.0 * near + _PEAK, told, (series.path,))


def _gap(asked: Asked, start: int, end: int, other_start: int, other_end: int) -> int:
    """Return how far two places of a question are apart; a clause that ends between them counts as far."""
    between = asked.text[min(end, other_end) : max(start, other_start)]
    return max(0, other_start - end, start - other_end) + _CLAUSE * len(_STOP.findall(between))
