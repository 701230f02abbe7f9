"""The one runner: answers the probes that gates ask and calls a gate until it decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assay.evaluation.asking import Seats
from assay.evaluation.context import ArchiveContext
from assay.evaluation.programs import Programs
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

    def attempts(self, task: Task, probes: Sequence[Probe]) -> list[Attempt]:
        """Return the outcomes of probes; a mode that nobody here can answer ends `refused`, which is never a vote."""
        programs = [probe for probe in probes if probe.mode == "program"]
        ran = dict(zip(programs, self._programs(task, programs), strict=True))
        return [ran[probe] if probe in ran else self._one(task, probe) for probe in probes]

    def _programs(self, task: Task, probes: Sequence[Probe]) -> list[Attempt]:
        try:
            return list(Programs(self.context, self.sandbox, self.limits).attempts(task, probes))
        except SandboxFailed as error:
            return [Attempt(probe, None, None, "failed", str(error)) for probe in probes]

    def _one(self, task: Task, probe: Probe) -> Attempt:
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
            due = [probe for probe in fresh if not _is_known(probe, known)]
            found = self.attempts(task, due)
            made += found
            asked |= {probe.key: known[probe.key] for probe in fresh if _is_known(probe, known)}
            asked |= {attempt.key: attempt for attempt in found}


def _is_known(probe: Probe, known: Mapping[str, Attempt]) -> bool:
    attempt = known.get(probe.key)
    return attempt is not None and attempt.ending not in _NO_ANSWER


def _unanswered(ask: Ask, asked: Mapping[str, Attempt]) -> Sequence[Probe]:
    return [probe for probe in ask.probes if probe.key not in asked]


def _stuck(gate: Gate, task: Task, attempts: tuple[str, ...]) -> Verdict:
    reason = f"the gate {gate.name} asked again for what it had been answered"
    return Verdict(task.id, task.revision, gate.name, "undecided", "gate_stuck", reason, attempts)


def _reading(runner: Runner, task: Task, probe: Probe) -> Attempt:
    return read_place(runner.context, probe)


def _answer(runner: Runner, task: Task, probe: Probe) -> Attempt:
    return runner.seats.answer(runner.context, task, probe)


_MODES: dict[Mode, Callable[[Runner, Task, Probe], Attempt]] = {
    "reading": _reading, "answer": _answer,
}  # fmt: skip
