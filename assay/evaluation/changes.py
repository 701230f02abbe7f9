"""Two runs beside each other: what became of each task in either, and why it is not the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from assay.model.task import Task
from assay.store.gates import Ruling

KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a task: the first gate that does not keep it, or that all do; `revision` is the newest."""

    task: str
    revision: int
    question: str
    decision: str
    gate: str = ""
    cause: str = ""
    reason: str = ""
    rests_on: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Change:
    """A task with another fate in the second run than in the first, None where a run has no such task."""

    task: str
    question: str
    before: Fate | None
    now: Fate | None
    why: str


def fates(gates: Sequence[str], tasks: Iterable[Task], rulings: Iterable[Ruling]) -> dict[str, Fate]:
    """Return the fate of each task by id; of two verdicts of a gate on one revision the later counts."""
    latest = {(one.verdict.gate, one.verdict.task, one.verdict.revision): one for one in rulings}
    return {task.id: _fate(gates, task, latest) for task in tasks}


def changes(before: Mapping[str, Fate], now: Mapping[str, Fate]) -> list[Change]:
    """Return the tasks whose fates differ, by id, each with the reason."""
    found: list[Change] = []
    for name in sorted({*before, *now}):
        old, new = before.get(name), now.get(name)
        if _outcome(old) != _outcome(new):
            question = next(fate.question for fate in (new, old) if fate is not None)
            found.append(Change(name, question, old, new, _why(old, new)))
    return found


def _fate(gates: Sequence[str], task: Task, latest: Mapping[tuple[str, str, int], Ruling]) -> Fate:
    for gate in gates:
        ruled = latest.get((gate, task.id, task.revision))
        if ruled is None:
            return Fate(task.id, task.revision, task.question, "undecided", gate, "not_asked", "it was not asked yet")
        if ruled.verdict.decision != "keep":
            said = ruled.verdict
            rests = (ruled.gate_hash, ruled.read)
            named = (task.id, task.revision, task.question)
            return Fate(*named, said.decision, gate, said.cause, said.reason, rests)
    return Fate(task.id, task.revision, task.question, KEPT)


def _outcome(fate: Fate | None) -> tuple[str, ...]:
    return (fate.decision, fate.gate, fate.cause) if fate else ()


def _why(before: Fate | None, now: Fate | None) -> str:
    if before is None:
        return "it was not written before"
    if now is None:
        return "it is not written any more"
    if before.revision != now.revision or before.question != now.question:
        return f"it was revised: revision {before.revision} became {now.revision}"
    judged = now if now.gate else before
    other = before if now.gate else now
    if judged.gate == other.gate and judged.rests_on[0] != other.rests_on[0]:
        return f"the gate {judged.gate} has other rules"
    if judged.gate == other.gate and judged.rests_on[1] != other.rests_on[1]:
        return f"what the gate {judged.gate} reads is another"
    said = f"{judged.cause}: {judged.reason}" if judged.reason else judged.cause
    return f"only {'now' if now.gate else 'before'} the gate {judged.gate} says {said}"
