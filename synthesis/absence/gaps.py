"""Gaps in a domain's figures: cells that say nothing, and rows that one table has and another lacks."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product, zip_longest

from assay.evaluation.absence import FACTS, TEXT, Holdings, Sought
from assay.tables import Column, Label, Measure, TypedTable
from assay.tables.layouts import UNKNOWN
from assay.tables.records import normal
from synthesis.rules.phrases import noun

MOST_OF_A_MEASURE, MOST_A_DOMAIN = 2, 6
_YEARLY = ("year", "fiscal")
_FEWEST_NEIGHBOURS = 2
_SCALES = frozenset({"", "thousand", "million", "billion"})
_MOST_WORDS = 8
_YEAR = re.compile(r"(?:FY)?\d{4}")


@dataclass(frozen=True, slots=True)
class Gap:
    """A figure that the archive does not hold: where its row stands, and the place of its cell where there is one."""

    sought: Sought
    table: TypedTable
    label: Label
    measure: Measure
    row: int
    column: int | None
    shown: str


def gaps(archive: Holdings, rng: random.Random) -> list[Gap]:
    """Return the gaps that no table, chart or text fills, with neighbours to tempt: cells that say so take turns."""
    told = [gap for table in archive.tables for gap in _withheld(table)]
    left = [gap for table in archive.tables for gap in _missing(table, archive)]
    rng.shuffle(told)
    rng.shuffle(left)
    chosen: dict[tuple[str, str, str], Gap] = {}
    measures: Counter[str] = Counter()
    for gap in (one for pair in zip_longest(told, left) for one in pair if one is not None):
        measure = archive.named(gap.measure.name)
        figure = measure, gap.sought.entity, gap.sought.period
        room = len(chosen) < MOST_A_DOMAIN and measures[measure] < MOST_OF_A_MEASURE and figure not in chosen
        if room and _is_tempting(gap, archive) and _is_empty(gap, archive):
            chosen[figure] = gap
            measures[measure] += 1
    return list(chosen.values())


def _withheld(table: TypedTable) -> Iterator[Gap]:
    """Yield the cells of a sound table that say that nothing is known."""
    for label in table.labels if _is_sound(table) else ():
        for column in table.columns:
            shown = table.grid.text(label.row, column.column).strip()
            if shown in UNKNOWN:
                yield from _gap(table, label, column, shown)


def _missing(table: TypedTable, archive: Holdings) -> Iterator[Gap]:
    """Yield years of a measure that other documents give, for rows of a table that ends before them."""
    if not _is_sound(table) or table.shape != "wide" or table.depth > 1:
        return
    own = {column.period.label for column in table.columns if column.period}
    if any(column.period is None or column.period.calendar not in _YEARLY for column in table.columns):
        return
    measure = table.columns[0].measure
    if measure is None:
        return
    known = archive.by_measure.get(archive.named(measure.name), {})
    periods = sorted({period for _, period in known if _YEAR.fullmatch(period)} - own)
    for label, period in product(table.labels, periods):
        if not label.total and (normal(label.text), period) not in known:
            sought = Sought(table.domain, measure.name, normal(label.text), period)
            yield Gap(sought, table, label, measure, label.row, None, "")


def _gap(table: TypedTable, label: Label, column: Column, shown: str) -> Iterator[Gap]:
    period, measure = column.period or label.period, column.measure
    if period is None or period.calendar not in _YEARLY or measure is None or label.total:
        return
    row, at = (column.column, label.row) if table.turned else (label.row, column.column)
    sought = Sought(table.domain, measure.name, normal(label.text), period.label)
    yield Gap(sought, table, label, measure, row, at, shown)


def _is_sound(table: TypedTable) -> bool:
    return not table.doubts and all(column.measure is None or _is_plain(column.measure) for column in table.columns)


def _is_plain(measure: Measure) -> bool:
    """Whether a measure can be spoken of in an English question."""
    if measure.unit is None or measure.unit.scale not in _SCALES or set("(,") & set(measure.name):
        return False
    return measure.name.isascii() and len(noun(measure).split()) <= _MOST_WORDS


def _is_tempting(gap: Gap, archive: Holdings) -> bool:
    """Whether the same entity has other years, and other entities have this one."""
    known = archive.by_measure.get(archive.named(gap.measure.name), {})
    years = sum(entity == gap.sought.entity for entity, _ in known)
    others = sum(period == gap.sought.period for _, period in known)
    return years >= _FEWEST_NEIGHBOURS and others >= _FEWEST_NEIGHBOURS


def _is_empty(gap: Gap, archive: Holdings) -> bool:
    found = any(archive.asked(kind, gap.sought) for kind in (FACTS, TEXT))
    return not found and not archive.derivable(gap.sought)
