"""Whether a response is the expected answer, and if not, why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from assay.evaluation.answers.cleaning import Refusal, tagged_answer
from assay.evaluation.answers.colors import compare_colors
from assay.evaluation.answers.dates import compare_dates
from assay.evaluation.answers.formulas import compare_formulas
from assay.evaluation.answers.links import compare_urls
from assay.evaluation.answers.numbers import compare_numbers, number_fault
from assay.evaluation.answers.spec import Spec, parse_spec
from assay.evaluation.answers.structures import compare_lists, compare_nulls, compare_objects, compare_sets
from assay.evaluation.answers.texts import compare_texts

REASONS = ("match", "extraction", "malformed", "type", "unit", "sign", "scale", "value", "precision")

COMPARATORS: dict[str, Callable[[str, str, Spec], str]] = {
    "number": compare_numbers,
    "text": compare_texts,
    "set": compare_sets,
    "list": compare_lists,
    "date": compare_dates,
    "color": compare_colors,
    "url": compare_urls,
    "formula": compare_formulas,
    "object": compare_objects,
    "null": compare_nulls,
}


@dataclass(frozen=True, slots=True)
class Match:
    """The outcome of one comparison; the reason is "match" if and only if it is right."""

    ok: bool
    reason: str


def match(expected: str, response: str, spec: str) -> Match:
    """Return whether the response is the expected answer under the format, with a reason code."""
    asked = parse_spec(spec)
    try:
        answer = tagged_answer(response) if asked.scope == "submission" else response
        reason = COMPARATORS[asked.type](expected, answer, asked)
    except Refusal as refusal:
        reason = refusal.reason
    return Match(reason == "match", reason)


def check_gold(expected: str, spec: str) -> str | None:
    """Return why an expected answer does not pass its own format, or None if it does."""
    asked = parse_spec(spec)
    if asked.type == "number":
        return number_fault(expected, asked)
    try:
        reason = COMPARATORS[asked.type](expected, expected, asked)
    except Refusal as refusal:
        reason = refusal.reason
    return None if reason == "match" else f"{reason}: {expected!r} is not a valid {asked.type}"
