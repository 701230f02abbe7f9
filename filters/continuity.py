"""Whether a program's outputs over changed figures belong to the one that it prints over those that stand."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from assay.evaluation.answers.cleaning import Refusal
from assay.evaluation.answers.numbers import tolerance
from assay.evaluation.answers.quantities import read_quantity
from assay.evaluation.answers.spec import parse_spec
from assay.evaluation.golds import spec_of
from assay.evaluation.match import match
from assay.model.task import Answer


def jump(answer: Answer, outputs: Sequence[str]) -> str | None:
    """Return why the gold is no value between the outputs just above and below its inputs, None where it is.

    A program that knows its inputs by a hash or their sum prints a gold that its neighbours do not surround. Every
    arithmetic program is monotone over one place of its figures but for its curvature, which rounding hides.
    """
    if not outputs or any(match(answer.value, output, spec_of(answer)).ok for output in outputs):
        return None
    told = f"with figures one place off the program prints {' and '.join(outputs)}, with these {answer.value}"
    if answer.type != "number":
        return told
    values = [_quantity(answer, text) for text in (answer.value, *outputs)]
    gold, *others = [value for value in values if value is not None]
    slack = tolerance(parse_spec(spec_of(answer)))
    return None if len(others) == len(outputs) and min(others) - slack <= gold <= max(others) + slack else told


def one_output(answer: Answer, outputs: Sequence[str]) -> bool:
    """Whether changes of several figures all led to one and the same number, which no arithmetic does.

    Counts may: each figure on its other side of a limit is one less.
    """
    counted = answer.kind == "integer" or answer.decimals in (None, 0)
    return answer.type == "number" and not counted and len(outputs) > 1 and len(set(outputs)) == 1


def _quantity(answer: Answer, text: str) -> Decimal | None:
    try:
        return read_quantity(text, parse_spec(spec_of(answer)))
    except Refusal:
        return None
