"""Closed-book with models: what any model answers without a document is dropped (AGORA, section 3; Office
Comprehension Bench, section 14.2, "no-context check")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from assay.evaluation.players import Player
from assay.model.gate import Ask, Context, Reads, Verdict
from assay.model.probe import Attempt
from assay.model.task import Task
from filters.closed_book import ClosedBook, closed_probes, is_known
from filters.votes import poll


@dataclass(frozen=True, slots=True)
class AskedClosed:
    """Asks every model, after the baseline, which costs nothing; all samples are asked, so that the rate is known."""

    models: tuple[Player, ...]
    samples: int = 3
    name: str = "closed_book"
    version: str = "1"
    reads: Reads = "cited"
    free: ClosedBook = field(default_factory=ClosedBook)
    prompts: tuple[str, ...] = ()

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return what the free gate asks or drops, then the probes of the models, then the verdict on them."""
        free = self.free.step(task, attempts, context)
        if isinstance(free, Ask) or free.decision != "keep":
            return free
        probes = [probe for one in self.models for probe in closed_probes(task, one.subject, self.samples)]
        made = poll(self.name, task, probes, attempts)
        return self._judged(task, made) if isinstance(made, list) else made

    def _judged(self, task: Task, made: Sequence[Attempt]) -> Verdict:
        rates = list[str]()
        known = False
        for one in self.models:
            mine = [attempt for attempt in made if attempt.probe.subject == one.subject]
            right = sum(bool(attempt.correct) for attempt in mine)
            rates.append(f"{one.subject} is right in {right} of {len(mine)}")
            known |= is_known(task, mine)
        reason = f"without a document {'; '.join(rates)}"
        decision, cause = ("drop", "known") if known else ("keep", "not_known")
        return Verdict(task.id, task.revision, self.name, decision, cause, reason)
