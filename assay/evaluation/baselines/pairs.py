"""Operations on one entity's numbers of two measures, from whatever tables they stand in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from assay.evaluation.baselines.amounts import converted, shown
from assay.evaluation.baselines.asking import Asked
from assay.evaluation.baselines.operators import growth
from assay.evaluation.baselines.ranking import in_unit, plain
from assay.evaluation.baselines.series import Series
from assay.evaluation.baselines.table_program import periods_of

Told = tuple[float, str, str, tuple[str, ...]]
_PAIR, _CUE, _LONG, _ORDER, _UNNAMED = 0.5, 1.0, 30.0, 0.4, 1.0


def paired(
    asked: Asked, entities: Sequence[str], targets: Sequence[tuple[float, Series]], cues: Mapping[str, int]
) -> Iterator[Told]:
    """Yield what each pair of series gives for the entities: weight, words, answer and files."""
    for score, one in targets:
        for other_score, other in targets:
            order = _order(asked, one, other)
            if order is None:
                continue
            mean = (score + other_score) / 2 + _PAIR + order
            for fit, told, answer in _results(asked, entities, one, other, cues):
                yield mean + fit, f"{told} of {one.name} and {other.name}", answer, (one.path, other.path)


def _order(asked: Asked, one: Series, other: Series) -> float | None:
    """Return more where a question names the first measure first, None where the two are one measure."""
    first, second = _place(asked, one), _place(asked, other)
    if one.name == other.name or (first is not None and first == second):
        return None
    return -_UNNAMED if first is None or second is None else _ORDER if first < second else -_ORDER


def _place(asked: Asked, series: Series) -> int | None:
    return next((one.start for one in asked.measures if any(series is other for other in one.series)), None)


def _results(
    asked: Asked, entities: Sequence[str], one: Series, other: Series, cues: Mapping[str, int]
) -> Iterator[tuple[float, str, str]]:
    for entity in entities:
        ours = {period: spot.value for period, spot in one.of(entity).items() if spot.value is not None}
        theirs = {period: spot.value for period, spot in other.of(entity).items() if spot.value is not None}
        for period in periods_of(asked, one):
            if period in ours and period in theirs:
                yield from _same_period(asked, one, other, (ours[period], theirs[period]), cues)
        times = [when.period for when in asked.periods if when.period in ours and when.period in theirs]
        if len(times) >= 2:
            yield from _growths(asked, (ours, theirs), (times[0], times[-1]), cues)


def _same_period(
    asked: Asked, one: Series, other: Series, values: tuple[Fraction, Fraction], cues: Mapping[str, int]
) -> Iterator[tuple[float, str, str]]:
    ours, theirs = values
    common = converted(theirs, other.unit, one.unit)
    if asked.percent:
        if common:
            yield _fit("ratio", cues), "percentage", shown(ours / common * 100, asked.spec)
        return
    value, amount = in_unit(ours, one, asked), in_unit(theirs, other, asked)
    if value is not None and amount is not None and _alike(one, other):
        yield _fit("difference", cues), "difference", shown(value - amount, asked.spec)
        yield _fit("sum", cues), "sum", shown(value + amount, asked.spec)
    per = common if asked.unit is None and common is not None and _alike(one, other) else plain(theirs, other)
    if value is not None and per:
        yield _fit("ratio", cues), "ratio", shown(value / per, asked.spec)


def _growths(
    asked: Asked, values: tuple[Mapping[str, Fraction], Mapping[str, Fraction]], times: tuple[str, str],
    cues: Mapping[str, int],
) -> Iterator[tuple[float, str, str]]:  # fmt: skip
    first, second = (growth(series[times[0]], series[times[1]]) for series in values)
    if first is not None and second is not None and asked.unit is not None and asked.unit.kind == "points":
        yield _fit("growth", cues) + _fit("difference", cues), "gap in growth", shown(first - second, asked.spec)


def _fit(name: str, cues: Mapping[str, int]) -> float:
    return _CUE + cues[name] / _LONG if name in cues else -_CUE


def _alike(one: Series, other: Series) -> bool:
    return one.unit is not None and other.unit is not None and one.unit.kind == other.unit.kind
