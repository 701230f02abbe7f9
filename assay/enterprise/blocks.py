"""What a simulated document consists of before it is rendered: blocks of text, tables, and what hangs on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from assay.enterprise.records import Show

Style: TypeAlias = Literal["plain", "bullet", "number"]


@dataclass(frozen=True, slots=True)
class Absence:
    """A cell that says that its value is not told: of whom, what and when."""

    entity: str
    measure: str
    period: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table: text, and the fact that it shows, or the value that it keeps back.

    `across` and `down` count the columns and rows that it covers; a covered cell has `across` 0.
    """

    text: str
    show: Show | None = None
    absence: Absence | None = None
    across: int = 1
    down: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of equally long rows, the first `head` of them headings; the caption stands above, the note below.

    `unit` is a unit that stands in a cell or line of its own above the table. `sums` names the rows that add up
    others: (row, the rows that it adds up).
    """

    caption: str
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    head: int = 1
    unit: str = ""
    sums: tuple[tuple[int, tuple[int, ...]], ...] = ()


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


NO_TEXT = Paragraph("")


@dataclass(frozen=True, slots=True)
class Emphasis:
    """A paragraph with one marked run: bold in a colour (six hexadecimal digits), highlighted, or struck out."""

    before: str
    run: str
    after: str
    colour: str = ""
    kind: Literal["font", "highlight", "strikeout"] = "font"


@dataclass(frozen=True, slots=True)
class Link:
    """A paragraph that ends in a hyperlink."""

    before: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Footnoted:
    """A paragraph with a footnote at its end, which may show facts."""

    text: str
    note: Paragraph


@dataclass(frozen=True, slots=True)
class Commented:
    """A paragraph on which a colleague commented; the comment may show facts."""

    text: str
    comment: Paragraph
    author: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A bar picture with the text that stands for it."""

    alt: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """From here on the text runs in so many columns."""

    count: int


Block: TypeAlias = Heading | Paragraph | Grid | Emphasis | Link | Footnoted | Commented | Picture | Columns


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
    language: str = "en"
