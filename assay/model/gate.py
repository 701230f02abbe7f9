"""Gates: pure decisions on tasks that ask until they can decide, and the context they read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from assay.model.canonical import Json
from assay.model.document import Document
from assay.model.probe import Attempt, Probe
from assay.model.task import Task

Decision: TypeAlias = Literal["keep", "drop", "revise", "undecided"]
Reads: TypeAlias = Literal["cited", "domain", "peers"]
"""What a verdict rests on besides the task: the artifacts that it cites, all of its domain, other tasks as well."""

# The order in which gates run and the funnel counts (contracts.md, `assay audit`).
GATES = (
    "verification", "spec", "uniqueness", "duplicates", "quotas", "leakage", "closed_book", "ablation", "panel",
    "review", "quality", "people",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verdict:
    """A gate's decision on one task revision: a cause for counting, a sentence for people, the attempts it rests on.

    `patch` holds the task fields that a `revise` replaces, as JSON.
    """

    task: str
    revision: int
    gate: str
    decision: Decision
    cause: str
    reason: str
    attempts: tuple[str, ...] = ()
    patch: dict[str, Json] = field(default_factory=dict[str, Json])


@dataclass(frozen=True, slots=True)
class Ask:
    """The probes whose attempts a gate needs before it can decide."""

    probes: tuple[Probe, ...]


class Context(Protocol):
    """A read-only, lazy look at the archive and at the other tasks."""

    def paths(self) -> Sequence[str]:
        """Return the paths of the readable documents, sorted."""
        ...

    def within(self, domain: str) -> Sequence[str]:
        """Return the paths of a domain's readable documents, sorted."""
        ...

    def document(self, path: str) -> Document | None:
        """Return the document at an archive path, None where there is no readable one."""
        ...

    def markdown(self, path: str) -> str | None:
        """Return the collection's Markdown of an archive path."""
        ...

    def peers(self) -> Sequence[Task]:
        """Return the newest revision of every task of the run, sorted by id."""
        ...


class Gate(Protocol):
    """A filter that decides task by task; `step` is pure and called until it returns a verdict."""

    @property
    def name(self) -> str:
        """The gate's name in the funnel."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the gate's rules do, so that its old verdicts become due again."""
        ...

    @property
    def reads(self) -> Reads:
        """What the gate reads: its verdict is due again whenever that changes."""
        ...

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return the verdict, or the probes still needed. `attempts` holds all that were asked for so far."""
        ...


@runtime_checkable
class SetGate(Protocol):
    """A filter that looks at all tasks at once, in canonical order."""

    @property
    def name(self) -> str:
        """The gate's name in the funnel."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the gate's rules do."""
        ...

    def verdicts(self, tasks: Sequence[Task], context: Context) -> list[Verdict]:
        """Return one verdict for each task."""
        ...
