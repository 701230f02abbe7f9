"""Which workbook and report share a measure that a brief can be written on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from assay.tables.records import Fact
from synthesis.rules.ledger import Ledger, Series
from synthesis.rules.phrases import decimals_of, role_of, speakable

MOST_A_DOMAIN = 2
# Twenty assertions take six entities: level, change and share of each, and what is said of their sum.
_FEWEST_ENTITIES, _MOST_ENTITIES = 5, 12
_LONGEST_SPAN = 4
# What has no sum over entities: prices, shares, averages, anything per something.
_NO_SUM = re.compile(r"\b(?:price|rate|share|average|mean|satisfaction|index|per|tariff|time|occupancy|stay|load)\b")
_REPORTS = MappingProxyType({"word": "Word report", "pdf": "PDF report", "powerpoint": "presentation"})


@dataclass(frozen=True, slots=True)
class Pair:
    """A workbook's table and a report's table of one measure, and the two periods that a brief compares."""

    book: Series
    report: Series
    first: str
    last: str

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

    def decimals(self) -> tuple[int, int]:
        """Return the decimals of the report's and of the workbook's figures, the most that a cell shows."""
        now, then, book = self.cells()
        return max(decimals_of(fact.text) for fact in (*now, *then)), max(decimals_of(fact.text) for fact in book)


def pairs(known: Ledger) -> list[Pair]:
    """Return the pairs that a domain's briefs are written on: one a measure, those that need a conversion first."""
    found = sorted(_pairs(known), key=_rank)
    first = {pair.report.kin: pair for pair in reversed(found)}
    return [pair for pair in found if first[pair.report.kin] is pair][:MOST_A_DOMAIN]


def _rank(pair: Pair) -> tuple[bool, int, str, str, str]:
    apps = list(_REPORTS)
    place = pair.report.table.path, pair.report.table.artifact, pair.book.table.artifact
    return (pair.factor == 1, apps.index(pair.report.table.app), *place)


def _pairs(known: Ledger) -> Iterator[Pair]:
    usable = [series for series in known.series if _is_usable(series)]
    alike = Counter(_described(series) for series in usable)
    own = [series for series in usable if alike[_described(series)] == 1]
    for book in (series for series in own if series.table.app == "excel"):
        for report in (series for series in own if series.table.app in _REPORTS):
            pair = _pair(book, report)
            if pair is not None:
                yield pair


def _pair(book: Series, report: Series) -> Pair | None:
    if not _same_measure(book, report) or book.entities != report.entities:
        return None
    shared = sorted(set(book.full_periods) & set(report.full_periods))
    if not shared:
        return None
    earlier = [period for period in report.full_periods if period < shared[-1]][-_LONGEST_SPAN:]
    return Pair(book, report, earlier[0], shared[-1]) if earlier else None


def _same_measure(book: Series, report: Series) -> bool:
    one, other = book.measure.unit, report.measure.unit
    units = one is not None and other is not None and one.dimension == other.dimension
    return units and book.kin == report.kin and book.calendar == report.calendar


def _described(series: Series) -> tuple[str, str, str]:
    """What a request says of a document: two that it fits are not told apart."""
    unit = series.measure.unit
    return series.table.app, series.kin, unit.text if unit else ""


def _is_usable(series: Series) -> bool:
    table = series.table
    plain = table.shape == "wide" and not table.turned and speakable(series)
    few = _FEWEST_ENTITIES <= len(series.entities) <= _MOST_ENTITIES and len(series.rows) == len(series.entities)
    summed = series.yearly and series.grows and not _NO_SUM.search(series.measure.name)
    return plain and few and summed and bool(role_of(series)) and all(not fact.keys for fact in series.facts.values())
