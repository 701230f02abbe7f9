"""A task's reasoning without its answer, for a solver that is to find the answer along it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from functools import partial
from typing import cast

from assay.evaluation.figures import digits_of, renderings
from assay.model.canonical import Json
from assay.model.task import Answer

BLANK = "___"
_NUMERAL = re.compile(r"\d(?:[\d.,'\s]*\d)?")


def without_answer(text: str, answer: Answer) -> str:
    """Return a text with the answer taken out, a number in every rendering: rounded, scaled, as percent."""
    for gold in filter(None, _golds(answer)):
        text = _NUMERAL.sub(partial(_blanked, renderings(gold)), text)
        text = re.sub(re.escape(gold), BLANK, text, flags=re.IGNORECASE)
    return text


def _blanked(digits: Collection[str], found: re.Match[str]) -> str:
    return BLANK if digits_of(found[0]) in digits else found[0]


def _golds(answer: Answer) -> Iterator[str]:
    if answer.type in ("set", "list", "object"):
        yield from _leaves(cast(Json, json.loads(answer.value)))
    elif answer.type != "null":
        yield from (answer.value, answer.unrounded or "")


def _leaves(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        for one in value.values():
            yield from _leaves(one)
    elif isinstance(value, list):
        for one in value:
            yield from _leaves(one)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
