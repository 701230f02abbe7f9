"""Draws an organisation from a seed: its name, its people, its entities and items, and every value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import count
from random import Random

from assay.enterprise.figures import Cast, Facts, figures, plausible
from assay.enterprise.names import deal
from assay.enterprise.periods import all_years, year_name
from assay.enterprise.plans import Attribute, Domain
from assay.enterprise.records import Conflict, Entity, Fact, Key, World

RATE = "exchange rate"
RATE_UNIT = "crowns per euro"
# how many names of a pool each organisation may take
_PLACES, _BRANDS, _PRODUCTS, _PEOPLE, _TOWNS = 48, 12, 30, 24, 12


def draw(seed: int, domain: Domain, number: int, slot: int, reveal: bool = False) -> World:
    """Return one organisation of a domain; `slot` keeps its names apart from those of all others."""
    place, people = _place(seed, domain, slot), deal("person", seed, slot * _PEOPLE, _PEOPLE)
    names = deal("place", seed, slot * _PLACES, _PLACES)
    towns = tuple(town.name for town in names[-_TOWNS:])
    cast = _cast(seed, domain, slot, place, names)
    for attempt in count():
        random = Random(f"{domain.name}:{seed}:{number}:{attempt}")
        facts = figures(random, domain, cast)
        if plausible(domain, cast, facts):
            staff = tuple(person.name for person in people)
            return _world(random, domain, number, cast, staff, towns, facts, reveal)
    raise AssertionError("unreachable: the loop ends by returning")


def _place(seed: int, domain: Domain, slot: int) -> Entity:
    if domain.pool == "brand":
        name = deal("place", seed + 7919, slot, 1)[0].name
        return Entity(domain.forms[0].format(name=name), (name,))
    country = deal("country", seed, slot, 1)[0]
    words = tuple((language, word) for language, word in country.words)
    return Entity(domain.forms[0].format(name=country.name), tuple(word for _, word in words), words)


def _cast(seed: int, domain: Domain, slot: int, place: Entity, names: Sequence[Entity]) -> Cast:
    brands = domain.pool == "brand"
    entities = deal("brand", seed, slot * _BRANDS, domain.size) if brands else names[: domain.size]
    rest = names[domain.size : domain.size + domain.items]
    items = deal("product", seed, slot * _PRODUCTS, domain.items) if brands else rest
    zones = _zones(domain, place)
    return Cast(
        place,
        zones,
        tuple(_formed(entity, domain.forms[1]) for entity in entities),
        tuple(_formed(item, domain.forms[2]) for item in rest if not brands)
        or tuple(_formed(item, domain.forms[2]) for item in items),
    )


def _zones(domain: Domain, place: Entity) -> tuple[Entity, ...]:
    if domain.pool == "brand":
        return tuple(Entity(f"{place.name} {side}", (side,)) for side in ("Food", "Non-food"))
    return tuple(Entity(f"{side} {place.name}", (side,)) for side in ("Northern", "Southern"))


def _formed(entity: Entity, form: str) -> Entity:
    aliases = tuple(word for _, word in entity.words)
    if form == "{name}":
        return Entity(entity.name, aliases, entity.words)
    return Entity(form.format(name=entity.name), (entity.name, *aliases), entity.words)


def _world(
    random: Random,
    domain: Domain,
    number: int,
    cast: Cast,
    staff: Sequence[str],
    towns: Sequence[str],
    facts: Facts,
    reveal: bool,
) -> World:
    earlier = _earlier(random, domain, cast, facts)
    slips = _slips(random, domain, cast, facts)
    withheld = _withheld(random, domain, cast, {*earlier, *slips})
    facts |= _attributes(random, domain, cast, staff, towns)
    rates = _rates(random, domain)
    for period, rate in rates.items():
        facts[cast.place.name, RATE, period] = Fact(cast.place.name, RATE, period, RATE_UNIT, rate, domain.vintage)
    conflicts = _conflicts(facts, earlier, "published earlier, restated since") + _conflicts(
        facts, slips, "a slip in an unfinished draft"
    )
    return World(
        domain,
        number,
        cast.place,
        cast.entities,
        cast.items,
        cast.zones,
        tuple(staff[-6:]),
        facts,
        earlier,
        slips,
        frozenset(withheld),
        rates,
        conflicts,
        reveal,
    )


def _conflicts(facts: Facts, others: Mapping[Key, Fact], why: str) -> tuple[Conflict, ...]:
    return tuple(Conflict((facts[key], other), why) for key, other in others.items())


def _earlier(random: Random, domain: Domain, cast: Cast, facts: Facts) -> Facts:
    """Return what was published before: a little more or less than what is true now."""
    earlier: Facts = {}
    fiscal = domain.vintage.startswith("FY")
    vintage = year_name(int(domain.vintage.removeprefix("FY")) - 1, fiscal)
    for measure, period, many in domain.restated:
        for entity in random.sample(cast.entities, many):
            shift = random.choice((-1, 1)) * random.randint(7, 21)
            earlier[entity.name, measure, period] = _moved(facts[entity.name, measure, period], shift, vintage)
    return earlier


def _moved(now: Fact, shift: int, vintage: str) -> Fact:
    exponent = Decimal((0, (1,), int(now.value.as_tuple().exponent)))
    value = (now.value * (1000 + shift) / 1000).quantize(exponent)
    value = value if value != now.value else value + exponent
    return Fact(now.entity, now.measure, now.period, now.unit, value, vintage, current=False)


def _slips(random: Random, domain: Domain, cast: Cast, facts: Facts) -> Facts:
    slips: Facts = {}
    for measure, period in domain.slips:
        key = (random.choice(cast.entities).name, measure, period)
        slips[key] = _moved(facts[key], random.choice((-90, 90)), "draft")
    return slips


def _withheld(random: Random, domain: Domain, cast: Cast, taken: set[Key]) -> set[Key]:
    withheld: set[Key] = set()
    for name, period, many in domain.withheld:
        item = next(measure.item for measure in domain.measures if measure.name == name)
        owners = [(owner.name, name, period) for owner in (cast.items if item else cast.entities)]
        withheld |= set(random.sample(sorted(set(owners) - taken), many))
    return withheld


def _rates(random: Random, domain: Domain) -> dict[str, Decimal]:
    fiscal, quarter = domain.vintage.startswith("FY"), Decimal("0.05")
    steps, rates = random.randint(205, 240), dict[str, Decimal]()
    for year in all_years(domain):
        rates[year_name(year, fiscal)] = steps * quarter
        steps += random.choice((-4, -3, -2, 1, 2, 3, 5))
    return rates


def _attributes(random: Random, domain: Domain, cast: Cast, staff: Sequence[str], towns: Sequence[str]) -> Facts:
    facts: Facts = {}
    for attribute in domain.attributes:
        for index, owner in enumerate(cast.items if attribute.item else cast.entities):
            words = _words(random, attribute, index, cast, staff, towns)
            unit = "year" if attribute.pool == "year" else "text"
            value = Decimal(words) if unit == "year" else Decimal(0)
            told = "" if unit == "year" else words
            facts[owner.name, attribute.name, ""] = Fact(
                owner.name, attribute.name, "", unit, value, domain.vintage, True, told
            )
    return facts


def _words(
    random: Random, attribute: Attribute, index: int, cast: Cast, staff: Sequence[str], towns: Sequence[str]
) -> str:
    if attribute.pool == "person":
        return staff[index]
    if attribute.pool == "town":
        return random.choice(towns)
    if attribute.pool == "year":
        return str(random.randint(1951, 2012))
    if attribute.pool == "entity":
        return cast.entities[index % len(cast.entities)].name if index < 8 else random.choice(cast.entities).name
    return f"{attribute.name[0].upper()}-{random.randint(10, 99)}{index:02d}"
