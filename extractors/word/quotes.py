"""What notes and comments are on: the characters between a comment's marks, the words before a note's number."""

from __future__ import annotations

from typing import NamedTuple

from assay.model.artifact import Artifact
from extractors.word.content import NOTES, Inline

# Enough to find the words that a note or comment is on.
LONGEST = 120
# Thousands of comments that never end, over thousands of paragraphs, are on more than fits in memory.
MOST_OWNERS = 500_000


class Reference(NamedTuple):
    """A footnote, endnote or comment: the name of its part and its id."""

    part: str
    id: str


class Quotes:
    """Gathers what each note and comment is on while paragraphs go by in order."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._owners: dict[Reference, list[Artifact]] = {}
        self._words: dict[Reference, list[str]] = {}
        self._left = MOST_OWNERS

    def add(self, inline: Inline, owner: Artifact | None) -> None:
        """Take in a paragraph that stands in an artifact."""
        if not inline.marks and not self._open:
            return
        starts = dict.fromkeys(self._open, 0)
        for mark in inline.marks:
            if mark.type == "comment start":
                starts[mark.id] = mark.at
            elif mark.type == "comment end" and mark.id in starts:
                self._note(Reference("comments", mark.id), inline.between(starts.pop(mark.id), mark.at), owner)
            elif mark.type in NOTES:
                self._note(Reference(mark.type, mark.id), _end(inline.between(0, mark.at)), owner)
            elif mark.type == "comments":
                self._note(Reference("comments", mark.id), "", owner)
        whole = inline.between(0, len(inline.runs)) if starts else ""
        for id, first in starts.items() if self._left else ():
            words = inline.between(first, len(inline.runs)) if first else whole
            self._note(Reference("comments", id), words, owner)
        self._open = list(starts)

    def end(self) -> None:
        """Close the ranges that were never closed: they are where they start."""
        for id in self._open:
            reference = Reference("comments", id)
            for told in (self._owners.get(reference, []), self._words.get(reference, [])):
                del told[1:]
        self._open = []

    @property
    def exhausted(self) -> bool:
        """Whether comments are on more than is kept."""
        return self._left == 0

    def owners(self, reference: Reference) -> list[Artifact]:
        """Return the artifacts that a note or comment is on."""
        return self._owners.get(reference, [])

    def words(self, reference: Reference) -> str:
        """Return the characters that a note or comment is on, cut where they are many."""
        text = " ".join(" ".join(self._words.get(reference, [])).split())
        return text if len(text) <= LONGEST else f"{text[:LONGEST].rsplit(' ', 1)[0]}…"

    def _note(self, reference: Reference, words: str, owner: Artifact | None) -> None:
        owners, said = self._owners.setdefault(reference, []), self._words.setdefault(reference, [])
        if owner is not None and self._left:
            owners.append(owner)
            self._left -= 1
        if words and sum(map(len, said)) <= LONGEST:
            said.append(words)


def _end(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST // 2 else f"…{text[-LONGEST // 2 :].partition(' ')[2]}"
