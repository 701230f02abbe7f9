"""What verdicts rest on, as digests: a gate's verdict is due again whenever what it read is another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from assay.evaluation.asking import examples
from assay.model.canonical import digest
from assay.model.codec import to_json
from assay.model.gate import Gate
from assay.model.task import Task
from assay.store.database import Database
from assay.store.tasks import tasks


@dataclass(frozen=True)
class Archived:
    """The extractions of an archive by path and domain, and its tasks as they were first written."""

    extractions: Mapping[str, tuple[str, str]]
    written: Sequence[Task]

    def digest(self, gate: Gate, task: Task) -> str:
        """Return the digest of what a gate reads to decide on a task: the task, and documents and tasks beside it."""
        if gate.reads == "cited":
            cited = sorted({evidence.path for evidence in task.evidence})
            return digest([to_json(task), [[path, self._extraction(path)] for path in cited]])
        domain = self._domains.get(task.domain, "")
        peers = self._peers(task.domain) if gate.reads == "peers" else ""
        return digest([to_json(task), domain, peers])

    def _extraction(self, path: str) -> str | None:
        return self.extractions[path][1] if path in self.extractions else None

    @cached_property
    def _domains(self) -> Mapping[str, str]:
        found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for path in sorted(self.extractions):
            domain, key = self.extractions[path]
            found[domain].append((path, key))
        return {domain: digest([list(one) for one in held]) for domain, held in found.items()}

    def _peers(self, domain: str) -> str:
        if domain not in self._by_domain:
            self._by_domain[domain] = digest([to_json(one) for one in examples(self.written, domain)])
        return self._by_domain[domain]

    @cached_property
    def _by_domain(self) -> dict[str, str]:
        return {}


def archived(database: Database) -> Archived:
    """Return what gates may read now."""
    rows = database.rows("select path, domain, extraction from document where readable")
    return Archived({path: (domain, key) for path, domain, key in rows}, first_written(database))


def first_written(database: Database) -> list[Task]:
    """Return the first revision of every task that is not retired: what no gate has changed."""
    current = {task.id for task in tasks(database)}
    first: dict[str, Task] = {}
    for task in tasks(database, newest=False):
        if task.id in current:
            first.setdefault(task.id, task)
    return list(first.values())
