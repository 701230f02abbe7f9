"""Sums, shares, averages and counts over several entities, items or months, with exact numbers."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from benchmarks.truth_faults import Unanswerable, Unreadable
from benchmarks.truth_frames import singular
from benchmarks.truth_growth import percent, rate
from benchmarks.truth_roles import Scene, found
from benchmarks.truth_units import Quantity, converted

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def share(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the entity's part of the sum over all, in percent."""
    values = scene.numbers(at["m"], at["p"], scene.all_of(at["all"]))
    if scene.entity not in values:
        raise Unreadable("the sum is not over those that the role is one of")
    return percent(values[scene.entity] / sum(values.values()))


def premium(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return an amount for each of a count, less the same of another entity."""
    count = scene.key.counted_by(scene.domain, at["one"]).canonical
    plain = replace(scene, unit=scene.unit.removesuffix(f" per {at['one']}"))
    own, other = (plain.value(at["m"], at["p"], who) for who in (scene.entity, found(scene, at["other"])))
    counts = [scene.value(count, at["p"], who).number for who in (scene.entity, found(scene, at["other"]))]
    shares = [own.number / counts[0], converted(other, own.unit) / counts[1]]
    return Quantity(shares[0] - shares[1], f"{own.unit} per {at['one']}")


def item_sum(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the sum over the items that are recorded for the entity."""
    return _combined(scene, at, {scene.entity})


def _combined(scene: Scene, at: Mapping[str, str], owners: set[str]) -> Quantity:
    items = scene.things(singular(at["things"]))
    role = next(iter(sorted(scene.key.roles(scene.domain))))
    own = [item for item in items if scene.key.owner(scene.domain, item, role) in owners]
    values = [scene.value(at["m"], at["p"], item) for item in own]
    if not values:
        raise Unanswerable("nothing is recorded for them")
    return Quantity(sum((converted(value, values[0].unit) for value in values), Fraction(0)), values[0].unit)


def _beyond(scene: Scene, at: Mapping[str, str], measure: str, period: str) -> set[str]:
    """The entities on the side of the average that a question names."""
    values = scene.numbers(measure, period, scene.all_of(at["all"]))
    mean = sum(values.values(), Fraction(0)) / len(values)
    return {who for who, value in values.items() if (value > mean if at["side"] == "above" else value < mean)}


def bulk_sum(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the sum over the items of all entities on one side of an average."""
    return _combined(scene, at, _beyond(scene, at, at["n"], at["q"]))


def median_of_rates(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the median growth rate of the entities on one side of an average, in percent."""
    owners = _beyond(scene, at, at["n"], at["r"])
    return percent(Fraction(statistics.median(rate(scene, at["m"], at["p"], at["q"], who) for who in owners)))


def weighted_mean(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the average of a measure over all, weighted by another."""
    who = scene.all_of(at["all"])
    name = next((words for words in (f"average {at['m']}", at["m"]) if _is_measure(scene, words)), at["m"])
    values, weights = (scene.numbers(words, at["p"], who) for words in (name, at["n"]))
    total = sum(values[one] * weights[one] for one in who)
    return Quantity(Fraction(total / sum(weights.values())), scene.value(name, at["p"], who[0]).unit)


def _is_measure(scene: Scene, words: str) -> bool:
    try:
        scene.key.measure(scene.domain, words)
    except Unreadable:
        return False
    return True


def count(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return how many are above an average, or not, and have grown, or not."""
    above = _beyond(scene, {**at, "side": "above"}, at["m"], at["p"])
    ends, starts = (scene.numbers(at["n"], at[year], scene.all_of(at["all"])) for year in "rq")
    wanted = {who for who in ends if (ends[who] > starts[who]) == (not at["flat"])}
    chosen = wanted - above if at["low"] else wanted & above
    return Quantity(Fraction(len(chosen)), "number")


def month_total(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the sum over a calendar year's months."""
    return _months(scene, at["m"], [f"{at['p']}-{month:02}" for month in range(1, 13)])


def _months(scene: Scene, measure: str, months: Iterable[str]) -> Quantity:
    values = [scene.value(measure, month) for month in months]
    return Quantity(sum((converted(value, values[0].unit) for value in values), Fraction(0)), values[0].unit)


def fiscal_total(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the sum over a fiscal year's months."""
    return _months(scene, at["m"], twelve(at["a"], at["b"]))


def fiscal_growth(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the growth in percent from one fiscal year's sum to another's."""
    sums = [_months(scene, at["m"], twelve(at[start], at[end])).number for start, end in ("ab", "cd")]
    return percent(sums[1] / sums[0] - 1)


def twelve(start: str, end: str) -> list[str]:
    """Return the months from `February 2022` to `January 2023`, which have to be twelve."""
    places = [int(words.split()[1]) * 12 + MONTHS.index(words.split()[0]) for words in (start, end)]
    if places[1] - places[0] != 11:
        raise Unreadable(f"from {start} to {end} is no year")
    return [f"{place // 12}-{place % 12 + 1:02}" for place in range(places[0], places[1] + 1)]
