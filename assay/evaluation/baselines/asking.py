"""What a baseline understands of a question: periods, entities and measures that it names, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assay.evaluation.answers.spec import Spec, parse_spec
from assay.evaluation.baselines.amounts import Unit, asked_unit
from assay.evaluation.baselines.library import Library, Runs
from assay.evaluation.baselines.periods import Mention, periods, year_of
from assay.evaluation.baselines.series import Series
from assay.evaluation.baselines.words import EMPTY, content, located

_LARGEST = re.compile(
    r"\b(?:largest|highest|greatest|biggest|most|maximum|top|led|leads|longest|leading|peak(?:ed)?)\b", re.I
)
_SMALLEST = re.compile(r"\b(?:smallest|lowest|least|fewest|minimum|shortest|bottom|last place)\b", re.I)


# A name in a table has no more words than this.
_LONGEST_NAME = 12


class _Run(NamedTuple):
    start: int
    end: int
    run: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """A measure or an entity that a question names: the words' place, and what they stand for."""

    start: int
    end: int
    run: tuple[str, ...]
    entity: str = ""
    series: tuple[Series, ...] = ()


@dataclass(frozen=True, slots=True)
class Extreme:
    """A word that asks for the largest or the smallest of something, and where it stands."""

    start: int
    end: int
    largest: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, taken apart."""

    text: str
    spec: Spec
    unit: Unit | None
    words: frozenset[str]
    periods: tuple[Mention, ...]
    entities: tuple[Named, ...]
    held: tuple[str, ...]
    measures: tuple[Named, ...]
    extremes: tuple[Extreme, ...]

    @property
    def aimed(self) -> tuple[Mention, ...]:
        """The periods, those first that are likely asked for: a superlative that picks a row has its own beside it."""
        if self.entities or not self.extremes:
            return self.periods
        start = self.extremes[0].start
        return tuple(sorted(self.periods, key=lambda one: -abs(one.start - start)))

    @property
    def rest(self) -> str:
        """The question's words without the names of measures and entities in them."""
        text = self.text
        for one in (*self.measures, *self.entities):
            text = text[: one.start] + "_" * (one.end - one.start) + text[one.end :]
        return text

    @property
    def numeric(self) -> bool:
        """Whether a number is asked for."""
        return self.spec.type == "number"

    @property
    def percent(self) -> bool:
        """Whether a percentage is asked for."""
        return self.spec.unit.casefold() in ("%", "percent")


def asked_of(question: str, form: str, library: Library) -> Asked:
    """Return what a question names of a library."""
    spec = parse_spec(form)
    words = located(question)
    names, things, beside = library.runs
    entities = [Named(*one, entity=library.entities[one.run]) for one in _runs(words, names)]
    runs = [one.run for one in _runs(words, beside) if one.run not in library.entities]
    held = tuple(entity for run in runs if len(library.holders[run]) == 1 for entity in library.holders[run])
    bare = [word for word in words if word[0] not in EMPTY]
    measures = [Named(*one, series=library.measures[one.run]) for one in _runs(bare, things)]
    return Asked(
        question, spec, asked_unit(spec), frozenset(content(question)), periods(question), tuple(entities), held,
        tuple(one for one in measures if not _inside(one, entities)), _extremes(question, measures),
    )  # fmt: skip


def years_between(first: str, last: str) -> list[str]:
    """Return the years from one period to another, both included, written as the first is."""
    start, end = year_of(first), year_of(last)
    if start is None or end is None or end < start:
        return [first, last]
    return [re.sub(r"(?:19|20)\d\d", str(year), first) for year in range(start, end + 1)]


def _runs(words: Sequence[tuple[str, int, int]], known: Runs) -> Iterator[_Run]:
    """Yield the longest runs of words that are known names, none inside another."""
    index = 0
    while index < len(words):
        here = tuple(word for word, _, _ in words[index : index + _LONGEST_NAME])
        run = next((run for run in known.get(here[0], ()) if here[: len(run)] == run), None)
        if run is not None:
            yield _Run(words[index][1], words[index + len(run) - 1][2], run)
        index += len(run) if run is not None else 1


def _inside(one: Named, others: Sequence[Named]) -> bool:
    return any(other.start <= one.start and one.end <= other.end for other in others)


def _extremes(question: str, measures: Sequence[Named]) -> tuple[Extreme, ...]:
    found = [Extreme(one.start(), one.end(), True) for one in _LARGEST.finditer(question)]
    found += [Extreme(one.start(), one.end(), False) for one in _SMALLEST.finditer(question)]
    free = [one for one in found if not any(name.start <= one.start < name.end for name in measures)]
    return tuple(sorted(free, key=lambda one: one.start))
