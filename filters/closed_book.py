"""Closed-book: what is answered without any document is no question about documents (AGORA, section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.evaluation.baselines import VERSION
from assay.model.gate import Ask, Context, Reads, Verdict
from assay.model.probe import Attempt, Probe, View
from assay.model.task import Task
from assay.tables.numbers import numeral_of
from filters.votes import poll, told

CLOSED = View(name="closed", only=())
"""No document at all."""


@dataclass(frozen=True, slots=True)
class ClosedBook:
    """Drops a task of which any sample answers from the question alone; of a request, half of its numeric assertions.

    Three samples are what a model is asked as well.
    """

    name: str = "closed_book"
    version: str = "2"
    reads: Reads = "cited"
    subject: str = "baseline/prior"
    samples: int = 3
    baselines: int = VERSION

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return the probes of the subject without documents, then the verdict on its answers."""
        made = poll(self.name, task, closed_probes(task, self.subject, self.samples), attempts)
        return self._judged(task, made) if isinstance(made, list) else made

    def _judged(self, task: Task, made: Sequence[Attempt]) -> Verdict:
        right = [attempt for attempt in made if attempt.correct]
        if is_known(task, made):
            reason = f"{told(right[0])} is right, and no document was shown"
            if task.track == "domain":
                reason = f"{len(right)} of {len(made)} assertions are answered without a document"
            return Verdict(task.id, task.revision, self.name, "drop", "guessed", reason)
        reason = f"{len(right)} of {len(made)} answers without a document are right"
        return Verdict(task.id, task.revision, self.name, "keep", "not_guessed", reason)


def closed_probes(task: Task, subject: str, samples: int) -> list[Probe]:
    """Return the askings of a subject without documents; the samples of a request are its numeric assertions."""
    numeric = [at for at, one in enumerate(task.assertions, 1) if one.value and numeral_of(one.value)]
    asked = numeric if task.track == "domain" else range(samples)
    return [Probe(task.id, task.revision, subject, CLOSED, "answer", sample) for sample in asked]


def is_known(task: Task, made: Sequence[Attempt]) -> bool:
    """Return whether a subject needs no document: it is right once, of a request in half of the assertions."""
    enough = max(1, (len(made) + 1) // 2) if task.track == "domain" else 1
    return sum(bool(attempt.correct) for attempt in made) >= enough
