"""Copies of a paragraph's words that a Word document holds: lines of contents, references, marks named by the words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, removals, spoken
from assay.native.field_marks import Field
from assay.native.names import Element, above, letters, name, stated, within
from assay.native.word_places import WordPlaces
from assay.native.word_words import empty_paragraph

_REFERRING = frozenset({"REF", "PAGEREF", "NOTEREF"})
# Fields that say the words of a paragraph without naming it: of a style, or a property that was made of a heading.
_SAYING = frozenset({"STYLEREF", "TITLE", "SUBJECT", "DOCPROPERTY"})
# What a line of contents says beside the words: numbers of the heading and of its page.
_NUMBERS = re.compile(r"[\divxlc]*")


def cut_copies(places: WordPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take out what elsewhere repeats the words of a paragraph that goes, and its bookmarks."""
    scope = places.scope(artifact.at)
    said = letters(artifact.text)
    if scope is None or not said or name(scope.element) != "w:p":
        return []
    marks = places.bookmarks(scope)
    lines = list(_lines(places, gone, artifact, set(marks)))
    stories = [(story.part, one) for story in places.stories() for one in places.fields(story.part)]
    copies = [
        one for _, one in stories if _repeats(one, set(marks), said) and not _lies_in(one, [*lines, scope.element])
    ]
    return [
        *(partial(empty_paragraph, line) for line in lines),
        *(cut for one in copies for cut in (one.removed() if one.type in _REFERRING else removals(one.result))),
        *removals(word for link in _links(places, set(marks)) for word in _words(link, said)),
        *removals(mark for pair in marks.values() for mark in pair),
    ]


def _lines(places: WordPlaces, gone: Gone, artifact: Artifact, marks: set[str]) -> Iterator[Element]:
    """Yield the lines of contents that say the words; of equal headings each has its own, the n-th of as many."""
    said = letters(artifact.text)
    found = [one for one in places.contents() if _is_line(spoken(one), said)]
    pointing = [one for one in found if _targets(one) & marks]
    twins = [
        one for one in gone.document.of_kind("text") if letters(one.text) == said and not _is_among(places, one, found)
    ]
    at = twins.index(artifact) if artifact in twins else -1
    yield from pointing or (
        found if len(twins) == 1 and at == 0 else found[at : at + 1] if len(found) == len(twins) else []
    )


def _is_among(places: WordPlaces, artifact: Artifact, lines: list[Element]) -> bool:
    scope = places.scope(artifact.at)
    return scope is not None and any(scope.element is line for line in lines)


def _is_line(line: str, said: str) -> bool:
    before, found, after = line.partition(said)
    return bool(found) and bool(_NUMBERS.fullmatch(before)) and bool(_NUMBERS.fullmatch(after))


def _targets(line: Element) -> set[str]:
    """Return the bookmarks that a line of contents leads to."""
    anchors = {stated(one, "w:anchor") for one in within(line, "w:hyperlink")}
    words = "".join(one.text or "" for one in within(line, "w:instrText")).replace('"', " ").split()
    return anchors | set(words)


def _repeats(one: Field, marks: set[str], said: str) -> bool:
    """Whether a field refers to a bookmark that goes, or says all the words."""
    if one.type in _REFERRING:
        return len(one.words) > 1 and one.words[1] in marks
    return one.type in _SAYING and one.letters == said


def _lies_in(one: Field, paragraphs: list[Element]) -> bool:
    around = above(one.marks[0], "w:p")
    return any(around is paragraph for paragraph in paragraphs)


def _links(places: WordPlaces, marks: set[str]) -> list[Element]:
    links = [one for story in places.stories() for one in within(story.element, "w:hyperlink")] if marks else []
    return [one for one in links if stated(one, "w:anchor") in marks]


def _words(link: Element, said: str) -> list[Element]:
    """Return the words of a link that say just what it leads to."""
    return within(link, "w:t") if spoken(link) == said else []
