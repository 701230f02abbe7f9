"""The fields of a Word part: what marks them, what only their instruction holds, and what they show."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from assay.native.cuts import Cut, removals, spoken
from assay.native.names import Element, chosen, name, remove, stated, unwrap, within

# What a run holds that is shown as characters, or is a mark of a field.
CHARACTERS = frozenset({
    "w:t", "w:delText", "w:tab", "w:ptab", "w:br", "w:cr", "w:noBreakHyphen", "w:softHyphen", "w:sym", "w:ruby",
    "w:pgNum", "w:lastRenderedPageBreak",
})  # fmt: skip
MARKS = frozenset({"w:fldChar", "w:instrText", "w:delInstrText"})
_LETTERED = frozenset({"w:t", "w:delText"})
_OBJECTS = frozenset({"w:drawing", "w:pict", "w:object", "m:oMath"})


@dataclass(slots=True)
class Field:
    """A field of either kind: the elements that make it one, what stands in its instruction, and what it shows."""

    marks: list[Element] = field(default_factory=list[Element])
    instruction: str = ""
    letters: str = ""
    shown: bool = False
    unseen: list[Element] = field(default_factory=list[Element])
    result: list[Element] = field(default_factory=list[Element])

    @property
    def words(self) -> list[str]:
        """The words of the instruction, without quotes around them."""
        return [word.strip('"') for word in self.instruction.split()]

    @property
    def type(self) -> str:
        """The word that the instruction starts with, in capitals."""
        return next(iter(self.words), "").upper()

    def unmade(self) -> list[Cut]:
        """Return the cuts that leave the result as plain words; what only the instruction holds goes with it."""
        return [
            *(partial(unwrap if name(mark) == "w:fldSimple" else remove, mark) for mark in self.marks),
            *removals(self.unseen),
        ]

    def removed(self) -> list[Cut]:
        """Return the cuts that take the field out with its result."""
        return [*self.unmade(), *removals(self.result)]


def fields(root: Element) -> list[Field]:
    """Return the simple and complex fields below an element, in the order in which they begin."""
    found, stack = list[Field](), list[Field]()
    for element in chosen(root):
        kind = name(element)
        if kind == "w:fldSimple":
            simple = Field([element], stated(element, "w:instr").strip(), spoken(element), shown=True)
            simple.result += within(element, *CHARACTERS, *_OBJECTS)
            found.append(simple)
        elif stack and kind in CHARACTERS | MARKS | _OBJECTS:
            _note(element, kind, stack)
        if kind == "w:fldChar":
            _mark(element, stated(element, "w:fldCharType"), found, stack)
        elif kind in ("w:instrText", "w:delInstrText") and stack:
            stack[-1].marks.append(element)
            stack[-1].instruction = (stack[-1].instruction + (element.text or "")).lstrip()
    return found


def open_marks(marks: list[Element]) -> list[Element]:
    """Return those among the marks of fields whose field begins or ends elsewhere."""
    loose, stack = list[Element](), list[list[Element]]()
    for mark in marks:
        type = stated(mark, "w:fldCharType")
        if type == "begin":
            stack.append([mark])
        elif not stack:
            loose.append(mark)
        elif type == "end":
            stack.pop()
        else:
            stack[-1].append(mark)
    return [*loose, *(mark for each in stack for mark in each)]


def _note(element: Element, kind: str, stack: list[Field]) -> None:
    """Tell the open fields what stands in them: in the result of those that show theirs, else in the instruction."""
    own = kind in MARKS and stated(element, "w:fldCharType") != "begin"
    for one in stack[:-1] if own else stack:
        (one.result if one.shown else one.unseen).append(element)
        if one.shown and kind in _LETTERED:
            one.letters += spoken(element)


def _mark(element: Element, type: str, found: list[Field], stack: list[Field]) -> None:
    if type == "begin":
        stack.append(Field())
        found.append(stack[-1])
    if stack:
        stack[-1].marks.append(element)
        stack[-1].shown = stack[-1].shown or type == "separate"
    if type == "end" and stack:
        stack.pop()
