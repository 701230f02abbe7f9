"""A task over changed evidence: what it cites found again, its program run again, its answer as it is now."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from assay.collection import collection_path
from assay.evaluation.golds import gold_fault, spec_of
from assay.evaluation.match import match
from assay.model.task import Answer, Evidence, LookUp, Plan, Task
from assay.refresh.places import Lost, Places
from assay.tables.numbers import numeral_of
from assay.tables.records import normal


def restated(task: Task, places: Places, run: Callable[[Task], Sequence[str]]) -> Task:
    """Return the task as it is over the documents of now, with the same revision; Lost where it cannot be.

    `run` returns the lines that a task's program prints. A plan is kept where each of its look-ups has its value still.
    """
    evidence = tuple(places.cited(one) for one in task.evidence)
    found = replace(task, evidence=evidence, program=_program(task, evidence, places), plan=_plan(task.plan, places))
    pairs = zip(evidence, task.evidence, strict=True)
    other = next(((now, old) for now, old in pairs if _says_otherwise(now.quote, old.quote)), None)
    if other is not None and (task.assertions or not task.program):
        raise Lost(_unstated(task, *other))
    if not task.program:
        _check_heads(task.evidence, evidence, places)
        return found
    lines = run(found)
    if not lines:
        raise Lost("its program finds no answer over the files as they are now")
    if match(task.answer.value, lines[-1], spec_of(task.answer)).ok:
        return found
    if task.assertions:
        raise Lost("its assertions were stated over other figures")
    answer = _answer(task.answer, lines)
    fault = gold_fault(answer)
    if fault:
        raise Lost(f"its program prints {lines[-1]!r} now, which is no such answer: {fault}")
    return replace(found, answer=answer, plan=None, reasoning=_reasoning(found, answer))


def _says_otherwise(now: str, before: str) -> bool:
    """Whether words are others, or numbers have other values; another format of a number says the same."""
    numbers = numeral_of(now), numeral_of(before)
    if numbers[0] is not None and numbers[1] is not None:
        return (numbers[0].value, numbers[0].percent) != (numbers[1].value, numbers[1].percent)
    return normal(now) != normal(before)


def _unstated(task: Task, now: Evidence, old: Evidence) -> str:
    if task.assertions:
        return "its assertions were stated over other figures"
    return f"{now.path} says {now.quote!r} where {old.quote!r} stood, and no program works out its answer anew"


def _check_heads(before: Sequence[Evidence], evidence: Sequence[Evidence], places: Places) -> None:
    """Raise Lost where a cell stands under or beside other words than it did and no program looks for those."""
    for old, now in zip(before, evidence, strict=True):
        then, heads = places.heads(old), places.heads_now(now)
        if then and then != heads:
            other = next((new, was) for new, was in zip(heads, then, strict=True) if new != was)
            raise Lost(f"{now.path} has {other[0]!r} for a head of {now.quote!r}, where {other[1]!r} stood")


def _answer(answer: Answer, lines: Sequence[str]) -> Answer:
    before = lines[-2] if len(lines) > 1 and _is_number(lines[-2]) else None
    unrounded = None if answer.type != "number" else before or lines[-1]
    return replace(answer, value=lines[-1], unrounded=unrounded)


def _reasoning(task: Task, answer: Answer) -> tuple[str, ...]:
    cells = [one for one in task.evidence if one.at.row is not None]
    said = [f"{one.path} shows {one.quote} in row {(one.at.row or 0) + 1} of {one.artifact}." for one in cells]
    return (*said, f"Worked out again over these figures, the answer is {answer.value}.")


def _plan(plan: Plan | None, places: Places) -> Plan | None:
    """Return the plan over the artifacts of now, None where a look-up has another value: then its steps have too."""
    if plan is None:
        return None
    lookups = tuple(_look_up(one, places) for one in plan.lookups)
    same = all(one.value == old.value for one, old in zip(lookups, plan.lookups, strict=True))
    return replace(plan, lookups=lookups) if same else None


def _look_up(lookup: LookUp, places: Places) -> LookUp:
    artifact = places.stands_for(lookup.path, lookup.artifact)
    if artifact is None:
        raise Lost(f"{lookup.path} holds nothing in the place of a table that its program reads")
    return places.looked_up(lookup, artifact)


def _program(task: Task, evidence: Sequence[Evidence], places: Places) -> str:
    """Return the program with the keys of now; where two files share a key, each is changed beside its own name."""
    lookups = task.plan.lookups if task.plan else ()
    keys = {(one.path, one.artifact): now.artifact for one, now in zip(task.evidence, evidence, strict=True)}
    for one in lookups:
        found = places.stands_for(one.path, one.artifact)
        if found is not None:
            keys.setdefault((one.path, one.artifact), found.key)
    program, shared = task.program, [key for _, key in keys]
    for (path, old), new in keys.items():
        place = re.escape(collection_path(task.domain, path)) + r"\W{1,8}" if shared.count(old) > 1 else ""
        program = re.sub(rf"({place})(?<![\w-]){re.escape(old)}(?![\w-])", rf"\g<1>{new}", program)
    return program


def _is_number(text: str) -> bool:
    try:
        return Decimal(text).is_finite()
    except InvalidOperation:
        return False
