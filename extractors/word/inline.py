"""What stands in one paragraph: runs of characters with the link or change around them, and the things between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from types import MappingProxyType

from extractors.markup import Element, M, W, equation_text, tag
from extractors.package import Relationship, target_of

# A paragraph nested deeper than this in links, controls and changes was made to harm.
MOST_DEPTH = 100

_HYPERLINK = re.compile(r'^\s*HYPERLINK\s+(?:"([^"]*)"|((?!\\)\S+))?', re.IGNORECASE)
_PLACE_IN_DOCUMENT = re.compile(r'\\l\s+"([^"]*)"')


@dataclass(frozen=True, slots=True)
class Change:
    """A tracked insertion or deletion."""

    type: str
    author: str
    date: str


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """A link's target: an address, or `#` and the name of a place in the document."""

    target: str


@dataclass(frozen=True, slots=True)
class Scope:
    """What surrounds a run; links are compared by identity, so two neighbours to one address stay two."""

    link: Link | None = None
    change: Change | None = None

    @property
    def deleted(self) -> bool:
        """Whether the run is gone from the text that Word shows as final."""
        return self.change is not None and self.change.type == "deletion"


@dataclass(frozen=True, slots=True)
class Run:
    """Characters with one formatting in one scope."""

    text: str
    properties: Element | None
    scope: Scope


@dataclass(frozen=True, slots=True)
class Reference:
    """A mark in the text that points at a footnote, endnote or comment by id."""

    part: str
    id: str


@dataclass(slots=True)
class Inline:
    """One paragraph's content in order."""

    runs: list[Run] = field(default_factory=list[Run])
    drawings: list[Element] = field(default_factory=list[Element])
    equations: list[str] = field(default_factory=list[str])
    references: list[Reference] = field(default_factory=list[Reference])

    @property
    def text(self) -> str:
        """The characters that Word shows once all changes are accepted, without white space at the ends."""
        return "".join(run.text for run in self.runs if not run.scope.deleted).strip()

    def stretches(self, key: Callable[[Run], object]) -> Iterator[tuple[Run, str]]:
        """Yield neighbours with one key, None left out: the first run and the characters of all.

        A run of nothing but white space belongs to the stretch before it.
        """
        held, before = list[tuple[object, Run]](), None
        for run in self.runs:
            before = key(run) if run.text.strip() else before
            held.append((before, run))
        for found, group in groupby(held, lambda pair: pair[0]):
            if found is not None:
                runs = [run for _, run in group]
                yield runs[0], "".join(run.text for run in runs).strip()


@dataclass(slots=True)
class _Field:
    """An open complex field: its instruction so far, and whether its result has begun."""

    instruction: str = ""
    shown: bool = False
    link: Link | None = None


class InlineReader:
    """Reads the paragraphs of one part in order; fields may span several of them."""

    def __init__(self, related: dict[str, Relationship]) -> None:
        self._related = related
        self._fields: list[_Field] = []
        self._inline = Inline()
        self._handlers: dict[str, Callable[[Element, Scope, int], None]] = {
            f"{W}r": self._run,
            f"{W}hyperlink": self._hyperlink,
            f"{W}fldSimple": self._simple_field,
            f"{W}sdt": self._control,
            f"{W}commentRangeStart": self._comment_start,
            **dict.fromkeys((f"{M}oMath", f"{M}oMathPara"), self._equation),
            **dict.fromkeys((f"{W}ins", f"{W}del", f"{W}moveTo", f"{W}moveFrom"), self._changed),
            **dict.fromkeys((f"{W}smartTag", f"{W}customXml", f"{W}dir", f"{W}bdo"), self._walk),
        }

    def read(self, paragraph: Element, change: Change | None = None) -> Inline:
        """Return what stands in a paragraph."""
        self._inline = inline = Inline()
        # A field whose instruction is still open at a paragraph's end is broken: it would swallow all that follows.
        self._fields = [found for found in self._fields if found.shown]
        self._walk(paragraph, Scope(change=change), 0)
        return inline

    def _walk(self, parent: Element, scope: Scope, depth: int) -> None:
        for element in parent if depth < MOST_DEPTH else ():
            handle = self._handlers.get(tag(element))
            if handle is not None:
                handle(element, scope, depth + 1)

    def _run(self, element: Element, scope: Scope, depth: int) -> None:
        properties = element.find(f"{W}rPr")
        for part in element:
            name = tag(part)
            shown = _CHARACTERS.get(name)
            if shown is not None:
                self._characters(shown(part), properties, scope)
            elif name in _DRAWINGS and not scope.deleted:
                self._inline.drawings.append(part)
            elif name in _REFERENCES:
                self._inline.references.append(Reference(_REFERENCES[name], part.get(f"{W}id", "")))
            else:
                self._field_part(part, scope, depth)

    def _characters(self, text: str, properties: Element | None, scope: Scope) -> None:
        if any(not found.shown for found in self._fields) or not text:
            return
        link = next((found.link for found in reversed(self._fields) if found.link), None)
        self._inline.runs.append(Run(text, properties, replace(scope, link=link) if link else scope))

    def _field_part(self, part: Element, scope: Scope, depth: int) -> None:
        if part.tag == f"{W}fldChar":
            self._field_mark(part.get(f"{W}fldCharType"))
        elif part.tag == f"{W}instrText" and self._fields and not self._fields[-1].shown:
            self._fields[-1].instruction += part.text or ""
        elif part.tag == f"{W}ruby":
            self._walk_ruby(part, scope, depth)

    def _field_mark(self, type: str | None) -> None:
        if type == "begin":
            self._fields.append(_Field())
        elif type == "separate" and self._fields:
            self._fields[-1].shown = True
            self._fields[-1].link = _instructed(self._fields[-1].instruction)
        elif type == "end" and self._fields:
            self._fields.pop()

    def _walk_ruby(self, ruby: Element, scope: Scope, depth: int) -> None:
        for base in ruby.findall(f"{W}rubyBase"):
            self._walk(base, scope, depth)
        for reading in ruby.findall(f"{W}rt"):
            self._characters("(", None, scope)
            self._walk(reading, scope, depth)
            self._characters(")", None, scope)

    def _hyperlink(self, element: Element, scope: Scope, depth: int) -> None:
        place = element.get(f"{W}anchor", "")
        found = target_of(self._related, element)
        target = (found.target if found else "") + (f"#{place}" if place else "")
        self._walk(element, replace(scope, link=Link(target)) if target else scope, depth)

    def _simple_field(self, element: Element, scope: Scope, depth: int) -> None:
        link = _instructed(element.get(f"{W}instr", ""))
        self._walk(element, replace(scope, link=link) if link else scope, depth)

    def _changed(self, element: Element, scope: Scope, depth: int) -> None:
        inner = change_of(element)
        # What was inserted and then deleted is deleted.
        self._walk(element, scope if scope.deleted else replace(scope, change=inner), depth)

    def _control(self, element: Element, scope: Scope, depth: int) -> None:
        content = element.find(f"{W}sdtContent")
        if content is not None:
            self._walk(content, scope, depth)

    def _equation(self, element: Element, scope: Scope, depth: int) -> None:
        text = equation_text(element)
        if text.strip():
            self._inline.equations.append(text)

    def _comment_start(self, element: Element, scope: Scope, depth: int) -> None:
        self._inline.references.append(Reference("comments", element.get(f"{W}id", "")))


def change_of(element: Element) -> Change:
    """Return the change that a tracked wrapper stands for; moves are a deletion here and an insertion there."""
    type = "deletion" if element.tag in (f"{W}del", f"{W}moveFrom") else "insertion"
    return Change(type, element.get(f"{W}author", ""), element.get(f"{W}date", ""))


def _instructed(instruction: str) -> Link | None:
    found = _HYPERLINK.match(instruction)
    if found is None:
        return None
    place = _PLACE_IN_DOCUMENT.search(instruction)
    target = (found.group(1) or found.group(2) or "") + (f"#{place.group(1)}" if place else "")
    return Link(target) if target else None


def _symbol(element: Element) -> str:
    try:
        return chr(int(element.get(f"{W}char", ""), 16))
    except (ValueError, OverflowError):
        return ""


_CHARACTERS: MappingProxyType[str, Callable[[Element], str]] = MappingProxyType({
    f"{W}t": lambda element: element.text or "",
    f"{W}delText": lambda element: element.text or "",
    f"{W}tab": lambda _: "\t",
    f"{W}ptab": lambda _: "\t",
    f"{W}br": lambda _: "\n",
    f"{W}cr": lambda _: "\n",
    f"{W}noBreakHyphen": lambda _: "-",
    f"{W}sym": _symbol,
})  # fmt: skip
_DRAWINGS = frozenset({f"{W}drawing", f"{W}pict", f"{W}object"})
_REFERENCES = MappingProxyType({
    f"{W}footnoteReference": "footnotes", f"{W}endnoteReference": "endnotes", f"{W}commentReference": "comments",
})  # fmt: skip
