"""Which series and which cells fit a question best."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from assay.evaluation.baselines.amounts import Unit, converted, shown
from assay.evaluation.baselines.asking import Asked
from assay.evaluation.baselines.library import Library
from assay.evaluation.baselines.periods import same, year_of
from assay.evaluation.baselines.series import Series, Spot

_NAMED, _NAME, _CONTEXT, _UNIT, _LATER, _HELD = 4.0, 3.0, 1.0, 1.5, 0.01, 1.0
_ENTITY, _PERIOD, _TOP = 3.0, 3.0, 1.0
_CLOSE = 0.75


@dataclass(frozen=True, slots=True)
class Hit:
    """A cell that may answer a question, and how well it fits."""

    score: float
    series: Series
    entity: str
    period: str
    spot: Spot

    @property
    def told(self) -> str:
        """The cell in words."""
        where = f"{self.series.artifact} of {self.series.path}"
        return f"read {self.entity or 'the row'}, {self.series.name} {self.period} in {where}: {self.spot.text}".strip()


def ranked(asked: Asked, library: Library, numeric: bool = True) -> list[tuple[float, Series]]:
    """Return the series that share words with a question, best first; ties stand in order of path and place."""
    named: dict[int, float] = {}
    for one in asked.measures:
        for series in one.series:
            exact = series.words == one.run
            named[id(series)] = max(named.get(id(series), 0.0), _NAMED + len(one.run) / 4 + 0.2 * exact)
    most = sum(library.rarity.get(word, 0.0) for word in asked.words) or 1.0
    found = [
        (_score(asked, library, series, most) + named.get(id(series), 0.0), series)
        for series in library.series
        if series.numeric == numeric
    ]
    return sorted((one for one in found if one[0] > 0), key=lambda one: (-one[0], one[1].path, one[1].order))


def _score(asked: Asked, library: Library, series: Series, most: float) -> float:
    weight = sum(library.rarity.get(word, 1.0) for word in series.words)
    shared = sum(library.rarity.get(word, 1.0) for word in series.words if word in asked.words)
    around = sum(library.rarity.get(word, 0.0) for word in series.around & asked.words)
    score = _NAME * shared / weight if weight else 0.0
    score += _CONTEXT * around / most
    score += _HELD * _held(asked, series)
    return score + _fit(series.unit, asked.unit) + _LATER * (_latest(series.path) - 2000)


def _held(asked: Asked, series: Series) -> float:
    """Return which parts of the periods and of the entities that a question names a series has."""
    periods, entities = {one.period for one in asked.periods}, {one.entity for one in asked.entities}
    parts = ((periods, series.periods), (entities, series.entities))
    return sum(len(named & held) / len(named) for named, held in parts if named)


def _latest(path: str) -> int:
    return year_of(path) or 2000


def _fit(unit: Unit | None, asked: Unit | None) -> float:
    if unit is None or asked is None:
        return 0.0
    return _UNIT if unit.kind == asked.kind else -_UNIT


def hits(asked: Asked, ranking: Sequence[tuple[float, Series]], most: int = 60) -> list[Hit]:
    """Return the cells of the best series that fit a question's entities and periods, best first."""
    entities = {one.entity for one in asked.entities}
    found = [hit for score, series in ranking[:most] for hit in _cells(asked, entities, score, series)]
    return sorted(found, key=lambda hit: (-hit.score, hit.series.path, hit.series.order, hit.spot.row, hit.spot.column))


def _cells(asked: Asked, entities: set[str], score: float, series: Series) -> Iterator[Hit]:
    tops: frozenset[tuple[str, str]] = frozenset() if entities else _tops(asked, series)
    for (entity, period), spot in series.spots.items():
        timed = _timed(asked, period)
        fit = _ENTITY * (entity in entities) + _PERIOD * timed + _TOP * ((entity, period) in tops)
        if fit > 0 and (timed > 0 or not period or not asked.periods):
            yield Hit(score + fit, series, entity, period, spot)


def _tops(asked: Asked, series: Series) -> frozenset[tuple[str, str]]:
    """Return the cells that are largest or smallest of their period, as a question that names no row asks for."""
    if not asked.extremes or not series.numeric:
        return frozenset()
    largest, found = asked.extremes[0].largest, dict[str, tuple[Fraction, str]]()
    for (entity, period), spot in series.spots.items():
        if spot.value is not None and not spot.total:
            value = spot.value if largest else -spot.value
            if period not in found or value > found[period][0]:
                found[period] = (value, entity)
    return frozenset((entity, period) for period, (_, entity) in found.items())


def _timed(asked: Asked, period: str) -> float:
    """Return 1 where the period is the first that a question names, less for the others."""
    if not asked.periods:
        return 0.0 if period else 0.5
    for place, one in enumerate(asked.aimed):
        if one.period == period:
            return 1.0 - 0.05 * place
        if same(one.period, period):
            return 0.9 - 0.05 * place
    return 0.0


def agreed(found: Sequence[Hit], asked: Asked) -> Hit | None:
    """Return the best cell; among those that fit about as well, the one whose number most of them show."""
    if not found:
        return None
    close = [hit for hit in found if hit.score >= found[0].score - _CLOSE]
    votes: defaultdict[str, float] = defaultdict(float)
    for hit in close:
        votes[_said(hit, asked)] += 1.0
    return max(close, key=lambda hit: (votes[_said(hit, asked)], hit.score))


def reading(hit: Hit, asked: Asked) -> str | None:
    """Return what a cell shows in the unit that is asked for, None where it is another kind of thing."""
    if not asked.numeric:
        return hit.spot.text
    value = in_unit(hit.spot.value, hit.series, asked)
    return None if value is None else shown(value, asked.spec)


def in_unit(value: Fraction | None, series: Series, asked: Asked) -> Fraction | None:
    """Return a number of a series in the unit that is asked for."""
    if value is None:
        return None
    return converted(value, series.unit, asked.unit) if asked.unit is not None else plain(value, series)


def plain(value: Fraction, series: Series) -> Fraction:
    """Return a number that counts things without its scale; others as they are shown."""
    return value * series.unit.factor if series.unit is not None and series.unit.kind == "count" else value


def _said(hit: Hit, asked: Asked) -> str:
    return reading(hit, asked) or hit.spot.text


def files_of(found: Iterable[Hit]) -> tuple[str, ...]:
    """Return the paths that cells stand in, sorted."""
    return tuple(sorted({hit.series.path for hit in found}))
