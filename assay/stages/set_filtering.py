"""One stage for each gate that looks at all tasks at once: those that every gate before it keeps, judged together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from assay.model.canonical import digest
from assay.model.gate import SetGate, Verdict
from assay.model.task import Task
from assay.stages.archive import context_of
from assay.stages.figures import judged
from assay.stages.run import Batch, Commit, Run
from assay.store.gates import Ruling, commit_verdicts, verdicts
from filters.registry import SETS, chosen_sets, gate_hash


class SetFilter:
    """Asks one gate about all tasks that reach it, whenever these are others than it judged last."""

    unit = "tasks"

    def __init__(self, gate: SetGate) -> None:
        self.name = gate.name
        self._gate = gate

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return one batch with all tasks, none where the gate has judged just these."""
        tasks = _reaching(run, self._gate)
        read = digest([[task.id, task.revision] for task in tasks])
        mine = (one for one in verdicts(run.store) if one.verdict.gate == self.name)
        latest = {(one.verdict.task, one.verdict.revision): one for one in mine}
        known = [latest.get((task.id, task.revision)) for task in tasks]
        if all(one is not None and (one.gate_hash, one.read) == (gate_hash(self._gate), read) for one in known):
            return []
        return [Batch("all", len(tasks), partial(self._judged, run, tasks, read))]

    def finish(self, run: Run) -> None:
        """Nothing is left to do."""

    def _judged(self, run: Run, tasks: Sequence[Task], read: str) -> Commit:
        found = self._gate.verdicts(tasks, context_of(run.store, tasks))
        return partial(_commit, run, self._gate, found, read)


def set_filter_stages(run: Run) -> list[SetFilter]:
    """Return the stages of the configured gates that look at all tasks, in the order of the funnel."""
    return [SetFilter(gate) for gate in chosen_sets(run.settings.filters.gates)]


def _reaching(run: Run, gate: SetGate) -> list[Task]:
    later = {one.name for one in SETS[SETS.index(gate) :]}
    return judged(run.store, tuple(name for name in run.settings.filters.gates if name not in later)).survivors()


def _commit(run: Run, gate: SetGate, found: Sequence[Verdict], read: str) -> None:
    with run.store.transaction():
        commit_verdicts(run.store, [Ruling(verdict, gate_hash(gate), read) for verdict in found])
