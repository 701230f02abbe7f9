"""Panel: a task that every seat solves does not part good systems from simple ones (AGORA, section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.evaluation.baselines import VERSION
from assay.model.gate import Ask, Context, Reads, Verdict
from assay.model.probe import FULL, Attempt, Probe
from assay.model.task import Task
from filters.votes import poll, told


@dataclass(frozen=True, slots=True)
class Panel:
    """Drops a task when all seats are right, on the advisory tracks only says so.

    Simple subjects cost nothing, so that all are asked: which of them solve a task is kept with it.
    """

    name: str = "panel"
    version: str = "1"
    # asked once: a file that comes or changes elsewhere is no reason to ask every model again
    reads: Reads = "cited"
    seats: tuple[str, ...] = ("baseline/lookup", "baseline/table-program", "baseline/join-search")
    advisory: tuple[str, ...] = ("fidelity", "domain")
    baselines: int = VERSION

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return the probes of all seats over the whole archive, then the verdict on their answers."""
        probes = [Probe(task.id, task.revision, seat, FULL, "answer") for seat in self.seats]
        made = poll(self.name, task, probes, attempts)
        return judged(self.name, task, made, self.advisory) if isinstance(made, list) else made


def judged(gate: str, task: Task, made: Sequence[Attempt], advisory: Sequence[str]) -> Verdict:
    """Return the verdict on the answers of all seats; on the advisory tracks nothing is dropped."""
    right = sum(bool(attempt.correct) for attempt in made)
    reason = "; ".join(f"{told(one)} is {'right' if one.correct else 'wrong'}" for one in made)
    if right == len(made):
        if task.track in advisory:
            return Verdict(task.id, task.revision, gate, "keep", "advisory", f"all are right: {reason}")
        return Verdict(task.id, task.revision, gate, "drop", "all_right", reason)
    cause = f"solved_by_{right}" if right else "nobody"
    return Verdict(task.id, task.revision, gate, "keep", cause, reason)
