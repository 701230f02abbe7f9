"""What a simulated organisation consists of: facts, how they are shown, the blocks of its documents, and its key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, TypeAlias

Modality: TypeAlias = Literal["textual", "visual"]
Style: TypeAlias = Literal["plain", "bullet", "number"]
At: TypeAlias = Mapping[str, str | int | tuple[float, float, float, float]]


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity of a domain: its unit, the digits it is known to, and how it moves from one period to the next.

    `low` and `high` bound the first period of an entity of ordinary size; `drift` and `noise` are per mille a period.
    A `sized` measure grows with the entity, an intensive one does not.
    """

    name: str
    unit: str
    decimals: int
    low: int
    high: int
    drift: int
    noise: int
    sized: bool = True
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entity:
    """A region or a brand, with the names that it bears in other documents."""

    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """One value that is true in the world, or was published as such before it was restated (`current` is false)."""

    entity: str
    measure: str
    period: str
    unit: str
    value: Decimal
    vintage: str
    current: bool = True


@dataclass(frozen=True, slots=True)
class Show:
    """A fact as one document displays it: the unit there, the value in that unit, the characters."""

    fact: Fact
    unit: str
    value: Decimal
    text: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table: text, and the fact that it shows if it shows one."""

    text: str
    show: Show | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with one header row; the caption stands above it and states the unit."""

    caption: str
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a level counted from 1."""

    text: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text with the facts that it shows; a `bullet` is an item of a list, `number` one of a numbered list."""

    text: str
    shows: tuple[Show, ...] = ()
    style: Style = "plain"


@dataclass(frozen=True, slots=True)
class Emphasis:
    """A paragraph with one bold run of a colour (six hexadecimal digits)."""

    before: str
    run: str
    after: str
    colour: str


@dataclass(frozen=True, slots=True)
class Link:
    """A paragraph that ends in a hyperlink."""

    before: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Footnoted:
    """A paragraph with a footnote at its end."""

    text: str
    note: str


@dataclass(frozen=True, slots=True)
class Commented:
    """A paragraph on which a colleague commented."""

    text: str
    comment: str
    author: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A bar picture with the text that stands for it."""

    alt: str
    values: tuple[int, ...]


Block: TypeAlias = Heading | Paragraph | Grid | Emphasis | Link | Footnoted | Commented | Picture


@dataclass(frozen=True, slots=True)
class Draft:
    """A document before it is rendered: where it goes, who wrote it, its running header and footer, its blocks."""

    path: str
    title: str
    author: str
    source_kind: str
    blocks: tuple[Block, ...]
    header: str = ""
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a fact is shown."""

    show: Show
    path: str
    at: At
    modality: Modality = "textual"


@dataclass(frozen=True, slots=True)
class Mark:
    """A formatting fact: what a fidelity question can ask of one document."""

    path: str
    at: At
    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two or more values shown for one thing, on purpose."""

    facts: tuple[Fact, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """One file of the archive with its share of the key."""

    path: str
    data: bytes
    origin: str
    source_kind: str
    places: tuple[Place, ...] = ()
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class World:
    """One domain's organisation: who it is, its entities (what a `label` names), and every value that is true there."""

    domain: str
    label: str
    place: str
    publisher: str
    entities: tuple[Entity, ...]
    periods: tuple[str, ...]
    facts: Mapping[tuple[str, str, str], Fact]
    people: tuple[str, ...]
    restated: Mapping[tuple[str, str, str], Fact] = field(default_factory=dict[tuple[str, str, str], Fact])
    conflicts: tuple[Conflict, ...] = ()
