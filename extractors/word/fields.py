"""Fields of a Word document: what an instruction asks for, and the fields that are open while a part is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from extractors.markup import Element

_HYPERLINK = re.compile(r'^\s*HYPERLINK\s+(?:"([^"]*)"|((?!\\)\S+))?', re.IGNORECASE)
_PLACE_IN_DOCUMENT = re.compile(r'\\l\s+"([^"]*)"')
# Fields whose first argument is the name of a bookmark; a bookmark's name alone is a REF.
_REFERRING = frozenset({"REF", "PAGEREF", "NOTEREF"})


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """A link's target: an address, or `#` and the name of a place in the document."""

    target: str


class FieldUse(NamedTuple):
    """A field: its instruction and the runs of its result, `end` None where that goes on in later paragraphs.

    `whole` is the instruction with the fields and characters in it, empty where it has none; `hidden` is the result of
    a field that stands in another one's instruction.
    """

    instruction: str
    first: int
    end: int | None
    form: Element | None = None
    whole: str = ""
    hidden: str = ""

    @property
    def type(self) -> str:
        """The word that its instruction starts with, in capitals."""
        return next(iter(self.instruction.split()), "").upper()

    @property
    def target(self) -> str:
        """The bookmark that it refers to, empty where it refers to none."""
        words = self.instruction.split()
        return words[1].strip('"') if self.type in _REFERRING and len(words) > 1 else ""


@dataclass(slots=True)
class _Open:
    """An open field: its instruction so far, also as a whole with the fields in it, its hidden result and its state."""

    first: int
    form: Element | None
    instruction: str = ""
    whole: str = ""
    hidden: str = ""
    shown: bool = False
    link: Link | None = None
    told: bool = False

    def use(self, first: int, end: int | None) -> FieldUse:
        """Return the field with the runs of its result."""
        stated, whole = self.instruction.strip(), self.whole.strip()
        return FieldUse(stated or whole, first, end, self.form, whole if whole != stated else "", self.hidden)


class Fields:
    """The fields that are open at a point of a part, outermost first."""

    def __init__(self) -> None:
        self.open: list[_Open] = []

    @property
    def hiding(self) -> bool:
        """Whether characters here belong to an instruction, which Word does not show."""
        return any(not field.shown for field in self.open)

    @property
    def listing(self) -> bool:
        """Whether characters here are lines of contents."""
        return any(field.instruction.lstrip()[:4].rstrip().upper() == "TOC" for field in self.open)

    @property
    def link(self) -> Link | None:
        """The link of the innermost field that is one."""
        return next((field.link for field in reversed(self.open) if field.link), None)

    def begin(self, at: int, form: Element | None) -> None:
        """Open a field; `form` is what it holds as a form field."""
        self.open.append(_Open(at, form))

    def instruct(self, text: str) -> None:
        """Add characters to the instruction of the innermost field."""
        if self.open and not self.open[-1].shown:
            self.open[-1].instruction += text
            self.open[-1].whole += text

    def hide(self, text: str) -> None:
        """Add unseen characters: to the innermost field's instruction, or to its result within another's."""
        field = self.open[-1]
        if field.shown:
            field.hidden += text
        else:
            field.whole += text

    def separate(self, at: int) -> None:
        """Begin the result of the innermost field."""
        if self.open:
            field = self.open[-1]
            field.shown, field.first, field.link = True, at, link_of(field.instruction)

    def end(self, at: int) -> FieldUse | None:
        """Close the innermost field and return it; None where none is open, it is a link, or it was told before."""
        if not self.open:
            return None
        field = self.open.pop()
        whole = field.whole.strip()
        if whole and self.open and not self.open[-1].shown:
            self.open[-1].whole += f"{{ {whole} }}"
        if field.told or link_of(field.instruction) or (not whole and field.form is None):
            return None
        return field.use(field.first if field.shown else at, at)

    def left_open(self, at: int) -> Iterator[FieldUse]:
        """Yield the fields whose result goes on after a paragraph that ends here, each in its first paragraph only.

        A field whose instruction is still open at a paragraph's end is broken: it would swallow all that follows, so
        that it is told as far as it goes.
        """
        broken = [field for field in self.open if not field.shown and field.whole.strip()]
        yield from (field.use(at, None) for field in broken)
        self.open = [field for field in self.open if field.shown]
        for field in self.open:
            if not field.told and field.link is None and field.form is None:
                yield field.use(min(field.first, at), None)
            field.told = True


def link_of(instruction: str) -> Link | None:
    """Return the link that an instruction makes, None where it makes none."""
    found = _HYPERLINK.match(instruction)
    if found is None:
        return None
    place = _PLACE_IN_DOCUMENT.search(instruction)
    target = (found.group(1) or found.group(2) or "") + (f"#{place.group(1)}" if place else "")
    return Link(target) if target else None
