"""Closed-book with models: what any model answers without a document is dropped (AGORA, section 3; Office
Comprehension Bench, section 14.2, "no-context check")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from assay.evaluation.players import Player
from assay.model.gate import Ask, Context, Reads, Verdict
from assay.model.probe import Attempt, Probe
from assay.model.task import Task
from filters.closed_book import CLOSED, ClosedBook, numeric_assertions
from filters.votes import answered, no_vote


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
        probes = list(self._probes(task))
        made = answered(probes, attempts)
        if len(made) < len(probes):
            return Ask(tuple(probes))
        return no_vote(self.name, task, made) or self._judged(task, made)

    def _probes(self, task: Task) -> Iterator[Probe]:
        samples = numeric_assertions(task) if task.track == "domain" else range(self.samples)
        for one in self.models:
            yield from (Probe(task.id, task.revision, one.subject, CLOSED, "answer", sample) for sample in samples)

    def _judged(self, task: Task, made: Sequence[Attempt]) -> Verdict:
        rates = list[str]()
        known = False
        for one in self.models:
            mine = [attempt for attempt in made if attempt.probe.subject == one.subject]
            right = sum(bool(attempt.correct) for attempt in mine)
            rates.append(f"{one.subject} is right in {right} of {len(mine)}")
            known |= right >= (max(1, (len(mine) + 1) // 2) if task.track == "domain" else 1)
        reason = f"without a document {'; '.join(rates)}"
        decision, cause = ("drop", "known") if known else ("keep", "not_known")
        return Verdict(task.id, task.revision, self.name, decision, cause, reason)
