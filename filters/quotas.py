"""Quotas: no template, operator, answer or pair of documents makes up more of a release than it may.

Of questions in one wording that say when to answer null no more have this answer than have another.

A set gate: it looks at all tasks that the gates before it keep, the rarest kinds first, else in the order of digests.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from assay.model.canonical import digest
from assay.model.gate import Context, Verdict
from assay.model.task import Task
from filters.faults import Fault

_PREFIX, _ANSWER = "operator.", "answer "
_NULL = re.compile(r"\bnull\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quotas:
    """Drops what is over a part of the release, or over a count for the same two documents.

    `part` is the one in so many that a template, an operator or an answer may be, but `fewest` are always allowed.
    """

    name: str = "quotas"
    version: str = "4"
    part: int = 10
    fewest: int = 3
    pairs: int = 3

    def verdicts(self, tasks: Sequence[Task], context: Context) -> list[Verdict]:
        """Return one verdict for each task, in the order of the tasks."""
        faults = self._faults(tasks)
        return [self._verdict(task, faults.get(task.id)) for task in tasks]

    def _faults(self, tasks: Sequence[Task]) -> dict[str, Fault]:
        kinds = Counter(kind for task in tasks for kind in _kinds(task))
        ordered = sorted(tasks, key=lambda task: (_rarest(task, kinds), digest(task.id)))
        faults: dict[str, Fault] = {}
        chosen: list[Task] = []
        used = Counter[tuple[str, str]]()
        for task in ordered:
            crowded = next((pair for pair in _pairs(task) if used[pair] >= self.pairs), None)
            if crowded is None:
                used.update(_pairs(task))
                chosen.append(task)
            else:
                faults[task.id] = Fault("document_pair", f"{self.pairs} tasks cite {' and '.join(crowded)} already")
        return faults | self._over(chosen)

    def _over(self, chosen: list[Task]) -> dict[str, Fault]:
        """Return the faults of what is over its part, once what is left keeps to it."""
        faults: dict[str, Fault] = {}
        while True:
            left = [task for task in chosen if task.id not in faults]
            most = max(self.fewest, len(left) // self.part)
            seen = Counter[str]()
            over = _nulls_over(left)
            for task in (one for one in left if one.id not in over):
                full = next((kind for kind in _counted(task) if seen[kind] >= most), None)
                if full is None:
                    seen.update(_counted(task))
                else:
                    over[task.id] = Fault(_cause(full), f"{most} tasks of the kind {full} are kept already")
            if not over:
                return faults
            faults |= over

    def _verdict(self, task: Task, fault: Fault | None) -> Verdict:
        if fault is None:
            return Verdict(task.id, task.revision, self.name, "keep", "within", "its kind and documents have room left")
        return Verdict(task.id, task.revision, self.name, "drop", fault.cause, fault.reason)


def _nulls_over(tasks: Collection[Task]) -> dict[str, Fault]:
    """Return the faults of null answers that are more than the other answers to questions in the same wording.

    Who has seen a few of them would need no document.
    """
    held = Counter(_wording(task) for task in tasks if task.answer.type != "null")
    seen = Counter[str]()
    faults: dict[str, Fault] = {}
    for task in tasks:
        wording = _wording(task) if task.answer.type == "null" else ""
        if wording and seen[wording] >= held[wording]:
            told = f"{held[wording]} tasks in the wording {wording} have an answer, so many may have none"
            faults[task.id] = Fault("skew", told)
        seen[wording] += 1
    return faults


def _wording(task: Task) -> str:
    """Return the wording that a question was made by where it says when to answer null; people's own have none."""
    template = task.lineage.template
    return f"{task.track} {template}" if template and _NULL.search(task.question) else ""


def _rarest(task: Task, kinds: Counter[str]) -> int:
    """Return how many tasks are of a task's rarest kind; one without kinds is alone of its own."""
    return min((kinds[kind] for kind in _kinds(task)), default=1)


def _kinds(task: Task) -> tuple[str, ...]:
    """Return the template of a task, where it was made from one, and its operators."""
    operators = [label for label in task.labels if label.startswith(_PREFIX)]
    return (*([task.lineage.template] if task.lineage.template else []), *operators)


def _counted(task: Task) -> tuple[str, ...]:
    """Return all kinds of a task: an answer that many tasks share is guessed; that there is none is no such answer."""
    answer = task.answer
    return (*_kinds(task), *(() if answer.type == "null" else (f"{_ANSWER}{answer.value.casefold()[:80]}",)))


def _cause(kind: str) -> str:
    return "operator" if kind.startswith(_PREFIX) else "skew" if kind.startswith(_ANSWER) else "template"


def _pairs(task: Task) -> Iterator[tuple[str, str]]:
    paths = sorted({evidence.path for evidence in task.evidence})
    yield from combinations(paths, 2)
