"""Old and new artifacts of a document, aligned: by key, then by kind and anchor, then by kind between known neighbours.

The old document is known by the Markdown that a release froze: its anchor comments name every artifact in order.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from assay.markdown import anchor_json, split_row
from assay.model.artifact import Anchor, Artifact
from assay.model.canonical import Json, canonical_json
from assay.model.document import Document

_COMMENT = re.compile(r"^<!-- (\S+) (\S+) (\{.*\}) -->$", re.MULTILINE)
_FIRST_CELL = re.compile(r"[A-Z]+\d+")


@dataclass(frozen=True, slots=True)
class Mark:
    """An artifact as its anchor comment tells it: its key, its kind, and where it stood."""

    key: str
    kind: str
    place: str


def marks_of(markdown: str) -> list[Mark]:
    """Return the artifacts that a document's Markdown names, in order."""
    found = (match.groups() for match in _COMMENT.finditer(markdown))
    return [Mark(key, kind, _place(cast("Mapping[str, Json]", json.loads(anchor)))) for key, kind, anchor in found]


def mark_of(artifact: Artifact) -> Mark:
    """Return the mark of an artifact."""
    return Mark(artifact.key, artifact.kind, _place(anchor_json(artifact.at)))


def cited_mark(key: str, kind: str, at: Anchor) -> Mark:
    """Return the mark of what evidence cites, for documents of which nothing else is known."""
    return Mark(key, kind, _place(anchor_json(at)))


def aligned(old: Sequence[Mark], document: Document) -> dict[str, Artifact]:
    """Return the artifact that each old key stands for now; keys that stand for none are left out."""
    by_key = {artifact.key: artifact for artifact in document.artifacts}
    new = [mark_of(artifact) for artifact in document.artifacts]
    found = {mark.key: mark.key for mark in old if mark.key in by_key}
    for slots in (_by_place, _by_neighbour):
        taken = frozenset(found.values())
        theirs = {slot: mark.key for mark, slot in slots(new, taken) if mark.key not in taken}
        ours = [(mark.key, slot) for mark, slot in slots(old, frozenset(found)) if mark.key not in found]
        found |= {key: theirs[slot] for key, slot in ours if slot in theirs}
    return {key: by_key[name] for key, name in found.items()}


def rows_of(markdown: str, key: str) -> list[list[str]]:
    """Return the cells of the grid with this key in a document's Markdown, none where there is no such grid."""
    start = markdown.find(f"<!-- {key} ")
    if start < 0:
        return []
    block = markdown[start:].split("\n<!-- ", 1)[0].split("\n")
    lines = [line for line in block[1:] if line.startswith("|")]
    return [split_row(line) for at, line in enumerate(lines) if at != 1]


def _by_place(marks: Iterable[Mark], _: frozenset[str]) -> list[tuple[Mark, tuple[str, str, int]]]:
    return [(mark, (mark.kind, mark.place, 0)) for mark in marks]


def _by_neighbour(marks: Iterable[Mark], known: frozenset[str]) -> list[tuple[Mark, tuple[str, str, int]]]:
    """Return each unknown mark with the last known one before it and its number among those of its kind since."""
    found: list[tuple[Mark, tuple[str, str, int]]] = []
    before, since = "", Counter[str]()
    for mark in marks:
        if mark.key in known:
            before, since = mark.key, Counter[str]()
        else:
            since[mark.kind] += 1
            found.append((mark, (mark.kind, before, since[mark.kind])))
    return found


def _place(anchor: Mapping[str, Json]) -> str:
    """Return where an artifact stands, of a range its first cell: more rows do not make it another table."""
    told = {name: value for name, value in anchor.items() if name not in ("row", "column")}
    first = _FIRST_CELL.match(str(told.get("range", "")))
    return canonical_json(told | {"range": first.group()} if first else told)
