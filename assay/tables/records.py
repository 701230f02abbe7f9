"""Typed tables and facts: what a grid says once its labels, time axis, measure and unit are known."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal, TypeAlias

from assay.model.artifact import Anchor
from assay.model.grid import Grid

Shape: TypeAlias = Literal["wide", "long", "items", "single"]
Calendar: TypeAlias = Literal["year", "fiscal", "quarter", "month", "date"]


@dataclass(frozen=True, slots=True)
class Statement:
    """Where a document states a measure and its unit: the artifact, the cell in it where it is a grid, the words."""

    artifact: str
    kind: str
    at: Anchor
    quote: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as stated, its scale word and its base; `factor` turns a value into the `dimension` it is compared in.

    A plain count has the base "" and the dimension "number".
    """

    text: str
    scale: str
    base: str
    dimension: str
    factor: Fraction


@dataclass(frozen=True, slots=True)
class Period:
    """A period as a table heads it; `plain` is False where the heading says more, such as provisional."""

    label: str
    calendar: Calendar
    plain: bool


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured: `name` for comparing, `wording` and `qualifier` for people, and where it is stated.

    `unit_stated` is where the unit is, if elsewhere.
    """

    name: str
    wording: str
    qualifier: str
    unit: Unit | None
    stated: Statement
    unit_stated: Statement | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """The label of a row; a total's row holds the sum of others, not an entity."""

    row: int
    text: str
    total: bool
    period: Period | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of values: its headings from the top down, its period in a wide table, its measure where known.

    `heading` is the headings as programs join them.
    """

    column: int
    headings: tuple[str, ...]
    period: Period | None
    measure: Measure | None
    heading: str = ""


@dataclass(frozen=True, slots=True)
class TypedTable:
    """A grid whose rows are labelled entities and whose columns are periods, measures, or both in `depth` header rows.

    In wide tables the columns are periods, in long ones a column names them, in lists of items the headings do, and
    in single ones each row is a period of the one thing that a heading measures. A `turned` table had its entities
    across: `grid` holds it turned. `header_row` is the last header row. `titles` are the texts that may state what it
    holds, the nearest first; `doubts` are sentences that say why its facts are not certain. `label_heading` and
    `period_heading` are the texts over the label and period columns; `attributes` are columns of words.
    """

    domain: str
    path: str
    artifact: str
    kind: str
    app: str
    at: Anchor
    grid: Grid
    shape: Shape
    header_row: int
    label_column: int
    label_heading: str
    period_column: int | None
    period_heading: str
    labels: tuple[Label, ...]
    columns: tuple[Column, ...]
    titles: tuple[str, ...]
    doubts: tuple[str, ...]
    depth: int = 1
    turned: bool = False
    role: str = ""
    attributes: tuple[tuple[int, str], ...] = ()

    @property
    def top(self) -> int:
        """The first header row."""
        return self.header_row - self.depth + 1

    @property
    def entities(self) -> frozenset[str]:
        """The normalised labels of the rows that are no totals."""
        return frozenset(normal(label.text) for label in self.labels if not label.total)


@dataclass(frozen=True, slots=True)
class Fact:
    """One value with all that it means and where it stands; only a certain fact may be used under a gold.

    `heading` is the text over it, several header rows joined; `keys` are the texts beside its row's label that it
    takes to find the row, each with its heading.
    """

    entity: str
    label: str
    measure: Measure
    period: Period
    unit: Unit | None
    value: Decimal
    text: str
    domain: str
    path: str
    artifact: str
    row: int
    column: int
    certain: bool
    heading: str = ""
    keys: tuple[tuple[str, str], ...] = ()


def normal(text: str) -> str:
    """Return a name without case and with white space folded, the form that names are compared in."""
    return " ".join(text.split()).casefold()
