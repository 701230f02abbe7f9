"""Walks over the join graph: a tree of operators with the words that ask for what it comes to."""

from __future__ import annotations

from dataclasses import dataclass, field

from synthesis.rules.phrases import Form
from synthesis.rules.series import Series
from synthesis.rules.trees import Choose, Node, Word, series_of


@dataclass(frozen=True, slots=True)
class Who:
    """The entity that a question is about, by its role: the one with the highest of something at some time.

    `top`, `thing` and `when` are words; `via` is the role of the item whose record names the entity, if any.
    """

    node: Choose | Word
    series: Series
    role: str
    roles: str
    top: str
    thing: str
    when: str
    via: str = ""
    vias: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """A measure that the question names as the entity's own."""

    series: Series
    noun: str


@dataclass(frozen=True, slots=True)
class Walk:
    """A tree with all that its question says: `ask` has {0}, {1} ... where the slots' measures stand."""

    family: str
    tree: Node
    form: Form
    ask: str
    slots: tuple[Slot, ...] = ()
    who: Who | None = None
    notes: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    shape: str = field(default="")

    @property
    def series(self) -> tuple[Series, ...]:
        """The series that it reads, each once."""
        return series_of(self.tree)

    @property
    def paths(self) -> frozenset[str]:
        """The documents that it goes through."""
        return frozenset(series.table.path for series in self.series)

    @property
    def asked(self) -> tuple[str, ...]:
        """What is asked for, of whomever."""
        return (self.family, self.ask, *(slot.noun for slot in self.slots))

    @property
    def identity(self) -> tuple[str, ...]:
        """What makes two walks twins: the family and the measures that it reads."""
        return (self.family, self.shape, *sorted(series.kin for series in self.series))
