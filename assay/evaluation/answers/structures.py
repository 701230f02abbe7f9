"""Comparison of JSON answers: sets, lists, objects and null, with numbers by value and strings by the text rule."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable
from decimal import Decimal, InvalidOperation
from typing import cast

from assay.evaluation.answers.cleaning import Refusal, bounded, unfenced
from assay.evaluation.answers.spec import Spec
from assay.evaluation.answers.texts import folded_text

LONGEST_JSON = 20_000
DEEPEST_JSON = 40
JsonObject = dict[str, object]


def compare_sets(expected: str, response: str, asked: Spec) -> str:
    """Return why the response does not hold the expected members in any order, or "match"."""
    gold, given = (Counter(ordered_key(item) for item in read_list(text)) for text in (expected, response))
    if max(gold.values(), default=1) > 1:
        raise Refusal("malformed")
    return "match" if gold == given else "value"


def compare_lists(expected: str, response: str, asked: Spec) -> str:
    """Return why the response does not hold the expected items in their order, or "match"."""
    gold, given = (ordered_key(read_list(text)) for text in (expected, response))
    return "match" if gold == given else "value"


def compare_objects(expected: str, response: str, asked: Spec) -> str:
    """Return why a field of the expected object is missing or different, or "match"; other fields do not count."""
    gold, given = read_json(expected), read_json(response)
    if not isinstance(gold, dict) or not isinstance(given, dict):
        raise Refusal("type")
    return "match" if same_value(cast(JsonObject, gold), cast(JsonObject, given)) else "value"


def compare_nulls(expected: str, response: str, asked: Spec) -> str:
    """Return "match" only for an explicit null."""
    if unfenced(bounded(expected, LONGEST_JSON)) != "null":
        raise Refusal("type")
    return "match" if unfenced(bounded(response, LONGEST_JSON)) == "null" else "value"


def read_list(text: str) -> list[object]:
    """Return the items of a JSON array."""
    value = read_json(text)
    if not isinstance(value, list):
        raise Refusal("type")
    return cast("list[object]", value)


def read_json(text: str) -> object:
    """Return the value of a JSON text with exact numbers; doubled keys and numbers that are none are refused."""
    text = unfenced(bounded(text, LONGEST_JSON))
    if depth(text) > DEEPEST_JSON:
        raise Refusal("malformed")
    try:
        return json.loads(
            text, parse_float=exact, parse_int=exact, parse_constant=refuse_constant, object_pairs_hook=unique_fields
        )
    except json.JSONDecodeError as error:
        raise Refusal("malformed") from error


def depth(text: str) -> int:
    """Return an upper bound of how deep the brackets nest, those inside strings counted too."""
    deepest = level = 0
    for character in text:
        if character in "[{":
            level += 1
            deepest = max(deepest, level)
        elif character in "]}":
            level -= 1
    return deepest


def exact(digits: str) -> Decimal:
    """Return a JSON number as it is written."""
    try:
        return Decimal(digits)
    except InvalidOperation as error:
        raise Refusal("malformed") from error


def refuse_constant(name: str) -> object:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise Refusal("malformed")


def unique_fields(pairs: list[tuple[str, object]]) -> JsonObject:
    """Return the object of these fields; a key that comes twice would be two answers."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise Refusal("malformed")
    return fields


def scalar_key(value: object) -> Hashable:
    """Return what two equal scalars share and no others do."""
    if isinstance(value, str):
        return "text", folded_text(value) or value.strip()
    return type(value).__name__, cast(Hashable, value)


def ordered_key(value: object) -> Hashable:
    """Return what two values share that are equal with lists in order."""
    if isinstance(value, list):
        return "list", tuple(ordered_key(item) for item in cast("list[object]", value))
    if isinstance(value, dict):
        return "object", frozenset((key, ordered_key(item)) for key, item in cast(JsonObject, value).items())
    return scalar_key(value)


def loose_key(value: object) -> Hashable:
    """Return what two values share that are equal with lists in any order."""
    if isinstance(value, list):
        return "list", frozenset(Counter(loose_key(item) for item in cast("list[object]", value)).items())
    if isinstance(value, dict):
        return "object", frozenset((key, loose_key(item)) for key, item in cast(JsonObject, value).items())
    return scalar_key(value)


def same_value(gold: object, given: object) -> bool:
    """Return whether the given value holds all of the gold: every field, every row once, no row more."""
    if isinstance(gold, dict) and isinstance(given, dict):
        fields, answers = cast(JsonObject, gold), cast(JsonObject, given)
        return all(key in answers and same_value(value, answers[key]) for key, value in fields.items())
    if isinstance(gold, list) and isinstance(given, list):
        return same_rows(cast("list[object]", gold), cast("list[object]", given))
    return loose_key(cast(object, gold)) == loose_key(given)


def same_rows(gold: list[object], given: list[object]) -> bool:
    """Return whether two lists hold the same rows in any order; fields that no gold row has do not count."""
    wanted = {key for row in gold if isinstance(row, dict) for key in cast(JsonObject, row)}
    rows: list[object] = [only_fields(row, wanted) for row in given]
    return loose_key(rows) == loose_key(gold)


def only_fields(row: object, wanted: set[str]) -> object:
    """Return a row without the fields that are not wanted."""
    if not isinstance(row, dict):
        return row
    return {key: value for key, value in cast(JsonObject, row).items() if key in wanted}
