"""`baseline/table-program`: guesses one operation from a question's words and runs it on one table."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from assay.evaluation.baselines.amounts import Unit, amounts_in, converted, shown
from assay.evaluation.baselines.asking import Asked, asked_of
from assay.evaluation.baselines.library import Library, library_of, seen_through
from assay.evaluation.baselines.operators import Result, across, cues_of, over_time
from assay.evaluation.baselines.periods import same
from assay.evaluation.baselines.ranking import in_unit, ranked
from assay.evaluation.baselines.series import Series
from assay.evaluation.baselines.version import VERSION
from assay.evaluation.subjects import ArchiveReader, Example, Reply

NAME = "baseline/table-program"
_TABLES = 6
_WHICH_YEAR = re.compile(r"\b(?:which|what) (?:fiscal |calendar )?(?:year|month|quarter|period|date|day)\b", re.I)
_BELOW = re.compile(r"\b(?:below|under|less than|fewer than|lower than|at most)\b", re.IGNORECASE)
_CUE, _LONG, _PLAIN, _UNFIT, _EXTREME, _PARTIAL = 1.0, 30.0, 0.6, 3.0, 0.8, 3.0


@dataclass(frozen=True, slots=True)
class Guess:
    """What a program gives, how well it fits the question, and what it did."""

    score: float
    answer: str
    told: str
    series: Series


@dataclass(frozen=True, slots=True)
class TableProgram:
    """Answers with the result of one operation on the numbers of one table."""

    library: Library
    name: str = NAME
    version: int = VERSION

    def answer(self, question: str, form: str, view: ArchiveReader, sample: int = 0) -> Reply:
        """Return the result of the operation that fits a question best."""
        library = seen_through(self.library, view)
        asked = asked_of(question, form, library)
        found = max(_guesses(asked, library), key=lambda guess: guess.score, default=None)
        if found is None:
            return Reply(None, ("found no table for an operation",))
        where = f"{found.series.name} in {found.series.artifact} of {found.series.path}"
        return Reply(found.answer, (f"{found.told}: {where}",), (found.series.path,))


def make_table_program(archive: ArchiveReader, examples: Sequence[Example]) -> TableProgram:
    """Return the subject for an archive; other tasks teach it nothing."""
    return TableProgram(library_of(archive))


def _guesses(asked: Asked, library: Library) -> Iterator[Guess]:
    cues = cues_of(asked.rest)
    for score, series in ranked(asked, library, numeric=True)[:_TABLES]:
        yield from _named_ones(asked, series, score)
        if asked.numeric:
            yield from _numbers(asked, series, score, cues)
            yield from _counts(asked, series, score, cues)


def _named_ones(asked: Asked, series: Series, score: float) -> Iterator[Guess]:
    """Yield the entity or the period at which a series is largest or smallest."""
    if not asked.extremes:
        return
    largest = asked.extremes[0].largest
    if _WHICH_YEAR.search(asked.text):
        for one in asked.entities:
            values = {period: spot.value for period, spot in series.of(one.entity).items() if spot.value is not None}
            times = spanned(values, asked)
            if times:
                best = extreme(times, largest)
                yield Guess(score + 3.0, best, f"period at which {one.entity} is extreme", series)
    elif not asked.numeric:
        for period in periods_of(asked, series):
            values = numbers_at(series, period)
            if values:
                best = extreme(values, largest)
                yield Guess(score + 3.0, series.labels.get(best, best), f"extreme of {period}", series)


def _numbers(asked: Asked, series: Series, score: float, cues: Mapping[str, int]) -> Iterator[Guess]:
    entities = chosen(asked, series)
    for name, result in results(asked, series, entities):
        answer = answered(result, series, asked)
        if answer is not None:
            yield Guess(score + weight(name, result, asked, series, cues), answer, result.told, series)


def _counts(asked: Asked, series: Series, score: float, cues: Mapping[str, int]) -> Iterator[Guess]:
    """Yield how many rows of a period are above or below the first number of a question that is no period."""
    bounds = [value for value, start, _ in amounts_in(asked.rest) if not any(one.start <= start < one.end for one in
              asked.periods)]  # fmt: skip
    if "count" not in cues or not bounds:
        return
    below = _BELOW.search(asked.text) is not None
    for period in periods_of(asked, series)[:1]:
        values = numbers_at(series, period).values()
        size = sum(value < bounds[0] if below else value > bounds[0] for value in values)
        fit = _CUE + cues["count"] / _LONG
        yield Guess(score + fit, shown(Fraction(size), asked.spec), f"rows of {period} past {bounds[0]}", series)


def chosen(asked: Asked, series: Series) -> list[str]:
    """Return the entities that a question names, else the one that it calls largest or smallest."""
    entities = [one.entity for one in asked.entities if any(who == one.entity for who, _ in series.spots)]
    if entities or not asked.extremes:
        return list(dict.fromkeys(entities))
    for period in periods_of(asked, series)[-1:]:
        values = numbers_at(series, period)
        if values:
            return [extreme(values, asked.extremes[0].largest)]
    return []


def results(asked: Asked, series: Series, entities: Sequence[str]) -> Iterator[tuple[str, Result]]:
    """Yield the results of all operations on a series: plain cells, over time, and across entities."""
    for entity in entities:
        values = {period: spot.value for period, spot in series.of(entity).items() if spot.value is not None}
        for period in periods_of(asked, series):
            if period in values:
                yield "value", Result(values[period], "unit", f"{entity} in {period}")
        yield from over_time(values, asked)
    for period in periods_of(asked, series)[:2]:
        yield from across(numbers_at(series, period), entities)


def weight(name: str, result: Result, asked: Asked, series: Series, cues: Mapping[str, int]) -> float:
    """Return how well an operation fits a question's words and the form of its answer."""
    if name in ("value", "largest", "smallest"):
        told = _PLAIN if not cues else 0.0
        told += 0.0 if name == "value" else _EXTREME if _wants(name, asked) else -_CUE
        return told - (_UNFIT if _misfit(result, asked, series) else 0.0)
    found = _CUE + cues[name] / _LONG if name in cues else -_CUE
    found -= _PARTIAL * (1.0 - result.held)
    return found - (_UNFIT if _misfit(result, asked, series) else 0.0)


def _wants(name: str, asked: Asked) -> bool:
    return bool(asked.extremes) and asked.extremes[0].largest == (name == "largest")


def _misfit(result: Result, asked: Asked, series: Series) -> bool:
    """Whether a result is another kind of thing than what is asked for: a percentage, points, or neither."""
    shares = series.unit is not None and series.unit.kind == "percent"
    if asked.unit is not None and asked.unit.kind == "points":
        return result.kind != "unit" or not shares
    if not asked.percent:
        return result.kind == "percent" or (result.kind == "plain" and asked.unit is not None)
    if result.kind == "percent":
        return False
    return result.kind == "plain" or not shares


def answered(result: Result, series: Series, asked: Asked) -> str | None:
    """Return a result in the form that is asked for, None where it cannot be in this unit."""
    if result.value is None:
        return None
    if result.kind == "unit":
        value = _unit_value(result.value, series, asked)
        return None if value is None else shown(value, asked.spec)
    if result.kind == "plain" and asked.percent:
        return shown(result.value * 100, asked.spec)
    return shown(result.value, asked.spec)


def _unit_value(value: Fraction, series: Series, asked: Asked) -> Fraction | None:
    if asked.unit is not None and asked.unit.kind == "points" and series.unit is not None:
        return converted(value, Unit("points"), asked.unit) if series.unit.kind == "percent" else None
    return in_unit(value, series, asked)


def periods_of(asked: Asked, series: Series) -> list[str]:
    """Return the periods of a series that a question names, in its order; the latest where it names none."""
    held = dict.fromkeys(period for _, period in series.spots)
    found = [period for one in asked.aimed for period in _alike(one.period, held)]
    return list(dict.fromkeys(found)) or ([max(held)] if held and not asked.periods else [])


def _alike(period: str, held: Collection[str]) -> list[str]:
    return [period] if period in held else [other for other in held if same(period, other)]


def numbers_at(series: Series, period: str) -> dict[str, Fraction]:
    """Return the numbers of a period by entity, totals left out."""
    return {entity: spot.value for entity, spot in series.at(period).items() if spot.value is not None}


def extreme(values: Mapping[str, Fraction], largest: bool) -> str:
    """Return the key of the largest or smallest number, the first of equals."""
    return min(values, key=lambda key: (-values[key] if largest else values[key], key))


def spanned(values: Mapping[str, Fraction], asked: Asked) -> dict[str, Fraction]:
    """Return the numbers from the first to the last period that a question names, all where it names none."""
    named = [one.period for one in asked.periods]
    if len(named) < 2:
        return {period: value for period, value in values.items() if not named or period.startswith(named[0])}
    low, high = min(named), max(named)
    return {period: value for period, value in values.items() if low <= period <= high}
