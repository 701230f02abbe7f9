"""Assertion lint: each statement of a right response stands alone, in range, with its unit, as the program gives it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from assay.model.canonical import Json
from assay.model.task import Assertion, Task
from filters.faults import Fault

# A pack rests on at least so many computed figures (Office Comprehension Bench has 45 assertions a domain question).
FEWEST_COMPUTED = 20
_SHOWN = 80


def assertion_lint(task: Task) -> Fault | None:
    """Return the first assertion that grades nothing on its own, or that the task's program does not give."""
    texts = Counter(" ".join(one.text.split()).casefold() for one in task.assertions)
    for assertion in task.assertions:
        reason = _reason(assertion)
        if texts[" ".join(assertion.text.split()).casefold()] > 1:
            reason = "it stands there twice"
        if reason is not None:
            return Fault("assertion_unclear", f"{assertion.text[:_SHOWN]!r}: {reason}")
    return _computed_fault(task) if task.program else None


def _reason(assertion: Assertion) -> str | None:
    if not assertion.text.strip() or assertion.weight <= 0:
        return "it says nothing, or weighs nothing"
    value, low, high = (_number(text) for text in (assertion.value, assertion.low, assertion.high))
    if (assertion.low is None) != (assertion.high is None):
        return "its range has one end"
    if assertion.low is not None and (value is None or low is None or high is None or not low <= value <= high):
        return f"its value {assertion.value} does not lie between {assertion.low} and {assertion.high}"
    if assertion.value is not None and assertion.value.casefold() not in assertion.text.casefold():
        return f"it does not state its value {assertion.value}"
    stated = assertion.unit is None or assertion.unit == "%" or assertion.unit.casefold() in assertion.text.casefold()
    return None if stated else f"it does not state its unit {assertion.unit}"


def _computed_fault(task: Task) -> Fault | None:
    """Return a fault where a computed value is none of the program's, or where these are too few for a pack."""
    if task.answer.type != "object":
        return None
    given = {_form(text) for text in _leaves(json.loads(task.answer.value, parse_float=str, parse_int=str))}
    computed = [one for one in task.assertions if one.value is not None]
    for assertion in computed:
        if _form(assertion.value or "") not in given:
            reason = f"{assertion.text[:_SHOWN]!r}: the program does not give {assertion.value}"
            return Fault("assertion_not_computed", reason)
    if len(computed) < FEWEST_COMPUTED:
        return Fault("assertions_few", f"{len(computed)} assertions are computed; a pack has {FEWEST_COMPUTED} or more")
    return None


def _leaves(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _leaves(part)
    elif value is not None:
        yield str(value)


def _form(text: str) -> Decimal | str:
    number = _number(text)
    return text.casefold() if number is None else number


def _number(text: str | None) -> Decimal | None:
    try:
        number = Decimal(text or "")
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
