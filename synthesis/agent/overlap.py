"""What a question gives away: the longest run of words that it shares with its evidence, and the names left in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact
from assay.model.document import Document
from assay.model.gate import Context
from assay.model.grid import Grid
from assay.model.task import Proposal
from assay.tables.numbers import numeral_of
from assay.tables.records import normal

# A longer run points at its evidence (architecture, Words).
MOST_SHARED = 6
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_LETTER, _PERIOD = re.compile(r"[^\W\d_]"), re.compile(r"(?:[^\W\d_]{0,8}[\s-]?)?(?:19|20)\d{2}\b.*")
_FEWEST = 3


@dataclass(frozen=True, slots=True)
class Overlap:
    """The longest run of tokens shared with evidence, with its words, and the listed names that the question holds."""

    tokens: int
    words: str
    names: tuple[str, ...]


def overlap(question: str, names: tuple[str, ...], proposal: Proposal, context: Context) -> Overlap:
    """Return what a question shares with the evidence of a proposal, and which of these names stand in it."""
    asked = [word.casefold() for word in _WORD.findall(question)]
    words = _longest(asked, "\n".join(_evidence_words(proposal, context)))
    left = tuple(name for name in names if _holds(asked, name))
    return Overlap(len(words), " ".join(words), left)


def names_of(proposal: Proposal, context: Context) -> tuple[str, ...]:
    """Return the names that a question should not hold: of cited files, titles and sheets, and of the rows cited."""
    found: list[str] = []
    for evidence in proposal.evidence:
        document = context.document(evidence.path)
        artifact = document.artifact(evidence.artifact) if document else None
        if document is not None and artifact is not None:
            found += _document_names(document, evidence.at.sheet)
            found += _row_names(artifact, evidence.at.row)
    return tuple(dict.fromkeys(name for name in found if len(name) >= _FEWEST))


def _document_names(document: Document, sheet: str | None) -> Iterator[str]:
    place = PurePosixPath(document.path)
    yield place.name
    # a single word is a thing's name in many places
    yield from (name for name in (place.stem, document.title, sheet or "") if len(_WORD.findall(name)) > 1)


def _row_names(artifact: Artifact, row: int | None) -> Iterator[str]:
    """Yield the first text of a cited row that is a name: neither a number nor a period."""
    grid = artifact.payload
    if isinstance(grid, Grid) and row is not None and row >= max(1, grid.header_rows):
        for text in grid.row(row):
            if _LETTER.search(text) and numeral_of(text) is None and not _PERIOD.fullmatch(normal(text)):
                yield text
                return


def _evidence_words(proposal: Proposal, context: Context) -> Iterator[str]:
    seen: set[tuple[str, str]] = set()
    for evidence in proposal.evidence:
        yield _spaced(evidence.quote)
        document = context.document(evidence.path)
        artifact = document.artifact(evidence.artifact) if document else None
        if artifact is not None and (evidence.path, artifact.key) not in seen:
            seen.add((evidence.path, artifact.key))
            yield from map(_spaced, _texts(artifact))


def _texts(artifact: Artifact) -> Iterator[str]:
    grid = artifact.payload
    if isinstance(grid, Grid):
        yield from dict.fromkeys(text for text in grid.displayed if " " in text)
    else:
        yield artifact_markdown(artifact)


def _spaced(text: str) -> str:
    return " " + " ".join(word.casefold() for word in _WORD.findall(text)) + " "


def _longest(asked: list[str], text: str) -> list[str]:
    best: list[str] = []
    for start in range(len(asked)):
        while (run := asked[start : start + len(best) + 1]) and len(run) > len(best) and f" {' '.join(run)} " in text:
            best = run
    return best


def _holds(asked: list[str], name: str) -> bool:
    wanted = [word.casefold() for word in _WORD.findall(name)]
    return bool(wanted) and f" {' '.join(wanted)} " in f" {' '.join(asked)} "
