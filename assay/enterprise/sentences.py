"""Turns lines about one value into text, and fills the names of an organisation into titles and blocks."""

from __future__ import annotations

from dataclasses import replace

from assay.enterprise.blocks import Block, Columns, Commented, Emphasis, Footnoted, Grid, Heading, Link, Paragraph
from assay.enterprise.blocks import Picture as PictureBlock
from assay.enterprise.plans import Line
from assay.enterprise.records import Fact, World
from assay.enterprise.showing import show


def filled(world: World, text: str) -> str:
    """Return a text with the names of the organisation and its people put in."""
    if "{" not in text:
        return text
    people = {f"p{index}": person for index, person in enumerate(world.people)}
    entities = {f"e{index}": entity.name for index, entity in enumerate(world.entities)}
    words = {f"place_{language}": word for language, word in world.place.words}
    short = world.place.aliases[0] if world.domain.pool == "brand" else world.place.name
    return text.format(place=world.place.name, short=short, **people, **entities, **words)


def told(world: World, line: Line, language: str = "en") -> Paragraph:
    """Return the sentence about the value that a line picks."""
    fact = _picked(world, line)
    item = show(world, fact, line.unit, language=language, digits=line.digits)
    who = world.facts[fact.entity, line.about, ""].words if line.about else ""
    text = line.template.format(entity=named(world, fact.entity, language), value=item.text, who=who)
    style = line.where if line.where in ("bullet", "number") else "plain"
    return Paragraph(text, (item,), style)


def named(world: World, entity: str, language: str) -> str:
    """Return how a language calls an entity."""
    known = (*world.entities, *world.items, world.place)
    return next((item.named(language) for item in known if item.name == entity), entity)


def _picked(world: World, line: Line) -> Fact:
    if line.slip:
        return next(fact for (_, measure, _), fact in world.slips.items() if measure == line.measure)
    if line.pick == "total":
        return world.facts[world.place.name, line.measure, line.period]
    owners = world.items if world.measure(line.measure).item else world.entities
    keys = [(owner.name, line.measure, line.period) for owner in owners]
    facts = [world.facts[key] for key in keys if key not in world.withheld]
    if line.pick in ("first", "last"):
        return facts[0 if line.pick == "first" else -1]
    return (max if line.pick == "largest" else min)(facts, key=lambda fact: fact.value)


def block_of(world: World, block: Block) -> Block:
    """Return a block with the names of the organisation put in."""
    if isinstance(block, Heading | Paragraph):
        return replace(block, text=filled(world, block.text))
    if isinstance(block, Emphasis):
        return replace(
            block, before=filled(world, block.before), run=filled(world, block.run), after=filled(world, block.after)
        )
    if isinstance(block, Commented):
        return Commented(filled(world, block.text), _paragraph(world, block.comment), filled(world, block.author))
    if isinstance(block, Footnoted):
        return Footnoted(filled(world, block.text), _paragraph(world, block.note))
    if isinstance(block, PictureBlock):
        return _picture(world, block)
    assert isinstance(block, Grid | Link | Columns)
    return block


def _paragraph(world: World, block: Paragraph) -> Paragraph:
    return replace(block, text=filled(world, block.text))


def _picture(world: World, block: PictureBlock) -> PictureBlock:
    """A picture without values shows the first measure of the domain in the last year, a bar an entity."""
    measure = world.domain.measures[0]
    period = f"FY{world.domain.last}" if measure.fiscal else str(world.domain.last)
    values = tuple(int(world.facts[entity.name, measure.name, period].value) for entity in world.entities)
    return PictureBlock(filled(world, block.alt), block.values or values)
