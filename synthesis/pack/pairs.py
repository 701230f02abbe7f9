"""Which workbook and report share a measure that a brief can be written on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from assay.tables.records import Fact
from synthesis.rules.ledger import Ledger
from synthesis.rules.phrases import decimals_of, role_of, speakable
from synthesis.rules.series import Series

# Twenty assertions take six entities: level, change and share of each, and what is said of their sum.
_FEWEST_ENTITIES, _MOST_ENTITIES = 5, 12
_LONGEST_SPAN = 5
# A superlative over values that near each other is a matter of their last place.
_CLEAR, _MOST_UNCLEAR = Fraction(1, 200), 2
# What has no sum over entities: prices, shares, averages, anything per something.
_NO_SUM = re.compile(r"\b(?:price|rate|share|average|mean|satisfaction|index|per|tariff|time|occupancy|stay|load)\b")
_REPORTS = MappingProxyType({"word": "Word report", "pdf": "PDF report", "powerpoint": "presentation"})


@dataclass(frozen=True, slots=True)
class Pair:
    """A workbook's table and a report's table of one measure, and the two periods that a brief compares.

    `others` are measures that stand in one of the two documents only, by the key under which the brief gives them:
    what both share would leave one of them unneeded.
    """

    book: Series
    report: Series
    first: str
    last: str
    others: tuple[tuple[str, Series, str], ...] = ()

    @property
    def names(self) -> list[str]:
        """The entities, in the report's order."""
        return list(self.report.rows)

    @property
    def factor(self) -> Fraction:
        """What a value of the workbook is multiplied with to stand in the report's unit."""
        book, report = self.book.measure.unit, self.report.measure.unit
        return book.factor / report.factor if book and report else Fraction(1)

    @property
    def called(self) -> str:
        """What the request calls the report."""
        return _REPORTS[self.report.table.app]

    def cells(self) -> tuple[list[Fact], list[Fact], list[Fact]]:
        """Return the report's facts of the last and the first period, and the workbook's of the last."""
        return (
            [self.report.facts[name, self.last] for name in self.names],
            [self.report.facts[name, self.first] for name in self.names],
            [self.book.facts[name, self.last] for name in self.names],
        )

    def beside(self) -> list[Fact]:
        """Return the facts that stand in one document only, each measure's in the period in which they do."""
        return [series.facts[name, period] for _, series, period in self.others for name in self.names]

    def decimals(self) -> tuple[int, int]:
        """Return the decimals of the report's and of the workbook's figures, the most that a cell shows."""
        now, then, book = self.cells()
        return max(decimals_of(fact.text) for fact in (*now, *then)), max(decimals_of(fact.text) for fact in book)

    def unclear(self) -> tuple[str, ...]:
        """Return the superlatives whose first is not well ahead of the second, which a brief leaves out."""
        now, then, _ = self.cells()
        levels = sorted(Fraction(fact.value) for fact in now)
        grown = sorted(Fraction(one.value) / Fraction(other.value) for one, other in zip(now, then, strict=True))
        ends = {
            "highest": levels[:-3:-1], "lowest": levels[:2], "fastest": grown[:-3:-1], "slowest": grown[:2],
        }  # fmt: skip
        return tuple(key for key, (first, second) in ends.items() if not _apart(first, second))


def _apart(one: Fraction, other: Fraction) -> bool:
    return abs(one - other) > _CLEAR * abs(other)


def pairs(known: Ledger) -> list[Pair]:
    """Return the pairs that a domain's brief may be written on, those that need a conversion first."""
    return sorted(_pairs(known), key=_rank)


def _rank(pair: Pair) -> tuple[int, bool, int, int, str, str, str]:
    apps = list(_REPORTS)
    place = pair.report.table.path, pair.report.table.artifact, pair.book.table.artifact
    return (-len(pair.others), pair.factor == 1, len(pair.unclear()), apps.index(pair.report.table.app), *place)


def _pairs(known: Ledger) -> Iterator[Pair]:
    usable = [series for series in known.series if _is_usable(series)]
    alike = Counter(_described(series) for series in usable)
    own = [series for series in usable if alike[_described(series)] == 1]
    for book in (series for series in own if series.table.app == "excel"):
        for report in (series for series in own if series.table.app in _REPORTS):
            found = min(_choices(book, report), key=lambda pair: len(pair.unclear()), default=None)
            if found is not None and len(found.unclear()) <= _MOST_UNCLEAR:
                sides = (("workbook_other", book), ("report_other", report))
                more = [(key, *one) for key, side in sides if (one := _other(side, known)) is not None]
                yield replace(found, others=tuple(more))


def _other(side: Series, known: Ledger) -> tuple[Series, str] | None:
    """Return another measure of a document and the latest period in which no other document but a copy gives it."""
    for one in known.series:
        if one.table.path != side.table.path or one.kin == side.kin or one.entities != side.entities:
            continue
        held = {
            period
            for other in known.series
            if other.kin == one.kin and other.table.artifact != one.table.artifact
            for _, period in other.facts
        }
        alone = [period for period in one.full_periods if period not in held]
        if alone and one.yearly and _is_plain(one):
            return one, alone[-1]
    return None


def _choices(book: Series, report: Series) -> Iterator[Pair]:
    """Yield the pair under each choice of periods, the latest and the longest span first."""
    if not _same_measure(book, report) or book.entities != report.entities:
        return
    for last in sorted(set(book.full_periods) & set(report.full_periods), reverse=True):
        for first in [period for period in report.full_periods if period < last][-_LONGEST_SPAN:]:
            yield Pair(book, report, first, last)


def _same_measure(book: Series, report: Series) -> bool:
    one, other = book.measure.unit, report.measure.unit
    units = one is not None and other is not None and one.dimension == other.dimension
    return units and book.kin == report.kin and book.calendar == report.calendar


def _described(series: Series) -> tuple[str, str, str]:
    """What a request says of a document: two that it fits are not told apart."""
    unit = series.measure.unit
    return series.table.app, series.kin, unit.text if unit else ""


def _is_plain(series: Series) -> bool:
    table = series.table
    return table.shape == "wide" and not table.turned and speakable(series) and _keyless(series)


def _keyless(series: Series) -> bool:
    return all(not fact.keys for fact in series.facts.values())


def _is_usable(series: Series) -> bool:
    plain = _is_plain(series)
    few = _FEWEST_ENTITIES <= len(series.entities) <= _MOST_ENTITIES and len(series.rows) == len(series.entities)
    summed = series.yearly and series.grows and not _NO_SUM.search(series.measure.name)
    return plain and few and summed and bool(role_of(series))
