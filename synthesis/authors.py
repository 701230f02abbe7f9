"""Authors: what they are commissioned with, what they hand back, and which there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from assay.config import AgentAuthor
from assay.gateway import Gateway
from assay.model.chunk import Chunk
from assay.model.document import Document
from assay.model.errors import AssayError
from assay.model.gate import Context
from assay.model.task import Task
from assay.sandbox import Limits, Sandbox

# AGORA keeps the best 100 chunks a domain; two tasks for each is what one domain is asked at most.
MOST_TASKS = 200


@dataclass(frozen=True, slots=True)
class Commission:
    """One domain's work: its seed chunks in rank order, the archive as records and as the folder that agents see.

    `traces` is the folder for traces, `seed` the run's seed, `most` the greatest number of tasks that is wanted.
    `paths` are the documents that may be asked about; without them, all that the context has. `gateway` is the way to
    models, None where the config names none, `agent` how the author of that name works.
    """

    domain: str
    seeds: tuple[Chunk, ...]
    context: Context
    archive: Path
    sandbox: Sandbox
    limits: Limits
    traces: Path
    seed: int = 1
    most: int = MOST_TASKS
    paths: tuple[str, ...] | None = None
    gateway: Gateway | None = None
    agent: AgentAuthor = field(default_factory=AgentAuthor)

    def documents(self) -> Iterator[Document]:
        """Yield the domain's readable documents by path."""
        for path in sorted(self.context.paths() if self.paths is None else self.paths):
            document = self.context.document(path)
            if document is not None and document.domain == self.domain:
                yield document


@dataclass(frozen=True, slots=True)
class Written:
    """What an author hands back: tasks in order, accepted tasks by seed chunk, traces, and what kept it from more.

    `missing_joins` and `faults` are sentences; each fault is one proposal, program or line that came to nothing.
    `undone` says of each seed that stays due why: a call that gave no reply. `stopped` ended the work before its end.
    `barren` counts the seeds that brought no task and are done, by how their episodes ended, `turned_down` where what
    was proposed did not hold.
    """

    author: str
    domain: str
    tasks: tuple[Task, ...]
    yields: Mapping[str, int]
    traces: tuple[str, ...]
    missing_joins: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    stopped: AssayError | None = None
    barren: Mapping[str, int] = field(default_factory=dict[str, int])


class Author(Protocol):
    """Whoever writes candidate tasks."""

    @property
    def name(self) -> str:
        """The author's name in lineages."""
        ...

    def write(self, commission: Commission) -> Written:
        """Return the domain's candidate tasks; equal commissions give equal tasks."""
        ...


def _rules() -> Author:
    from synthesis.rules.author import RulesAuthor

    return RulesAuthor()


def _agent() -> Author:
    from synthesis.agent.author import ModelAuthor

    return ModelAuthor()


AUTHORS: Mapping[str, Callable[[], Author]] = MappingProxyType({"rules": _rules, "agent": _agent})
"""The authors that need a commission alone; that of `agent` has a gateway. `synthesis.candidates` reads a file's."""
