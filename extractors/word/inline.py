"""Reads what stands in one paragraph: its runs, and the drawings, equations, marks, fields, controls between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType

from extractors.markup import Element, M, W, equation_text, switched, tag, value
from extractors.package import Relationship, target_of
from extractors.word.content import CUSTOM, DELETED, Change, Control, Equation, Inline, Mark, Run, Scope
from extractors.word.fields import Fields, FieldUse, Link, link_of


class InlineReader:
    """Reads the paragraphs of one part in order; fields may span several of them."""

    def __init__(self, related: dict[str, Relationship]) -> None:
        self._related = related
        self._fields = Fields()
        self._inline = Inline()
        self._before: list[Element] = []
        self._handlers: dict[object, Callable[[Element, Scope], None]] = {
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
            self._mark(element, _NONE)
        self._before.clear()
        self._walk(paragraph, Scope(None, change) if change else _NONE)
        inline.fields += self._fields.left_open(len(inline.runs))
        return inline

    def _walk(self, parent: Element, scope: Scope) -> None:
        for element in parent:
            handle = self._handlers.get(element.tag)
            if handle is not None:
                handle(element, scope)

    def _run(self, element: Element, scope: Scope) -> None:
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
                self._reference(part, scope)
            else:
                self._field_part(part, scope)

    def _reference(self, part: Element, scope: Scope) -> None:
        custom = switched(part, f"{W}customMarkFollows") if f"{W}customMarkFollows" in part.attrib else False
        state = DELETED if scope.deleted else CUSTOM if custom else ""
        self._inline.marks.append(Mark(_REFERENCES[part.tag], part.get(f"{W}id", ""), len(self._inline.runs), state))

    def _characters(self, text: str, properties: Element | None, scope: Scope) -> None:
        if self._fields.open:
            if self._fields.hiding:
                self._fields.hide(text)
                return
            self._inline.listing = self._inline.listing or self._fields.listing
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

    def _field_part(self, part: Element, scope: Scope) -> None:
        if part.tag == f"{W}fldChar":
            self._field_mark(part)
        elif part.tag in (f"{W}instrText", f"{W}delInstrText"):
            self._fields.instruct(part.text or "")
        elif part.tag == f"{W}ruby":
            self._walk_ruby(part, scope)

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

    def _walk_ruby(self, ruby: Element, scope: Scope) -> None:
        for base in ruby.findall(f"{W}rubyBase"):
            self._walk(base, scope)
        for reading in ruby.findall(f"{W}rt"):
            self._characters("(", None, scope)
            self._walk(reading, scope)
            self._characters(")", None, scope)

    def _hyperlink(self, element: Element, scope: Scope) -> None:
        place = element.get(f"{W}anchor", "")
        found = target_of(self._related, element)
        target = (found.target if found else "") + (f"#{place}" if place else "")
        self._walk(element, scope._replace(link=Link(target)) if target else scope)

    def _simple_field(self, element: Element, scope: Scope) -> None:
        instruction, first = element.get(f"{W}instr", ""), len(self._inline.runs)
        link = link_of(instruction)
        self._walk(element, scope._replace(link=link) if link else scope)
        if link is None:
            self._inline.fields.append(FieldUse(instruction.strip(), first, len(self._inline.runs)))

    def _changed(self, element: Element, scope: Scope) -> None:
        found = scope._replace(change=change_of(element))
        # What was inserted and then deleted is deleted.
        self._walk(element, scope if scope.deleted and not found.deleted else found)

    def _control(self, element: Element, scope: Scope) -> None:
        content, first = element.find(f"{W}sdtContent"), len(self._inline.runs)
        if content is not None:
            self._walk(content, scope)
        self._inline.controls.append(Control(element, first, len(self._inline.runs)))

    def _equation(self, element: Element, scope: Scope) -> None:
        text = equation_text(element)
        if text.strip() and scope.deleted:
            self._characters(text, None, scope)
        elif text.strip():
            self._inline.equations.append(Equation(element, element.tag == f"{M}oMathPara", len(self._inline.runs)))

    def _mark(self, element: Element, scope: Scope) -> None:
        type, id, name = _MARKS[tag(element)], element.get(f"{W}id", ""), value(element, f"{W}name")
        self._inline.marks.append(Mark(type, id, len(self._inline.runs), name))


def change_of(element: Element) -> Change:
    """Return the change that a tracked wrapper stands for, or that properties state."""
    return Change(_TYPES.get(tag(element), "formatting"), element.get(f"{W}author", ""), element.get(f"{W}date", ""))


def _symbol(element: Element) -> str:
    try:
        return chr(int(element.get(f"{W}char", ""), 16))
    except (ValueError, OverflowError):
        return ""


_NONE = Scope()
CHANGES: MappingProxyType[str, str] = MappingProxyType({
    f"{W}ins": "insertion", f"{W}del": "deletion", f"{W}moveFrom": "move from", f"{W}moveTo": "move to",
})  # fmt: skip
_TYPES = MappingProxyType({**CHANGES, f"{W}cellIns": "insertion", f"{W}cellDel": "deletion"})
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
