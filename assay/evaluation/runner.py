"""The one runner: answers the probes that gates ask and calls a gate until it decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assay.evaluation.asking import Seats
from assay.evaluation.context import ArchiveContext
from assay.evaluation.programs import run_program
from assay.evaluation.readings import read_place
from assay.model.gate import Ask, Gate, Verdict
from assay.model.probe import Attempt, Mode, Probe
from assay.model.task import Task
from assay.sandbox import Limits, Sandbox, SandboxFailed

# What ended so says nothing of the task: it is asked again in the next run.
_NO_ANSWER = frozenset({"refused", "failed"})


@dataclass(frozen=True, slots=True)
class Decided:
    """A gate's verdict and the attempts that had to be made for it."""

    verdict: Verdict
    made: tuple[Attempt, ...]


@dataclass(frozen=True, slots=True)
class Runner:
    """Answers probes over one archive in one sandbox, with the subjects that have seats."""

    context: ArchiveContext
    sandbox: Sandbox
    limits: Limits
    seats: Seats = field(default_factory=Seats)

    def attempt(self, task: Task, probe: Probe) -> Attempt:
        """Return the outcome of a probe; a mode that nobody here can answer ends `refused`, which is never a vote."""
        answer = _MODES.get(probe.mode)
        if answer is None:
            return Attempt(probe, None, None, "refused", f"{probe.subject} in mode {probe.mode}: not available yet")
        try:
            return answer(self, task, probe)
        except SandboxFailed as error:
            return Attempt(probe, None, None, "failed", str(error))

    def decide(self, gate: Gate, task: Task, known: Mapping[str, Attempt]) -> Decided:
        """Return the gate's verdict; `known` holds attempts by key that need not be made again."""
        asked: dict[str, Attempt] = {}
        made: list[Attempt] = []
        while True:
            step = gate.step(task, list(asked.values()), self.context)
            if isinstance(step, Verdict):
                return Decided(replace(step, attempts=tuple(asked)), tuple(made))
            fresh = _unanswered(step, asked)
            if not fresh:
                return Decided(_stuck(gate, task, tuple(asked)), tuple(made))
            for probe in fresh:
                attempt = known.get(probe.key)
                if attempt is None or attempt.ending in _NO_ANSWER:
                    attempt = self.attempt(task, probe)
                    made.append(attempt)
                asked[probe.key] = attempt


def _unanswered(ask: Ask, asked: Mapping[str, Attempt]) -> Sequence[Probe]:
    return [probe for probe in ask.probes if probe.key not in asked]


def _stuck(gate: Gate, task: Task, attempts: tuple[str, ...]) -> Verdict:
    reason = f"the gate {gate.name} asked again for what it had been answered"
    return Verdict(task.id, task.revision, gate.name, "undecided", "gate_stuck", reason, attempts)


def _program(runner: Runner, task: Task, probe: Probe) -> Attempt:
    return run_program(runner.context, runner.sandbox, runner.limits, task, probe)


def _reading(runner: Runner, task: Task, probe: Probe) -> Attempt:
    return read_place(runner.context, probe)


def _answer(runner: Runner, task: Task, probe: Probe) -> Attempt:
    return runner.seats.answer(runner.context, task, probe)


_MODES: dict[Mode, Callable[[Runner, Task, Probe], Attempt]] = {
    "program": _program, "reading": _reading, "answer": _answer,
}  # fmt: skip
