"""What a report shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assay.evaluation.funnel import FunnelRow
from assay.export.facts import NO_MODEL, DomainFacts, Restricted
from assay.model.task import Task


@dataclass(frozen=True, slots=True)
class ProblemRow:
    """A source that could not be read, or only in part."""

    path: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """The archive: its sources, its domains, what could not be read, its kinds of artifact, and what is restricted.

    `window` is the context window that its tokens are held against.
    """

    sources: int
    documents: int
    tokens: int
    domains: Sequence[DomainFacts]
    problems: Sequence[ProblemRow]
    labels: Sequence[tuple[str, int]]
    window: int = 1_000_000
    restricted: Sequence[Restricted] = ()


@dataclass(frozen=True, slots=True)
class ChunkFacts:
    """Scores of all chunks that were not excluded, the floor, and how many chunks became seeds."""

    scores: Sequence[float]
    excluded: Sequence[tuple[str, int]]
    floor: float
    seeds: int


@dataclass(frozen=True, slots=True)
class Drop:
    """A task that a gate dropped, with the gate's own sentence and what subjects did that it rests on."""

    gate: str
    cause: str
    question: str
    reason: str
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GradeFacts:
    """Who graded, the sentences that tell of all grades and of how people agree, and each task's grades in words."""

    graders: Sequence[str]
    sentences: Sequence[str]
    by_task: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything on the page; `paid` are the lines that tell what calls of models took."""

    archive: str
    release: int | None
    corpus: Corpus
    chunks: ChunkFacts
    funnel: Sequence[FunnelRow]
    drops: Sequence[Drop]
    tasks: Sequence[Task]
    notes: Sequence[str]
    skill: Sequence[str] = ()
    tried: str = NO_MODEL
    quality: GradeFacts | None = None
    paid: Sequence[str] = ()
