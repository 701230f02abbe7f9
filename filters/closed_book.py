"""Closed-book: what is answered without any document is no question about documents (AGORA, section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.evaluation.baselines import VERSION
from assay.model.gate import Ask, Context, Reads, Verdict
from assay.model.probe import Attempt, Probe, View
from assay.model.task import Task
from filters.votes import no_vote, told

CLOSED = View(name="closed", only=())
"""No document at all."""


@dataclass(frozen=True, slots=True)
class ClosedBook:
    """Drops a task that its subject answers from the question alone."""

    name: str = "closed_book"
    version: str = "1"
    reads: Reads = "peers"
    subject: str = "baseline/prior"
    baselines: int = VERSION

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return the probe of the subject without documents, then the verdict on its answer."""
        probe = Probe(task.id, task.revision, self.subject, CLOSED, "answer")
        made = next((attempt for attempt in attempts if attempt.key == probe.key), None)
        if made is None:
            return Ask((probe,))
        if (failed := no_vote(self.name, task, [made])) is not None:
            return failed
        if made.correct:
            reason = f"{told(made)} is right, and no document was shown"
            return Verdict(task.id, task.revision, self.name, "drop", "guessed", reason)
        return Verdict(task.id, task.revision, self.name, "keep", "not_guessed", f"{told(made)} is wrong")
