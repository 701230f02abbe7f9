"""The one runner: answers the probes that gates ask and calls a gate until it decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
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
# Calls for one task that are waited for at once; the limits of the provider hold beside it.
_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class Decided:
    """A gate's verdict and the attempts that had to be made for it."""

    verdict: Verdict
    made: tuple[Attempt, ...]


@dataclass(frozen=True, slots=True)
class Put:
    """A probe of a task as it is put: who pays for calls to models, and the attempts that a reviewer is shown."""

    task: Task
    probe: Probe
    stage: str = ""
    before: tuple[Attempt, ...] = ()


@dataclass(frozen=True, slots=True)
class Runner:
    """Answers probes over one archive in one sandbox, with the subjects that have seats."""

    context: ArchiveContext
    sandbox: Sandbox
    limits: Limits
    seats: Seats = field(default_factory=Seats)

    def attempts(
        self, task: Task, probes: Sequence[Probe], *, stage: str = "", before: Sequence[Attempt] = ()
    ) -> list[Attempt]:  # fmt: skip
        """Return the outcomes of probes; a mode that nobody here can answer ends `refused`, which is never a vote.

        `stage` is who pays for calls to models; `before` are attempts on the task that a reviewer is shown.
        """
        programs = [probe for probe in probes if probe.mode == "program"]
        ran = dict(zip(programs, self._programs(task, programs), strict=True))
        rest = [Put(task, probe, stage, tuple(before)) for probe in probes if probe not in ran]
        ran |= zip((put.probe for put in rest), self._each(rest), strict=True)
        return [ran[probe] for probe in probes]

    def _each(self, puts: Sequence[Put]) -> list[Attempt]:
        """Return the outcomes in order; models are waited for at once, as many as their provider allows."""
        if len(puts) < 2 or not all(self.seats.is_model(put.probe.subject) for put in puts):
            return [self._one(put) for put in puts]
        with ThreadPoolExecutor(min(len(puts), _AT_ONCE), "models") as pool:
            return list(pool.map(self._one, puts))

    def _programs(self, task: Task, probes: Sequence[Probe]) -> list[Attempt]:
        try:
            return list(Programs(self.context, self.sandbox, self.limits).attempts(task, probes))
        except SandboxFailed as error:
            return [Attempt(probe, None, None, "failed", str(error)) for probe in probes]

    def _one(self, put: Put) -> Attempt:
        probe, answer = put.probe, _MODES.get(put.probe.mode)
        if answer is None:
            return Attempt(probe, None, None, "refused", f"{probe.subject} in mode {probe.mode}: not available yet")
        try:
            return answer(self, put)
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
            found = self.attempts(task, due, stage=gate.name, before=list(asked.values()))
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


def _reading(runner: Runner, put: Put) -> Attempt:
    return read_place(runner.context, put.probe)


def _answer(runner: Runner, put: Put) -> Attempt:
    return runner.seats.answer(runner.context, put.task, put.probe, put.stage)


def _agent(runner: Runner, put: Put) -> Attempt:
    return runner.seats.agent(runner.context, put.task, put.probe, put.stage)


def _review(runner: Runner, put: Put) -> Attempt:
    return runner.seats.review(put.task, put.probe, put.stage, put.before)


def _grade(runner: Runner, put: Put) -> Attempt:
    return runner.seats.grade(put.task, put.probe, put.stage)


_MODES: dict[Mode, Callable[[Runner, Put], Attempt]] = {
    "reading": _reading, "answer": _answer, "agent": _agent, "review": _review, "grade": _grade,
}  # fmt: skip
