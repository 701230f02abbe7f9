"""Rival bindings: other series of an archive that the words of a question fit as well as those that a task reads."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, product

from assay.evaluation.absence import Holdings, holdings
from assay.evaluation.figures import Figure
from assay.model.document import Document
from assay.model.gate import Context
from assay.model.identity import Same
from assay.tables import NOTED, Column, Measure, TypedTable, subject
from assay.tables.numbers import numeral_of
from assay.tables.records import normal

Key = tuple[str, str]

_WORD = re.compile(r"[^\W\d_]+")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_EMPTY = frozenset({"the", "of", "a", "an", "in", "on", "at", "per", "by", "for", "and", "to", "number", "total"})
_NOTED = frozenset({NOTED})
# What is left of rounding is no other value.
_NEAR = Fraction(1, 2000)


@dataclass(frozen=True, slots=True)
class Series:
    """One measure of one table: what it is called, its unit, and its amounts by entity and period."""

    path: str
    artifact: str
    measure: str
    name: str
    dimension: str
    factor: Fraction
    amounts: Mapping[Key, Fraction]


@dataclass(frozen=True, slots=True)
class Rival:
    """A series that fits the words of a question in place of one that the task reads, with other values."""

    figures: tuple[Figure, ...]
    own: Series
    other: Series


@dataclass(frozen=True)
class Bindings:
    """The series of a domain's tables; rivals are in no doubt but that of a note, which restated figures have."""

    holdings: Holdings

    @cached_property
    def series(self) -> tuple[Series, ...]:
        """All series, in the order of the documents."""
        read = (table for table in self.holdings.tables if _NOTED.issuperset(table.doubts))
        return tuple(one for table in read for one in _series(table, self.holdings))

    @cached_property
    def doubtful(self) -> tuple[Series, ...]:
        """The series of all other tables, such as drafts and hidden sheets: these may be read, and have rivals."""
        others = (table for table in self.holdings.tables if not _NOTED.issuperset(table.doubts))
        return tuple(one for table in others for one in _series(table, self.holdings))

    @cached_property
    def by_key(self) -> Mapping[Key, Sequence[Series]]:
        """The series that have an amount for an entity and a period."""
        found: defaultdict[Key, list[Series]] = defaultdict(list)
        for one in self.series:
            for key in one.amounts:
                found[key].append(one)
        return found

    def rivals(self, question: str, figures: Sequence[Figure], *, same: bool) -> Iterator[Rival]:
        """Yield the rivals of each series that the figures are of; `same` counts other values of the same measure."""
        asked = words_of(question)
        holes = _holes(figures)
        measures = {measure for _, _, measure in holes}
        for place, group in holes.items():
            held = chain(self._at(group[0]), self.doubtful)
            own = next((one for one in held if (one.path, one.artifact, one.measure) == place), None)
            if own is None:
                continue
            for other in self._at(group[0]):
                # what the question asks for besides takes no other's place
                read = other.measure in measures and other.measure != own.measure
                read = read or (other.path, other.artifact, other.measure) in holes
                read = read or (other.measure != own.measure and _written_out(question, own, other, self.holdings))
                if not read and _fits(asked, own, other, self.holdings, same=same) and _differs(group, own, other):
                    yield Rival(tuple(group), own, other)

    def _at(self, figure: Figure) -> Sequence[Series]:
        return self.by_key.get((figure.entity, figure.period), ())


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text that tell something, plurals as singulars."""
    words = (word.removesuffix("s") for word in _WORD.findall(text.casefold()) if word not in _EMPTY)
    return frozenset(word for word in words if word)


def fits_in_place(asked: Collection[str], names: Collection[str], other: str) -> bool:
    """Return whether another name has every word that points at a measure by its best name, and misses no more.

    Where no name of the measure is pointed at, another that stands there in full is meant.
    """
    if not any(words_of(name).intersection(asked) for name in names):
        return bool(words_of(other)) and not _missing(asked, other)
    theirs, missing = words_of(other), min((_missing(asked, name) for name in names), default=0)
    best = [words_of(name) for name in names if _missing(asked, name) == missing]
    pointing = [words.intersection(asked) for words in best]
    return _missing(asked, other) <= missing and any(words and words <= theirs for words in pointing)


def _missing(asked: Collection[str], name: str) -> int:
    return len(words_of(name).difference(asked))


def earlier(one: Document, other: Document) -> bool:
    """Return whether a document is an earlier edition of another: one title, an earlier year."""
    mine, theirs = _YEAR.findall(one.title), _YEAR.findall(other.title)
    if len(mine) != 1 or len(theirs) != 1 or _YEAR.sub("#", one.title) != _YEAR.sub("#", other.title):
        return False
    return mine[0] < theirs[0]


def _holes(figures: Sequence[Figure]) -> Mapping[tuple[str, str, str], list[Figure]]:
    found: defaultdict[tuple[str, str, str], list[Figure]] = defaultdict(list)
    for figure in figures:
        if figure.entity and figure.measure and figure.period:
            found[figure.path, figure.artifact, figure.measure].append(figure)
    return found


def _fits(asked: Collection[str], own: Series, other: Series, held: Holdings, *, same: bool) -> bool:
    if own.dimension != other.dimension:
        return False
    if own.measure == other.measure:
        return same and (own.path, own.artifact) != (other.path, other.artifact)
    return fits_in_place(asked, held.names(own.measure), other.name)


def _written_out(question: str, own: Series, other: Series, held: Holdings) -> bool:
    """Whether a question has a name of the measure that is read word by word, and that of the other it has not."""
    asked = normal(question)
    return other.name not in asked and any(name and name in asked for name in held.names(own.measure))


def _differs(group: Sequence[Figure], own: Series, other: Series) -> bool:
    """Whether a series holds a value for each figure, and another one for some."""
    keys = [(figure.entity, figure.period) for figure in group]
    if not all(key in other.amounts and key in own.amounts for key in keys):
        return False
    return any(abs(own.amounts[key] - other.amounts[key]) > _NEAR * abs(own.amounts[key]) for key in keys)


def _series(table: TypedTable, held: Holdings) -> Iterator[Series]:
    columns: defaultdict[str, list[Column]] = defaultdict(list)
    for column in table.columns:
        if column.measure is not None:
            columns[column.measure.name].append(column)
    for group in columns.values():
        measure = group[0].measure
        if measure is not None:
            yield _one(table, group, measure, held)


def _one(table: TypedTable, columns: Sequence[Column], measure: Measure, held: Holdings) -> Series:
    unit, amounts = measure.unit, dict[Key, Fraction]()
    for label, column in product(table.labels, columns):
        period, numeral = column.period or label.period, numeral_of(table.grid.text(label.row, column.column))
        if period is not None and numeral is not None and not label.total:
            amounts[normal(label.text), period.label] = Fraction(numeral.value) * (unit.factor if unit else 1)
    named = subject(measure)
    kin = held.kin.get((held.domain, named), named)
    dimension, factor = (unit.dimension, unit.factor) if unit else ("", Fraction(1))
    return Series(table.path, table.artifact, kin, measure.name, dimension, factor, amounts)


def bindings_of(domain: str, context: Context) -> Bindings:
    """Return the series of a domain; equal archives are looked through once."""
    return _bindings(Same(holdings(domain, context)))


@lru_cache(maxsize=8)
def _bindings(same: Same[Holdings]) -> Bindings:
    return Bindings(*same.things)
