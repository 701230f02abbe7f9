"""Draws an organisation from a seed: its name, its entities and every value, in whole numbers of the last digit."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import count, product
from random import Random

from assay.enterprise.measures import MEASURES
from assay.enterprise.names import BRANDS, COUNTRIES, GROUPS, PEOPLE, REGIONS
from assay.enterprise.records import Conflict, Entity, Fact, Measure, World

ENERGY_PERIODS = tuple(str(year) for year in range(2015, 2025))
RETAIL_PERIODS = tuple(f"FY{year}" for year in range(2016, 2025))
# Thousands of hours in a year: what one MW can give in GWh.
_YEAR = Decimal("8.76")
RESTATED = "electricity generation"
RESTATED_PERIOD = "2023"

Key = tuple[str, str, str]


def energy_world(seed: int) -> World:
    """Return the energy administration of one invented country, drawn again where its figures could not be true."""
    return next(world for attempt in count() if _plausible(world := _energy_attempt(seed, attempt)))


def _energy_attempt(seed: int, attempt: int) -> World:
    random = Random(f"energy:{seed}" + (f":{attempt}" if attempt else ""))
    country = random.choice(COUNTRIES)
    regions = tuple(random.sample(REGIONS, 8))
    facts = _facts(random, "energy", regions, ENERGY_PERIODS, "2025")
    restated = _earlier(random, facts, regions)
    conflicts = tuple(
        Conflict((facts[key], old), "provisional figure of 2024, restated in the yearbook of 2025")
        for key, old in restated.items()
    )
    people = tuple(random.sample(PEOPLE, 5))
    publisher = f"Ministry of Energy of {country.name}"
    return World(
        "energy", "Region", country.name, publisher, regions, ENERGY_PERIODS, facts, people, restated, conflicts
    )


def _plausible(world: World) -> bool:
    """Return whether power times the hours of a year suffices for the energy, and no share nears the whole."""
    for entity, period in product(world.entities, world.periods):
        value = {measure.name: world.facts[entity.name, measure.name, period].value for measure in MEASURES["energy"]}
        if value["electricity generation"] > value["installed capacity"] * _YEAR:
            return False
        if value["electricity consumption"] > value["peak load"] * _YEAR:
            return False
        if value["renewable share of generation"] > 90:
            return False
    return True


def retail_world(seed: int) -> World:
    """Return one invented retail group with its brands."""
    random = Random(f"retail:{seed}")
    group = random.choice(GROUPS)
    brands = tuple(random.sample(BRANDS, 7))
    facts = _facts(random, "retail", brands, RETAIL_PERIODS, "FY2024")
    return World(
        "retail", "Brand", group, f"{group} Group plc", brands, RETAIL_PERIODS, facts, tuple(random.sample(PEOPLE, 5))
    )


def chinese(entity: str) -> str:
    """Return the name that a country or region bears in Chinese documents."""
    return next(item.aliases[0] for item in (*REGIONS, *COUNTRIES) if item.name == entity)


def _facts(
    random: Random, domain: str, entities: Sequence[Entity], periods: Sequence[str], vintage: str
) -> dict[Key, Fact]:
    sizes = [random.randint(620, 1580) for _ in entities]
    facts: dict[Key, Fact] = {}
    for measure in MEASURES[domain]:
        columns = [_series(random, measure, size, len(periods)) for size in sizes]
        for index, period in enumerate(periods):
            for entity, digits in zip(entities, _apart([column[index] for column in columns]), strict=True):
                value = Decimal(digits).scaleb(-measure.decimals)
                facts[entity.name, measure.name, period] = Fact(
                    entity.name, measure.name, period, measure.unit, value, vintage
                )
    return facts


def _series(random: Random, measure: Measure, size: int, length: int) -> list[int]:
    value = random.randint(measure.low, measure.high)
    value = value * size // 1000 if measure.sized else value
    drift = measure.drift + random.randint(-abs(measure.drift) // 2, abs(measure.drift) // 2)
    series: list[int] = []
    for _ in range(length):
        series.append(value)
        value = max(1, value * (1000 + drift + random.randint(-measure.noise, measure.noise)) // 1000)
        value += random.randint(0, 3)
    return series


def _apart(values: Sequence[int]) -> list[int]:
    """Return the values of one period with equal ones moved by a last digit, so that extrema are unique."""
    taken: list[int] = []
    for value in values:
        while value in taken:
            value += 1
        taken.append(value)
    return taken


def _earlier(random: Random, facts: dict[Key, Fact], regions: Sequence[Entity]) -> dict[Key, Fact]:
    earlier: dict[Key, Fact] = {}
    for region in sorted(random.sample([region.name for region in regions], 3)):
        key = (region, RESTATED, RESTATED_PERIOD)
        now = facts[key]
        shift = random.choice((-1, 1)) * random.randint(7, 21)
        value = Decimal(int(now.value) * (1000 + shift) // 1000)
        earlier[key] = Fact(region, RESTATED, RESTATED_PERIOD, now.unit, value, "2024", current=False)
    return earlier
