"""The facts of one domain by series, and the honest join graph: which documents' tables name the same entities."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from assay.model.canonical import Json, digest
from assay.model.document import Document
from assay.model.task import Scope
from assay.tables import Fact, Measure, TypedTable, agreed, facts, typed_tables
from synthesis.rules.rivals import measures_of, rival_tables, uncontested

# Two labels in common may be chance; a superlative over two is no question.
_FEWEST_ENTITIES = 3
# More than these are records rather than a population that one compares.
_MOST_ENTITIES = 60
# Sentences about single tables, before the rest is counted.
_MOST_SENTENCES = 8


@dataclass(frozen=True)
class Series:
    """One measure in one table: its certain facts by entity and period.

    `alone` says that no other table of the domain holds the measure over another population.
    """

    table: TypedTable
    measure: Measure
    facts: Mapping[tuple[str, str], Fact]
    alone: bool = True

    @cached_property
    def entities(self) -> frozenset[str]:
        """The entities of the table."""
        return self.table.entities

    @cached_property
    def full_periods(self) -> tuple[str, ...]:
        """The periods in which every entity has a certain fact, in order."""
        periods = sorted({period for _, period in self.facts})
        return tuple(period for period in periods if all((name, period) in self.facts for name in self.entities))

    @cached_property
    def grows(self) -> bool:
        """Whether growth in percent says something of it: not of a percentage or an index, nor below nothing."""
        unit = self.measure.unit
        relative = unit is None or unit.dimension in ("%", "percent") or "points" in unit.dimension
        return not relative and all(fact.value > 0 for fact in self.facts.values())


@dataclass(frozen=True)
class Ledger:
    """The series of one domain; those that `joins` groups can be walked between."""

    domain: str
    tables: tuple[TypedTable, ...]
    series: tuple[Series, ...]

    @cached_property
    def joins(self) -> tuple[tuple[Series, ...], ...]:
        """The groups of series over one set of entities that at least two documents hold, largest group first."""
        groups: defaultdict[frozenset[str], list[Series]] = defaultdict(list)
        for series in self.series:
            if _FEWEST_ENTITIES <= len(series.entities) <= _MOST_ENTITIES and series.full_periods:
                groups[series.entities].append(series)
        joined = [tuple(group) for group in groups.values() if len({series.table.path for series in group}) > 1]
        return tuple(sorted(joined, key=lambda group: (-len(group), group[0].table.path, group[0].table.artifact)))

    def missing_joins(self) -> list[str]:
        """Return, as sentences, which tables meet no table of another document, and why."""
        if not self.tables:
            return [f"domain {self.domain}: no table has labelled rows and periods"]
        joined = {(series.table.path, series.table.artifact) for group in self.joins for series in group}
        if not joined:
            return [f"domain {self.domain}: no two documents share entities"]
        alone = [table for table in self.tables if _place(table) not in joined]
        sentences = list(dict.fromkeys(f"domain {self.domain}: {self._alone(table)}" for table in alone))
        more = len(sentences) - _MOST_SENTENCES
        rest = [f"domain {self.domain}: {more} more tables join none"] if more > 0 else []
        return sentences[:_MOST_SENTENCES] + rest

    def _alone(self, table: TypedTable) -> str:
        heading = f"a table by {table.label_heading!r} in {table.path}"
        if any(_place(series.table) == _place(table) for series in self.series):
            return f"{heading} shares its labels with no table of another document"
        if table.doubts:
            return f"{heading} is not used: {table.doubts[0]}"
        if any(column.measure is None for column in table.columns):
            return f"{heading} is not used: nothing beside it states measure and unit"
        return f"{heading} is not used: other documents state its values otherwise, or in units of unknown relation"

    def scope(self, measure: Measure) -> Scope:
        """Return the query for all tables of a measure in the domain, with the digest of its result."""
        query: dict[str, Json] = {"kind": "tables", "measure": measure.name, "domain": self.domain}
        return Scope(query, digest(tables_of(self.tables, measure.name)))


def tables_of(tables: Iterable[TypedTable], measure: str) -> list[Json]:
    """Return path, artifact and number of entities of each table of a measure, sorted: a scope query's result."""
    holding = [
        table
        for table in tables
        if any(column.measure is not None and column.measure.name == measure for column in table.columns)
    ]
    return [[table.path, table.artifact, len(table.entities)] for table in sorted(holding, key=_place)]


def ledger(domain: str, documents: Iterable[Document]) -> Ledger:
    """Return the facts of the domain's documents; what documents disagree about is in none of its series."""
    tables = tuple(table for document in documents for table in typed_tables(document))
    known = agreed(fact for table in tables for fact in facts(table))
    rivals = rival_tables(tables)
    by_series: defaultdict[tuple[str, str, str], list[Fact]] = defaultdict(list)
    for fact in uncontested(known, tables):
        by_series[fact.path, fact.artifact, fact.measure.name].append(fact)
    series = [made for table in tables for made in _series(table, by_series, rivals)]
    return Ledger(domain, tables, tuple(series))


def _series(
    table: TypedTable,
    by_series: Mapping[tuple[str, str, str], Sequence[Fact]],
    rivals: frozenset[tuple[str, str, str]],
) -> Iterator[Series]:
    for measure in measures_of(table):
        place = (table.path, table.artifact, measure.name)
        certain = {(fact.entity, fact.period.label): fact for fact in by_series.get(place, [])}
        if certain:
            yield Series(table, measure, certain, place not in rivals)


def _place(table: TypedTable) -> tuple[str, str]:
    return table.path, table.artifact
