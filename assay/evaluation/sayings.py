"""What an archive says of a measure outside the tables that are compared over: short tables, charts, rows, sentences.

A query for the tables of a measure finds none of these, and yet one of them may beat a maximum or contradict a figure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache

from assay.evaluation.absence import Cell, Holdings, holdings
from assay.evaluation.mentions import Mention, long_words, speaks_of, years
from assay.model.artifact import Chart
from assay.model.document import Document
from assay.model.gate import Context
from assay.model.identity import Same
from assay.tables.captions import caption_of
from assay.tables.numbers import numeral_of
from assay.tables.records import Unit
from assay.tables.units import unit_of

_NUMBER = re.compile(r"(?<![\w.,])[+\-−]?\d[\d,]*(?:\.\d+)?(?![\w.,]*\d)")
# Numbers that count places, not things: cells of sheets, footnote marks, tables and notes.
_ADDRESS = re.compile(
    r"\$[A-Z]{1,3}\$\d+|\[\d+\]|(?i:\b(?:tables?|figures?|charts?|sections?|pages?|(?:foot|end)?notes?)\s\d[\d.]*)"
)
_YEAR = re.compile(r"(?:19|20)\d{2}")
_MOST_UNIT_WORDS = 3


@dataclass(frozen=True, slots=True)
class Told:
    """A number as a text gives it, its value, the last digit that it means, and the unit beside it."""

    text: str
    value: Fraction
    step: Fraction
    unit: Unit | None = None

    def times(self, factor: Fraction) -> Told:
        """Return it in another unit."""
        return replace(self, value=self.value * factor, step=self.step * factor)

    def is_of(self, amount: Fraction) -> bool:
        """Whether it is an amount but for rounding."""
        return abs(self.value - amount) * 2 <= self.step


@dataclass(frozen=True, slots=True)
class Saying:
    """What one place says of a measure: of which known entities (none where it names none), of when, how much.

    `exact` marks a cell or a chart's point, which says of whom and when; `names` holds its entity, known or not.
    """

    path: str
    artifact: str
    names: frozenset[str]
    periods: frozenset[str]
    amounts: tuple[Told, ...]
    exact: bool = False
    whole: bool = False


@dataclass(frozen=True)
class Sayings:
    """The sayings of one domain, by measure."""

    held: Holdings

    @cached_property
    def _documents(self) -> Mapping[str, Document]:
        return {document.path: document for document in self.held.documents}

    @cached_property
    def _short(self) -> frozenset[tuple[str, str]]:
        return frozenset((cell.path, cell.artifact) for cell in self.held.short_cells)

    @cached_property
    def _by_measure(self) -> dict[tuple[str, str], tuple[Saying, ...]]:
        return {}

    def of(self, measure: str, unit: Unit | None) -> tuple[Saying, ...]:
        """Return what is said of a measure, by its one name, in a unit that its values may be compared in."""
        key = measure, unit.text if unit else ""
        if key not in self._by_measure:
            self._by_measure[key] = tuple(self._of(measure, unit))
        return self._by_measure[key]

    def known(self, measure: str, entity: str, period: str) -> Iterator[Fraction]:
        """Yield what the tables say of an entity in the years of a period."""
        for (name, when), amount in self.held.by_measure.get(measure, {}).items():
            if name == entity and (not years(period) or not years(when).isdisjoint(years(period))):
                yield amount

    def of_tables(self, measure: str, unit: Unit | None, paths: Collection[str]) -> Iterator[Saying]:
        """Yield what the tables of some documents say of a measure, under any name, or without one beside its words."""
        factor = unit.factor if unit else Fraction(1)
        for cell in self.held.cells:
            if cell.path in paths and cell.measure == measure:
                yield _of_cell(cell, unit)
            elif cell.path in paths and not cell.measure and self.held.speaks(cell, measure):
                yield _of_cell(replace(cell, amount=cell.amount * factor), unit)

    def _of(self, measure: str, unit: Unit | None) -> Iterator[Saying]:
        for cell in self.held.short_cells:
            if cell.measure == measure:
                yield _of_cell(cell, unit)
        words = self.held.words(measure)
        entities = {entity for entity, _ in self.held.by_measure.get(measure, {})}
        for one in self.held.mentions:
            if (one.path, one.artifact) in self._short:
                continue
            around = f"{one.text} {one.around}"
            if speaks_of(around, self.held.names(measure)):
                inside = not words.isdisjoint(long_words(one.text))
                yield from self._mentioned(one, around, unit, entities, inside=inside)

    def _mentioned(
        self, one: Mention, around: str, unit: Unit | None, entities: set[str], *, inside: bool
    ) -> Iterator[Saying]:
        factor = unit.factor if unit else Fraction(1)
        if one.amounts:
            if not self._charts(one, unit):
                return
            for (entity, period), value in one.amounts.items():
                if years(period):
                    told = _plain(value).times(factor)
                    yield Saying(one.path, one.artifact, frozenset({entity}), years(period), (told,), exact=True)
            return
        names = frozenset(entity for entity in entities if one.names(entity))
        fitting = [
            number
            for number in numbers_in(one.shown)
            if _fits(number, unit, bare=inside or bool(names) or not one.loose)
        ]
        amounts = tuple(number.times(number.unit.factor if number.unit else factor) for number in fitting)
        if amounts:
            when = years(one.text) or years(around)
            yield Saying(one.path, one.artifact, names, when, amounts, whole=one.is_whole)

    def _charts(self, one: Mention, unit: Unit | None) -> bool:
        """Whether the title of a chart states no unit of another kind."""
        artifact = self._documents[one.path].artifact(one.artifact)
        title = artifact.payload.title if artifact and isinstance(artifact.payload, Chart) else ""
        caption = caption_of(title)
        told = caption.unit if caption else None
        return told is None or unit is None or told.dimension == unit.dimension


def sayings_of(domain: str, context: Context) -> Sayings:
    """Return the sayings of a domain; equal archives are looked through once."""
    return _sayings(Same(holdings(domain, context)))


@lru_cache(maxsize=8)
def _sayings(same: Same[Holdings]) -> Sayings:
    return Sayings(*same.things)


def numbers_in(text: str) -> list[Told]:
    """Return the numbers that a text gives, with their units; years that stand alone are none."""
    found: list[Told] = []
    text = _ADDRESS.sub(" ", text)
    for match in _NUMBER.finditer(text):
        numeral = numeral_of(match.group())
        unit = _unit_after(text[match.end() :]) or _unit_before(text[: match.start()])
        if numeral is not None and (unit is not None or not _YEAR.fullmatch(match.group())):
            found.append(Told(match.group(), Fraction(numeral.value), _step(numeral.value), unit))
    return found


def _step(value: Decimal) -> Fraction:
    """The last digit that a number means; zeros at its end may be rounded."""
    return Fraction(10) ** int(value.normalize().as_tuple().exponent) if value else Fraction(1)


def _of_cell(cell: Cell, unit: Unit | None) -> Saying:
    factor = unit.factor if unit else Fraction(1)
    told = _plain(cell.amount / factor).times(factor)
    return Saying(
        cell.path, cell.artifact, frozenset({cell.entity}), years(cell.period), (told,), exact=True, whole=cell.whole
    )


def _plain(amount: Fraction) -> Told:
    value = Decimal(amount.numerator) / Decimal(amount.denominator)
    return Told(f"{value:f}", amount, _step(value))


def _fits(number: Told, unit: Unit | None, *, bare: bool) -> bool:
    """Whether a number may be a value in a unit: it has one of that kind, or none beside the measure's own words."""
    if number.unit is None:
        return bare
    plain = number.unit.dimension == "number"
    return bare if plain else unit is None or number.unit.dimension == unit.dimension


def _unit_after(text: str) -> Unit | None:
    words = text.split(None, _MOST_UNIT_WORDS)[:_MOST_UNIT_WORDS] if text[:1] in (" ", "%", "\u00a0") else []
    for count in range(len(words), 0, -1):
        unit = unit_of(" ".join(words[:count]).rstrip(".,;:!?)|"))
        if unit is not None:
            return unit
    return None


def _unit_before(text: str) -> Unit | None:
    words = text.split()[-1:]
    return unit_of(words[0].lstrip("(")) if words and not words[0].islower() else None
