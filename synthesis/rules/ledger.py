"""The facts of one domain by series, and the honest join graph: which documents' tables name the same entities."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from assay.model.canonical import Json, digest
from assay.model.document import Document
from assay.model.task import Scope
from assay.tables import Fact, Measure, TypedTable, facts, kindred, subject, typed_tables
from assay.tables.kindred import Name
from assay.tables.records import normal
from synthesis.rules.calendars import FiscalYear, fiscal_years
from synthesis.rules.editions import editions
from synthesis.rules.rivals import (
    agreed_apart,
    folders_apart,
    measures_of,
    rival_tables,
    tables_of,
    uncontested,
)
from synthesis.rules.series import Series, amount, with_conversions, year_of
from synthesis.rules.tellings import Tellings, tellings

# Two labels in common may be chance; a superlative over two is no question.
_FEWEST_ENTITIES = 3
# More than these are records rather than a population that one compares.
_MOST_ENTITIES = 60
# Sentences about single tables, before the rest is counted.
_MOST_SENTENCES = 8


@dataclass(frozen=True, eq=False)
class Vintage:
    """One measure in an earlier and a later edition of a document, and where the later one restates it."""

    early: Series
    late: Series
    restated: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Ledger:
    """The series of one domain; those that `joins` groups can be walked between.

    `folders` gives the folder of each path where folders tell of populations apart.
    """

    domain: str
    tables: tuple[TypedTable, ...]
    series: tuple[Series, ...]
    calendars: tuple[FiscalYear, ...] = ()
    vintages: tuple[Vintage, ...] = ()
    folders: Mapping[str, str] = field(default_factory=dict[str, str], compare=False)
    told: Tellings = field(default_factory=Tellings, compare=False)

    @cached_property
    def rates(self) -> tuple[Series, ...]:
        """The series that say what one unit of a currency costs in another."""
        return tuple(series for series in self.series if series.table.shape == "single")

    def fiscal_years(self, series: Series) -> Iterator[tuple[str, str]]:
        """Yield the name and the first month of each fiscal year that the months of a series may make up."""
        told = {(one.ahead, one.month) for one in self.calendars}
        # documents of one domain that differ leave open which of them is meant
        if len(told) == 1:
            for year in sorted({year_of(period) for period in series.full_periods}):
                yield f"FY{year}", self.calendars[0].first_month(year)

    @cached_property
    def joins(self) -> tuple[tuple[Series, ...], ...]:
        """The groups of series over one set of entities that at least two documents hold, largest group first."""
        groups: defaultdict[frozenset[str], list[Series]] = defaultdict(list)
        for series in self.series:
            if _FEWEST_ENTITIES <= len(series.entities) <= _MOST_ENTITIES and (series.full_periods or series.dated):
                groups[series.entities].append(series)
        joined = [tuple(group) for group in groups.values() if len({series.table.path for series in group}) > 1]
        return tuple(sorted(joined, key=lambda group: (-len(group), group[0].table.path, group[0].table.artifact)))

    def missing_joins(self) -> list[str]:
        """Return, as sentences, which tables meet no table of another document, and why."""
        if not self.tables:
            return [f"domain {self.domain}: no table has labelled rows and periods"]
        joined = {_place(series.table) for group in self.joins for series in group} | self._listed
        if not joined:
            return [f"domain {self.domain}: no two documents share entities"]
        alone = [table for table in self.tables if _place(table) not in joined]
        sentences = list(dict.fromkeys(f"domain {self.domain}: {self._alone(table)}" for table in alone))
        more = len(sentences) - _MOST_SENTENCES
        rest = [f"domain {self.domain}: {more} more tables join none"] if more > 0 else []
        return sentences[:_MOST_SENTENCES] + rest

    @cached_property
    def _listed(self) -> set[tuple[str, str]]:
        """The lists of items whose columns of words name the entities of a join."""
        names = {(normal(group[0].table.role), group[0].entities) for group in self.joins}
        return {
            _place(series.table)
            for series in self.series
            for column, heading in series.table.attributes
            if any(normal(heading) == role and series.words(column) <= entities for role, entities in names)
        }

    def _alone(self, table: TypedTable) -> str:
        heading = f"a table by {table.label_heading!r} in {table.path}"
        if any(_place(series.table) == _place(table) for series in self.series):
            return f"{heading} shares its labels with no table of another document"
        if table.doubts:
            return f"{heading} is not used: {table.doubts[0]}"
        if any(column.measure is None for column in table.columns):
            return f"{heading} is not used: nothing beside it states measure and unit"
        return f"{heading} is not used: other documents state its values otherwise, or in units of unknown relation"

    def folder(self, paths: Iterable[str]) -> str:
        """Return the folder that a question over some paths has to name, empty where there is none such."""
        found = {self.folders.get(path, "") for path in paths}
        return found.pop() if len(found) == 1 else ""

    def mixes(self, paths: Iterable[str]) -> bool:
        """Return whether some paths are of folders that tell of populations apart."""
        return len({self.folders.get(path, "") for path in paths}) > 1

    def scope(self, measure: Measure) -> Scope:
        """Return the query for all tables of a measure in the domain, with the digest of its result."""
        query: dict[str, Json] = {"kind": "tables", "measure": measure.name, "domain": self.domain}
        return Scope(query, digest(tables_of(self.tables, measure.name)))


def ledger(domain: str, documents: Iterable[Document]) -> Ledger:
    """Return the facts of the domain's documents; what documents disagree about is in none of its series."""
    read = list(documents)
    tables = tuple(table for document in read for table in typed_tables(document))
    found = [fact for table in tables for fact in facts(table)]
    kin = kindred(found)
    folders = folders_apart(tables)
    known = agreed_apart(found, kin, folders)
    rivals = rival_tables(tables, kin, folders)
    by_series: defaultdict[tuple[str, str, str], list[Fact]] = defaultdict(list)
    for fact in uncontested(known, tables):
        by_series[fact.path, fact.artifact, fact.measure.name].append(fact)
    series = [made for table in tables for made in _series(table, by_series, rivals, kin)]
    vintages = tuple(_vintages(tables, found, kin, list(editions(read))))
    calendars = tuple(fiscal_years(read))
    told = tellings(found, kin)
    return Ledger(domain, tables, tuple(with_conversions(series)), calendars, vintages, folders, told)


def _vintages(
    tables: Sequence[TypedTable], found: Sequence[Fact], kin: Mapping[Name, str], pairs: Sequence[tuple[str, str]]
) -> Iterator[Vintage]:
    by_series: defaultdict[tuple[str, str, str], list[Fact]] = defaultdict(list)
    for fact in found:
        if fact.certain:
            by_series[fact.path, fact.artifact, fact.measure.name].append(fact)
    shown = [one for table in tables for one in _series(table, by_series, frozenset(), kin)]
    for early_path, late_path in pairs:
        for early in shown:
            for late in shown:
                if (early.table.path, late.table.path, early.kin) == (early_path, late_path, late.kin):
                    yield from _vintage(early, late, shown)


def _vintage(early: Series, late: Series, shown: Sequence[Series]) -> Iterator[Vintage]:
    others = [one for one in shown if one.kin == late.kin and one.table.path != early.table.path]
    restated = tuple(
        key
        for key, fact in late.facts.items()
        if key in early.facts
        and amount(early.facts[key]) != amount(fact)
        and all(amount(one.facts[key]) == amount(fact) for one in others if key in one.facts)
    )
    if restated and early.entities == late.entities and _dimension(early) == _dimension(late):
        yield Vintage(early, late, restated)


def _dimension(series: Series) -> str:
    return series.measure.unit.dimension if series.measure.unit else ""


def _series(
    table: TypedTable,
    by_series: Mapping[tuple[str, str, str], Sequence[Fact]],
    rivals: frozenset[tuple[str, str, str]],
    kin: Mapping[Name, str],
) -> Iterator[Series]:
    for measure in measures_of(table):
        place = (table.path, table.artifact, measure.name)
        certain = {(fact.entity, fact.period.label): fact for fact in by_series.get(place, [])}
        if certain:
            named = subject(measure)
            yield Series(table, measure, certain, place not in rivals, kin.get((table.domain, named), named))


def _place(table: TypedTable) -> tuple[str, str]:
    return table.path, table.artifact
