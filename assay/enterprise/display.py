"""Turns facts into what a document shows: numbers with separators, wide tables, long tables, sentences."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from assay.enterprise.records import Cell, Fact, Grid, Paragraph, Show, Style, World
from assay.enterprise.units import convert


def show(fact: Fact, unit: str | None = None, grouped: bool = True) -> Show:
    """Return a fact as shown in a unit, with all the digits that are known of it, closing zeros too."""
    target = unit or fact.unit
    step = convert(Decimal((0, (1,), int(fact.value.as_tuple().exponent))), fact.unit, target).normalize()
    value = convert(fact.value, fact.unit, target).quantize(min(step, Decimal(1)))
    return Show(fact, target, value, f"{value:,f}" if grouped else f"{value:f}")


def wide(
    world: World,
    measure: str,
    periods: Sequence[str],
    caption: str,
    *,
    unit: str | None = None,
    grouped: bool = True,
    corner: str = "",
    names: dict[str, str] | None = None,
    note: str = "",
    by_name: bool = False,
) -> Grid:
    """Return a table with one row an entity, in the world's order or by name, and one column a period."""
    header = (Cell(corner or world.label), *(Cell(period) for period in periods))
    rows = [header]
    for entity in sorted(world.entities, key=lambda item: item.name) if by_name else world.entities:
        shows = [show(world.facts[entity.name, measure, p], unit, grouped) for p in periods]
        label = (names or {}).get(entity.name, entity.name)
        rows.append((Cell(label), *(Cell(item.text, item) for item in shows)))
    return Grid(caption, tuple(rows), note)


def long(
    world: World, columns: Sequence[tuple[str, str, str]], periods: Sequence[str], header: tuple[str, str]
) -> Grid:
    """Return a table with one row an entity and period; a column is (heading, measure, unit)."""
    rows = [tuple(Cell(text) for text in (*header, *(column[0] for column in columns)))]
    for entity in world.entities:
        for period in periods:
            cells = [Cell(entity.name), Cell(period)]
            for _, measure, unit in columns:
                item = show(world.facts[entity.name, measure, period], unit, grouped=False)
                cells.append(Cell(item.text, item))
            rows.append(tuple(cells))
    return Grid("", tuple(rows))


def sentence(template: str, *shows: Show, style: Style = "plain") -> Paragraph:
    """Return running text with the shown values put in for {0}, {1} and so on."""
    text = template.format(*(item.text for item in shows))
    return Paragraph(text, shows, style)


def largest(world: World, measure: str, period: str) -> Fact:
    """Return the fact of the entity that leads in a measure and period."""
    return max((world.facts[e.name, measure, period] for e in world.entities), key=lambda fact: fact.value)


def smallest(world: World, measure: str, period: str) -> Fact:
    """Return the fact of the entity that comes last in a measure and period."""
    return min((world.facts[e.name, measure, period] for e in world.entities), key=lambda fact: fact.value)
