"""Verification: golds are proven, not asserted (architecture, Authors; requirements 28 to 31).

In order: quotes stand where they are said to; no operand is a literal of the program; a second reading of each cited
place agrees; the program gives the answer twice; hiding any cited file makes it fail; for each cited number there is a
change that changes the output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from assay.model.gate import Ask, Context, Verdict
from assay.model.probe import FULL, Attempt, CellChange, Probe, View
from assay.model.task import Evidence, Task
from assay.model.variants import other_numbers
from filters.literals import literal_operand
from filters.quotes import cell_text, quote_fault, second_fault, second_probe

_NO_VOTE = frozenset({"refused", "failed"})


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a task is not proven: a cause for counting and a sentence for people."""

    cause: str
    reason: str


_Check = Callable[[Task, Sequence[Attempt], Context], "Fault | Ask | None"]


@dataclass(frozen=True, slots=True)
class Verification:
    """The first gate; a task that it keeps has a gold that its evidence proves."""

    name: str = "verification"
    version: str = "1"

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return the first check's fault as a drop, the probes that a check needs, or a keep after the last."""
        unanswered = [attempt for attempt in attempts if attempt.ending in _NO_VOTE]
        if unanswered:
            return self._verdict(task, "undecided", unanswered[0].ending, unanswered[0].detail)
        for check in _checks(task):
            found = check(task, attempts, context)
            if isinstance(found, Ask):
                return found
            if found is not None:
                return self._verdict(task, "drop", found.cause, found.reason)
        return self._verdict(task, "keep", "proven", "quotes, second reading and program prove the answer")

    def _verdict(self, task: Task, decision: str, cause: str, reason: str) -> Verdict:
        kept = "keep" if decision == "keep" else "drop" if decision == "drop" else "undecided"
        return Verdict(task.id, task.revision, self.name, kept, cause, reason)


def _checks(task: Task) -> Iterator[_Check]:
    yield _quotes
    if task.program:
        yield _literals
    yield _second_readings
    if task.program:
        yield _program_twice
        yield _hiding
        yield _mutation


def _quotes(task: Task, _: Sequence[Attempt], context: Context) -> Fault | None:
    for evidence in task.evidence:
        reason = quote_fault(evidence, context)
        if reason is not None:
            return Fault("quote_missing", reason)
    return None


def _literals(task: Task, _: Sequence[Attempt], __: Context) -> Fault | None:
    literal = literal_operand(task)
    if literal is None:
        return None
    return Fault("literal_operand", f"the program holds the operand {literal} instead of reading it")


def _second_readings(task: Task, attempts: Sequence[Attempt], context: Context) -> Fault | Ask | None:
    probes = [second_probe(task, evidence) for evidence in task.evidence]
    answered = _answered(probes, attempts)
    if len(answered) < len(probes):
        return Ask(tuple(probes))
    for evidence, attempt in zip(task.evidence, answered, strict=True):
        reason = second_fault(evidence, attempt, context)
        if reason is not None:
            return Fault("readings_differ", reason)
    return None


def _program_twice(task: Task, attempts: Sequence[Attempt], _: Context) -> Fault | Ask | None:
    probes = [_run(task, FULL, sample) for sample in (0, 1)]
    answered = _answered(probes, attempts)
    if len(answered) < len(probes):
        return Ask(tuple(probes))
    first, second = answered
    if first.ending != "done":
        return Fault("program_fails", f"the program ends with {first.ending}: {first.detail}")
    if first.answer != second.answer:
        return Fault("program_varies", f"two runs print {first.answer} and {second.answer}")
    if not first.correct:
        return Fault("answer_differs", f"the program prints {first.answer}, the gold is {task.answer.value}")
    return None


def _hiding(task: Task, attempts: Sequence[Attempt], _: Context) -> Fault | Ask | None:
    paths = sorted({evidence.path for evidence in task.evidence})
    probes = [_run(task, View(name="hidden", hidden=(path,)), 0) for path in paths]
    answered = _answered(probes, attempts)
    if len(answered) < len(probes):
        return Ask(tuple(probes))
    for path, attempt in zip(paths, answered, strict=True):
        if attempt.ending == "done":
            return Fault("file_not_needed", f"without {path} the program still prints {attempt.answer}")
    return None


def _mutation(task: Task, attempts: Sequence[Attempt], context: Context) -> Fault | Ask | None:
    for evidence in task.evidence:
        found = _one_mutation(task, evidence, attempts, context)
        if found is not None:
            return found
    return None


def _one_mutation(task: Task, evidence: Evidence, attempts: Sequence[Attempt], context: Context) -> Fault | Ask | None:
    gold = _answered([_run(task, FULL, 0)], attempts)[0].answer
    texts = other_numbers(cell_text(evidence, context) or "")
    for text in texts:
        probe = _run(task, _mutated(evidence, text), 0)
        answered = _answered([probe], attempts)
        if not answered:
            return Ask((probe,))
        if answered[0].ending == "done" and answered[0].answer != gold:
            return None
    if not texts:
        return None
    where = f"{evidence.path} {evidence.artifact} row {evidence.at.row} column {evidence.at.column}"
    return Fault("mutation_unseen", f"no change of {evidence.quote!r} at {where} changes the output")


def _mutated(evidence: Evidence, text: str) -> View:
    at = evidence.at
    change = CellChange(evidence.path, evidence.artifact, at.row or 0, at.column or 0, text)
    return View(name="mutated", cells=(change,))


def _run(task: Task, view: View, sample: int) -> Probe:
    return Probe(task.id, task.revision, "program", view, "program", sample)


def _answered(probes: Sequence[Probe], attempts: Sequence[Attempt]) -> list[Attempt]:
    by_key = {attempt.key: attempt for attempt in attempts}
    return [by_key[probe.key] for probe in probes if probe.key in by_key]
