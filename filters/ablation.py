"""Ablation: without any one of the things that it cites a task must not be answerable (AGORA, section 3).

Each cited document goes with its near-duplicates; in tasks on fidelity each cited element goes with all that rests
on it, and every other file of the same bytes. What is left is looked through for the gold and for the operands that
went, then a subject is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assay.evaluation.baselines import VERSION
from assay.model.gate import Ask, Context, Reads, Verdict
from assay.model.probe import Attempt, Probe, View
from assay.model.task import Task
from assay.search.duplicates import copies_in, equals_in
from filters.faults import Fault
from filters.leaks import leak
from filters.votes import poll, told


@dataclass(frozen=True, slots=True)
class Ablation:
    """Drops a task that is answered, or whose figures still stand, without something that it cites."""

    name: str = "ablation"
    version: str = "3"
    reads: Reads = "domain"
    subject: str = "baseline/lookup"
    baselines: int = VERSION

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return a leak as a drop, the probes of the subject over each ablated archive, then the verdict on them."""
        if task.answer.type == "null":
            reason = "what no document holds cannot be taken out"
            return Verdict(task.id, task.revision, self.name, "keep", "not_applicable", reason)
        views = list(ablations(task, context))
        for view in views:
            if (fault := _doubled(task, view) or leak(task, view, context)) is not None:
                return Verdict(task.id, task.revision, self.name, "drop", fault.cause, fault.reason)
        probes = [Probe(task.id, task.revision, self.subject, view, "answer") for view in views]
        made = poll(self.name, task, probes, attempts)
        return self._judged(task, made) if isinstance(made, list) else made

    def _judged(self, task: Task, made: Sequence[Attempt]) -> Verdict:
        for attempt in made:
            if attempt.correct:
                reason = f"without {_gone(attempt.probe.view)} {told(attempt)} is right"
                return Verdict(task.id, task.revision, self.name, "drop", "answered_without", reason)
        reason = f"without any one of {len(made)} cited things {self.subject} is wrong"
        return Verdict(task.id, task.revision, self.name, "keep", "needed", reason)


def ablations(task: Task, context: Context) -> Iterator[View]:
    """Yield the views that each lack one of the things that a task cites, with its copies or what rests on it."""
    if task.track == "fidelity":
        cited = dict.fromkeys((evidence.path, evidence.artifact) for evidence in task.evidence)
        same = equals_in(task.domain, context)
        for path, key in cited:
            yield View(name="ablated", without=((path, key),), hidden=tuple(sorted(same.get(path, {path}) - {path})))
        return
    clusters = copies_in(task.domain, context)
    found = (tuple(sorted(clusters.get(one.path, {one.path}))) for one in task.evidence)
    yield from (View(name="ablated", hidden=paths) for paths in dict.fromkeys(found))


def _doubled(task: Task, view: View) -> Fault | None:
    cited = sorted({evidence.path for evidence in task.evidence} & set(view.hidden))
    if len(cited) < 2:
        return None
    return Fault("copies_cited", f"{' and '.join(cited)} are copies of one another, and count as one document")


def _gone(view: View) -> str:
    return " and ".join([*view.hidden, *(f"{key} of {path}" for path, key in view.without)])
