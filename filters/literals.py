"""Whether a program holds a value that it should read: any operand of its plan or evidence, in any rendering.

Numbers made of constants alone count as written: sums of figures, strings put together, slices, names of constants.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Context, Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from assay.evaluation.programs import UNPARSABLE
from assay.model.task import Task
from filters.folding import program_constants

_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_SCALES = tuple(Decimal(10) ** power for power in (-6, -3, -2, 0, 2, 3, 6))
# A number as a value: a sign or a currency before it, a short unit after it; "Plant 417" is a name.
_VALUE = re.compile(r"(?:[^\w\s]|\s|[A-Z]{3}\b)*?(-?\d[\d,]*(?:\.\d+)?)\s*(?:\S{0,5})")
# Small whole numbers are row counts, decimals and factors of formulas; years are look-up keys.
_SMALL = 100
_YEARS = range(1900, 2101)
_DIGITS = Context(prec=60)
# What is rounded half up has a half added to it, which is no 500 in thousands.
_HALF = Decimal("0.5")


def literal_operand(task: Task, shown: Iterable[str] = ()) -> str | None:
    """Return the first operand (or the answer) that stands in the program's source, None where none does.

    `shown` holds the other cells of the cited tables: their values may be names of things in texts, not numbers.
    """
    try:
        held = _held(task.program)
    except UNPARSABLE:
        return None
    for operand in _operands(task):
        if operand in held.everything or not held.everything.isdisjoint(_renderings(operand) - {_HALF}):
            return str(operand)
    return next((str(value) for value in _told(shown) if value in held.numbers), None)


class _Held(NamedTuple):
    """The magnitudes that a program's text makes: as numbers, and with those in its strings."""

    numbers: frozenset[Decimal]
    everything: frozenset[Decimal]


@lru_cache(maxsize=32)
def _held(program: str) -> _Held:
    values = program_constants(program)
    numbers = frozenset(_exact(value) for value in values if not isinstance(value, str))
    texts = [value for value in values if isinstance(value, str)]
    return _Held(numbers, numbers.union(*(map(_magnitude, _NUMBER.findall(text)) for text in texts)))


def _exact(value: int | Fraction) -> Decimal:
    return _DIGITS.divide(Decimal(abs(value.numerator)), Decimal(value.denominator))


def _magnitude(text: str) -> Decimal:
    return abs(_decimal(text))


def _operands(task: Task) -> Iterator[Decimal]:
    texts = [evidence.quote for evidence in task.evidence]
    texts += [lookup.value for lookup in task.plan.lookups] if task.plan else []
    texts += [task.answer.value, task.answer.unrounded or ""] if task.answer.type == "number" else []
    yield from _told(texts)


def _told(texts: Iterable[str]) -> Iterator[Decimal]:
    """Yield the number of each text that is one and tells something."""
    for text in texts:
        value = _VALUE.fullmatch(text.strip())
        if value and not _harmless(_decimal(value.group(1))):
            yield abs(_decimal(value.group(1)))


def _harmless(number: Decimal) -> bool:
    whole = number == number.to_integral_value()
    return whole and (abs(number) <= _SMALL or int(number) in _YEARS)


def _renderings(operand: Decimal) -> set[Decimal]:
    return {operand * scale for scale in _SCALES}


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text.replace(",", ""))
    except InvalidOperation:
        return Decimal(0)
