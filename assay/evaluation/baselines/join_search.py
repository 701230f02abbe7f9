"""`baseline/join-search`: runs every short program over two tables that a question may mean, and lets them vote."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias

from assay.evaluation.baselines.asking import Asked, Extreme, Named, asked_of
from assay.evaluation.baselines.library import Library, library_of, seen_through
from assay.evaluation.baselines.operators import cues_of
from assay.evaluation.baselines.pairs import paired
from assay.evaluation.baselines.periods import Mention
from assay.evaluation.baselines.ranking import ranked
from assay.evaluation.baselines.series import Series
from assay.evaluation.baselines.table_program import answered, extreme, numbers_at, periods_of, results, spanned, weight
from assay.evaluation.baselines.version import VERSION
from assay.evaluation.baselines.words import tokens
from assay.evaluation.subjects import ArchiveReader, Example, Reply

Ranking: TypeAlias = Sequence[tuple[float, Series]]

NAME = "baseline/join-search"
_TABLES, _PROGRAMS, _NEAR, _SHARP, _UNUSED = 3, 1500, 40.0, 2.0, 1.5


@dataclass(frozen=True, slots=True)
class Chosen:
    """An entity or a period that a part of a question picks, what is left of the question, and how well this fits."""

    asked: Asked
    entities: tuple[str, ...]
    score: float
    told: str
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Vote:
    """A program's answer, its weight, and what it did."""

    answer: str
    score: float
    told: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JoinSearch:
    """Answers with the result on which most programs over up to two tables agree."""

    library: Library
    name: str = NAME
    version: int = VERSION

    def answer(self, question: str, form: str, view: ArchiveReader) -> Reply:
        """Return the answer that has most weight among the programs."""
        library = seen_through(self.library, view)
        asked = asked_of(question, form, library)
        votes = list(islice(_votes(asked, library), _PROGRAMS)) if asked.numeric else []
        if not votes:
            return Reply(None, ("no program over two tables gives an answer",))
        return _elected(votes)


def make_join_search(archive: ArchiveReader, examples: Sequence[Example]) -> JoinSearch:
    """Return the subject for an archive; other tasks teach it nothing."""
    return JoinSearch(library_of(archive))


def _elected(votes: Sequence[Vote]) -> Reply:
    best = max(vote.score for vote in votes)
    weights: defaultdict[str, float] = defaultdict(float)
    for vote in votes:
        weights[vote.answer] += math.exp(_SHARP * (vote.score - best))
    answer = max(weights, key=lambda one: (weights[one], one))
    leader = max((vote for vote in votes if vote.answer == answer), key=lambda vote: vote.score)
    told = f"{len(votes)} programs, {sum(vote.answer == answer for vote in votes)} of them give {answer}"
    return Reply(answer, (told, leader.told), leader.files)


def _votes(asked: Asked, library: Library) -> Iterator[Vote]:
    cues, ranking = cues_of(asked.rest), ranked(asked, library, numeric=True)
    for choice in sorted(_choices(asked, ranking), key=lambda choice: -choice.score):
        targets = _targets(choice.asked, ranking)
        for score, series in targets:
            for name, result in results(choice.asked, series, _rows(choice.entities, series, library)):
                answer = answered(result, series, asked)
                if answer is not None:
                    fit = weight(name, result, asked, series, cues)
                    yield _vote(answer, choice, score + fit, f"{result.told} of {series.name}", series)
        for score, told, answer, files in paired(choice.asked, choice.entities, targets, cues):
            yield Vote(answer, choice.score + score, f"{choice.told} {told}".strip(), (*choice.files, *files))


def _vote(answer: str, choice: Chosen, score: float, told: str, series: Series) -> Vote:
    return Vote(answer, choice.score + score, f"{choice.told} {told}".strip(), (*choice.files, series.path))


def _targets(asked: Asked, ranking: Ranking) -> list[tuple[float, Series]]:
    """Return the best series for each measure that is left in a question; the best of all where it names none."""
    if not asked.measures:
        return list(ranking[:_TABLES])
    found: list[tuple[float, Series]] = []
    for place, one in enumerate(asked.measures):
        own = [
            (score - 0.1 * place, series) for score, series in ranking if any(series is other for other in one.series)
        ]
        found += own[:_TABLES]
    return found


def _rows(entities: Sequence[str], series: Series, library: Library) -> list[str]:
    """Return the rows that entities have in a series: their own, or those of what a column of words names for them."""
    held = {entity for entity, _ in series.spots}
    own = [entity for entity in entities if entity in held]
    if own:
        return own
    linked = [" ".join(tokens(spot.text)) for one in library.attributes for (entity, _), spot in one.spots.items()
              if entity in entities]  # fmt: skip
    return list(dict.fromkeys(name for name in linked if name in held))


def _choices(asked: Asked, ranking: Ranking) -> Iterator[Chosen]:
    """Yield what may be chosen first: the entities named, those beside words that are named, or an extreme."""
    named = tuple(dict.fromkeys([*(one.entity for one in asked.entities), *asked.held]))
    distinct = {id(one.series) for one in asked.measures}
    yield Chosen(asked, named, -_UNUSED if asked.extremes and len(distinct) > 1 else 0.0, "")
    for one in asked.extremes:
        for measure in asked.measures:
            yield from _extremes(asked, one, measure, named, ranking)


def _extremes(asked: Asked, one: Extreme, measure: Named, named: tuple[str, ...], ranking: Ranking) -> Iterator[Chosen]:
    near = 1.0 / (1.0 + _gap(one.start, one.end, measure.start, measure.end) / _NEAR)
    own = [series for _, series in ranking if any(series is other for other in measure.series)]
    left = replace(asked, measures=tuple(other for other in asked.measures if other is not measure), extremes=())
    for series in own[:_TABLES]:
        for mention in asked.periods:
            yield from _leaders(left, one, measure, mention, series, near)
        yield from _peaks(left, one, named, series, near)


def _leaders(
    left: Asked, one: Extreme, measure: Named, mention: Mention, series: Series, near: float
) -> Iterator[Chosen]:
    """Yield the entity that leads or trails a series in one of the periods named."""
    values = numbers_at(series, next(iter(periods_of(replace(left, periods=(mention,)), series)), ""))
    if values and not left.entities:
        gap = min(_gap(measure.start, measure.end, mention.start, mention.end),
                  _gap(one.start, one.end, mention.start, mention.end))  # fmt: skip
        others = tuple(other for other in left.periods if other is not mention) or (mention,)
        entity = extreme(values, one.largest)
        score = 2.0 * near + 1.0 / (1.0 + gap / _NEAR)
        told = f"{entity} is extreme in {series.name} {mention.period} of {series.path};"
        yield Chosen(replace(left, periods=others), (entity,), score, told, (series.path,))


def _peaks(left: Asked, one: Extreme, named: tuple[str, ...], series: Series, near: float) -> Iterator[Chosen]:
    """Yield the period in which an entity's series is largest or smallest."""
    for entity in named:
        values = {period: spot.value for period, spot in series.of(entity).items() if spot.value is not None}
        span = spanned(values, left)
        if len(span) > 1:
            period = extreme(span, one.largest)
            told = f"{series.name} of {entity} is extreme in {period};"
            found = replace(left, periods=(Mention(period, 0, 0),))
            yield Chosen(found, named, 2.0 * near + 0.4, told, (series.path,))


def _gap(start: int, end: int, other_start: int, other_end: int) -> int:
    return max(0, other_start - end, start - other_end)
