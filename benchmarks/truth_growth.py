"""Growth, rates, trends and peaks of one entity's figures, with exact numbers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise

from benchmarks.truth_faults import Unanswerable, Unreadable
from benchmarks.truth_key import Fact
from benchmarks.truth_roles import Scene, first, years
from benchmarks.truth_units import Quantity

# Roots and logarithms have so many digits; no gold asks for more than a few.
DIGITS = 60


def percent(number: Fraction) -> Quantity:
    """Return a ratio as a percentage."""
    return Quantity(100 * number, "%")


def growth(scene: Scene, measure: str, start: str, end: str) -> Fraction:
    """Return by which part of its start a measure grew."""
    return scene.value(measure, end).number / scene.value(measure, start).number - 1


def rate(scene: Scene, measure: str, start: str, end: str, entity: str = "") -> Fraction:
    """Return the compound growth a year."""
    number = scene.value(measure, end, entity).number / scene.value(measure, start, entity).number
    return _power(number, Fraction(1, len(years(start, end)) - 1)) - 1


def _power(number: Fraction, exponent: Fraction) -> Fraction:
    if number <= 0:
        raise Unanswerable("a power of a number that is not above zero")
    with localcontext() as context:
        context.prec = DIGITS
        return Fraction((_decimal(number).ln() * _decimal(exponent)).exp())


def _decimal(number: Fraction) -> Decimal:
    return Decimal(number.numerator) / Decimal(number.denominator)


def whole_growth(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the growth in percent."""
    return percent(growth(scene, at["m"], at["p"], at["q"]))


def growth_gap(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the growth of one measure less that of another, in percentage points."""
    gap = growth(scene, at["m"], at["p"], at["q"]) - growth(scene, at["n"], at["p"], at["q"])
    return Quantity(100 * gap, "pp")


def mean_growth_gap(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the mean yearly growth of one measure less that of another, in percentage points."""
    span = years(at["p"], at["q"])
    steps = list(pairwise(span))
    means = [sum(growth(scene, at[name], *step) for step in steps) / len(steps) for name in "mn"]
    return Quantity(100 * Fraction(means[0] - means[1]), "pp")


def cagr(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the compound annual growth rate in percent."""
    return percent(rate(scene, at["m"], at["p"], at["q"]))


def rate_quotient(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the quotient of two compound annual growth rates."""
    rates = [rate(scene, at[name], at["p"], at["q"]) for name in "mn"]
    return Quantity(rates[0] / rates[1], "")


def base_largest(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the change from the largest yearly value to the last one, in percent."""
    if at["r"] != at["q"]:
        raise Unreadable("the last year is another one")
    base = max(scene.value(at["m"], year).number for year in years(at["p"], at["q"]))
    return percent(scene.value(at["m"], at["q"]).number / base - 1)


def log_trend(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return exp(slope) - 1 of the least-squares line through the logarithms, in percent."""
    span = years(at["p"], at["q"])
    with localcontext() as context:
        context.prec = DIGITS
        logs = [Fraction(_decimal(scene.value(at["m"], year).number).ln()) for year in span]
        middle = Fraction(len(span) - 1, 2)
        above = sum((place - middle) * log for place, log in enumerate(logs))
        slope = Fraction(above / sum((place - middle) ** 2 for place in range(len(span))))
        return percent(Fraction(_decimal(slope).exp()) - 1)


def branch(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the growth of one measure or another in percent, as a third one rose or not."""
    if (at["r"], at["s"]) != (at["q"], at["p"]):
        raise Unreadable("the condition is on other years")
    higher = scene.value(at["n"], at["q"]).number > scene.value(at["n"], at["p"]).number
    return percent(growth(scene, at["m" if higher else "o"], at["p"], at["q"]))


def annualised(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the change between the first and the last recorded day, in percent of 365 days."""
    known = scene.key.dated(scene.domain, scene.entity, scene.key.measure(scene.domain, at["m"]).canonical)
    start, end = _ends(known, at["p"], at["q"])
    days = (date.fromisoformat(end.period) - date.fromisoformat(start.period)).days
    return percent(_power(end.number / start.number, Fraction(365, days)) - 1)


def _ends(known: list[Fact], first_year: str, last_year: str) -> tuple[Fact, Fact]:
    if len(known) < 2 or (known[0].period[:4], known[-1].period[:4]) != (first_year, last_year):
        raise Unanswerable(f"no days from {first_year} to {last_year} are the first and the last recorded")
    return known[0], known[-1]


def peak_look_up(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the value in the year in which another measure was first or last."""
    return scene.value(at["m"], _peak(scene, at))


def _peak(scene: Scene, at: Mapping[str, str]) -> str:
    values = {year: scene.value(at["n"], year).number for year in years(at["p"], at["q"])}
    return first(values, at["top"])


def change_since_peak(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return the growth in percent since the year in which another measure was first or last."""
    return percent(growth(scene, at["m"], _peak(scene, at), at["r"]))


def revision(scene: Scene, at: Mapping[str, str]) -> Quantity:
    """Return by how many percent the current value differs from the one first published."""
    measure = scene.key.measure(scene.domain, at["m"]).canonical
    where = scene.domain, scene.entity, measure, at["p"]
    return percent(scene.key.current(*where).number / scene.key.earlier(*where).number - 1)
