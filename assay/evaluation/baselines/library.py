"""What baselines know of an archive: series and sentences of each document, the names in them, how rare words are."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TypeAlias

from assay.evaluation.baselines.blocks import Block, blocks_of
from assay.evaluation.baselines.layouts import series_of
from assay.evaluation.baselines.series import Series
from assay.evaluation.baselines.words import by_first, content, tokens
from assay.evaluation.subjects import ArchiveReader
from assay.model.document import Document

Runs: TypeAlias = dict[str, list[tuple[str, ...]]]

_SENTENCE = re.compile(r"(?<=[.!?。])\s+|\n+")
_SHARED, _AGREE = 6, 0.7


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a document, or one fact about a part of it."""

    path: str
    artifact: str
    kind: str
    text: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Shelf:
    """One document, read once."""

    path: str
    title: str
    blocks: tuple[Block, ...]
    series: tuple[Series, ...]
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Library:
    """The shelves of an archive, sorted by path.

    `kin` numbers the names of measures, one number for those of one measure; `rarity` tells how rare a word is.
    """

    shelves: tuple[Shelf, ...]
    kin: Mapping[tuple[str, ...], int]
    rarity: Mapping[str, float]

    @cached_property
    def series(self) -> tuple[Series, ...]:
        """All series in order of path and place."""
        return tuple(series for shelf in self.shelves for series in shelf.series)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences in order."""
        return tuple(sentence for shelf in self.shelves for sentence in shelf.sentences)

    @cached_property
    def entities(self) -> Mapping[tuple[str, ...], str]:
        """Runs of words that name an entity of a table, and the entity's folded name."""
        found: dict[tuple[str, ...], str] = {}
        for series in self.series:
            found |= series.full
        return {run: name for series in self.series for run, name in series.short.items() if run not in found} | found

    @cached_property
    def holders(self) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """Runs of words that stand in a column of words, and the entities beside them."""
        found: dict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
        for series in self.series:
            for run, entity in series.holders:
                found[run][entity] = None
        return {run: tuple(entities) for run, entities in found.items()}

    @cached_property
    def runs(self) -> tuple[Runs, Runs, Runs]:
        """The runs of words that name entities, measures, and what stands beside entities."""
        return by_first(self.entities), by_first(self.measures), by_first(self.holders)

    @cached_property
    def attributes(self) -> tuple[Series, ...]:
        """The columns of words in which entities of other tables stand."""
        names = set(self.entities.values())
        return tuple(
            series
            for series in self.series
            if not series.numeric and any(" ".join(tokens(spot.text)) in names for spot in series.spots.values())
        )

    @cached_property
    def measures(self) -> Mapping[tuple[str, ...], tuple[Series, ...]]:
        """Runs of words that name a measure, and the series under this name and its kin."""
        groups: dict[int | tuple[str, ...], list[Series]] = defaultdict(list)
        for series in self.series:
            run = series.words
            if run:
                groups[self.kin.get(run, run)].append(series)
        return {series.words: tuple(group) for group in groups.values() for series in group if series.words}


@lru_cache(maxsize=8)
def library_of(archive: ArchiveReader) -> Library:
    """Return what a whole archive holds; asked for again, the same reader's library is at hand."""
    found = ((path, archive.document(path)) for path in archive.paths())
    shelves = tuple(shelf_of(document) for _, document in found if document is not None)
    return Library(shelves, _kin(series for shelf in shelves for series in shelf.series), _rarity(shelves))


def seen_through(library: Library, view: ArchiveReader) -> Library:
    """Return the library as a view shows the archive: only what changed is read again."""
    if not view.changed:
        return library
    kept = [shelf for shelf in library.shelves if shelf.path not in view.changed]
    fresh = (view.document(path) for path in sorted(view.changed))
    kept += [shelf_of(document) for document in fresh if document is not None]
    return Library(tuple(sorted(kept, key=lambda shelf: shelf.path)), library.kin, library.rarity)


def shelf_of(document: Document) -> Shelf:
    """Return a document's series and sentences."""
    blocks = blocks_of(document)
    series = tuple(series for block in blocks if block.kind != "unstructured" for series in series_of(block))
    return Shelf(document.path, document.title, blocks, series, tuple(_sentences(blocks)))


def _sentences(blocks: Iterable[Block]) -> Iterator[Sentence]:
    for block in blocks:
        if block.rows and block.kind not in ("unstructured", "chart"):
            continue
        for part in _SENTENCE.split(block.text):
            words = frozenset(content(part))
            if words:
                yield Sentence(block.path, block.key, block.kind, part.strip(), words)


def _rarity(shelves: Sequence[Shelf]) -> dict[str, float]:
    """Return how rare each word is, as BM25 weighs it (Robertson and Zaragoza 2009, section 3.1)."""
    texts = [series.around.union(series.words) for shelf in shelves for series in shelf.series]
    texts += [sentence.words for shelf in shelves for sentence in shelf.sentences]
    counts = Counter(word for words in texts for word in words)
    return {word: math.log(1 + (len(texts) - count + 0.5) / (count + 0.5)) for word, count in counts.items()}


def _kin(series: Iterable[Series]) -> dict[tuple[str, ...], int]:
    """Return a number for each name of a measure: names whose tables show the same numbers share one."""
    known: dict[tuple[str, ...], dict[tuple[str, str], Fraction]] = defaultdict(dict)
    for one in series:
        run = one.words
        if run and one.numeric and one.unit is not None:
            for key, spot in one.spots.items():
                if spot.value and not spot.total and key[1]:
                    known[run].setdefault(key, spot.value * one.unit.factor)
    group = {name: number for number, name in enumerate(sorted(known))}
    for name, other in _meeting(known):
        if _alike(known[name], known[other]):
            old, new = group[other], group[name]
            group = {one: new if number == old else number for one, number in group.items()}
    return group


def _meeting(known: Mapping[tuple[str, ...], Mapping[tuple[str, str], Fraction]]) -> list[tuple[tuple[str, ...], ...]]:
    """Return the pairs of names that show enough numbers in common, sorted."""
    holders: defaultdict[tuple[tuple[str, str], Fraction], list[tuple[str, ...]]] = defaultdict(list)
    for name in sorted(known):
        for key, value in known[name].items():
            holders[key, value].append(name)
    counts = Counter(pair for names in holders.values() for pair in combinations(names, 2))
    return sorted(pair for pair, count in counts.items() if count >= _SHARED * _AGREE)


def _alike(one: Mapping[tuple[str, str], Fraction], other: Mapping[tuple[str, str], Fraction]) -> bool:
    small, large = sorted((one, other), key=len)
    shared = [key for key in small if key in large]
    return len(shared) >= _SHARED and sum(small[key] == large[key] for key in shared) >= _AGREE * len(shared)
