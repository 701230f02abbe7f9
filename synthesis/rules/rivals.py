"""Rival tables: where else a domain holds a measure, so that a question after its largest value is ambiguous."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from itertools import combinations
from posixpath import dirname
from types import MappingProxyType

from assay.model.canonical import Json
from assay.tables import Fact, Measure, TypedTable, agreed, subject
from assay.tables.kindred import Name
from assay.tables.records import normal

_NONE: Mapping[Name, str] = MappingProxyType({})
_UNPARTED: Mapping[str, str] = MappingProxyType({})
# Labels that folders share beyond one in so many are entities that both tell of.
_SHARED = 10


def folders_apart(tables: Iterable[TypedTable]) -> Mapping[str, str]:
    """Return the folder of each path where each folder tells of a population of its own, nothing where two share one.

    Several organisations in one domain have the same measures: a question then has to name the folder.
    """
    paths: dict[str, str] = {}
    names: defaultdict[str, set[str]] = defaultdict(set)
    for table in tables:
        paths[table.path] = dirname(table.path)
        names[paths[table.path]] |= table.entities - {""}
    shared = any(_overlap(one, other) for one, other in combinations(names.values(), 2))
    return {} if shared or len(names) < 2 else paths


def _overlap(one: Set[str], other: Set[str]) -> bool:
    """Whether two folders share a population, or one of them has none of its own."""
    return not one or not other or _SHARED * len(one & other) > min(len(one), len(other))


def rival_tables(
    tables: Iterable[TypedTable], kin: Mapping[Name, str] = _NONE, folders: Mapping[str, str] = _UNPARTED
) -> frozenset[tuple[str, str, str]]:  # fmt: skip
    """Return path, artifact and measure of each table whose population is not the measure's only one in the domain.

    Where folders tell of populations apart, only tables of one folder are rivals.
    """
    groups: defaultdict[tuple[str, str, str], list[tuple[TypedTable, str]]] = defaultdict(list)
    for table in tables:
        for measure in measures_of(table):
            named = subject(measure)
            named = kin.get((table.domain, named), named)
            groups[folders.get(table.path, ""), named, normal(table.role)].append((table, measure.name))
    rivals = [group for group in groups.values() if len({table.entities for table, _ in group}) > 1]
    return frozenset((table.path, table.artifact, name) for group in rivals for table, name in group)


def measures_of(table: TypedTable) -> list[Measure]:
    """Return the measures of a table's columns, each once."""
    return list({column.measure.name: column.measure for column in table.columns if column.measure}.values())


def uncontested(facts: Iterable[Fact], tables: Iterable[TypedTable]) -> list[Fact]:
    """Return the certain facts that no table can hold otherwise which names their measure but states no known unit."""
    silent = silent_tables(tables)
    naming: dict[str, list[TypedTable]] = {}
    kept: list[Fact] = []
    for fact in facts:
        named = subject(fact.measure)
        if named not in naming:
            naming[named] = [table for table in silent if _names(table, named)]
        if fact.certain and not any(_elsewhere(fact, table) for table in naming[named]):
            kept.append(fact)
    return kept


def _elsewhere(fact: Fact, table: TypedTable) -> bool:
    return fact.entity in table.entities and (table.path, table.artifact) != (fact.path, fact.artifact)


def silent_tables(tables: Iterable[TypedTable]) -> list[TypedTable]:
    """Return the tables with columns whose measure or unit nothing states in a known form."""
    return [table for table in tables if any(column.measure is None for column in table.columns)]


def _names(table: TypedTable, named: str) -> bool:
    unread = (text for column in table.columns if column.measure is None for text in column.headings)
    return any(_says(text, named) for text in (*table.titles, *unread))


def _says(text: str, named: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(named)}(?!\w)", normal(text)) is not None


def agreed_apart(facts: Iterable[Fact], kin: Mapping[Name, str], folders: Mapping[str, str]) -> list[Fact]:
    """Return the facts, uncertain where another document says otherwise; folders that are apart do not contradict."""
    groups: defaultdict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        groups[folders.get(fact.path, "")].append(fact)
    return [fact for group in groups.values() for fact in agreed(group, kin)]


def tables_of(tables: Iterable[TypedTable], measure: str) -> list[Json]:
    """Return path, artifact and number of entities of each table of a measure, sorted: a scope query's result."""
    holding = [
        table
        for table in tables
        if any(column.measure is not None and column.measure.name == measure for column in table.columns)
    ]
    places = sorted((table.path, table.artifact, len(table.entities)) for table in holding)
    return [list(place) for place in places]
