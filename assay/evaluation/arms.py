"""What of a view goes into a prompt: all of its documents, or where they do not fit a section and passages.

Which arm it is hangs on the documents as they stand without the view's change, so that a control and the views that
lack something are shown in one arm (Office Comprehension Bench, section 14.2, compares nothing else).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from assay.evaluation.viewed import Viewed
from assay.markdown import artifact_markdown, document_markdown
from assay.model.artifact import Artifact
from assay.model.document import Document
from assay.model.gate import Context
from assay.model.probe import Place, View
from assay.model.tokens import count_tokens, words

Arm: TypeAlias = Literal["none", "whole", "section", "passages"]

# Models count up to twice the words and marks that are counted here.
_PER_TOKEN = 2
_NEIGHBOURS, _PASSAGES = 6, 12
# So much of one artifact is a passage.
_LONGEST = 2000
# A table's names of columns and the line below them.
_HEAD = 2


@dataclass(frozen=True, slots=True)
class Shown:
    """The material of a prompt: its arm, its text, the paths of the documents in it, and their pictures by path."""

    arm: Arm
    text: str
    paths: tuple[str, ...]
    pictures: Mapping[str, Sequence[Artifact]] = field(default_factory=dict[str, Sequence[Artifact]])


def shown(context: Context, domain: str, view: View, question: str, place: Place | None, room: int) -> Shown:
    """Return what a prompt with room for so many of a model's tokens shows of a view.

    `place` is what the question is about, where it is about one thing: the section around it is shown.
    """
    seen = Viewed(context, domain, view)
    if view.only == ():
        return Shown("none", "", ())
    if _fits(Viewed(context, domain, replace(view, hidden=(), without=(), cells=())), room):
        documents = [found for path in seen.paths() if (found := seen.document(path)) is not None]
        pictures = {one.path: list(one.of_kind("image")) for one in documents}
        return Shown("whole", "\n\n".join(map(_whole, documents)), tuple(pictures), pictures)
    return _in_parts(context, seen, question, place, room)


def _fits(seen: Viewed, room: int) -> bool:
    left = room
    for path in seen.paths():
        left -= _PER_TOKEN * count_tokens(seen.markdown(path) or "")
        if left < 0:
            return False
    return True


def _whole(document: Document) -> str:
    return f"# {document.path}\n\n{document_markdown(document, anchors=False)}"


def _in_parts(context: Context, seen: Viewed, question: str, place: Place | None, room: int) -> Shown:
    near = frozenset(_near(context, place)) if place is not None else frozenset[tuple[str, str]]()
    parts = [(path, one) for path in seen.paths() for one in _artifacts(seen, path)]
    section = [part for part in parts if (part[0], part[1].key) in near]
    rest = [part for part in parts if (part[0], part[1].key) not in near]
    chosen = [*section, *_passages(question, rest)]
    blocks, pictures, left = list[str](), defaultdict[str, list[Artifact]](list), room
    for path, artifact in chosen:
        head = f"# {path}, {artifact.kind}\n\n"
        block = head + _passage(question, artifact, _LONGEST)
        if _PER_TOKEN * count_tokens(block) > left:
            # a text has no more tokens than characters
            block = head + _passage(question, artifact, max(0, left // _PER_TOKEN - len(head)))
        left -= _PER_TOKEN * count_tokens(block)
        if left >= 0:
            blocks.append(block)
            pictures[path] += [artifact] if artifact.kind == "image" else []
    return Shown("section" if near else "passages", "\n\n".join(blocks), tuple(pictures), pictures)


def _passage(question: str, artifact: Artifact, longest: int) -> str:
    """Return an artifact's text; of a long one the head and the lines that share most with the question."""
    text = artifact_markdown(artifact)
    if len(text) <= longest:
        return text
    asked, lines = frozenset(words(question)), text.split("\n")
    order = sorted(range(len(lines)), key=lambda at: (at >= _HEAD, -len(asked & frozenset(words(lines[at]))), at))
    kept, left = list[int](), longest
    for at in order:
        left -= len(lines[at]) + 1
        if left < 0:
            break
        kept.append(at)
    return "\n".join(lines[at] for at in sorted(kept)) or text[:longest]


def _artifacts(seen: Viewed, path: str) -> Sequence[Artifact]:
    document = seen.document(path)
    return () if document is None else [one for one in document.artifacts if one.declared.layer != "container"]


def _near(context: Context, place: Place) -> Iterator[tuple[str, str]]:
    """Yield a thing and its neighbours in the whole document, whatever of them a view leaves."""
    document = context.document(place.path)
    keys = [one.key for one in document.artifacts] if document is not None else []
    at = keys.index(place.artifact) if place.artifact in keys else 0
    yield from ((place.path, key) for key in keys[max(0, at - _NEIGHBOURS) : at + _NEIGHBOURS + 1])


def _passages(question: str, parts: Iterable[tuple[str, Artifact]]) -> list[tuple[str, Artifact]]:
    """Return the parts that share most with the question, rare words counting more; ties stand as they come."""
    asked = frozenset(words(question))
    held = [(part, asked & frozenset(words(f"{part[0]} {artifact_markdown(part[1])}"))) for part in parts]
    often = Counter(word for _, found in held for word in found)
    scores = [(sum(math.log(1 + len(held) / often[word]) for word in found), part) for part, found in held]
    best = sorted((one for one in scores if one[0] > 0), key=lambda one: -one[0])
    return [part for _, part in best[:_PASSAGES]]
