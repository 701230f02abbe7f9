"""What a rendered document adds to the key: where facts stand, what is kept back, and its formatting facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from assay.enterprise.blocks import Absence, Cell, Paragraph
from assay.enterprise.records import Show

Modality: TypeAlias = Literal["textual", "visual"]
At: TypeAlias = Mapping[str, str | int | tuple[float, float, float, float]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a fact is shown."""

    show: Show
    path: str
    at: At
    modality: Modality = "textual"


@dataclass(frozen=True, slots=True)
class Gap:
    """Where a document says that it keeps a value back."""

    absence: Absence
    path: str
    at: At
    shown: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A formatting fact: what a fidelity question can ask of one document."""

    path: str
    at: At
    kind: str
    value: str
    detail: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Rendered:
    """One file of the archive with its share of the key."""

    path: str
    data: bytes
    origin: str
    source_kind: str
    places: tuple[Place, ...] = ()
    marks: tuple[Mark, ...] = ()
    gaps: tuple[Gap, ...] = ()


class Ledger:
    """The share of the key that a document in the making has so far."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.places: list[Place] = []
        self.marks: list[Mark] = []
        self.gaps: list[Gap] = []

    def mark(self, at: At, kind: str, value: str, detail: Mapping[str, str] | None = None) -> None:
        """Note a formatting fact."""
        self.marks.append(Mark(self.path, at, kind, value, detail or {}))

    def cell(self, cell: Cell, at: At, modality: Modality = "textual") -> None:
        """Note what a cell shows or keeps back."""
        if cell.show:
            self.places.append(Place(cell.show, self.path, at, modality))
        if cell.absence:
            self.gaps.append(Gap(cell.absence, self.path, at, cell.text))

    def text(self, paragraph: Paragraph, at: At) -> None:
        """Note the facts that running text shows."""
        self.places += [Place(item, self.path, at) for item in paragraph.shows]

    def close(self, data: bytes, origin: str, source_kind: str) -> Rendered:
        """Return the file with its share of the key."""
        return Rendered(self.path, data, origin, source_kind, tuple(self.places), tuple(self.marks), tuple(self.gaps))
