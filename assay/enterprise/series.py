"""Draws series in whole numbers of the last digit, and splits years into months and quarters that add up again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

from assay.enterprise.records import Measure

# how a year spreads over its months, per mille of an even share
_SEASONS = (1120, 1060, 1030, 960, 930, 910, 900, 920, 950, 1010, 1080, 1130)


def walk(random: Random, measure: Measure, size: int, length: int) -> list[int]:
    """Return a series of a length that moves as the measure does, for an entity of a size in per mille."""
    value = random.randint(measure.low, measure.high)
    value = value * size // 1000 if measure.sized else value
    drift = measure.drift + random.randint(-abs(measure.drift) // 2, abs(measure.drift) // 2)
    series: list[int] = []
    for _ in range(length):
        series.append(value)
        value = max(1, value * (1000 + drift + random.randint(-measure.noise, measure.noise)) // 1000)
        value += random.randint(0, 3)
    return series


def apart(values: Sequence[int]) -> list[int]:
    """Return the values of one period with equal ones moved by a last digit, so that extrema are unique."""
    taken: list[int] = []
    for value in values:
        while value in taken:
            value += 1
        taken.append(value)
    return taken


def split(random: Random, total: int, parts: int) -> list[int]:
    """Return whole numbers that add up to a total: twelve follow the seasons, four their quarters."""
    step = 12 // parts
    seasons = [sum(_SEASONS[index * step : (index + 1) * step]) for index in range(parts)]
    weights = [season * random.randint(970, 1030) for season in seasons]
    shares = [total * weight // sum(weights) for weight in weights]
    for index in range(total - sum(shares)):
        shares[index] += 1
    return shares


def days(random: Random, first: int, last: int, count: int) -> list[str]:
    """Return dates at irregular distances, one in each of as many equal stretches of the years."""
    start, end = date(first, 1, 1), date(last, 12, 31)
    stretch = (end - start).days // count
    return [
        (start + timedelta(days=stretch * index + random.randint(20, stretch - 20))).isoformat()
        for index in range(count)
    ]
