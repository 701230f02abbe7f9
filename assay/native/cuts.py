"""What is done to a file's XML: planned for all artifacts, then carried out, so that no cut moves another's place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from assay.model.artifact import Anchor, Artifact
from assay.model.document import Document
from assay.model.errors import UsageError
from assay.native.names import Element, above, letters, name, remove, within

Cut = Callable[[], None]
Candidate = TypeVar("Candidate")


@dataclass(frozen=True, slots=True)
class Gone:
    """The artifacts that are to go from a document, those among them that were asked for, and their peers."""

    document: Document
    keys: frozenset[str]
    named: frozenset[str]
    _peers: dict[tuple[str, object], list[Artifact]] = field(default_factory=dict[tuple[str, object], list[Artifact]])
    _staying: list[frozenset[object]] = field(default_factory=list[frozenset[object]])
    _owners: dict[str, list[Artifact]] = field(default_factory=dict[str, list[Artifact]])

    def artifacts(self) -> list[Artifact]:
        """Return the artifacts that go, in reading order."""
        return [one for one in self.document.artifacts if one.key in self.keys]

    def peers(self, artifact: Artifact) -> list[Artifact]:
        """Return all artifacts of a kind in one place (block, shape, note), in reading order."""
        if not self._peers:
            for one in self.document.artifacts:
                self._peers.setdefault((one.kind, place(one.at)), []).append(one)
        return self._peers[artifact.kind, place(artifact.at)]

    def stays(self, at: Anchor) -> bool:
        """Whether anything else of a place stays in the document."""
        if not self._staying:
            left = frozenset[object](place(one.at) for one in self.document.artifacts if one.key not in self.keys)
            self._staying.append(left)
        return place(at) in self._staying[0]

    def owners(self, artifact: Artifact) -> list[Artifact]:
        """Return what an artifact is about, part of or drawn from."""
        if not self._owners:
            by_key = {one.key: one for one in self.document.artifacts}
            for edge in self.document.edges:
                if edge.target in by_key:
                    self._owners.setdefault(edge.source, []).append(by_key[edge.target])
        return self._owners.get(artifact.key, [])


def place(at: Anchor) -> tuple[object, ...]:
    """Return the block, shape, note or property that an anchor lies in, cells of tables not told apart."""
    return at.part, at.index, at.slide, at.shape


def paired(
    gone: Gone,
    artifact: Artifact,
    candidates: Sequence[Candidate],
    sign: Callable[[Candidate], str],
    said: Callable[[Artifact], str] = lambda one: letters(text_of(one)),
) -> list[Candidate]:
    """Return the candidates that an artifact stands for: the n-th that says the same, else the n-th of as many.

    Where neither holds, those that say a part of it are returned: a run of text may lie in several pieces.
    """
    peers, signature = gone.peers(artifact), said(artifact)
    same = [one for one in candidates if sign(one) == signature]
    twins = [one for one in peers if said(one) == signature]
    if same and len(same) >= len(twins):
        # more of them than artifacts: the reader merged some, or left copies out
        at = twins.index(artifact)
        return [same[at]] if len(same) == len(twins) else same[at : None if artifact is twins[-1] else at + 1]
    if len(candidates) == len(peers):
        return [candidates[peers.index(artifact)]]
    return [one for one in candidates if sign(one) and sign(one) in signature]


def text_of(artifact: Artifact) -> str:
    """Return the words that a facet is about, or the artifact's own text."""
    stated = getattr(artifact.payload, "get", None)
    found = stated("text") if stated is not None else None
    return artifact.text if found is None else str(found)


def fact(artifact: Artifact, key: str) -> str:
    """Return a named value of an artifact's facts as text, empty where there is none."""
    stated = getattr(artifact.payload, "get", None)
    found = stated(key) if stated is not None else None
    return "" if found is None else str(found)


def removals(elements: Iterable[Element]) -> list[Cut]:
    """Return the cuts that take elements out."""
    return [partial(remove, element) for element in elements]


def spoken(*elements: Element) -> str:
    """Return the letters of all characters below some elements."""
    texts = [text for one in elements for text in within(one, "w:t", "w:delText", "a:t", "m:t")]
    return letters("".join(one.text or "" for one in texts))


def drop_other_branches(element: Element) -> None:
    """Leave only the branch that an element stands in of each alternate content around it."""
    branch = above(element, "mc:Choice", "mc:Fallback")
    while branch is not None:
        content = branch.getparent()
        for other in list(content) if content is not None and name(content) == "mc:AlternateContent" else ():
            if other is not branch:
                remove(other)
        branch = above(branch, "mc:Choice", "mc:Fallback")


def impossible(artifact: Artifact, why: str) -> UsageError:
    """Return the error for an artifact that a native copy cannot be without."""
    return UsageError(f"{artifact.key} ({artifact.label}) cannot be taken out by itself: {why}")
