"""The one runner: answers the probes that gates ask and calls a gate until it decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice

from assay.evaluation.asking import Seats
from assay.evaluation.context import ArchiveContext
from assay.evaluation.programs import Programs, Ran
from assay.evaluation.readings import read_place
from assay.model.gate import Ask, Context, Gate, Verdict
from assay.model.probe import NO_ANSWER, Attempt, Mode, Probe
from assay.model.task import Task
from assay.sandbox import Limits, Sandbox, SandboxFailed

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
        return self._answered([Put(task, probe, stage, tuple(before)) for probe in probes])

    def _answered(self, puts: Sequence[Put]) -> list[Attempt]:
        programs = [Ran(put.task, put.probe) for put in puts if put.probe.mode == "program"]
        ran = Programs(self.context, self.sandbox, self.limits).attempts(programs)
        rest = [put for put in puts if put.probe.mode != "program"]
        found = {one.probe: one for one in (*ran, *self._each(rest))}
        return [found[put.probe] for put in puts]

    def _each(self, puts: Sequence[Put]) -> list[Attempt]:
        """Return the outcomes in order; models are waited for at once, as many as their provider allows."""
        if len(puts) < 2 or not all(self.seats.is_model(put.probe.subject) for put in puts):
            return [self._one(put) for put in puts]
        with ThreadPoolExecutor(min(len(puts), _AT_ONCE), "models") as pool:
            return list(pool.map(self._one, puts))

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
        return self._to_the_end(_Case(gate, task, known))

    def decide_each(
        self, gate: Gate, tasks: Sequence[Task], known: Mapping[str, Attempt]
    ) -> Iterator[tuple[Task, Decided]]:  # fmt: skip
        """Yield each task with the gate's verdict, as they are decided.

        What asks no model goes on for all tasks side by side, so that programs share a sandbox. What asks one is
        decided after that, task by task: where a budget ends, those before it have their verdicts.
        """
        going, waiting = [_Case(gate, task, known) for task in tasks], list[_Case]()
        while going:
            steps = [(case, case.step(self.context)) for case in going]
            yield from ((case.task, step) for case, step in steps if isinstance(step, Decided))
            asking = [(case, step) for case, step in steps if not isinstance(step, Decided)]
            waiting += [case for case, puts in asking if self._asks_a_model(puts)]
            free = [(case, puts) for case, puts in asking if not self._asks_a_model(puts)]
            self._tell(free)
            going = [case for case, _ in free]
        yield from ((case.task, self._to_the_end(case)) for case in waiting)

    def _to_the_end(self, case: _Case) -> Decided:
        while not isinstance(step := case.step(self.context), Decided):
            self._tell([(case, step)])
        return step

    def _tell(self, asking: Sequence[tuple[_Case, Sequence[Put]]]) -> None:
        found = iter(self._answered([put for _, puts in asking for put in puts]))
        for case, puts in asking:
            case.tell(list(islice(found, len(puts))))

    def _asks_a_model(self, puts: Sequence[Put]) -> bool:
        return any(self.seats.is_model(put.probe.subject) for put in puts)


class _Case:
    """A task before a gate: what was asked, and what of it had to be made."""

    def __init__(self, gate: Gate, task: Task, known: Mapping[str, Attempt]) -> None:
        self.task = task
        self._gate, self._known = gate, known
        self._asked: dict[str, Attempt] = {}
        self._made: list[Attempt] = []
        self._due: list[Put] = []

    def step(self, context: Context) -> Decided | Sequence[Put]:
        """Return the verdict, or what has to be answered before there is one."""
        while not self._due:
            before = tuple(self._asked.values())
            step = self._gate.step(self.task, before, context)
            if isinstance(step, Verdict):
                return self._decided(step)
            fresh = _unanswered(step, self._asked)
            if not fresh:
                return self._decided(_stuck(self._gate, self.task))
            known = {probe.key: self._known[probe.key] for probe in fresh if _is_known(probe, self._known)}
            self._asked |= known
            self._due = [Put(self.task, one, self._gate.name, before) for one in fresh if one.key not in known]
        return self._due

    def tell(self, found: Sequence[Attempt]) -> None:
        """Take the answers of what had to be answered, in its order."""
        self._made += found
        self._asked |= {attempt.key: attempt for attempt in found}
        self._due = []

    def _decided(self, verdict: Verdict) -> Decided:
        return Decided(replace(verdict, attempts=tuple(self._asked)), tuple(self._made))


def _is_known(probe: Probe, known: Mapping[str, Attempt]) -> bool:
    attempt = known.get(probe.key)
    return attempt is not None and attempt.ending not in NO_ANSWER


def _unanswered(ask: Ask, asked: Mapping[str, Attempt]) -> Sequence[Probe]:
    return [probe for probe in ask.probes if probe.key not in asked]


def _stuck(gate: Gate, task: Task) -> Verdict:
    reason = f"the gate {gate.name} asked again for what it had been answered"
    return Verdict(task.id, task.revision, gate.name, "undecided", "gate_stuck", reason)


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
