"""The numbers and marks that footnotes and endnotes have where the text refers to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from extractors.markup import Element, W, child, value, whole
from extractors.word.content import CUSTOM, DELETED, NOTES, Inline
from extractors.word.counting import formatted


class NoteNumber(NamedTuple):
    """What a note is called: its number where that can be told, its mark as it is shown, what it starts anew with."""

    number: int | None = None
    mark: str = ""
    restarts: str = ""


class _Referred(NamedTuple):
    """A note's first reference: the number of the section that it stands in, from 0, and a mark of its own."""

    section: int
    mark: str


class _Count(NamedTuple):
    """How a section counts its notes (ECMA-376, part 1, 17.11.17 to 17.11.21)."""

    start: int
    format: str
    restart: str


class NoteNumbers:
    """Notes the references to footnotes and endnotes in the order in which they are read."""

    def __init__(self) -> None:
        self._referred: dict[str, dict[str, _Referred]] = {part: {} for part in NOTES}

    def refer(self, inline: Inline, section: int) -> None:
        """Note the references in one paragraph; those in deleted text count for nothing."""
        for mark in inline.marks:
            if mark.type in NOTES and mark.name != DELETED:
                own = _own_mark(inline, mark.at) if mark.name == CUSTOM else ""
                self._referred[mark.type].setdefault(mark.id, _Referred(section, own))

    def of(
        self, part: str, sections: Sequence[Element], settings: Callable[[], Element | None]
    ) -> Mapping[str, NoteNumber]:
        """Return what the notes of a part are called, by their ids; what nothing refers to is not among them."""
        if not self._referred[part]:
            return {}
        stated = settings()
        counts = [_count(part, section, stated) for section in (*sections, None)]
        return dict(_numbered(self._referred[part], counts))


def _numbered(referred: Mapping[str, _Referred], counts: Sequence[_Count]) -> Iterator[tuple[str, NoteNumber]]:
    last, at = -1, 0
    for id, (section, own) in referred.items():
        count = counts[min(section, len(counts) - 1)]
        if last == -1 or (count.restart == "eachSect" and section != last):
            at = count.start
        last = section
        if own:
            yield id, NoteNumber(mark=own)
        elif count.restart == "eachPage":
            # Where pages end is decided when they are laid out.
            yield id, NoteNumber(restarts="each page")
        else:
            yield id, NoteNumber(at, formatted(at, count.format), "each section" if count.restart == "eachSect" else "")
            at += 1


def _count(part: str, section: Element | None, settings: Element | None) -> _Count:
    name = f"{W}{part.removesuffix('s')}Pr"
    stated = [found for holder in (section, settings) if (found := child(holder, name)) is not None]

    def first(slot: str, default: str) -> str:
        return next((found for each in stated if (found := value(each.find(f"{W}{slot}"), f"{W}val"))), default)

    return _Count(whole(first("numStart", "1"), 1), first("numFmt", _FORMATS[part]), first("numRestart", "continuous"))


def _own_mark(inline: Inline, at: int) -> str:
    """Return the mark that follows a reference in place of a number."""
    text = inline.runs[at].text if at < len(inline.runs) else ""
    return next(iter(text.split()), "")


_FORMATS = MappingProxyType({"footnotes": "decimal", "endnotes": "lowerRoman"})
