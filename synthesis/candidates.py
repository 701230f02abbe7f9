"""The author `file`: candidate tasks from JSON lines, which pass the same validator as everybody's."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from assay.model.canonical import Json
from assay.model.codec import to_json
from assay.model.errors import UsageError
from assay.model.gate import Context
from assay.model.task import Lineage, Task, task_of
from synthesis.authors import Written
from synthesis.citing import cite
from synthesis.validator import validate

# What a release adds to a task, and what follows from its other fields.
_GIVEN_LATER = frozenset({"id", "revision", "tier", "lineage", "format", "documents"})
_DEFAULTS: Mapping[str, Json] = {"reasoning": [], "program": "", "plan": None, "labels": [], "hops": 1}


@dataclass(frozen=True, slots=True)
class FileAuthor:
    """Takes the candidates of a file, whichever domains they belong to."""

    path: Path
    name: str = "file"

    def write(self, context: Context) -> Written:
        """Return the valid candidates in order; each other line is a fault with its number."""
        tasks: dict[str, Task] = {}
        faults: list[str] = []
        for number, line in _lines(self.path):
            found = candidate(line, context)
            if isinstance(found, Task) and found.id not in tasks:
                tasks[found.id] = found
                continue
            fault = found if isinstance(found, str) else "the same question stands on an earlier line"
            faults.append(f"{self.path.name}, line {number}: {fault}")
        return Written(self.name, "", tuple(tasks.values()), {}, (), (), tuple(faults))


def candidate(line: str, context: Context) -> Task | str:
    """Return the task of a line in the form of `tasks.jsonl`, or the sentence that says what is wrong with it."""
    body = _object(line)
    if isinstance(body, str):
        return body
    given = {name: value for name, value in body.items() if name not in _GIVEN_LATER}
    proposal, faults = validate({**_DEFAULTS, **given, **_completed(body, context)}, context)
    return task_of(proposal, _lineage(body)) if proposal is not None else "; ".join(faults)


def _completed(body: Mapping[str, Json], context: Context) -> dict[str, Json]:
    """The evidence with what its path and artifact key already say."""
    stated = body.get("evidence")
    if not isinstance(stated, list):
        return {}
    return {"evidence": [_cited(item, context) for item in stated]}


def _cited(item: Json, context: Context) -> Json:
    if not isinstance(item, Mapping):
        return item
    document = context.document(str(item.get("path")))
    artifact = document.artifact(str(item.get("artifact"))) if document else None
    if document is None or artifact is None:
        return {"document": "", "kind": "", "at": {}, **item}
    evidence = cast(Mapping[str, Json], to_json(cite(document, artifact, artifact.at, "")))
    return {**evidence, **item}


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        text = path.read_bytes().decode("utf-8-sig", "replace")
    except OSError as error:
        sentence = f"The candidates in {path} cannot be read ({error.strerror}): name a file of JSON lines."
        raise UsageError(sentence) from error
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line


def _object(line: str) -> dict[str, Json] | str:
    try:
        body = json.loads(line, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        return f"it is not JSON: {error}"
    return cast(dict[str, Json], body) if isinstance(body, dict) else "it is not a JSON object"


def _refused(constant: str) -> Json:
    raise ValueError(f"{constant} has no place in JSON")


def _lineage(body: Mapping[str, Json]) -> Lineage:
    stated = body.get("lineage")
    template = stated.get("template") if isinstance(stated, Mapping) else None
    return Lineage("file", template=template if isinstance(template, str) else None)
