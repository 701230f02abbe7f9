"""The key as JSON lines: every fact with its places, formatting facts, conflicts and names; written and read again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TypedDict

from assay.enterprise.measures import MEASURES
from assay.enterprise.names import COUNTRIES
from assay.enterprise.records import At, Conflict, Fact, Mark, Modality, Place, Rendered, Show, World
from assay.model.errors import UnreadableInput


class ValueLine(TypedDict):
    """A fact as the key writes it; the value is a decimal string in the fact's own unit."""

    entity: str
    measure: str
    period: str
    unit: str
    value: str
    vintage: str
    current: bool


class PlaceLine(TypedDict):
    """A place as the key writes it; unit and value are those of that document."""

    path: str
    at: At
    modality: Modality
    shown: str
    unit: str
    value: str


@dataclass(frozen=True, slots=True)
class Key:
    """A key that was read: facts with their places, formatting facts, and the conflicts that are meant."""

    facts: tuple[tuple[Fact, tuple[Place, ...]], ...]
    marks: tuple[Mark, ...]
    conflicts: tuple[tuple[Fact, ...], ...]


def key_lines(worlds: Sequence[World], files: Sequence[Rendered]) -> Iterable[str]:
    """Yield the lines of the key in a fixed order: facts, formatting facts, conflicts, names."""
    shown: dict[Fact, list[Place]] = {}
    for file in files:
        for place in file.places:
            shown.setdefault(place.show.fact, []).append(place)
    for fact, places in shown.items():
        yield _line({"type": "fact", **_value(fact), "places": [_place(place) for place in places]})
    yield from (_line(_mark(mark)) for file in files for mark in file.marks)
    for world in worlds:
        yield from (_line(_conflict(item)) for item in world.conflicts if all(fact in shown for fact in item.facts))
        for canonical, aliases in _names(world):
            yield _line({"type": "name", "canonical": canonical, "aliases": list(aliases)})


def read_key(path: Path) -> Key:
    """Return the key that stands in a file."""
    facts: list[tuple[Fact, tuple[Place, ...]]] = []
    marks: list[Mark] = []
    conflicts: list[tuple[Fact, ...]] = []
    try:
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            if record["type"] == "fact":
                facts.append(_read_fact(record, record["places"]))
            elif record["type"] == "format":
                marks.append(Mark(record["path"], record["at"], record["kind"], record["value"]))
            elif record["type"] == "conflict":
                conflicts.append(tuple(_fact(value) for value in record["facts"]))
    except (OSError, ValueError, KeyError, TypeError, InvalidOperation) as error:
        raise UnreadableInput(f"{path} is not the key of a simulated archive: {error}.") from error
    return Key(tuple(facts), tuple(marks), tuple(conflicts))


def _line(record: Mapping[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _value(fact: Fact) -> ValueLine:
    return {
        "entity": fact.entity,
        "measure": fact.measure,
        "period": fact.period,
        "unit": fact.unit,
        "value": f"{fact.value:f}",
        "vintage": fact.vintage,
        "current": fact.current,
    }


def _place(place: Place) -> PlaceLine:
    item = place.show
    return {
        "path": place.path,
        "at": dict(place.at),
        "modality": place.modality,
        "shown": item.text,
        "unit": item.unit,
        "value": f"{item.value:f}",
    }


def _mark(mark: Mark) -> dict[str, object]:
    return {"type": "format", "path": mark.path, "at": dict(mark.at), "kind": mark.kind, "value": mark.value}


def _conflict(conflict: Conflict) -> dict[str, object]:
    return {"type": "conflict", "facts": [_value(fact) for fact in conflict.facts], "why": conflict.why}


def _names(world: World) -> Iterable[tuple[str, tuple[str, ...]]]:
    yield from ((country.name, country.aliases) for country in COUNTRIES if country.name == world.place)
    yield from ((entity.name, entity.aliases) for entity in world.entities)
    yield from ((measure.name, measure.aliases) for measure in MEASURES[world.domain])


def _read_fact(record: ValueLine, places: Sequence[PlaceLine]) -> tuple[Fact, tuple[Place, ...]]:
    fact = _fact(record)
    return fact, tuple(
        Place(
            Show(fact, place["unit"], Decimal(place["value"]), place["shown"]),
            place["path"],
            place["at"],
            place["modality"],
        )
        for place in places
    )


def _fact(line: ValueLine) -> Fact:
    return Fact(
        line["entity"],
        line["measure"],
        line["period"],
        line["unit"],
        Decimal(line["value"]),
        line["vintage"],
        line["current"],
    )
