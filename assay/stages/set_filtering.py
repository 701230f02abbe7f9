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
        tasks, read = self._reaching(run)
        known = latest(run, self.name)
        if all(_is_current(known.get((task.id, task.revision)), self._hashes, read) for task in tasks):
            return []
        return [_batch(run, self._gate, tasks, read)]

    def every(self, run: Run) -> Batch:
        """Return the batch with all tasks, also where the gate has judged just these."""
        return _batch(run, self._gate, *self._reaching(run))

    def finish(self, run: Run) -> None:
        """Nothing is left to do."""

    def _reaching(self, run: Run) -> tuple[list[Task], str]:
        """Return the tasks that every gate before this one keeps, and their digest."""
        names = chosen_names(run.settings)
        tasks = judged(run.store, names[: names.index(self.name)]).survivors()
        return tasks, _digest_of(tasks)


class LastLook:
    """Asks a gate once more, about the tasks that every gate keeps."""

    unit = "tasks"

    def __init__(self, gate: SetGate) -> None:
        self.name = f"{gate.name}_again"
        self._gate = gate

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return one batch with all tasks, none where the gate has judged just these."""
        tasks, read = self._reaching(run)
        known, own = latest(run, self._gate.name), (gate_hash(self._gate), read)
        mine = (known[task.id, task.revision] for task in tasks)
        if all((one.gate_hash, one.read) == own for one in mine):
            return []
        return [_batch(run, self._gate, tasks, read)]

    def every(self, run: Run) -> Batch:
        """Return the batch with all tasks, also where the gate has judged just these."""
        return _batch(run, self._gate, *self._reaching(run))

    def _reaching(self, run: Run) -> tuple[list[Task], str]:
        """Return the tasks that the first look and every gate keep, and what this look reads of them."""
        known = latest(run, self._gate.name)
        others = tuple(name for name in chosen_names(run.settings) if name != self._gate.name)
        everyone = judged(run.store, others).survivors()
        tasks = [task for task in everyone if came_through(known.get((task.id, task.revision)))]
        first = _first(known[tasks[0].id, tasks[0].revision]) if tasks else ""
        return tasks, f"{first}{_AGAIN}{_digest_of(tasks)}"

    def finish(self, run: Run) -> None:
        """Nothing is left to do."""


def _digest_of(tasks: Collection[Task]) -> str:
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


def latest(run: Run, gate: str) -> Known:
    """Return a gate's latest rulings by task and revision."""
    mine = (one for one in verdicts(run.store) if one.verdict.gate == gate)
    return {(one.verdict.task, one.verdict.revision): one for one in mine}


def _batch(run: Run, gate: SetGate, tasks: Sequence[Task], read: str) -> Batch:
    return Batch("all", len(tasks), partial(_judged, run, gate, tasks, read), here=True)


def _judged(run: Run, gate: SetGate, tasks: Sequence[Task], read: str) -> Commit:
    newest = newest_release(run.store)
    standing = frozenset(one.task for one in newest.tasks) if newest else frozenset[str]()
    found = standing_first(gate, tasks, standing, run.context or context_of(run.store, tasks))
    return partial(_commit, run, gate, found, read)


def _commit(run: Run, gate: SetGate, found: Sequence[Verdict], read: str) -> None:
    with run.store.transaction():
        commit_verdicts(run.store, [Ruling(verdict, gate_hash(gate), read) for verdict in found])


def _is_current(ruling: Ruling | None, hashes: Collection[str], read: str) -> bool:
    return ruling is not None and ruling.gate_hash in hashes and _first(ruling) == read


def came_through(ruling: Ruling | None) -> bool:
    """Return whether a gate let a task through to those after it: what its last look judged came through the first."""
    return ruling is not None and (ruling.verdict.decision == "keep" or _AGAIN in ruling.read)


def _first(ruling: Ruling) -> str:
    return ruling.read.split(_AGAIN)[0]
