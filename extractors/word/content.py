"""What one paragraph holds: runs of characters, the links and changes around them, and the things between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from extractors.markup import Element
from extractors.raised import Mark as Look
from extractors.raised import shown_text
from extractors.word.fields import FieldUse, Link

# References to notes: the parts that these stand in, and what is to be said of a reference.
NOTES = ("footnotes", "endnotes")
DELETED, CUSTOM = "deleted", "custom"


class Change(NamedTuple):
    """A tracked change: insertion, deletion, move from, move to or formatting."""

    type: str
    author: str
    date: str

    @property
    def deletes(self) -> bool:
        """Whether what it is of is gone from the text that Word shows as final."""
        return self.type in ("deletion", "move from")


class Scope(NamedTuple):
    """What surrounds a run; links are compared by identity, so two neighbours to one address stay two."""

    link: Link | None = None
    change: Change | None = None

    @property
    def deleted(self) -> bool:
        """Whether the run is gone from the text that Word shows as final."""
        return self.change is not None and self.change.deletes


class Run(NamedTuple):
    """Characters with one formatting in one scope, and whether this raises, lowers, strikes or hides them."""

    text: str
    properties: Element | None
    scope: Scope
    mark: Look = ""


class Mark(NamedTuple):
    """A point before the run `at`: a reference to a note or comment, or where a range or bookmark starts or ends.

    `name` is a bookmark's; of a reference, whether it is deleted or has a mark of its own.
    """

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
    """One paragraph's content in order; whether any of its characters are `linked`, `changed` or `marked`.

    It is `listing` where it stands in the result of a field for contents.
    """

    runs: list[Run] = field(default_factory=list[Run])
    drawings: list[Element] = field(default_factory=list[Element])
    equations: list[Equation] = field(default_factory=list[Equation])
    marks: list[Mark] = field(default_factory=list[Mark])
    fields: list[FieldUse] = field(default_factory=list[FieldUse])
    controls: list[Control] = field(default_factory=list[Control])
    linked: bool = False
    changed: bool = False
    marked: bool = False
    listing: bool = False

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
