"""Verification: golds are proven, not asserted (architecture, Authors; requirements 28 to 31).

In order: quotes stand where they are said to and whole; the plan, the periods and the units agree with the evidence;
the figures are of the places and years that the question names, at the end of a column that it picks, and a share of
all is one of all;
every cited file gives the program a number and none is a literal of it; a second reading of each cited place agrees;
the program gives the answer twice, and not without what is cited; hiding any cited file makes it fail; for each cited
number there is a change that changes the output; next to its inputs the program goes on as it does at them. What has
no program has its answer in the words of its evidence; that there is no answer is held by the queries of its scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from assay.model.gate import Ask, Context, Decision, Reads, Verdict
from assay.model.identity import Same
from assay.model.probe import FULL, Attempt, Probe, View
from assay.model.task import Evidence, Task
from assay.model.variants import other_numbers
from filters.addresses import address_fault
from filters.continuity import jump, one_output
from filters.denominators import denominator_fault
from filters.faults import Fault
from filters.grounds import absence_fault, answer_fault, assertion_fault
from filters.literals import literal_operand
from filters.named import named_fault
from filters.operands import change, neighbours, operand_fault, operands, plan_fault, table_texts
from filters.periods import period_fault
from filters.quotes import cell_text, quote_fault, second_fault, second_probe
from filters.stated_units import unit_fault
from filters.votes import no_vote

_Standing = Callable[[Task, Context], "Fault | None"]
_Check = Callable[[Task, Sequence[Attempt], Context], "Fault | Ask | None"]


@dataclass(frozen=True, slots=True)
class Verification:
    """The first gate; a task that it keeps has a gold that its evidence proves."""

    name: str = "verification"
    version: str = "10"
    reads: Reads = "cited"

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return the first check's fault as a drop, the probes that a check needs, or a keep after the last."""
        if (open_ := no_vote(self.name, task, attempts)) is not None:
            return open_
        standing = _standing_fault(Same(task, context))
        if standing is not None:
            return self._verdict(task, "drop", standing.cause, standing.reason)
        asked: list[Probe] = []
        for check in _asking(task):
            found = check(task, attempts, context)
            if isinstance(found, Ask):
                asked += found.probes
            elif found is not None and not asked:
                return self._verdict(task, "drop", found.cause, found.reason)
            if found is not None and check not in _TOGETHER:
                break
        if asked:
            return Ask(tuple(asked))
        return self._verdict(task, "keep", "proven", "quotes, second reading and program prove the answer")

    def _verdict(self, task: Task, decision: Decision, cause: str, reason: str) -> Verdict:
        return Verdict(task.id, task.revision, self.name, decision, cause, reason)


def _standing(task: Task) -> Iterator[_Standing]:
    """Yield the checks that need no attempt."""
    yield from (_quotes, plan_fault, _periods, _named, assertion_fault)
    if task.program:
        yield from (operand_fault, _literals)
    if task.answer.type == "null":
        yield absence_fault
    elif not task.program:
        yield answer_fault
    yield unit_fault


# A task is asked about again with each answer, and several are judged at once.
@lru_cache(maxsize=1024)
def _standing_fault(case: Same[Task, Context]) -> Fault | None:
    found = (check(*case.things) for check in _standing(case.things[0]))
    return next((fault for fault in found if fault is not None), None)


def _asking(task: Task) -> Iterator[_Check]:
    """Yield the checks that ask, in order."""
    yield _second_readings
    if task.program:
        yield from (_program, _second_run, _emptied, _hiding, _mutation, _neighbours)


def _quotes(task: Task, context: Context) -> Fault | None:
    for evidence in task.evidence:
        reason = quote_fault(evidence, context)
        if reason is not None:
            return Fault("quote_missing", reason)
    return None


def _periods(task: Task, _: Context) -> Fault | None:
    return period_fault(task)


def _named(task: Task, context: Context) -> Fault | None:
    return named_fault(task, context) or address_fault(task, context) or denominator_fault(task, context)


def _literals(task: Task, context: Context) -> Fault | None:
    literal = literal_operand(task, table_texts(task, context))
    if literal is None:
        return None
    return Fault("literal_operand", f"the program holds the operand {literal} instead of reading it")


def _second_readings(task: Task, attempts: Sequence[Attempt], context: Context) -> Fault | Ask | None:
    probes = [second_probe(task, evidence) for evidence in task.evidence]
    answered = _answered(probes, attempts)
    if len(answered) < len(probes):
        return Ask(tuple(probes))
    return _reading_fault(Same(task, context, *answered))


@lru_cache(maxsize=1024)
def _reading_fault(case: Same[Task, Context, *tuple[Attempt, ...]]) -> Fault | None:
    task, context, *answered = case.things
    for evidence, attempt in zip(task.evidence, answered, strict=True):
        reason = second_fault(evidence, attempt, context)
        if reason is not None:
            return Fault("readings_differ", reason)
    return None


def _program(task: Task, attempts: Sequence[Attempt], _: Context) -> Fault | Ask | None:
    probe = _run(task, FULL, 0)
    answered = _answered([probe], attempts)
    if not answered:
        return Ask((probe,))
    if answered[0].ending != "done":
        return Fault("program_fails", f"the program ends with {answered[0].ending}: {answered[0].detail}")
    return None


def _second_run(task: Task, attempts: Sequence[Attempt], _: Context) -> Fault | Ask | None:
    """Ask for another run only after the first, so that each has an interpreter, and thus a hash seed, of its own."""
    probes = [_run(task, FULL, sample) for sample in (0, 1)]
    answered = _answered(probes, attempts)
    if len(answered) < len(probes):
        return Ask(tuple(probes))
    first, second = answered
    if first.answer != second.answer:
        return Fault("program_varies", f"two runs print {first.answer} and {second.answer}")
    if not first.correct:
        return Fault("answer_differs", f"the program prints {first.answer}, the gold is {task.answer.value}")
    return None


def _emptied(task: Task, attempts: Sequence[Attempt], _: Context) -> Fault | Ask | None:
    cited = tuple(sorted({(evidence.path, evidence.artifact) for evidence in task.evidence}))
    probe = _run(task, View(name="emptied", without=cited), 0)
    answered = _answered([probe], attempts)
    if not answered:
        return Ask((probe,))
    if answered[0].correct:
        return Fault("constant_program", "the program prints the answer over files that hold nothing of what is cited")
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
    seen: list[str] = []
    asked: list[Probe] = []
    for evidence in operands(task, context):
        found = _changed(task, evidence, attempts, context)
        if isinstance(found, Fault):
            return found
        if isinstance(found, Ask):
            asked += found.probes
        else:
            seen.append(found)
    if asked:
        return Ask(tuple(asked))
    if one_output(task.answer, seen):
        return Fault("known_inputs", f"the program prints {seen[0]!r} whatever changes, and the answer as it stands")
    return None


def _changed(task: Task, evidence: Evidence, attempts: Sequence[Attempt], context: Context) -> Fault | Ask | str:
    """Return the first output of another value that a change of the cited number makes."""
    for text in other_numbers(cell_text(evidence, context) or ""):
        probe = _run(task, View(name="mutated", cells=(change(evidence, text),)), 0)
        answered = _answered([probe], attempts)
        if not answered:
            return Ask((probe,))
        if answered[0].ending == "done" and answered[0].correct is False:
            return answered[0].answer or ""
    where = f"{evidence.path} {evidence.artifact} row {evidence.at.row} column {evidence.at.column}"
    return Fault("mutation_unseen", f"no change of {evidence.quote!r} at {where} changes the output")


def _neighbours(task: Task, attempts: Sequence[Attempt], context: Context) -> Fault | Ask | None:
    views = [View(name="neighbour", cells=cells) for cells in neighbours(operands(task, context), context)]
    probes = [_run(task, view, 0) for view in views]
    answered = _answered(probes, attempts)
    if len(answered) < len(probes):
        return Ask(tuple(probes))
    for attempt in answered:
        if attempt.ending != "done":
            return Fault("known_inputs", f"with figures one place off the program ends with {attempt.ending}")
    reason = jump(task.answer, [attempt.answer or "" for attempt in answered])
    return Fault("known_inputs", reason) if reason else None


# Runs that do not wait for each other are asked for at once, since they may share a sandbox.
_TOGETHER: frozenset[_Check] = frozenset({_second_run, _emptied, _hiding, _mutation, _neighbours})


def _run(task: Task, view: View, sample: int) -> Probe:
    return Probe(task.id, task.revision, "program", view, "program", sample)


def _answered(probes: Sequence[Probe], attempts: Sequence[Attempt]) -> list[Attempt]:
    by_key = {attempt.key: attempt for attempt in attempts}
    return [by_key[probe.key] for probe in probes if probe.key in by_key]
