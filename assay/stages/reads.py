"""What verdicts rest on, as digests: a gate's verdict is due again whenever what it read is another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from assay.evaluation.asking import examples
from assay.model.artifact import Anchor
from assay.model.canonical import Json, digest
from assay.model.codec import to_json
from assay.model.gate import Gate
from assay.model.task import Task
from assay.store.database import Database
from assay.store.tasks import cited_artifacts, tasks


@dataclass(frozen=True)
class Archived:
    """The extractions of an archive by path and domain, what its cited artifacts hold, and its tasks as first written.

    Where evidence stands is no part of what is read: a paragraph above it changes nothing that a gate decides on.
    """

    extractions: Mapping[str, tuple[str, str]]
    artifacts: Mapping[tuple[str, str], str]
    written: Sequence[Task]

    def digest(self, gate: Gate, task: Task) -> str:
        """Return the digest of what a gate reads to decide on a task: the task, and documents and tasks beside it."""
        if gate.reads == "cited":
            cited = sorted({(evidence.path, evidence.artifact) for evidence in task.evidence})
            return digest([_said(task), [[*place, self.artifacts.get(place)] for place in cited]])
        domain = self._domains.get(task.domain, "")
        peers = self._peers(task.domain) if gate.reads == "peers" else ""
        return digest([_said(task), domain, peers])

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
    extractions = {path: (domain, key) for path, domain, key in rows}
    return Archived(extractions, cited_artifacts(database), first_written(database))


def first_written(database: Database) -> list[Task]:
    """Return the first revision of every task that is not retired: what no gate has changed."""
    current = {task.id for task in tasks(database)}
    first: dict[str, Task] = {}
    for task in tasks(database, newest=False):
        if task.id in current:
            first.setdefault(task.id, task)
    return list(first.values())


def _said(task: Task) -> Json:
    """Return what a task says, without the places of its evidence but for cells of grids."""
    cells = (Anchor(row=one.at.row, column=one.at.column) for one in task.evidence)
    evidence = tuple(replace(one, at=cell, page=None) for one, cell in zip(task.evidence, cells, strict=True))
    return to_json(replace(task, evidence=evidence))
