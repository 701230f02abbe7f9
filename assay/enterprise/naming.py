"""The lines of the key that say what names stand for whom, and which days a fiscal year covers."""

from __future__ import annotations

from collections.abc import Iterator

from assay.enterprise.periods import all_years, fiscal_span
from assay.enterprise.records import Entity, World


def name_lines(world: World) -> Iterator[dict[str, object]]:
    """Yield the names of an organisation, and those of its domain's measures with the domain's first organisation."""
    for kind, entities in (
        ("place", (world.place,)),
        ("zone", world.zones),
        ("entity", world.entities),
        ("item", world.items),
    ):
        yield from (_name(world, kind, entity) for entity in entities)
    if world.number == 0:
        for measure in world.domain.measures:
            line = _name(world, "measure", Entity(measure.name, measure.aliases))
            yield {**line, "unit": measure.unit, "of": "item" if measure.item else "entity"}
        for attribute in world.domain.attributes:
            line = _name(world, "attribute", Entity(attribute.name, attribute.aliases))
            yield {**line, "of": "item" if attribute.item else "entity"}


def calendar_lines(world: World) -> Iterator[dict[str, object]]:
    """Yield the first and last day of each fiscal year of an organisation that has any."""
    if world.domain.opens == 1:
        return
    for year in all_years(world.domain):
        first, last = fiscal_span(world.domain, year)
        yield {
            "type": "calendar",
            "domain": world.domain.name,
            "place": world.place.name,
            "fiscal_year": f"FY{year}",
            "first": first,
            "last": last,
        }


def _name(world: World, kind: str, entity: Entity) -> dict[str, object]:
    return {
        "type": "name",
        "canonical": entity.name,
        "aliases": list(dict.fromkeys(entity.aliases)),
        "kind": kind,
        "domain": world.domain.name,
    }
