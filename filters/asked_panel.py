"""Panel with models: a task that all of them solve does not part good systems from others (AGORA, section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.config.gates import PanelHarness
from assay.evaluation.players import MINI, Player, mode_of
from assay.model.gate import Ask, Context, Reads, Verdict
from assay.model.probe import FULL, Attempt, Probe
from assay.model.task import Task
from filters.panel import judged
from filters.votes import answered, no_vote, told


@dataclass(frozen=True, slots=True)
class AskedPanel:
    """Drops a task when all models are right, on the advisory tracks only says so."""

    models: tuple[Player, ...]
    harness: PanelHarness = "bash"
    early_stop: bool = False
    name: str = "panel"
    version: str = "1"
    # asked once: a file that comes or changes elsewhere is no reason to ask every model again
    reads: Reads = "cited"
    advisory: tuple[str, ...] = ("fidelity", "domain")
    prompts: tuple[str, ...] = ()

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return the probes of all models, or of the next one where the first that is wrong ends it; the verdict."""
        subjects = [one.in_manner(MINI) if self.harness == "mini" else one.subject for one in self.models]
        probes = [Probe(task.id, task.revision, subject, FULL, mode_of(self.harness)) for subject in subjects]
        made = answered(probes, attempts)
        failed = no_vote(self.name, task, made)
        if failed is not None:
            return failed
        if self.early_stop and made and not made[-1].correct:
            reason = f"{told(made[-1])} is wrong; {len(probes) - len(made)} others were not asked"
            return Verdict(task.id, task.revision, self.name, "keep", "not_all", reason)
        if len(made) < len(probes):
            return Ask(tuple(probes[: len(made) + 1] if self.early_stop else probes))
        return judged(self.name, task, made, self.advisory)
