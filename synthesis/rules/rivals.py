"""Rival tables: where else a domain holds a measure, so that a question after its largest value is ambiguous."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from assay.tables import Fact, Measure, TypedTable, subject
from assay.tables.records import normal


def rival_tables(tables: Iterable[TypedTable]) -> frozenset[tuple[str, str, str]]:
    """Return path, artifact and measure of each table whose population is not the measure's only one in the domain."""
    groups: defaultdict[tuple[str, str], list[tuple[TypedTable, str]]] = defaultdict(list)
    for table in tables:
        for measure in measures_of(table):
            groups[subject(measure), normal(table.label_heading)].append((table, measure.name))
    rivals = [group for group in groups.values() if len({table.entities for table, _ in group}) > 1]
    return frozenset((table.path, table.artifact, name) for group in rivals for table, name in group)


def measures_of(table: TypedTable) -> list[Measure]:
    """Return the measures of a table's columns, each once."""
    return list({column.measure.name: column.measure for column in table.columns if column.measure}.values())


def is_contested(fact: Fact, silent: Sequence[TypedTable]) -> bool:
    """Return whether a table that states no measure understood may hold other values of a fact's measure."""
    named = subject(fact.measure)
    return any(
        fact.entity in table.entities
        for table in silent
        if (table.path, table.artifact) != (fact.path, fact.artifact) and _names(table, named)
    )


def silent_tables(tables: Iterable[TypedTable]) -> list[TypedTable]:
    """Return the tables with columns whose measure or unit nothing states in a known form."""
    return [table for table in tables if any(column.measure is None for column in table.columns)]


def _names(table: TypedTable, named: str) -> bool:
    unread = (text for column in table.columns if column.measure is None for text in column.headings)
    return any(_says(text, named) for text in (*table.titles, *unread))


def _says(text: str, named: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(named)}(?!\w)", normal(text)) is not None
