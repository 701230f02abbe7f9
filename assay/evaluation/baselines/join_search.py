"""`baseline/join-search`: runs every short program over two tables that a question may mean, and lets them vote."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from assay.evaluation.baselines.asking import Asked, asked_of
from assay.evaluation.baselines.library import Library, library_of, seen_through
from assay.evaluation.baselines.operators import cues_of
from assay.evaluation.baselines.pairs import paired
from assay.evaluation.baselines.ranking import ranked
from assay.evaluation.baselines.selecting import TABLES, Chosen, Ranking, choices
from assay.evaluation.baselines.series import Series
from assay.evaluation.baselines.table_program import answered, results, weight
from assay.evaluation.baselines.version import VERSION
from assay.evaluation.baselines.words import tokens
from assay.evaluation.subjects import ArchiveReader, Example, Reply

NAME = "baseline/join-search"
_PROGRAMS, _SHARP = 1500, 2.0


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

    def answer(self, question: str, form: str, view: ArchiveReader, sample: int = 0) -> Reply:
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
    known: dict[tuple[int, ...], list[tuple[float, Series]]] = {}
    for choice in sorted(choices(asked, ranking), key=lambda choice: -choice.score):
        left = tuple(one.start for one in choice.asked.measures)
        if left not in known:
            spent = frozenset(id(series) for one in asked.measures if one.start not in left for series in one.series)
            known[left] = _targets(choice.asked, [one for one in ranking if id(one[1]) not in spent])
        targets = known[left]
        for score, series in targets:
            for name, result in results(choice.asked, series, _rows(choice.entities, series, library)):
                answer = answered(result, series, asked)
                if answer is not None:
                    fit = weight(name, result, choice.asked, series, cues)
                    yield _vote(answer, choice, score + fit, f"{result.told} of {series.name}", series)
        for score, told, answer, files in paired(choice.asked, choice.entities, targets, cues):
            yield Vote(answer, choice.score + score, f"{choice.told} {told}".strip(), (*choice.files, *files))


def _vote(answer: str, choice: Chosen, score: float, told: str, series: Series) -> Vote:
    return Vote(answer, choice.score + score, f"{choice.told} {told}".strip(), (*choice.files, series.path))


def _targets(asked: Asked, ranking: Ranking) -> list[tuple[float, Series]]:
    """Return the best series for each measure that is left in a question; the best of all where it names none."""
    if not asked.measures:
        return list(ranking[:TABLES])
    found: list[tuple[float, Series]] = []
    for place, one in enumerate(asked.measures):
        mine = frozenset(map(id, one.series))
        own = [(score - 0.1 * place, series) for score, series in ranking if id(series) in mine]
        found += own[:TABLES]
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
