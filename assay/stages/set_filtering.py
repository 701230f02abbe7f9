"""One stage for each gate that looks at all tasks at once: those that every gate before it keeps, judged together.

The gates that look once more at the end judge what all gates keep. What they read is named after what the first look
read, so that neither look is taken for due because of the other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from assay.model.canonical import digest
from assay.model.gate import Context, SetGate, Verdict
from assay.model.task import Task
from assay.stages.archive import context_of
from assay.stages.figures import judged
from assay.stages.newest import newest_release
from assay.stages.run import Batch, Commit, Run
from assay.store.gates import Ruling, commit_verdicts, verdicts
from filters.registry import LAST, chosen_names, gate_hash

_AGAIN = "+"

Known: TypeAlias = Mapping[tuple[str, int], Ruling]


class SetFilter:
    """Asks one gate about all tasks that reach it, whenever these are others than it judged last."""

    unit = "tasks"

    def __init__(self, gate: SetGate) -> None:
        self.name = gate.name
        self._gate = gate
        self._hashes = {gate_hash(one) for one in (gate, *LAST) if one.name == gate.name}

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return one batch with all tasks, none where the gate has judged just these."""
        tasks = self.reaching(run)
        read, known = digest_of(tasks), _latest(run, self.name)
        if all(_is_current(known.get((task.id, task.revision)), self._hashes, read) for task in tasks):
            return []
        return [self.every(run)]

    def every(self, run: Run) -> Batch:
        """Return the batch with all tasks, also where the gate has judged just these."""
        tasks = self.reaching(run)
        return Batch("all", len(tasks), partial(_judged, run, self._gate, tasks, digest_of(tasks)), here=True)

    def finish(self, run: Run) -> None:
        """Nothing is left to do."""

    def reaching(self, run: Run) -> list[Task]:
        """Return the tasks that every gate before this one keeps."""
        names = chosen_names(run.settings)
        return judged(run.store, names[: names.index(self.name)]).survivors()


class LastLook:
    """Asks a gate once more, about the tasks that every gate keeps."""

    unit = "tasks"

    def __init__(self, gate: SetGate) -> None:
        self.name = f"{gate.name}_again"
        self._gate = gate

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return one batch with all tasks, none where the gate has judged just these."""
        mine, read, batch = self._looked(run)
        if all((one.gate_hash, one.read) == (gate_hash(self._gate), read) for one in mine):
            return []
        return [batch]

    def every(self, run: Run) -> Batch:
        """Return the batch with all tasks, also where the gate has judged just these."""
        return self._looked(run)[-1]

    def _looked(self, run: Run) -> tuple[Sequence[Ruling], str, Batch]:
        """Return what the first look says of the tasks, what this one reads, and its batch."""
        known = _latest(run, self._gate.name)
        others = tuple(name for name in chosen_names(run.settings) if name != self._gate.name)
        everyone = judged(run.store, others).survivors()
        tasks = [task for task in everyone if came_through(known.get((task.id, task.revision)))]
        mine = [known[task.id, task.revision] for task in tasks]
        read = f"{_first(mine[0])}{_AGAIN}{digest_of(tasks)}" if mine else ""
        return mine, read, Batch("all", len(tasks), partial(_judged, run, self._gate, tasks, read), here=True)

    def finish(self, run: Run) -> None:
        """Nothing is left to do."""


def digest_of(tasks: Collection[Task]) -> str:
    """Return the digest of the tasks that a gate judges together."""
    return digest([[task.id, task.revision] for task in tasks])


def standing_first(
    gate: SetGate, tasks: Sequence[Task], standing: Collection[str], context: Context
) -> list[Verdict]:  # fmt: skip
    """Return a gate's verdicts, in the order of the tasks: none that comes takes the place of one that stands.

    Where newcomers would, as many of them as there is room for are let in.
    """
    found = {one.task: one for one in gate.verdicts(tasks, context)}
    stand = [task for task in tasks if task.id in standing]
    alone = {one.task for one in gate.verdicts(stand, context) if one.decision == "keep"} if stand else set[str]()
    if any(found[name].decision != "keep" for name in alone):
        coming = [task for task in tasks if task.id not in standing and found[task.id].decision == "keep"]
        inside = _let_in(gate, stand, coming, alone, context)
        full = "what stands in the newest release has its place already"
        out = (task for task in coming if task not in inside)
        found |= {one.task: one for one in gate.verdicts([*stand, *inside], context)}
        found |= {one.id: Verdict(one.id, one.revision, gate.name, "drop", "standing", full) for one in out}
    return [found[task.id] for task in tasks]


def _let_in(
    gate: SetGate, stand: Sequence[Task], coming: Sequence[Task], alone: Collection[str], context: Context
) -> list[Task]:
    """Return the newcomers beside which all that stand and those let in before are kept."""
    inside, waiting = list[Task](), [list(coming)]
    while waiting:
        some = waiting.pop(0)
        kept = {one.task for one in gate.verdicts([*stand, *inside, *some], context) if one.decision == "keep"}
        if kept >= {*alone, *(task.id for task in (*inside, *some))}:
            inside += some
        elif len(some) > 1:
            waiting[:0] = [some[: len(some) // 2], some[len(some) // 2 :]]
    return inside


def _judged(run: Run, gate: SetGate, tasks: Sequence[Task], read: str) -> Commit:
    newest = newest_release(run.store)
    standing = frozenset(one.task for one in newest.tasks) if newest else frozenset[str]()
    found = standing_first(gate, tasks, standing, run.context or context_of(run.store, tasks))
    return partial(_commit, run, gate, found, read)


def _commit(run: Run, gate: SetGate, found: Sequence[Verdict], read: str) -> None:
    with run.store.transaction():
        commit_verdicts(run.store, [Ruling(verdict, gate_hash(gate), read) for verdict in found])


def _latest(run: Run, gate: str) -> Known:
    mine = (one for one in verdicts(run.store) if one.verdict.gate == gate)
    return {(one.verdict.task, one.verdict.revision): one for one in mine}


def _is_current(ruling: Ruling | None, hashes: Collection[str], read: str) -> bool:
    return ruling is not None and ruling.gate_hash in hashes and _first(ruling) == read


def came_through(ruling: Ruling | None) -> bool:
    """Return whether a gate let a task through to those after it: what its last look judged came through the first."""
    return ruling is not None and (ruling.verdict.decision == "keep" or _AGAIN in ruling.read)


def _first(ruling: Ruling) -> str:
    return ruling.read.split(_AGAIN)[0]
