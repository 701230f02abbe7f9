"""What stands in one paragraph: runs of characters with the link or change around them, and the things between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from extractors.markup import Element, M, W, equation_text, tag, value
from extractors.package import Relationship, target_of
from extractors.raised import Mark as Look
from extractors.raised import shown_text
from extractors.word.fields import Fields, FieldUse, Link, link_of

# A paragraph nested deeper than this in links, controls and changes was made to harm.
MOST_DEPTH = 100


class Change(NamedTuple):
    """A tracked change: insertion, deletion, move from, move to or formatting."""

    type: str
    author: str
    date: str


class Scope(NamedTuple):
    """What surrounds a run; links are compared by identity, so two neighbours to one address stay two."""

    link: Link | None = None
    change: Change | None = None

    @property
    def deleted(self) -> bool:
        """Whether the run is gone from the text that Word shows as final."""
        return self.change is not None and self.change.type in ("deletion", "move from")


class Run(NamedTuple):
    """Characters with one formatting in one scope, and whether this raises, lowers, strikes or hides them."""

    text: str
    properties: Element | None
    scope: Scope
    mark: Look = ""


class Mark(NamedTuple):
    """A point before the run `at`: a reference to a note or comment, or where a range or bookmark starts or ends."""

    type: str
    id: str
    at: int
    name: str = ""


class Control(NamedTuple):
    """A content control, form field or other control with the runs that it holds; it may hold none."""

    element: Element
    first: int
    end: int


class Equation(NamedTuple):
    """An equation: whether it stands on a line of its own, and the number of runs before it."""

    element: Element
    display: bool
    at: int


@dataclass(slots=True)
class Inline:
    """One paragraph's content in order; whether any of its characters are `linked`, `changed` or `marked`."""

    runs: list[Run] = field(default_factory=list[Run])
    drawings: list[Element] = field(default_factory=list[Element])
    equations: list[Equation] = field(default_factory=list[Equation])
    marks: list[Mark] = field(default_factory=list[Mark])
    fields: list[FieldUse] = field(default_factory=list[FieldUse])
    controls: list[Control] = field(default_factory=list[Control])
    linked: bool = False
    changed: bool = False
    marked: bool = False

    @property
    def text(self) -> str:
        """The characters that Word shows once all changes are accepted, without white space at the ends."""
        return self.between(0, len(self.runs))

    @property
    def plain(self) -> str:
        """The shown characters without what marks them: it stays the same where a mark is taken away."""
        return "".join([run.text for run in self.runs if not run.scope.deleted and run.mark != "hidden"]).strip()

    def between(self, first: int, end: int) -> str:
        """Return the shown characters of some runs, without white space at the ends."""
        runs = [run for run in self.runs[first:end] if not run.scope.deleted]
        if self.marked:
            return shown_text((run.text, run.mark) for run in runs).strip()
        return "".join([run.text for run in runs]).strip()

    def stretches(self, keys: Sequence[object]) -> Iterator[tuple[int, str]]:
        """Yield neighbours with one key, None left out: the first run's number and the characters of all.

        A run of nothing but white space belongs to the stretch before it.
        """
        held, before = list[tuple[object, int]](), None
        for number, run in enumerate(self.runs):
            before = keys[number] if run.text.strip() else before
            held.append((before, number))
        for found, group in groupby(held, lambda pair: pair[0]):
            if found is not None:
                numbers = [number for _, number in group]
                yield numbers[0], "".join(self.runs[number].text for number in numbers).strip()


class InlineReader:
    """Reads the paragraphs of one part in order; fields may span several of them."""

    def __init__(self, related: dict[str, Relationship]) -> None:
        self._related = related
        self._fields = Fields()
        self._inline = Inline()
        self._before: list[Element] = []
        self._handlers: dict[object, Callable[[Element, Scope, int], None]] = {
            f"{W}r": self._run,
            f"{W}hyperlink": self._hyperlink,
            f"{W}fldSimple": self._simple_field,
            f"{W}sdt": self._control,
            **dict.fromkeys(_MARKS, self._mark),
            **dict.fromkeys((f"{M}oMath", f"{M}oMathPara"), self._equation),
            **dict.fromkeys(CHANGES, self._changed),
            **dict.fromkeys((f"{W}smartTag", f"{W}customXml", f"{W}dir", f"{W}bdo"), self._walk),
        }

    def expect(self, before: Sequence[Element]) -> None:
        """Note the marks that stand between paragraphs: the next one starts with them."""
        self._before += before

    def read(self, paragraph: Element, change: Change | None = None) -> Inline:
        """Return what stands in a paragraph."""
        self._inline = inline = Inline()
        for element in self._before:
            self._mark(element, _NONE, 0)
        self._before.clear()
        self._walk(paragraph, Scope(None, change) if change else _NONE, 0)
        inline.fields += self._fields.left_open(len(inline.runs))
        return inline

    def _walk(self, parent: Element, scope: Scope, depth: int) -> None:
        for element in parent if depth < MOST_DEPTH else ():
            handle = self._handlers.get(element.tag)
            if handle is not None:
                handle(element, scope, depth + 1)

    def _run(self, element: Element, scope: Scope, depth: int) -> None:
        properties = None
        for part in element:
            name = part.tag
            shown = _CHARACTERS.get(name)
            if shown is not None:
                self._characters(shown(part), properties, scope)
            elif name == f"{W}rPr":
                properties = part
            elif name in _DRAWINGS:
                self._drawing(part, scope)
            elif name in _REFERENCES:
                self._inline.marks.append(Mark(_REFERENCES[name], part.get(f"{W}id", ""), len(self._inline.runs)))
            else:
                self._field_part(part, scope, depth)

    def _characters(self, text: str, properties: Element | None, scope: Scope) -> None:
        if self._fields.open:
            if self._fields.hiding:
                return
            link = self._fields.link
            scope = scope._replace(link=link) if link else scope
        if text:
            inline = self._inline
            inline.linked = inline.linked or scope.link is not None
            inline.changed = inline.changed or scope.change is not None
            inline.runs.append(Run(text, properties, scope))

    def _drawing(self, part: Element, scope: Scope) -> None:
        if not scope.deleted:
            self._inline.drawings.append(part)
        if (control := part.find(f"{W}control")) is not None:
            self._inline.controls.append(Control(control, len(self._inline.runs), len(self._inline.runs)))

    def _field_part(self, part: Element, scope: Scope, depth: int) -> None:
        if part.tag == f"{W}fldChar":
            self._field_mark(part)
        elif part.tag in (f"{W}instrText", f"{W}delInstrText"):
            self._fields.instruct(part.text or "")
        elif part.tag == f"{W}ruby":
            self._walk_ruby(part, scope, depth)

    def _field_mark(self, mark: Element) -> None:
        at = len(self._inline.runs)
        match mark.get(f"{W}fldCharType"):
            case "begin":
                self._fields.begin(at, mark.find(f"{W}ffData"))
            case "separate":
                self._fields.separate(at)
            case "end":
                found = self._fields.end(at)
                if found is not None and found.form is not None:
                    self._inline.controls.append(Control(found.form, found.first, at))
                elif found is not None:
                    self._inline.fields.append(found)
            case _:
                return

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
        self._walk(element, scope._replace(link=Link(target)) if target else scope, depth)

    def _simple_field(self, element: Element, scope: Scope, depth: int) -> None:
        instruction, first = element.get(f"{W}instr", ""), len(self._inline.runs)
        link = link_of(instruction)
        self._walk(element, scope._replace(link=link) if link else scope, depth)
        if link is None:
            self._inline.fields.append(FieldUse(instruction.strip(), first, len(self._inline.runs)))

    def _changed(self, element: Element, scope: Scope, depth: int) -> None:
        # What was inserted and then deleted is deleted.
        self._walk(element, scope if scope.deleted else scope._replace(change=change_of(element)), depth)

    def _control(self, element: Element, scope: Scope, depth: int) -> None:
        content, first = element.find(f"{W}sdtContent"), len(self._inline.runs)
        if content is not None:
            self._walk(content, scope, depth)
        self._inline.controls.append(Control(element, first, len(self._inline.runs)))

    def _equation(self, element: Element, scope: Scope, depth: int) -> None:
        text = equation_text(element)
        if text.strip() and scope.deleted:
            self._characters(text, None, scope)
        elif text.strip():
            self._inline.equations.append(Equation(element, element.tag == f"{M}oMathPara", len(self._inline.runs)))

    def _mark(self, element: Element, scope: Scope, depth: int) -> None:
        type, id, name = _MARKS[tag(element)], element.get(f"{W}id", ""), value(element, f"{W}name")
        self._inline.marks.append(Mark(type, id, len(self._inline.runs), name))


def change_of(element: Element) -> Change:
    """Return the change that a tracked wrapper (or the change of a row, run or paragraph) stands for."""
    return Change(CHANGES.get(tag(element), "formatting"), element.get(f"{W}author", ""), element.get(f"{W}date", ""))


def _symbol(element: Element) -> str:
    try:
        return chr(int(element.get(f"{W}char", ""), 16))
    except (ValueError, OverflowError):
        return ""


_NONE = Scope()
CHANGES: MappingProxyType[str, str] = MappingProxyType({
    f"{W}ins": "insertion", f"{W}del": "deletion", f"{W}moveFrom": "move from", f"{W}moveTo": "move to",
})  # fmt: skip
_MARKS = MappingProxyType({
    f"{W}commentRangeStart": "comment start", f"{W}commentRangeEnd": "comment end",
    f"{W}bookmarkStart": "bookmark start", f"{W}bookmarkEnd": "bookmark end",
})  # fmt: skip
MARKS = frozenset(_MARKS)
_CHARACTERS: MappingProxyType[object, Callable[[Element], str]] = MappingProxyType({
    f"{W}t": lambda element: element.text or "",
    f"{W}delText": lambda element: element.text or "",
    f"{W}tab": lambda _: "\t",
    f"{W}ptab": lambda _: "\t",
    f"{W}br": lambda _: "\n",
    f"{W}cr": lambda _: "\n",
    f"{W}noBreakHyphen": lambda _: "-",
    f"{W}sym": _symbol,
})  # fmt: skip
_DRAWINGS: frozenset[object] = frozenset({f"{W}drawing", f"{W}pict", f"{W}object"})
_REFERENCES: MappingProxyType[object, str] = MappingProxyType({
    f"{W}footnoteReference": "footnotes", f"{W}endnoteReference": "endnotes", f"{W}commentReference": "comments",
})  # fmt: skip
