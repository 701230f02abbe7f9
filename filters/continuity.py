"""Whether a program's outputs over changed figures belong to the one that it prints over those that stand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import cast

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
    if answer.type == "object":
        return None if _between(_figures(answer.value), [_figures(text) for text in outputs]) else told
    if answer.type != "number":
        return told
    values = [_quantity(answer, text) for text in (answer.value, *outputs)]
    gold, *others = [value for value in values if value is not None]
    slack = tolerance(parse_spec(spec_of(answer)))
    return None if len(others) == len(outputs) and min(others) - slack <= gold <= max(others) + slack else told


def _figures(text: str) -> dict[str, str]:
    """Return the leaves of an object by the names that lead to them; what is no object has none."""
    try:
        body = json.loads(text, parse_float=str, parse_int=str)
    except ValueError:
        return {}
    return dict(_leaves("", body))


def _leaves(name: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, part in cast(dict[str, object], value).items():
            yield from _leaves(f"{name}/{key}", part)
    else:
        yield name, str(value)


def _between(gold: Mapping[str, str], others: Sequence[Mapping[str, str]]) -> bool:
    """Whether every leaf of an object lies between those of its neighbours, a word being its neighbours' word."""
    if any(other.keys() != gold.keys() for other in others):
        return False
    return all(_surrounded(value, [other[name] for other in others]) for name, value in gold.items())


def _surrounded(value: str, others: Sequence[str]) -> bool:
    try:
        number, values = Decimal(value), [Decimal(other) for other in others]
    except InvalidOperation:
        return all(other == value for other in others)
    slack = Decimal(5).scaleb(min(int(number.as_tuple().exponent), 0) - 1)
    return min(values) - slack <= number <= max(values) + slack


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
