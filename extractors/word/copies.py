"""What a Word document says twice by itself: its lines of contents and its references are drawn from paragraphs.

A line of contents goes with its paragraph, and so does the field that makes a reference. The words that a reference
shows stay in the text around it: taking one artifact out changes no other one. Native copies leave them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from assay.model.artifact import Artifact, Text
from extractors.sheaf import Sheaf
from extractors.word.content import Inline

# Ids of styles for lines of contents: those of Word, which stay English in every language, and those of others.
_CONTENTS = re.compile(r"toc\s*\d|tableoffigures|contents", re.IGNORECASE)
# What a line of contents says beside the words: numbers of the heading and of its page.
_NUMBERS = re.compile(r"[\divxlc]*")
_LISTED = frozenset({"heading", "caption"})


class _Line(NamedTuple):
    """A line of contents with its letters, and the bookmarks that it leads to."""

    artifact: Artifact
    letters: str
    targets: tuple[str, ...]


class Copies:
    """Gathers the paragraphs of the body, and draws edges from what repeats their words when all are read."""

    def __init__(self) -> None:
        self._lines: list[_Line] = []
        self._marked: dict[str, Artifact] = {}
        self._listed: list[Artifact] = []
        self._references: list[tuple[str, Artifact]] = []

    def add(self, inline: Inline, style: str, owner: Artifact) -> None:
        """Take in a paragraph of the body."""
        if inline.listing or _is_contents(style):
            self._lines.append(_Line(owner, _letters(owner.text), tuple(_targets(inline))))
            return
        if isinstance(owner.payload, Text) and owner.payload.role in _LISTED:
            self._listed.append(owner)
        if inline.marks:
            ends = {mark.id for mark in inline.marks if mark.type == "bookmark end"}
            starts = [mark for mark in inline.marks if mark.type == "bookmark start" and mark.id in ends]
            self._marked |= {mark.name: owner for mark in starts if mark.name}

    def refer(self, target: str, field: Artifact) -> None:
        """Take in a field that refers to a bookmark."""
        self._references.append((target, field))

    def draw(self, sheaf: Sheaf) -> None:
        """Draw the edges from lines of contents and from references to the paragraphs whose words they say."""
        for target, field in self._references:
            if (found := self._marked.get(target)) is not None:
                sheaf.link(field, found, "drawn_from")
        unled = list[_Line]()
        for line in self._lines:
            marked = (self._marked.get(target) for target in line.targets)
            led = next((one for one in marked if one is not None and _letters(one.text) in line.letters), None)
            if led is None:
                unled.append(line)
            else:
                sheaf.link(line.artifact, led, "drawn_from")
        for line, found in self._by_words(unled):
            sheaf.link(line.artifact, found, "drawn_from")

    def _by_words(self, lines: list[_Line]) -> Iterator[tuple[_Line, Artifact]]:
        """Yield lines that lead nowhere with the paragraph that they say; of equal ones each has its own."""
        by_words = dict[str, list[Artifact]]()
        for one in self._listed if lines else ():
            by_words.setdefault(_letters(one.text), []).append(one)
        by_words.pop("", None)
        for said, paragraphs in by_words.items():
            saying = [line for line in lines if _says(line.letters, said)]
            if len(saying) == len(paragraphs):
                yield from zip(saying, paragraphs, strict=True)
            elif len(paragraphs) == 1:
                yield from ((line, paragraphs[0]) for line in saying)


@lru_cache(maxsize=256)
def _is_contents(style: str) -> bool:
    return _CONTENTS.match(style) is not None


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()


def _says(line: str, said: str) -> bool:
    """Whether a line says some words and numbers alone beside them."""
    before, found, after = line.partition(said) if said else ("", "", "")
    return bool(found) and all(_NUMBERS.fullmatch(each) for each in (before, after))


def _targets(inline: Inline) -> Iterable[str]:
    yield from (run.scope.link.target.removeprefix("#") for run in inline.runs if run.scope.link is not None)
    yield from (field.target for field in inline.fields if field.target)
