"""An offer is a fidelity question before its evidence is cited; facets about nothing that matters make none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from assay.model.artifact import Anchor, Artifact, Text
from assay.model.document import Document
from assay.model.task import Answer, Modality

_LONGEST_NAMED = 60


@dataclass(frozen=True, slots=True)
class Offer:
    """A question on one facet, its answer, the words that prove it and the statement that a right response makes."""

    artifact: Artifact
    question: str
    answer: Answer
    quote: str
    statement: str
    modality: Modality = "textual"
    at: Anchor | None = None


@dataclass(frozen=True, slots=True)
class Subject:
    """A document with the name that questions give it."""

    document: Document
    name: str

    def target(self, facet: Artifact) -> Artifact | None:
        """Return the artifact that a facet is about, None where it is about none or several."""
        keys = [edge.target for edge in self.document.edges if edge.source == facet.key and edge.type == "about"]
        return self.document.artifact(keys[0]) if len(keys) == 1 else None


def subject_of(document: Document) -> Subject:
    """Return the document named by its title, by its file name where it has none."""
    title = " ".join(document.title.split())
    return Subject(document, f"“{title}”" if title else f"the file {PurePosixPath(document.path).name}")


def sentence_of(artifact: Artifact | None) -> str | None:
    """Return the start of a body text as a quotation that names it, None for anything else."""
    if artifact is None or not isinstance(artifact.payload, Text) or not artifact.text.strip():
        return None
    text = " ".join(artifact.text.split())
    if len(text) <= _LONGEST_NAMED:
        return f"“{text}”"
    return f"that begins “{text[:_LONGEST_NAMED].rsplit(' ', 1)[0]}”"


def worth_asking(text: str) -> bool:
    """Return whether a text says something: more than a number, a page field or a word, less than a page."""
    words = text.split()
    return len(words) >= 2 and len(text) <= 300 and "\n" not in text.strip() and any(map(str.isalpha, text))
