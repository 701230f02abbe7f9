"""The key as JSON lines: facts with their places, formatting facts, conflicts, names; written and read again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import NotRequired, TypedDict

from assay.enterprise.naming import calendar_lines, name_lines
from assay.enterprise.placed import At, Gap, Mark, Modality, Place, Rendered
from assay.enterprise.records import Conflict, Fact, Show, World
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
    rate: NotRequired[str]
    rounded: NotRequired[bool]


@dataclass(frozen=True, slots=True)
class Key:
    """A key that was read: facts with their places, formatting facts, conflicts that are meant, what is absent."""

    facts: tuple[tuple[Fact, tuple[Place, ...]], ...]
    marks: tuple[Mark, ...]
    conflicts: tuple[tuple[Fact, ...], ...]
    absent: tuple[Fact, ...] = ()


def key_lines(world: World, files: Sequence[Rendered]) -> Iterable[str]:
    """Yield an organisation's lines of the key: facts, formatting facts, conflicts, what is absent, names, calendar."""
    shown: dict[Fact, list[Place]] = {}
    for file in files:
        for place in file.places:
            shown.setdefault(place.show.fact, []).append(place)
    for fact, places in shown.items():
        yield _line({"type": "fact", **_value(fact), "places": [_place(place) for place in places]})
    yield from (_line(_mark(mark)) for file in files for mark in file.marks)
    yield from (_line(_conflict(item)) for item in world.conflicts if all(fact in shown for fact in item.facts))
    yield from _absent(world, [gap for file in files for gap in file.gaps])
    yield from (_line(record) for record in (*name_lines(world), *calendar_lines(world)))


def _absent(world: World, gaps: Sequence[Gap]) -> Iterable[str]:
    """Yield what no document tells, with the cells that say so; none where the archive reveals it."""
    for key in sorted(world.withheld):
        if not world.reveal:
            fact = world.facts[key]
            places = [
                {"path": gap.path, "at": dict(gap.at), "shown": gap.shown}
                for gap in gaps
                if (gap.absence.entity, gap.absence.measure, gap.absence.period) == key
            ]
            yield _line({"type": "absent", **_value(fact), "why": "kept back in every document", "places": places})


def read_key(path: Path) -> Key:
    """Return the key that stands in a file."""
    facts: list[tuple[Fact, tuple[Place, ...]]] = []
    marks: list[Mark] = []
    conflicts: list[tuple[Fact, ...]] = []
    absent: list[Fact] = []
    try:
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            if record["type"] == "fact":
                facts.append(_read_fact(record, record["places"]))
            elif record["type"] == "format":
                detail = record.get("detail", {})
                marks.append(Mark(record["path"], record["at"], record["kind"], record["value"], detail))
            elif record["type"] == "absent":
                absent.append(_fact(record))
            elif record["type"] == "conflict":
                conflicts.append(tuple(_fact(value) for value in record["facts"]))
    except (OSError, ValueError, KeyError, TypeError, InvalidOperation) as error:
        raise UnreadableInput(f"{path} is not the key of a simulated archive: {error}.") from error
    return Key(tuple(facts), tuple(marks), tuple(conflicts), tuple(absent))


def _line(record: Mapping[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _value(fact: Fact) -> ValueLine:
    return {
        "entity": fact.entity,
        "measure": fact.measure,
        "period": fact.period,
        "unit": fact.unit,
        "value": fact.words or f"{fact.value:f}",
        "vintage": fact.vintage,
        "current": fact.current,
    }


def _place(place: Place) -> dict[str, object]:
    item = place.show
    line: dict[str, object] = {
        "path": place.path,
        "at": dict(place.at),
        "modality": place.modality,
        "shown": item.text,
        "unit": item.unit,
        "value": item.fact.words or f"{item.value:f}",
    }
    if item.rate is not None:
        line["rate"] = f"{item.rate:f}"
    if item.rounded:
        line["rounded"] = True
    return line


def _mark(mark: Mark) -> dict[str, object]:
    line: dict[str, object] = {
        "type": "format",
        "path": mark.path,
        "at": dict(mark.at),
        "kind": mark.kind,
        "value": mark.value,
    }
    return {**line, "detail": dict(mark.detail)} if mark.detail else line


def _conflict(conflict: Conflict) -> dict[str, object]:
    return {"type": "conflict", "facts": [_value(fact) for fact in conflict.facts], "why": conflict.why}


def _read_fact(record: ValueLine, places: Sequence[PlaceLine]) -> tuple[Fact, tuple[Place, ...]]:
    fact = _fact(record)
    return fact, tuple(Place(_show(fact, place), place["path"], place["at"], place["modality"]) for place in places)


def _show(fact: Fact, place: PlaceLine) -> Show:
    rate = Decimal(place["rate"]) if "rate" in place else None
    value = fact.value if fact.words else Decimal(place["value"])
    return Show(fact, place["unit"], value, place["shown"], rate, place.get("rounded", False))


def _fact(line: ValueLine) -> Fact:
    words = line["value"] if line["unit"] == "text" else ""
    return Fact(
        line["entity"],
        line["measure"],
        line["period"],
        line["unit"],
        Decimal(0) if words else Decimal(line["value"]),
        line["vintage"],
        line["current"],
        words,
    )
