"""What the answers of subjects are worth to a gate: one that failed is no vote."""

from __future__ import annotations

from collections.abc import Sequence

from assay.model.gate import Ask, Verdict
from assay.model.probe import NO_ANSWER, Attempt, Probe
from assay.model.task import Task


def no_vote(gate: str, task: Task, attempts: Sequence[Attempt]) -> Verdict | None:
    """Return `undecided` where an attempt failed, so that it is asked again; None where all of them count."""
    failed = next((attempt for attempt in attempts if attempt.ending in NO_ANSWER), None)
    if failed is None:
        return None
    return Verdict(task.id, task.revision, gate, "undecided", failed.ending, failed.detail)


def answered(probes: Sequence[Probe], attempts: Sequence[Attempt]) -> list[Attempt]:
    """Return the attempts at the probes that were made, in their order."""
    by_key = {attempt.key: attempt for attempt in attempts}
    return [by_key[probe.key] for probe in probes if probe.key in by_key]


def poll(gate: str, task: Task, probes: Sequence[Probe], attempts: Sequence[Attempt]) -> Ask | Verdict | list[Attempt]:
    """Return the attempts at all probes; an `Ask` where some are missing, `undecided` where one of them failed."""
    made = answered(probes, attempts)
    if len(made) < len(probes):
        return Ask(tuple(probes))
    return no_vote(gate, task, made) or made


def told(attempt: Attempt) -> str:
    """Return whose answer it is and what it is, in words."""
    answer = "no answer" if attempt.answer is None else f"the answer {attempt.answer[:80]!r}"
    return f"{attempt.probe.subject}: {answer}"
