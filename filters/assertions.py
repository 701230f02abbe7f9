"""Assertion lint: each statement of a right response says one thing that no other says, in range, with its unit,
as the program gives it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from decimal import Decimal, InvalidOperation
from itertools import combinations

from assay.evaluation.figures import digits_of, renderings
from assay.model.canonical import Json
from assay.model.task import Assertion, Task
from assay.tables.records import normal
from filters.faults import Fault

# A pack rests on at least so many computed figures (Office Comprehension Bench has 45 assertions a domain question).
FEWEST_COMPUTED = 20
_SHOWN = 80
_WORD = re.compile(r"\w+(?:[.,]\d+)*")
_NUMBER = re.compile(r"(?<![\w.,])\d[\d.,]*(?<![.,])")
_YEAR = re.compile(r"(?:19|20)\d{2}")
# With these a sentence begins.
_OPENERS = frozenset({"The", "A", "An", "In", "Of", "At", "For", "On", "To", "By", "From", "During", "It", "This"})
# Two statements on the same evidence with so many words in common say the same; fewer digits stand in texts as counts.
_ALIKE, _FEWEST_DIGITS = 0.6, 3


def assertion_lint(task: Task) -> Fault | None:
    """Return the first assertion that grades nothing on its own, or that the task's program does not give."""
    known = _figures(task)
    for assertion in task.assertions:
        reason = _reason(assertion) or _compound(assertion, known)
        if reason is not None:
            return Fault("assertion_unclear", f"{assertion.text[:_SHOWN]!r}: {reason}")
    for one, other in combinations(task.assertions, 2):
        if _says_the_same(one, other):
            first = "" if normal(one.text) == normal(other.text) else f", first as {one.text[:_SHOWN]!r}"
            return Fault("assertion_unclear", f"{other.text[:_SHOWN]!r}: it stands there twice{first}")
    return _computed_fault(task) if task.program else None


def _figures(task: Task) -> frozenset[str]:
    """Return the digits of the figures that a task rests on or asks for."""
    texts = [evidence.quote for evidence in task.evidence if _NUMBER.search(evidence.quote)]
    texts += [one.value for one in task.assertions if one.value]
    return frozenset(digits for text in texts if len(digits := digits_of(text)) >= _FEWEST_DIGITS)


def _compound(assertion: Assertion, known: Collection[str]) -> str | None:
    """Return why an assertion states more than one of the figures, so that half of it may be right."""
    own = renderings(assertion.value or "").union(*map(renderings, assertion.equivalents))
    stated = dict.fromkeys(text for text in _NUMBER.findall(assertion.text) if not _YEAR.fullmatch(text))
    figures = [text for text in stated if digits_of(text) in known and digits_of(text) not in own]
    most = 0 if assertion.value is not None and _number(assertion.value.replace(",", "")) is not None else 1
    return f"it states {figures[-1]} besides" if len(figures) > most else None


def _says_the_same(one: Assertion, other: Assertion) -> bool:
    """Whether two assertions are one: the same text, or the same value of the same evidence in like words."""
    mine, theirs = (frozenset(_WORD.findall(text.casefold())) for text in (one.text, other.text))
    if normal(one.text) == normal(other.text):
        return True
    if one.value is None or (one.value, one.unit, one.evidence) != (other.value, other.unit, other.evidence):
        return False
    return _particulars(one) == _particulars(other) and len(mine & theirs) >= _ALIKE * len(mine | theirs)


def _particulars(assertion: Assertion) -> set[str]:
    """Return the numbers and names of an assertion: what no other words can stand for."""
    names = {word for word in _WORD.findall(assertion.text) if word[0].isupper() and word not in _OPENERS}
    return names.union(_NUMBER.findall(assertion.text))


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
