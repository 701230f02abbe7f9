"""`assay filter`: gates asked by hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.evaluation.runner import Runner
from assay.model.errors import UsageError
from assay.model.gate import Gate, Verdict
from assay.model.task import Task
from assay.stages.archive import context_of, extractions
from assay.stages.filtering import filter_stages, read_digest
from assay.stages.reporting import Reporting
from assay.stages.run import Silent, open_run, run_stage
from assay.stages.settings import stored_settings
from assay.store.database import Database
from assay.store.gates import Ruling, commit_attempts, commit_verdicts, verdicts
from assay.store.snapshot import Snapshot
from assay.store.tasks import task as find_task
from assay.store.tasks import tasks as all_tasks
from filters.registry import chosen, gate_hash


def run_gates(out: Path, gate: str | None) -> dict[str, int]:
    """Return how many tasks each gate (or the one named) decided on that it had not decided on before."""
    with Snapshot.open(out) as snapshot:
        settings = stored_settings(snapshot)
    with open_run(out, settings, Silent()) as run:
        stages = [stage for stage in filter_stages(run) if gate in (None, stage.name)]
        if not stages:
            raise UsageError(f"no gate {gate!r} runs here; the gates are {', '.join(settings.filters.gates)}.")
        for stage in [*stages, Reporting()]:
            run_stage(run, stage)
        return {stage.name: run.computed.get(stage.name, 0) for stage in stages}


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """A gate's decision on a task revision before, where there was one, and now."""

    old: Verdict | None
    new: Verdict


def ask_again(out: Path, gate: str, task: str | None) -> list[AskedAgain]:
    """Return old and new decisions of a gate on one task, or on every task it has decided on; the new ones are kept."""
    with Snapshot.open(out) as snapshot:
        settings = stored_settings(snapshot)
    asked = next(iter(chosen([gate])), None)
    if asked is None:
        raise UsageError(f"no gate {gate!r} runs here; the gates are {', '.join(settings.filters.gates)}.")
    with open_run(out, settings, Silent()) as run:
        old = {(one.verdict.task, one.verdict.revision): one.verdict for one in _rulings(run.store, asked)}
        runner = Runner(context_of(run.store, all_tasks(run.store)), run.sandbox, run.sandbox_limits)
        keys = extractions(run.store)
        answers: list[AskedAgain] = []
        for one in _chosen_tasks(run.store, task, old):
            decided = runner.decide(asked, one, {})
            commit_attempts(run.store, decided.made)
            commit_verdicts(run.store, [Ruling(decided.verdict, gate_hash(asked), read_digest(one, keys))])
            answers.append(AskedAgain(old.get((one.id, one.revision)), decided.verdict))
        return answers


def _rulings(database: Database, gate: Gate) -> list[Ruling]:
    return [one for one in verdicts(database) if one.verdict.gate == gate.name]


def _chosen_tasks(database: Database, task: str | None, old: Collection[tuple[str, int]]) -> Sequence[Task]:
    if task is None:
        return [one for one in all_tasks(database) if (one.id, one.revision) in old]
    found = find_task(database, task)
    if found is None:
        raise UsageError(f"there is no task {task} here; `assay audit` and the report name them.")
    return [found]
