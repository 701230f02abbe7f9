"""Closed-book: what is answered without any document is no question about documents (AGORA, section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.evaluation.baselines import VERSION
from assay.model.gate import Ask, Context, Reads, Verdict
from assay.model.probe import Attempt, Probe, View
from assay.model.task import Task
from assay.tables.numbers import numeral_of
from filters.votes import answered, no_vote, told

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
        samples = numeric_assertions(task) if task.track == "domain" else range(self.samples)
        probes = [Probe(task.id, task.revision, self.subject, CLOSED, "answer", sample) for sample in samples]
        made = answered(probes, attempts)
        if len(made) < len(probes):
            return Ask(tuple(probes))
        return no_vote(self.name, task, made) or self._judged(task, made)

    def _judged(self, task: Task, made: Sequence[Attempt]) -> Verdict:
        right = [attempt for attempt in made if attempt.correct]
        enough = max(1, (len(made) + 1) // 2) if task.track == "domain" else 1
        if len(right) >= enough:
            reason = f"{told(right[0])} is right, and no document was shown"
            if task.track == "domain":
                reason = f"{len(right)} of {len(made)} assertions are answered without a document"
            return Verdict(task.id, task.revision, self.name, "drop", "guessed", reason)
        reason = f"{len(right)} of {len(made)} answers without a document are right"
        return Verdict(task.id, task.revision, self.name, "keep", "not_guessed", reason)


def numeric_assertions(task: Task) -> list[int]:
    """Return which assertions of a request state a number, as samples of it."""
    return [at for at, one in enumerate(task.assertions, 1) if one.value and numeral_of(one.value)]
