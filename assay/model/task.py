"""Tasks: a question, the spec of its answer, its evidence, its program and plan, and the scope its truth assumes."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Literal, TypeAlias

from assay.model.artifact import Anchor
from assay.model.canonical import Json, digest

Track: TypeAlias = Literal["numeric", "fidelity", "domain", "search"]
AnswerType: TypeAlias = Literal[
    "number", "text", "set", "list", "date", "color", "url", "formula", "object", "null"
]  # fmt: skip
Modality: TypeAlias = Literal["textual", "visual"]
Tier: TypeAlias = Literal["machine", "reviewed"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The gold answer: `value` as asked (a decimal string without unit for numbers), `unrounded` before rounding.

    For set, list, object and null `value` is JSON text. `decimals` is None where no rounding is asked; `sign` is
    `required` where a plus must be shown; `kind` is `integer` where only equality counts.
    """

    type: AnswerType
    value: str
    unrounded: str | None = None
    unit: str | None = None
    scale: str | None = None
    decimals: int | None = None
    sign: str | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing that the answer rests on: the artifact, the cell in it where it is a grid, and the words quoted."""

    document: str
    path: str
    artifact: str
    kind: str
    at: Anchor
    quote: str
    page: int | None = None
    modality: Modality = "textual"
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Scope:
    """A query whose full result the task's truth assumes, with the digest of that result."""

    query: dict[str, Json]
    digest: str


@dataclass(frozen=True, slots=True)
class LookUp:
    """A leaf of a plan: the cell that holds a value. `after` names the step whose result is this look-up's key."""

    id: str
    entity: str
    measure: str
    period: str
    unit: str
    path: str
    artifact: str
    row: int
    column: int
    value: str
    after: str | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """A step of a plan: an operator over earlier steps, look-ups or constants, named by id."""

    id: str
    operator: str
    inputs: tuple[str, ...]
    value: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The typed operator tree of a program; `result` is the id of the last step."""

    lookups: tuple[LookUp, ...]
    operations: tuple[Operation, ...]
    result: str


@dataclass(frozen=True, slots=True)
class Assertion:
    """An atomic statement that a right response makes (Office Comprehension Bench, sections 2.2 and 15)."""

    text: str
    value: str | None = None
    low: str | None = None
    high: str | None = None
    unit: str | None = None
    equivalents: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    optional: bool = False
    weight: float = 1.0
    evidence: tuple[int, ...] = ()
    authorship: str = "rule"


@dataclass(frozen=True, slots=True)
class Lineage:
    """Where a task comes from: author, seed chunk, model, hashes of prompts, and the trace of its episode.

    Of a question that was rewritten, `overlap` is the longest run of tokens that it shares with its evidence, and
    `names_left` are the names of its evidence that still stand in it.
    """

    author: str
    seed: str | None = None
    model: str | None = None
    prompts: dict[str, str] = field(default_factory=dict[str, str])
    trace: str | None = None
    template: str | None = None
    overlap: int | None = None
    names_left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What an author submits: a question with everything that proves its answer, still to be validated."""

    track: Track
    domain: str
    question: str
    answer: Answer
    evidence: tuple[Evidence, ...]
    reasoning: tuple[str, ...]
    program: str
    plan: Plan | None
    labels: tuple[str, ...]
    hops: int
    scope: tuple[Scope, ...] = ()
    assertions: tuple[Assertion, ...] = ()

    @property
    def documents(self) -> int:
        """How many documents the evidence cites."""
        return len({evidence.path for evidence in self.evidence})


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Proposal):
    """A valid proposal with an identity: `id` is stable, `revision` counts from 1."""

    id: str
    revision: int
    lineage: Lineage


def task_of(proposal: Proposal, lineage: Lineage) -> Task:
    """Return revision 1 of the task that a valid proposal becomes; equal questions over equal evidence share an id."""
    cited = sorted([evidence.path, evidence.artifact, evidence.quote] for evidence in proposal.evidence)
    identity = digest([proposal.track, proposal.domain, proposal.question, proposal.answer.value, cited])
    parts = {part.name: getattr(proposal, part.name) for part in fields(Proposal)}
    return Task(id=f"q{identity[:12]}", revision=1, lineage=lineage, **parts)
