"""Lays facts out as tables: years across or down, two measures side by side, one line each, lists of items."""

from __future__ import annotations

from assay.enterprise.blocks import Cell, Grid
from assay.enterprise.language import LANGUAGES, capital, period_words
from assay.enterprise.periods import months, quarters, year_name
from assay.enterprise.plans import Attribute, Part
from assay.enterprise.records import Measure, World
from assay.enterprise.rows import Look, body, covered
from assay.enterprise.showing import cell


def grid(world: World, part: Part, *, language: str = "en", bare: bool = False, number: int = 0) -> Grid:
    """Return the table of a part; a bare one has no separators and no caption, a numbered one says its number."""
    look = Look(world, part, language, bare)
    made = _LAYOUTS[part.layout](look)
    caption = "" if bare else _caption(look, number)
    unit = _unit(look, 0) if part.stated == "cell" else ""
    return Grid(caption, made.rows, part.note, made.head, unit, made.sums)


def periods(world: World, part: Part, measure: Measure) -> tuple[str, ...]:
    """Return the periods that a part shows of a measure, in order."""
    years = range(part.first, part.last + 1, part.every)
    if part.span == "month":
        return tuple(month for year in years for month in months(year))
    if part.span == "quarter":
        return tuple(quarter for year in years for quarter in quarters(year))
    return tuple(year_name(year, measure.fiscal or part.span == "fiscal") for year in years)


def _measure(look: Look, index: int) -> Measure:
    return look.world.measure(look.part.measures[index])


def _unit(look: Look, index: int) -> str:
    units = look.part.units
    asked = units[index] if index < len(units) else ""
    return asked or _measure(look, index).unit


def _name(look: Look, index: int) -> str:
    measure, alias = _measure(look, index), look.part.alias
    if index == 0 and alias:
        return measure.aliases[alias - 1]
    return dict(measure.words).get(look.language, measure.name)


def _label(look: Look, item: bool = False) -> str:
    domain = look.world.domain
    known = dict(domain.labels)
    label = domain.item if item else domain.label
    return known.get(f"{look.language} item" if item else look.language, label)


def _caption(look: Look, number: int) -> str:
    phrases, part = LANGUAGES[look.language], look.part
    caption = part.caption
    if not caption and part.measures:
        label = _label(look, _measure(look, 0).item)
        # headings of two rows name the unit of each measure themselves
        form = phrases.caption if part.stated == "caption" and part.layout != "paired" else phrases.bare
        names = " and ".join(_name(look, index) for index in range(len(part.measures)))
        words = label if look.language == "de" else label.lower()
        caption = form.format(measure=capital(names), label=words, unit=_unit(look, 0))
    return phrases.numbered.format(number=number, caption=caption) if number else caption


def _wide(look: Look) -> Grid:
    measure, unit = _measure(look, 0), _unit(look, 0)
    label = _label(look, measure.item)
    columns = periods(look.world, look.part, measure)
    column = look.part.stated == "column"
    corner = f"{label}, {unit}" if look.part.stated == "header" else label
    heads = [Cell(corner), *([Cell(LANGUAGES[look.language].unit)] if column else [])]
    heads += [Cell(period_words(period, look.bare)) for period in columns]
    rows, sums = body(look, measure.item, [(measure.name, period, unit) for period in columns], unit if column else "")
    return Grid("", (tuple(heads), *rows), sums=sums)


def _flipped(look: Look) -> Grid:
    measure, unit, world = _measure(look, 0), _unit(look, 0), look.world
    owners = look.owners(measure.item)
    corner = {"month": "Month", "quarter": "Quarter"}.get(look.part.span, "Year")
    rows = [(Cell(corner), *(Cell(owner.named(look.language)) for owner in owners))]
    for period in periods(world, look.part, measure):
        cells = [look.cell((owner.name, measure.name, period), unit) for owner in owners]
        rows.append((Cell(period_words(period, look.bare)), *cells))
    return Grid("", tuple(rows))


def _paired(look: Look) -> Grid:
    """Two measures or more under headings of two rows: the measure with its unit above, the periods below."""
    heads, below = [Cell(_label(look), down=2)], [covered()]
    columns: list[tuple[str, str, str]] = []
    for index in range(len(look.part.measures)):
        measure, unit = _measure(look, index), _unit(look, index)
        inside = periods(look.world, look.part, measure)
        heads += [Cell(f"{capital(_name(look, index))} ({unit})", across=len(inside))]
        heads += [covered() for _ in inside[1:]]
        below += [Cell(period_words(period, look.bare)) for period in inside]
        columns += [(measure.name, period, unit) for period in inside]
    rows, sums = body(look, False, columns, "", 2)
    return Grid("", (tuple(heads), tuple(below), *rows), head=2, sums=sums)


def _long(look: Look) -> Grid:
    """One line an entity and period, as a register exports it."""
    world, part = look.world, look.part
    first = _measure(look, 0)
    named = [(f"{capital(_name(look, i))} ({_unit(look, i)})", _measure(look, i)) for i in range(len(part.measures))]
    time = {"month": "Month", "quarter": "Quarter"}.get(part.span, "Fiscal year" if first.fiscal else "Year")
    time = {"Year": "Jahr", "Fiscal year": "Jahr", "Month": "Monat"}[time] if look.language == "de" else time
    rows = [(Cell(_label(look, first.item)), Cell(time), *(Cell(heading) for heading, _ in named))]
    for owner in look.owners(first.item):
        for period in periods(world, part, first):
            cells = [look.cell((owner.name, m.name, period), _unit(look, i)) for i, (_, m) in enumerate(named)]
            rows.append((Cell(owner.named(look.language)), Cell(period), *cells))
    return Grid("", tuple(rows))


def _dated(look: Look) -> Grid:
    """One line an observation on a day, in the order of the days."""
    measure = _measure(look, 0)
    owners = {owner.name for owner in look.owners(measure.item)}
    keys = [key for key in look.world.facts if key[1] == measure.name and key[0] in owners]
    rows = [(Cell(_label(look, measure.item)), Cell("Date"), Cell(f"{capital(_name(look, 0))} ({_unit(look, 0)})"))]
    for key in sorted(keys, key=lambda item: item[2]):
        rows.append((Cell(key[0]), Cell(key[2]), look.cell(key, _unit(look, 0))))
    return Grid("", tuple(rows))


def _items(look: Look) -> Grid:
    """One line an item with what is known of it, in words and in numbers."""
    world, part = look.world, look.part
    heads = [Cell(_label(look, True)), *(Cell(_titled(look, name)) for name in part.attributes)]
    columns: list[tuple[str, str, str]] = []
    for index in range(len(part.measures)):
        measure = _measure(look, index)
        for period in periods(world, part, measure):
            heads.append(Cell(f"{capital(_name(look, index))} {period} ({_unit(look, index)})"))
            columns.append((measure.name, period, _unit(look, index)))
    words = [(name, "", "") for name in part.attributes]
    rows, _ = body(look, True, [*words, *columns])
    return Grid("", (tuple(heads), *rows))


def _directory(look: Look) -> Grid:
    """One line an entity with what is known of it in words."""
    heads = [Cell(_label(look)), *(Cell(_titled(look, name)) for name in look.part.attributes)]
    rows, _ = body(look, False, [(name, "", "") for name in look.part.attributes])
    return Grid("", (tuple(heads), *rows))


def _titled(look: Look, name: str) -> str:
    attribute: Attribute = next(item for item in look.world.domain.attributes if item.name == name)
    return capital(dict(attribute.words).get(look.language, name))


def _rates(look: Look) -> Grid:
    """What one euro costs in crowns, a line a year."""
    world = look.world
    rows = [(Cell("Year"), Cell("Crowns per euro"))]
    for period in world.rates:
        year = int(period.removeprefix("FY"))
        if look.part.first <= year <= look.part.last:
            rows.append((Cell(period), cell(world, look.part, (world.place.name, "exchange rate", period))))
    return Grid("", tuple(rows))


_LAYOUTS = {
    "wide": _wide,
    "flipped": _flipped,
    "paired": _paired,
    "long": _long,
    "dated": _dated,
    "items": _items,
    "directory": _directory,
    "rates": _rates,
}
