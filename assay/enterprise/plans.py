"""How a domain is told as data: what is measured of whom, and which documents show which part of it how."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias

from assay.enterprise.blocks import Block
from assay.enterprise.records import Measure

Layout: TypeAlias = Literal["wide", "flipped", "paired", "long", "dated", "items", "directory", "rates"]
Span: TypeAlias = Literal["year", "fiscal", "month", "quarter"]
Stated: TypeAlias = Literal["caption", "header", "cell", "column", "nowhere"]
Where: TypeAlias = Literal["text", "bullet", "number", "footnote", "comment"]
Pick: TypeAlias = Literal["largest", "smallest", "first", "last", "total"]


@dataclass(frozen=True, slots=True)
class Part:
    """A table: the measures and periods that it shows, in which layout and unit, and what makes it hard to read.

    `alias` picks another name of the first measure (0 is the usual one). `edition` names the vintage that the table
    was published in. `marks` puts footnote marks beside some numbers. `stated` says where the unit stands.
    """

    measures: tuple[str, ...]
    first: int
    last: int
    layout: Layout = "wide"
    units: tuple[str, ...] = ()
    caption: str = ""
    span: Span = "year"
    stated: Stated = "caption"
    alias: int = 0
    edition: str = ""
    note: str = ""
    mark: str = ""
    totals: bool = False
    zones: bool = False
    by_name: bool = False
    slips: bool = False
    attributes: tuple[str, ...] = ()
    every: int = 1


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence about one value: `{entity}` and `{value}` are put in, and the unit is told in the template."""

    template: str
    measure: str
    period: str
    unit: str = ""
    pick: Pick = "largest"
    where: Where = "text"
    about: str = ""
    digits: int | None = None
    slip: bool = False


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """A sheet of a workbook: one table or two side by side, and what hangs on it."""

    name: str
    title: str
    parts: tuple[Part, ...]
    growth: bool = False
    formal: str = ""
    chart: str = ""
    comment: Line | str = ""
    hidden: bool = False
    shade: str = ""
    choices: tuple[str, ...] = ()
    link: str = ""


@dataclass(frozen=True, slots=True)
class SlidePlan:
    """A slide: bullets, a table or a chart, a note for the speaker; a hidden one is not shown."""

    title: str
    bullets: tuple[Line | str, ...] = ()
    table: Part | None = None
    chart: Part | None = None
    note: Line | str = ""
    hidden: bool = False
    box: str = ""
    shade: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """A document: its file, who wrote it, and its contents in order."""

    name: str
    title: str
    author: str
    source_kind: str
    body: tuple[Part | Line | Block | SheetPlan | SlidePlan, ...]
    header: str = ""
    footer: str = ""
    subtitle: str = ""
    link: tuple[str, str] = ("", "")
    defined: str = ""
    language: str = "en"
    separator: str = ","


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a register says in words of an entity or item: a person, a town, a year of founding, who it belongs to."""

    name: str
    pool: Literal["person", "town", "year", "entity", "code"]
    item: bool = False
    aliases: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Domain:
    """A line of business: its measures, how its names are made, and the documents that its organisations leave.

    `bounds` are (smaller, larger, factor) measures between which the first stays below the second times the factor.
    `opens` is the month in which the fiscal year begins: January stands for the calendar year. `ends_late` says
    that a fiscal year bears the number of the year in which it ends.
    """

    name: str
    label: str
    item: str
    pool: Literal["place", "brand"]
    forms: tuple[str, str, str]
    size: int
    items: int
    first: int
    last: int
    opens: int
    ends_late: bool
    vintage: str
    measures: tuple[Measure, ...]
    attributes: tuple[Attribute, ...]
    papers: tuple[Paper, ...]
    bounds: tuple[tuple[str, str, Decimal], ...] = ()
    restated: tuple[tuple[str, str, int], ...] = ()
    slips: tuple[tuple[str, str], ...] = ()
    withheld: tuple[tuple[str, str, int], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
