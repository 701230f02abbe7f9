"""`assay filter`: gates asked by hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.model.errors import UsageError
from assay.model.gate import SetGate, Verdict
from assay.model.task import Task
from assay.stages.filtering import runner_of
from assay.stages.gating import gate_stages, gating
from assay.stages.paying import paid
from assay.stages.reads import archived
from assay.stages.reporting import Reporting
from assay.stages.run import Run, Silent, open_run, run_stage
from assay.stages.set_filtering import LastLook, SetFilter, latest
from assay.stages.settings import stored_settings
from assay.store.gates import Ruling, commit_attempts, commit_verdicts
from assay.store.snapshot import Snapshot
from assay.store.tasks import task as find_task
from assay.store.tasks import tasks as all_tasks
from filters.registry import AnyGate, built, chosen_names, gate_hash, last


def run_gates(out: Path, gate: str | None) -> dict[str, int]:
    """Return how many tasks each gate (or the one named) decided on that it had not decided on before."""
    with Snapshot.open(out) as snapshot:
        settings = stored_settings(snapshot)
    with open_run(out, settings, Silent()) as run:
        names = chosen_names(settings)
        if gate is not None and gate not in names:
            raise UsageError(_unknown(gate, names))
        for stage in gating(run) if gate is None else [one for one in gate_stages(run) if one.name == gate]:
            run_stage(run, stage)
        run_stage(run, Reporting())
        paid(run.store, settings)
        return {name: run.computed.get(name, 0) for name in names if gate in (None, name)}


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """A gate's decision on a task revision before, where there was one, and now."""

    old: Verdict | None
    new: Verdict


def ask_again(out: Path, gate: str, task: str | None) -> list[AskedAgain]:
    """Return old and new decisions of a gate on one task, or on every task it has decided on; the new ones are kept."""
    with Snapshot.open(out) as snapshot:
        settings = stored_settings(snapshot)
    asked = next((one for one in built(settings) if one.name == gate), None)
    if asked is None:
        raise UsageError(_unknown(gate, [one.name for one in built(settings)]))
    with open_run(out, settings, Silent()) as run:
        old = {place: one.verdict for place, one in latest(run, gate).items()}
        tasks = _chosen_tasks(run, task, old)
        again = _set_again if isinstance(asked, SetGate) else _again
        return [AskedAgain(old.get((one.task, one.revision)), one) for one in again(run, asked, tasks)]


def _again(run: Run, gate: AnyGate, tasks: Sequence[Task]) -> list[Verdict]:
    """Return a gate's new decisions task by task; every probe is asked anew."""
    read, found = archived(run.store), list[Verdict]()
    if not isinstance(gate, SetGate):
        runner = runner_of(run, all_tasks(run.store), read)
        for one in tasks:
            decided = runner.decide(gate, one, {})
            commit_attempts(run.store, decided.made)
            commit_verdicts(run.store, [Ruling(decided.verdict, gate_hash(gate), read.digest(gate, one))])
            found.append(decided.verdict)
    return found


def _set_again(run: Run, gate: AnyGate, tasks: Sequence[Task]) -> list[Verdict]:
    """Return a gate's new decisions on these tasks, judged with all that reach it, in its last look too."""
    if not isinstance(gate, SetGate):
        return []
    for look in (SetFilter(gate), *(LastLook(one) for one in last(run.settings) if one.name == gate.name)):
        look.every(run).compute()()
    made = latest(run, gate.name)
    return [made[one.id, one.revision].verdict for one in tasks if (one.id, one.revision) in made]


def _unknown(gate: str | None, known: Sequence[str]) -> str:
    return f"no gate {gate!r} runs here; the gates are {', '.join(known)}."


def _chosen_tasks(run: Run, task: str | None, old: Collection[tuple[str, int]]) -> Sequence[Task]:
    if task is None:
        return [one for one in all_tasks(run.store) if (one.id, one.revision) in old]
    found = find_task(run.store, task)
    if found is None:
        raise UsageError(f"there is no task {task} here; `assay audit` and the report name them.")
    return [found]
