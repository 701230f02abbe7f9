"""Tasks as a release publishes them: the JSON lines of `tasks.jsonl`, back as tasks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from assay.model.canonical import Json
from assay.model.codec import from_json
from assay.model.task import Lineage, Proposal, Task

_OWN = frozenset({"id", "revision", "lineage", "tier", "format", "documents"})
_OF_RELEASE = frozenset({"release", "canary"})


@dataclass(frozen=True, slots=True)
class Published:
    """One line: its name (the task's id where it has one), its fields, and the task or why it is none."""

    name: str
    body: Mapping[str, Json]
    task: Task | None
    fault: str = ""


def published(text: str) -> Iterator[Published]:
    """Yield each line of a `tasks.jsonl`, whatever became of it."""
    for number, line in enumerate(text.split("\n"), 1):
        if line:
            yield _published(f"line {number}", line)


def _published(name: str, line: str) -> Published:
    body: dict[str, Json] = {}
    try:
        body = _object(json.loads(line))
        name = str(body.get("id", name))
        return Published(name, body, _task(body))
    except KeyError as error:
        return Published(name, body, None, f"this is no task: it has no {error}")
    except (ValueError, TypeError, RecursionError) as error:
        return Published(name, body, None, f"this is no task: {error}")


def _task(body: Mapping[str, Json]) -> Task:
    said = {name: value for name, value in body.items() if name not in _OWN}
    evidence = [{**_object(item), "at": _anchor(item)} for item in _list(body["evidence"])]
    proposal = from_json(Proposal, {**said, "evidence": evidence})
    lineage = {name: value for name, value in _object(body["lineage"]).items() if name not in _OF_RELEASE}
    parts = {name: getattr(proposal, name) for name in Proposal.__dataclass_fields__}
    return Task(id=str(body["id"]), revision=int(str(body["revision"])), lineage=from_json(Lineage, lineage), **parts)


def _anchor(evidence: Json) -> Json:
    return _object(_object(evidence)["at"])


def _object(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise TypeError(f"{value!r} is no object")
    return value


def _list(value: Json) -> Sequence[Json]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    return value
