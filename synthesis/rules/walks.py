"""Walks over the join graph: a bridge by extremum, then a look-up or a growth gap in other documents."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from assay.tables import Fact
from synthesis.rules.ledger import Series

# Winner and runner-up closer than this share of the winner are a near-tie, which another rounding could turn.
_NEAR_TIE = Fraction(1, 200)
# A gap this close to a rounding tie would hang on the rounding rule.
_TIE = Fraction(1, 10**9)
GAP_DECIMALS = 2
_SHORTEST_SPAN = 2


@dataclass(frozen=True, slots=True)
class Bridge:
    """The entity that is first by a measure in a period: every compared fact, the winner and the one behind it."""

    series: Series
    period: str
    largest: bool
    compared: tuple[Fact, ...]
    winner: Fact
    runner_up: Fact


@dataclass(frozen=True, slots=True)
class LookUpWalk:
    """Bridge, then one value of the winner in another document."""

    bridge: Bridge
    series: Series
    target: Fact
    template: str = "look_up"


@dataclass(frozen=True, slots=True)
class GrowthWalk:
    """Bridge, then growth of one measure less growth of another over one span, in percentage points."""

    bridge: Bridge
    first: Series
    second: Series
    first_span: tuple[Fact, Fact]
    second_span: tuple[Fact, Fact]
    template: str = "growth_gap"


Walk: TypeAlias = LookUpWalk | GrowthWalk


def bridges(series: Series, rng: random.Random) -> Iterator[Bridge]:
    """Yield the series' bridges in an order of the generator's choice: no ties or near-ties, nothing with rivals."""
    if not series.alone:
        return
    choices = [(period, largest) for period in series.full_periods for largest in (True, False)]
    for period, largest in rng.sample(choices, len(choices)):
        compared = [series.facts[name, period] for name in sorted(series.entities)]
        ordered = sorted(compared, key=lambda fact: fact.value, reverse=largest)
        winner, runner_up = ordered[0], ordered[1]
        if abs(winner.value - runner_up.value) > _NEAR_TIE * abs(Fraction(winner.value)):
            yield Bridge(series, period, largest, tuple(compared), winner, runner_up)


def look_ups(bridge: Bridge, group: Sequence[Series], rng: random.Random) -> Iterator[LookUpWalk]:
    """Yield look-ups of the bridge's winner in series of other documents."""
    for series in rng.sample(group, len(group)):
        if series.table.path == bridge.series.table.path or series.measure.name == bridge.series.measure.name:
            continue
        periods = [period for name, period in series.facts if name == bridge.winner.entity]
        for period in rng.sample(periods, len(periods)):
            rival = series.facts.get((bridge.runner_up.entity, period))
            target = series.facts[bridge.winner.entity, period]
            if rival is not None and rival.value != target.value:
                yield LookUpWalk(bridge, series, target)


def growth_gaps(bridge: Bridge, group: Sequence[Series], rng: random.Random) -> Iterator[GrowthWalk]:
    """Yield growth gaps of the bridge's winner between two measures of two documents."""
    able = [series for series in group if series.grows and series.measure.name != bridge.series.measure.name]
    pairs = [
        (one, other)
        for one in able
        for other in able
        if one.measure.name != other.measure.name and one.table.path != other.table.path
    ]
    for one, other in rng.sample(pairs, len(pairs)):
        shared = sorted(set(one.full_periods) & set(other.full_periods))
        spans = [(start, end) for start, end in combinations(shared, 2) if _apart(shared, start, end)]
        for start, end in rng.sample(spans, len(spans)):
            walk = _growth_walk(bridge, one, other, start, end)
            if walk is not None:
                yield walk


def gap_of(walk: GrowthWalk) -> Fraction:
    """Return the gap in percentage points, unrounded."""
    return 100 * (_growth(*walk.first_span) - _growth(*walk.second_span))


def rounded_gap(gap: Fraction) -> str:
    """Return the gap with its sign and two decimals, halves away from zero."""
    units = int(abs(gap) * 10**GAP_DECIMALS + Fraction(1, 2))
    whole, part = divmod(units, 10**GAP_DECIMALS)
    return f"{'-' if gap < 0 else '+'}{whole}.{part:0{GAP_DECIMALS}d}"


def operands(walk: Walk) -> tuple[Fact, ...]:
    """Return the facts that the last step computes with."""
    return (walk.target,) if isinstance(walk, LookUpWalk) else (*walk.first_span, *walk.second_span)


def paths(walk: Walk) -> frozenset[str]:
    """Return the documents that the walk goes through."""
    return frozenset(fact.path for fact in (walk.bridge.winner, *operands(walk)))


def expected(walk: Walk) -> str:
    """Return the answer that the fact table gives; the program has to find the same one."""
    return plain(walk.target.value) if isinstance(walk, LookUpWalk) else rounded_gap(gap_of(walk))


def plain(value: Decimal) -> str:
    """Return the decimal string of a value as displayed, without grouping."""
    return f"{value:f}"


def _apart(periods: Sequence[str], start: str, end: str) -> bool:
    return periods.index(end) - periods.index(start) >= _SHORTEST_SPAN


def _growth_walk(bridge: Bridge, one: Series, other: Series, start: str, end: str) -> GrowthWalk | None:
    walk, rival = (_gap_for(bridge, name, one, other, start, end) for name in _names(bridge))
    gap, near = gap_of(walk), gap_of(rival)
    scaled = abs(gap) * 10**GAP_DECIMALS
    tie = abs(scaled - int(scaled) - Fraction(1, 2)) <= _TIE
    if tie or rounded_gap(gap) == rounded_gap(near) or not rounded_gap(gap).strip("+-0."):
        return None
    return walk


def _names(bridge: Bridge) -> tuple[str, str]:
    return bridge.winner.entity, bridge.runner_up.entity


def _gap_for(bridge: Bridge, name: str, one: Series, other: Series, start: str, end: str) -> GrowthWalk:
    return GrowthWalk(
        bridge, one, other,
        (one.facts[name, start], one.facts[name, end]),
        (other.facts[name, start], other.facts[name, end]),
    )  # fmt: skip


def _growth(start: Fact, end: Fact) -> Fraction:
    return Fraction(end.value) / Fraction(start.value) - 1
