"""An offer is a fidelity question before its evidence is cited; facets about nothing that matters make none."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from assay.model.artifact import Anchor, Artifact, Facts, Text
from assay.model.document import Document
from assay.model.task import Answer, Modality

_LONGEST_NAMED, _LONGEST_TITLE, _LONGEST_TEXT = 60, 120, 300
# A sentence is named by at least so many of its first words where these have to stop before the answer.
_FEWEST_OPENING, _MOST_OPENING = 2, 8
# What numbers the pages of any document says nothing of this one.
_PAGE_WORDS = frozenset({"page", "pages", "of", "seite", "von", "slide", "sheet", "no"})
_CALLED = {"word": "Word document", "excel": "workbook", "powerpoint": "presentation", "pdf": "PDF", "text": "text"}


@dataclass(frozen=True, slots=True)
class Proof:
    """Words that have to stand in an artifact, or in the cell of it that `at` names, for an answer to hold."""

    artifact: Artifact
    quote: str
    at: Anchor | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A question on one facet, its answer, the words that prove it and the statement that a right response makes.

    `others` are proofs that the answer needs beside the facet's own quote.
    """

    artifact: Artifact
    question: str
    answer: Answer
    quote: str
    statement: str
    modality: Modality = "textual"
    at: Anchor | None = None
    others: tuple[Proof, ...] = ()

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """All that proves the answer, the facet first."""
        return (Proof(self.artifact, self.quote, self.at), *self.others)


@dataclass(frozen=True, slots=True)
class Subject:
    """A document with the name that questions give it, what each facet is about, and what names its sentences."""

    document: Document
    name: str
    targets: Mapping[str, tuple[Artifact, ...]]
    sentences: Mapping[str, int]
    unseen: frozenset[str | int]

    def target(self, facet: Artifact) -> Artifact | None:
        """Return the artifact that a facet is about, None where it is about none or several."""
        about = self.targets.get(facet.key, ())
        return about[0] if len(about) == 1 else None

    def sentence(self, facet: Artifact) -> str | None:
        """Return what names the sentence that a facet is about, None where that names others too."""
        named = sentence_of(self.target(facet))
        return named if named is not None and self.sentences[named.casefold()] == 1 else None

    def sentences_of(self, facet: Artifact) -> tuple[str, ...]:
        """Return what names each sentence that a facet is about."""
        named = map(sentence_of, self.targets.get(facet.key, ()))
        return tuple(each for each in named if each is not None)

    def opening(self, facet: Artifact, words: str) -> str | None:
        """Return the first words of the sentence that a facet is about, up to these; None where others begin so."""
        target = self.target(facet)
        whole = folded(target.text) if target is not None and isinstance(target.payload, Text) else ""
        before = whole.partition(words)[0].split(" ") if whole.count(words) == 1 else []
        # the piece before the words may end inside a word or with an opening quotation mark
        kept = " ".join(before[:-1][:_MOST_OPENING])
        if len(before) <= _FEWEST_OPENING or len(kept) > _LONGEST_NAMED or "“" in kept:
            return None
        texts = [folded(one.text) for one in self.document.artifacts if isinstance(one.payload, Text)]
        return f"“{kept}”" if sum(text.casefold().startswith(kept.casefold()) for text in texts) == 1 else None

    def hides(self, at: Anchor) -> bool:
        """Whether a place is on a sheet or slide that is hidden."""
        return at.sheet in self.unseen or at.slide in self.unseen


def folded(text: str) -> str:
    """Return a text on one line, with single spaces."""
    return " ".join(text.split())


def names_of(documents: Iterable[Document]) -> dict[str, str]:
    """Return what questions call each document by path: its title, its file name or its path, whichever is its own.

    A title comes with the kind of document, which tells a report from its twin in another format.
    """
    known = [(document, folded(document.title), PurePosixPath(document.path).name) for document in documents]
    titles = Counter((document.app, title.casefold()) for document, title, _ in known)
    files = Counter(file for _, _, file in known)
    return {
        document.path: f"the {_called(document)} “{title}”"
        if 0 < len(title) <= _LONGEST_TITLE and titles[document.app, title.casefold()] == 1
        else f"the file {file if files[file] == 1 else document.path}"
        for document, title, file in known
    }


def _called(document: Document) -> str:
    return "web page" if document.path.casefold().endswith((".html", ".htm")) else _CALLED[document.app]


def subject_of(document: Document, name: str) -> Subject:
    """Return the document under its name, with what its facets are about and what it hides."""
    artifacts = {artifact.key: artifact for artifact in document.artifacts}
    about: defaultdict[str, list[str]] = defaultdict(list)
    for edge in document.edges:
        if edge.type == "about":
            about[edge.source].append(edge.target)
    targets = {facet: tuple(artifacts[key] for key in keys if key in artifacts) for facet, keys in about.items()}
    named = Counter(each.casefold() for each in map(sentence_of, document.artifacts) if each is not None)
    return Subject(document, name, targets, named, frozenset(_unseen(document.artifacts)))


def _unseen(artifacts: Iterable[Artifact]) -> Iterator[str | int]:
    for artifact in artifacts:
        hidden = isinstance(artifact.payload, Facts) and bool(artifact.payload.get("hidden"))
        if artifact.label == "excel.sheet" and hidden and artifact.at.sheet is not None:
            yield artifact.at.sheet
        if artifact.label == "powerpoint.hidden" and artifact.at.slide is not None and artifact.at.shape is None:
            yield artifact.at.slide


def sentence_of(artifact: Artifact | None) -> str | None:
    """Return the start of a body text as a quotation that names it, None for anything else."""
    if artifact is None or not isinstance(artifact.payload, Text) or not artifact.text.strip():
        return None
    text = folded(artifact.text)
    if len(text) <= _LONGEST_NAMED:
        return f"“{text}”"
    return f"that begins “{text[:_LONGEST_NAMED].rsplit(' ', 1)[0]}”"


def worth_asking(text: str) -> bool:
    """Return whether a text says something of its own: two words that number no pages, on one line."""
    words = [word for word in text.split() if any(map(str.isalpha, word)) and word.casefold() not in _PAGE_WORDS]
    several = len(words) >= 2 or re.search(r"[\u3040-\u30ff\u3400-\u9fff]{4}", text) is not None
    return several and len(text) <= _LONGEST_TEXT and "\n" not in text.strip()


def value(facet: Artifact, name: str) -> str | None:
    """Return what a facet states under a name, on one line; None where it states nothing."""
    stated = facet.payload.get(name) if isinstance(facet.payload, Facts) else None
    return folded(str(stated)) if stated not in (None, "") else None


def flag(facet: Artifact, name: str) -> bool:
    """Return whether a facet states something true under a name."""
    return isinstance(facet.payload, Facts) and bool(facet.payload.get(name))
