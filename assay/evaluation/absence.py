"""Whether an archive holds a figure anywhere: queries over its fact table, its charts and its text, asked again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product

from assay.evaluation.mentions import Mention, around_of, beside, is_change, long_words, mentions_of, speaks_of, years
from assay.evaluation.vectors import differs, may_be
from assay.model.canonical import Json, digest
from assay.model.document import Document
from assay.model.gate import Context
from assay.model.task import Scope
from assay.tables import Measure, TypedTable, facts, kindred, short_tables, subject, typed_tables
from assay.tables.kindred import Name
from assay.tables.numbers import numeral_of
from assay.tables.records import normal
from assay.tables.totals import may_aggregate

FACTS, TEXT = "facts", "text"


@dataclass(frozen=True, slots=True)
class Sought:
    """A figure that is looked for: a measure of an entity in a period, by the names that tables give them."""

    domain: str
    measure: str
    entity: str
    period: str

    def scopes(self, archive: Holdings) -> tuple[Scope, ...]:
        """Return the two queries that look for the figure, each with the digest of what it finds."""
        return tuple(Scope(self.query(kind), digest(archive.asked(kind, self))) for kind in (FACTS, TEXT))

    def query(self, kind: str) -> dict[str, Json]:
        """Return the query of a kind for the figure."""
        return {
            "kind": kind,
            "domain": self.domain,
            "measure": self.measure,
            "entity": self.entity,
            "period": self.period,
        }


def sought_of(query: Mapping[str, Json], domain: str) -> Sought | None:
    """Return the figure that a query looks for, None where it is no query that can be asked again."""
    names = [query.get(name) for name in ("measure", "entity", "period")]
    if query.get("kind") not in (FACTS, TEXT) or query.get("domain", domain) != domain:
        return None
    texts = [normal(name) for name in names if isinstance(name, str) and name.strip()]
    return Sought(domain, *texts) if len(texts) == len(names) else None


@dataclass(frozen=True, slots=True)
class Cell:
    """A number in a table or chart with the names of its row and column; `measure` is empty where nothing tells it.

    `total` marks the number of a total's row.
    """

    path: str
    artifact: str
    row: int
    column: int
    entity: str
    period: str
    measure: str
    amount: Fraction
    total: bool = False

    @property
    def whole(self) -> bool:
        """Whether it may be a total or an average over the other rows."""
        return self.total or may_aggregate(self.entity)

    @property
    def place(self) -> list[Json]:
        """The place of the cell in a query's result."""
        return [self.path, self.artifact, self.row, self.column]


@dataclass(frozen=True)
class Holdings:
    """What one domain's documents hold: typed cells, the mentions in charts, other grids and texts."""

    domain: str
    documents: tuple[Document, ...]

    @cached_property
    def tables(self) -> tuple[TypedTable, ...]:
        """The typed tables, those with doubts and on hidden sheets among them."""
        return tuple(table for document in self.documents for table in typed_tables(document))

    @cached_property
    def kin(self) -> Mapping[Name, str]:
        """The one name of measures that bear several."""
        return kindred(fact for table in self.tables for fact in facts(table))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The numbers in all tables."""
        return tuple(cell for table in self.tables for cell in self._cells(table))

    @cached_property
    def by_measure(self) -> Mapping[str, Mapping[tuple[str, str], Fraction]]:
        """The amounts of each measure by entity and period, totals left out."""
        found: defaultdict[str, dict[tuple[str, str], Fraction]] = defaultdict(dict)
        for cell in self.cells:
            if cell.measure and not cell.total:
                found[cell.measure].setdefault((cell.entity, cell.period), cell.amount)
        return found

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """What charts, untyped grids and texts say of anything with a number."""
        typed = {(table.path, table.artifact) for table in self.tables}
        return tuple(one for document in self.documents for one in mentions_of(document, typed))

    @cached_property
    def short_cells(self) -> tuple[Cell, ...]:
        """The numbers in tables that are too short to be compared over, where their measure is stated."""
        tables = (table for document in self.documents for table in short_tables(document))
        return tuple(cell for table in tables for cell in self._cells(table) if cell.measure)

    @cached_property
    def _wholes(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.cells if cell.whole)

    def named(self, measure: str) -> str:
        """Return the one name of a measure, by any of the names that tables give it."""
        found = {self._measure(column.measure) for table in self.tables for column in table.columns if column.measure
                 and column.measure.name == measure}  # fmt: skip
        return found.pop() if len(found) == 1 else measure

    def names(self, measure: str) -> frozenset[str]:
        """Return every name of a measure."""
        one = self.named(measure)
        return frozenset({measure, one} | {name for (_, name), kin in self.kin.items() if kin == one})

    def asked(self, kind: str, sought: Sought) -> list[Json]:
        """Return the places that a query finds, sorted: each a path and an artifact, with row and column in tables."""
        found = self._in_tables(sought) if kind == FACTS else self._mentioned(sought)
        return sorted({tuple(place): place for place in found}.values(), key=str)

    def words(self, measure: str) -> frozenset[str]:
        """Return the longer words in the names of a measure, by which sentences speak of it."""
        return frozenset(word for name in self.names(measure) for word in long_words(name))

    def derivable(self, sought: Sought) -> bool:
        """Whether a total or an average over the figure's neighbours gives it away, as what is left of it."""
        return any(self.wholes(sought))

    def wholes(self, sought: Sought) -> Iterator[str]:
        """Yield the places that may tell a total or an average of the figure's measure in its year."""
        measure, words = self.named(sought.measure), self.words(sought.measure)
        for cell in self._wholes:
            if cell.measure == measure and _same_time(cell.period, sought.period):
                yield f"{cell.path} {cell.artifact}"
        entities = {entity for entity, _ in self.by_measure.get(measure, {})}
        for one in self.mentions:
            if one.loose and one.sums(sought.period, words, entities):
                yield f"{one.path} {one.artifact}"

    def _cells(self, table: TypedTable) -> Iterator[Cell]:
        for label, column in product(table.labels, table.columns):
            period, numeral = column.period or label.period, numeral_of(table.grid.text(label.row, column.column))
            if period is None or numeral is None:
                continue
            measure = column.measure
            factor = measure.unit.factor if measure and measure.unit else Fraction(1)
            row, at = (column.column, label.row) if table.turned else (label.row, column.column)
            yield Cell(
                table.path, table.artifact, row, at, normal(label.text), period.label,
                self._measure(measure) if measure else "", Fraction(numeral.value) * factor, label.total,
            )  # fmt: skip

    def _measure(self, measure: Measure) -> str:
        named = subject(measure)
        return self.kin.get((self.domain, named), named)

    def _in_tables(self, sought: Sought) -> Iterator[list[Json]]:
        measure = self.named(sought.measure)
        known = self.by_measure.get(measure, {})
        words = self.words(sought.measure)
        rest: defaultdict[tuple[str, str, str], list[Cell]] = defaultdict(list)
        for cell in self.cells:
            if cell.measure != measure:
                rest[cell.path, cell.artifact, cell.measure].append(cell)
                if cell.entity == sought.entity and self._may_tell(cell, sought, words):
                    yield cell.place
            elif cell.entity == sought.entity and _same_time(cell.period, sought.period):
                yield cell.place
        for (_, _, name), cells in rest.items():
            held = [cell for cell in cells if _same_time(cell.period, sought.period)]
            if held and may_be(known, cells, named=bool(name)):
                own = [cell for cell in held if cell.entity == sought.entity]
                foreign = not {cell.entity for cell in cells} & {entity for entity, _ in known}
                yield from (cell.place for cell in (held if foreign else own))

    def _may_tell(self, cell: Cell, sought: Sought, words: Set[str]) -> bool:
        unnamed = not cell.measure and _same_time(cell.period, sought.period) and self.speaks(cell, sought.measure)
        return unnamed or _tells_change(cell, sought.period, words)

    def speaks(self, cell: Cell, measure: str) -> bool:
        """Whether what stands over a cell's table has a name of a measure in full."""
        return speaks_of(self._over.get((cell.path, cell.artifact), ""), self.names(measure))

    @cached_property
    def _over(self) -> Mapping[tuple[str, str], str]:
        around = {document.path: around_of(document) for document in self.documents}
        return {
            (one.path, one.artifact): f"{normal(' '.join(one.titles))} {around[one.path][one.artifact]}"
            for one in self.tables
        }

    def _mentioned(self, sought: Sought) -> Iterator[list[Json]]:
        known = self.by_measure.get(self.named(sought.measure), {})
        asked = sought.entity, sought.period, self.words(sought.measure)
        names = self.names(sought.measure)
        for one in self.mentions:
            told = one.tells(*asked) or one.compares(*asked) or one.tells_below(sought.entity, sought.period, names)
            if told and not differs(known, one.amounts):
                yield [one.path, one.artifact]


def holdings(domain: str, context: Context) -> Holdings:
    """Return what a domain's documents hold; equal extractions are worked out once."""
    found = (context.document(path) for path in context.within(domain))
    mine = tuple(document for document in found if document is not None)
    return _holdings(_Key(domain, tuple(document.extraction for document in mine), mine))


@dataclass(frozen=True, slots=True)
class _Key:
    domain: str
    extractions: tuple[str, ...]
    documents: tuple[Document, ...] = field(compare=False)


@lru_cache(maxsize=8)
def _holdings(key: _Key) -> Holdings:
    return Holdings(key.domain, key.documents)


def _same_time(one: str, other: str) -> bool:
    """Whether two periods share a year: months and quarters of a year add up to it."""
    return not years(one).isdisjoint(years(other))


def _tells_change(cell: Cell, period: str, words: Set[str]) -> bool:
    """Whether a cell under another name says how the measure changed from or to a period."""
    return any(word in cell.measure for word in words) and beside(cell.period, period) and is_change(cell.measure)
