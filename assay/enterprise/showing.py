"""Turns facts into what a document shows of them: the unit and currency there, the digits, the marks beside them."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from assay.enterprise.blocks import Absence, Cell
from assay.enterprise.language import LANGUAGES, written
from assay.enterprise.plans import Part
from assay.enterprise.records import Fact, Show, World
from assay.enterprise.units import UNITS, convert


def show(
    world: World, fact: Fact, unit: str = "", *, language: str = "en", grouped: bool = True, digits: int | None = None
) -> Show:
    """Return a fact as shown in a unit, with all the digits that are known of it unless fewer are asked for."""
    if fact.unit == "text":
        return Show(fact, fact.unit, fact.value, fact.words)
    if fact.unit == "year":
        return Show(fact, fact.unit, fact.value, f"{fact.value:f}")
    target = unit or fact.unit
    rate = _rate(world, fact, target)
    value = convert(fact.value, fact.unit, target, rate)
    step = convert(Decimal((0, (1,), int(fact.value.as_tuple().exponent))), fact.unit, target, rate).normalize()
    whole = value.quantize(Decimal((0, (1,), min(0, int(step.as_tuple().exponent)))))
    told = whole if digits is None else value.quantize(Decimal((0, (1,), -digits)), ROUND_HALF_UP)
    return Show(fact, target, told, written(told, language, grouped), rate, told != whole)


def _rate(world: World, fact: Fact, target: str) -> Decimal | None:
    foreign = (UNITS[fact.unit][0], UNITS[target][0]) == ("euros", "crowns")
    return world.rates[fact.period.split("-")[0]] if foreign else None


def find(world: World, part: Part, key: tuple[str, str, str]) -> Fact | None:
    """Return the fact that a table of an edition shows under a key, None where it keeps it back."""
    if key in world.withheld and not world.reveal:
        return None
    if part.slips and key in world.slips:
        return world.slips[key]
    if part.edition and key in world.earlier:
        return world.earlier[key]
    return world.facts[key]


def cell(
    world: World, part: Part, key: tuple[str, str, str], unit: str = "", *, language: str = "en", bare: bool = False
) -> Cell:
    """Return the cell that shows what stands under a key, or says that it is kept back."""
    fact = find(world, part, key)
    if fact is None:
        return Cell(LANGUAGES[language].withheld, absence=Absence(*key))
    item = show(world, fact, unit, language=language, grouped=not bare)
    return Cell(item.text, item)


def marked(item: Cell, mark: str) -> Cell:
    """Return a cell with a footnote mark beside its number."""
    return Cell(f"{item.text}{mark}", item.show, item.absence) if item.show else item
