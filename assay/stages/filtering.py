"""One stage for each gate: the tasks that the gates before it keep and on which it has not decided yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from assay.evaluation.asking import Seats
from assay.evaluation.harness import BashHarness
from assay.evaluation.runner import Decided, Runner
from assay.evaluation.seated import ModelSeats
from assay.model.canonical import Json
from assay.model.codec import from_json, to_json
from assay.model.errors import BudgetExhausted
from assay.model.gate import Gate, Verdict
from assay.model.probe import Attempt
from assay.model.task import Task
from assay.stages.archive import context_of
from assay.stages.reads import Archived, archived
from assay.stages.run import Batch, Commit, Run
from assay.stages.set_filtering import came_through
from assay.store.gates import Ruling, commit_attempts, commit_verdicts, rulings, sent_back
from assay.store.tasks import commit_tasks, tasks
from filters.registry import chosen, gate_hash

# Small batches lose little to a kill; but each is a commit and a task run in Prefect, and tens of these are enough.
_FEWEST, _MOST, _BATCHES, _MOST_BATCHES = 4, 32, 16, 64


class Filter:
    """Asks one gate about every task that is due."""

    unit = "tasks"

    def __init__(self, gate: Gate) -> None:
        self.name = gate.name
        self._gate = gate

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return the tasks on which the gate has no decision for what it would read now, a few in each batch."""
        everyone, read = tasks(run.store), archived(run.store)
        due = due_tasks(run, self._gate, everyone, read)
        if not due:
            return []
        runner = runner_of(run, everyone, read)
        size = max(_FEWEST, -(-len(due) // _MOST_BATCHES), min(_MOST, -(-len(due) // _BATCHES)))
        groups = [due[start : start + size] for start in range(0, len(due), size)]
        known, compute = _by_task(run.attempts), partial(_decide, run, self._gate, runner, read)
        # one ledger counts all calls of a run, so what may call a model stays in its process
        here = run.gateway is not None
        return [
            Batch(f"tasks-{at}", len(group), partial(compute, group, _of(group, known)), here)
            for at, group in enumerate(groups)
        ]

    def finish(self, run: Run) -> None:
        """Nothing is left to do."""


def runner_of(run: Run, everyone: Sequence[Task], read: Archived) -> Runner:
    """Return the runner over the archive of a run; documents and subjects are made ready once for all gates."""
    if run.context is None:
        run.context = context_of(run.store)
    if run.seats is None:
        run.seats = Seats(read.written, models=_models(run))
    return Runner(replace(run.context, tasks=everyone), run.sandbox, run.sandbox_limits, run.seats)


def _models(run: Run) -> ModelSeats | None:
    """Return who plays the config's models, None where it names none."""
    if run.gateway is None:
        return None
    out = run.store.out
    return ModelSeats(run.gateway, out, BashHarness(run.gateway, run.sandbox, out.archive, out.traces))


def due_tasks(run: Run, gate: Gate, everyone: Sequence[Task], read: Archived) -> list[Task]:
    """Return the tasks that reach a gate and await its decision; what a last look dropped may have room again."""
    latest = rulings(run.store)
    before = chosen(run.settings)
    before = before[: before.index(gate)]
    return [
        task
        for task in everyone
        if all(came_through(latest.get((one.name, task.id, task.revision))) for one in before)
        and not _decided(latest.get((gate.name, task.id, task.revision)), gate, task, read)
    ]


def revised(task: Task, patch: Mapping[str, Json]) -> Task:
    """Return the next revision of a task: the same id, with the fields that the patch names."""
    body = cast(dict[str, Json], to_json(task))
    return from_json(Task, {**body, **patch, "id": task.id, "revision": task.revision + 1})


def _decided(ruling: Ruling | None, gate: Gate, task: Task, read: Archived) -> bool:
    if ruling is None or ruling.verdict.decision == "undecided":
        return False
    return ruling.gate_hash == gate_hash(gate) and ruling.read == read.digest(gate, task)


def _by_task(attempts: Mapping[str, Attempt]) -> Mapping[str, dict[str, Attempt]]:
    found: defaultdict[str, dict[str, Attempt]] = defaultdict(dict)
    for key, attempt in attempts.items():
        found[attempt.probe.task][key] = attempt
    return found


def _of(group: Sequence[Task], known: Mapping[str, dict[str, Attempt]]) -> dict[str, Attempt]:
    return {key: attempt for task in group for key, attempt in known.get(task.id, {}).items()}


def _decide(
    run: Run, gate: Gate, runner: Runner, read: Archived, group: Sequence[Task], known: Mapping[str, Attempt]
) -> Commit:
    decided = list[tuple[Task, Decided]]()
    try:
        for one in runner.decide_each(gate, group, known):
            decided.append(one)
    except BudgetExhausted as error:
        return partial(_commit_and_end, run, gate, read, decided, error)
    return partial(_commit, run, gate, read, decided)


def _commit_and_end(
    run: Run, gate: Gate, read: Archived, decided: Sequence[tuple[Task, Decided]], error: BudgetExhausted
) -> None:  # fmt: skip
    """Keep what was decided before the budget was used up."""
    _commit(run, gate, read, decided)
    raise error


def _commit(run: Run, gate: Gate, read: Archived, decided: Sequence[tuple[Task, Decided]]) -> None:
    made = [attempt for _, one in decided for attempt in one.made]
    back, rounds = sent_back(run.store), run.settings.filters.rounds
    ruled = [(task, _bounded(task, one.verdict, back, rounds)) for task, one in decided]
    with run.store.transaction():
        commit_attempts(run.store, made)
        commit_verdicts(run.store, [Ruling(one, gate_hash(gate), read.digest(gate, task)) for task, one in ruled])
        commit_tasks(run.store, [revised(task, one.patch) for task, one in ruled if one.decision == "revise"])
    run.attempts.update({attempt.key: attempt for attempt in made})


def _bounded(task: Task, verdict: Verdict, back: Collection[tuple[str, int]], rounds: int) -> Verdict:
    made = task.revision
    # what its author or a changed archive made of it is no round
    while (task.id, made - 1) in back:
        made -= 1
    if verdict.decision != "revise" or task.revision - made + 1 < rounds:
        return verdict
    reason = f"after {rounds} revisions the gate still asks for another: {verdict.reason}"
    return replace(verdict, decision="drop", cause="rounds", reason=reason, patch={})
