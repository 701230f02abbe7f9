"""Old and new artifacts of a document, aligned: by key, then by kind and anchor, then by kind between known neighbours.

A sheet that bears another name is known by what stands in the same places on it.

The old document is known by the Markdown that a release froze: its anchor comments name every artifact in order.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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
    sheet: str = ""


def marks_of(markdown: str) -> list[Mark]:
    """Return the artifacts that a document's Markdown names, in order."""
    found = (match.groups() for match in _COMMENT.finditer(markdown))
    return [_mark(key, kind, cast("Mapping[str, Json]", json.loads(anchor))) for key, kind, anchor in found]


def mark_of(artifact: Artifact) -> Mark:
    """Return the mark of an artifact."""
    return _mark(artifact.key, artifact.kind, anchor_json(artifact.at))


def cited_mark(key: str, kind: str, at: Anchor) -> Mark:
    """Return the mark of what evidence cites, for documents of which nothing else is known."""
    return _mark(key, kind, anchor_json(at))


def aligned(old: Sequence[Mark], document: Document) -> dict[str, Artifact]:
    """Return the artifact that each old key stands for now; keys that stand for none are left out."""
    by_key = {artifact.key: artifact for artifact in document.artifacts}
    new = [mark_of(artifact) for artifact in document.artifacts]
    found = {mark.key: mark.key for mark in old if mark.key in by_key}
    old = _on_renamed_sheets(old, new)
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


def _on_renamed_sheets(old: Sequence[Mark], new: Sequence[Mark]) -> list[Mark]:
    """Return the old marks with each sheet that is gone under the name of the new one that holds most in its places.

    Keys and anchors hold a sheet's name, so what stands on a renamed sheet has neither its key nor its place.
    """
    before, now = _by_sheet(old), _by_sheet(new)
    names: dict[str, str] = {}
    for sheet in (name for name in before if name not in now):
        shared = {
            name: len(before[sheet] & now[name]) for name in now if name not in before and name not in names.values()
        }
        best = max(shared, key=lambda name: shared[name], default="")
        if best and 2 * shared[best] >= len(before[sheet]):
            names[sheet] = best
    return [_moved(mark, names[mark.sheet]) if mark.sheet in names else mark for mark in old]


def _by_sheet(marks: Iterable[Mark]) -> dict[str, set[tuple[str, str]]]:
    found: dict[str, set[tuple[str, str]]] = {}
    for mark in marks:
        if mark.sheet:
            found.setdefault(mark.sheet, set()).add((mark.kind, _moved(mark, "").place))
    return found


def _moved(mark: Mark, sheet: str) -> Mark:
    told = cast("dict[str, Json]", json.loads(mark.place))
    return replace(mark, place=canonical_json(told | {"sheet": sheet}), sheet=sheet)


def _mark(key: str, kind: str, anchor: Mapping[str, Json]) -> Mark:
    return Mark(key, kind, _place(anchor), str(anchor.get("sheet") or ""))


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
