"""Whether a share of all is that: of the sum over every entity of the column, neither more nor fewer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from assay.evaluation.figures import Figure, Figures, figures_of, operands_of
from assay.model.gate import Context
from assay.model.task import Task
from filters.faults import Fault

_SHARE = re.compile(r"\b(?:share|proportion|fraction|per ?cent(?:age)?)\b", re.IGNORECASE)
_ALL = re.compile(r"\b(?:all|every|the whole|the total|altogether)\b", re.IGNORECASE)
# A part of all that is no single figure, or all of a part.
_OTHERWISE = re.compile(
    r"\b(?:whose|where|except|other|others|rest|remaining|two|three|four|five|top|both|together|combined|gr[eo]w\w*"
    r"|growth|change\w*|average|mean|points?|from\b.+\bto|between|years)\b",
    re.IGNORECASE,
)
# So many cells of a column are a sum that somebody took.
_FEWEST = 3

Column = tuple[str, str, str, str]


def denominator_fault(task: Task, context: Context) -> Fault | None:
    """Return a fault where no cited figure has the answer's share in the sum of the column that a task cites."""
    question, gold = task.question, _gold(task)
    if gold is None or not _SHARE.search(question) or not _ALL.search(question) or _OTHERWISE.search(question):
        return None
    known = figures_of(task.domain, context)
    figures = [figure for figure in operands_of(task, known) if figure.amount is not None]
    for column in _summed(figures):
        whole = sum(_amounts(column, known))
        shares = [figure.amount / whole * 100 for figure in figures if figure.amount is not None and whole]
        if any(abs(share - gold) <= _slack(task) for share in shares):
            return None
        told = (
            f"no figure of {column[0]} is {task.answer.value} percent of {column[2]} {column[3]} of all rows together"
        )
        return Fault("denominator_differs", told)
    return None


def _gold(task: Task) -> Fraction | None:
    if task.track != "numeric" or task.answer.unit != "%" or task.answer.decimals is None:
        return None
    try:
        return Fraction(Decimal(task.answer.value))
    except (InvalidOperation, ValueError):
        return None


def _slack(task: Task) -> Fraction:
    """Half of the last place, and what floating point leaves."""
    return Fraction(51, 100) / 10 ** (task.answer.decimals or 0)


def _summed(figures: Sequence[Figure]) -> Iterator[Column]:
    """Yield the columns of which several figures are cited."""
    counted: defaultdict[Column, set[str]] = defaultdict(set)
    for figure in figures:
        if figure.measure and figure.period:
            counted[figure.path, figure.artifact, figure.measure, figure.period].add(figure.entity)
    yield from (column for column, entities in counted.items() if len(entities) >= _FEWEST)


def _amounts(column: Column, known: Figures) -> Iterator[Fraction]:
    path, artifact, measure, period = column
    for cell in known.rows.get((path, artifact), ()):
        if (cell.measure, cell.period) == (measure, period):
            yield cell.amount
