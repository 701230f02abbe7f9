"""Quality: a grader's grades of a question and its answer, each held to a bound (Office Comprehension Bench, 14.2).

The paper grades what has survived and states no bounds: they are the config's, the middle of the scale without. A grade
is one model's opinion of what it is shown; how far it agrees with people's is measured beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.evaluation.grades import read_graded
from assay.evaluation.players import Player
from assay.model.gate import Ask, Context, Decision, Reads, Verdict
from assay.model.grades import BEST, GRADES, Grades
from assay.model.probe import FULL, Attempt, Probe
from assay.model.task import Task
from filters.votes import poll

QUALITY = "quality"


@dataclass(frozen=True, slots=True)
class Quality:
    """Drops a task for its weakest grade, of those below their bounds; without a grader it does not apply."""

    model: Player | None
    bounds: Grades
    name: str = QUALITY
    version: str = "1"
    # asked once: a file that comes or changes elsewhere is no reason to ask every model again
    reads: Reads = "cited"
    prompts: tuple[str, ...] = ()

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return the probe of the grader, then the verdict on its grades."""
        if self.model is None:
            return self._verdict(task, "keep", "not_applicable", "no model grades here")
        made = poll(self.name, task, [Probe(task.id, task.revision, self.model.subject, FULL, "grade")], attempts)
        if not isinstance(made, list):
            return made
        found = read_graded(made[0].answer or "")
        weak = self._weakest(found.grades)
        said = f"of {BEST}: {found.grades.told}: {found.why}"
        if weak is None:
            return self._verdict(task, "keep", "graded", said)
        words = f"{GRADES[weak]} {found.grades.of(weak)} is below {self.bounds.of(weak)}"
        return self._verdict(task, "drop", f"low_{weak}", f"{words}; {said}")

    def _weakest(self, grades: Grades) -> str | None:
        below = [name for name in GRADES if grades.of(name) < self.bounds.of(name)]
        return min(below, key=grades.of, default=None)

    def _verdict(self, task: Task, decision: Decision, cause: str, reason: str) -> Verdict:
        return Verdict(task.id, task.revision, self.name, decision, cause, reason)
