"""One stage for each gate: the tasks that the gates before it keep and on which it has not decided yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from assay.evaluation.runner import Decided, Runner
from assay.model.canonical import Json, digest
from assay.model.codec import from_json, to_json
from assay.model.gate import Gate, Verdict
from assay.model.task import Task
from assay.stages.archive import context_of, extractions
from assay.stages.run import Batch, Commit, Run
from assay.store.gates import Ruling, commit_attempts, commit_verdicts, verdicts
from assay.store.tasks import commit_tasks, tasks
from filters.registry import chosen, gate_hash

# Small batches lose little to a kill; but each is a task run in Prefect, and tens of these are enough.
_TASKS, _MOST_BATCHES = 4, 64


class Filter:
    """Asks one gate about every task that is due."""

    unit = "tasks"

    def __init__(self, gate: Gate) -> None:
        self.name = gate.name
        self._gate = gate

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return the tasks on which the gate has no decision for what it would read now, a few in each batch."""
        everyone = tasks(run.store)
        due = due_tasks(run, self._gate, everyone)
        if not due:
            return []
        runner = Runner(context_of(run.store, everyone), run.sandbox, run.sandbox_limits)
        keys = extractions(run.store)
        size = max(_TASKS, -(-len(due) // _MOST_BATCHES))
        groups = [due[start : start + size] for start in range(0, len(due), size)]
        compute = partial(_decide, run, self._gate, runner, keys)
        return [Batch(f"tasks-{at}", len(group), partial(compute, group)) for at, group in enumerate(groups)]

    def finish(self, run: Run) -> None:
        """Nothing is left to do."""


def filter_stages(run: Run) -> list[Filter]:
    """Return the stages of the configured gates, in the order of the funnel."""
    return [Filter(gate) for gate in chosen(run.settings.filters.gates)]


def due_tasks(run: Run, gate: Gate, everyone: Sequence[Task]) -> list[Task]:
    """Return the tasks that reach a gate and await its decision."""
    keys = extractions(run.store)
    latest = {(one.verdict.gate, one.verdict.task, one.verdict.revision): one for one in verdicts(run.store)}
    before = chosen(run.settings.filters.gates)
    before = before[: before.index(gate)]
    return [
        task
        for task in everyone
        if all(_keeps(latest.get((one.name, task.id, task.revision))) for one in before)
        and not _decided(latest.get((gate.name, task.id, task.revision)), gate, task, keys)
    ]


def read_digest(task: Task, keys: Mapping[str, str]) -> str:
    """Return the digest of what a gate reads to decide on a task: the task, and the extractions of what it cites."""
    cited = sorted({evidence.path for evidence in task.evidence})
    return digest([to_json(task), [[path, keys.get(path)] for path in cited]])


def revised(task: Task, patch: Mapping[str, Json]) -> Task:
    """Return the next revision of a task: the same id, with the fields that the patch names."""
    body = cast(dict[str, Json], to_json(task))
    return from_json(Task, {**body, **patch, "id": task.id, "revision": task.revision + 1})


def _keeps(ruling: Ruling | None) -> bool:
    return ruling is not None and ruling.verdict.decision == "keep"


def _decided(ruling: Ruling | None, gate: Gate, task: Task, keys: Mapping[str, str]) -> bool:
    if ruling is None or ruling.verdict.decision == "undecided":
        return False
    return ruling.gate_hash == gate_hash(gate) and ruling.read == read_digest(task, keys)


def _decide(run: Run, gate: Gate, runner: Runner, keys: Mapping[str, str], group: Sequence[Task]) -> Commit:
    decided = [(task, runner.decide(gate, task, run.attempts)) for task in group]
    return partial(_commit, run, gate, keys, decided)


def _commit(run: Run, gate: Gate, keys: Mapping[str, str], decided: Sequence[tuple[Task, Decided]]) -> None:
    made = [attempt for _, one in decided for attempt in one.made]
    ruled = [(task, _bounded(task, one.verdict, run.settings.filters.rounds)) for task, one in decided]
    with run.store.transaction():
        commit_attempts(run.store, made)
        commit_verdicts(
            run.store, [Ruling(verdict, gate_hash(gate), read_digest(task, keys)) for task, verdict in ruled]
        )
        commit_tasks(run.store, [revised(task, one.patch) for task, one in ruled if one.decision == "revise"])
    run.attempts.update({attempt.key: attempt for attempt in made})


def _bounded(task: Task, verdict: Verdict, rounds: int) -> Verdict:
    if verdict.decision != "revise" or task.revision < rounds:
        return verdict
    reason = f"after {rounds} revisions the gate still asks for another: {verdict.reason}"
    return replace(verdict, decision="drop", cause="rounds", reason=reason, patch={})
