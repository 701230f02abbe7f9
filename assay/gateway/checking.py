"""What a reply owes its request: JSON that fits the schema, calls that fit their tools; and how to ask for it again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from assay.gateway.reading import RawCall, Said
from assay.gateway.records import Fault, Message, Request, ToolCall
from assay.model.canonical import Json

_FENCE = re.compile(r"\A\s*```(?:json)?\s*\n(.*)\n\s*```\s*\Z", re.DOTALL)
_LONGEST = 500


@dataclass(frozen=True, slots=True)
class Checked:
    """A reply that owes nothing."""

    text: str
    calls: tuple[ToolCall, ...]
    parsed: Json


@dataclass(frozen=True, slots=True)
class Owed:
    """What is wrong with a reply, in words that the model is told."""

    fault: Fault
    detail: str


class _NotJson(ValueError):
    """A text that is no JSON value, or one that another reader would read otherwise."""


def check(request: Request, said: Said) -> Checked | Owed:
    """Return the reply's calls and JSON, or the first thing that is wrong with them."""
    calls: list[ToolCall] = []
    for call in said.calls:
        found = _call(request, call)
        if isinstance(found, Owed):
            return found
        calls.append(found)
    if request.must_call and not calls:
        return Owed("arguments", "the reply calls no tool, and has to")
    if request.schema is None or calls:
        return Checked(said.text, tuple(calls), None)
    return _structured(request.schema, said.text)


def repair(request: Request, said: Said, owed: Owed) -> Request:
    """Return the request of the one repair round: the same, with the reply and what is wrong with it."""
    told = f"That reply cannot be used: {owed.detail}. Reply again, in full, without that fault."
    return replace(request, messages=(*request.messages, Message("assistant", _as_text(said)), Message("user", told)))


def parse_json(text: str) -> Json:
    """Return the JSON value of a text, with or without one code fence around it; ValueError where it is none.

    Names that stand twice and numbers that JSON does not know are refused: readers differ about them.
    """
    fenced = _FENCE.match(text)
    try:
        return json.loads(fenced[1] if fenced else text, object_pairs_hook=_object, parse_constant=_constant)
    except RecursionError:
        raise _NotJson("it is nested too deeply") from None


def _structured(schema: Mapping[str, Json], text: str) -> Checked | Owed:
    try:
        value = parse_json(text)
    except ValueError as error:
        return Owed("schema", f"it is not JSON ({error})")
    wrong = misfit(schema, value)
    return Owed("schema", wrong) if wrong else Checked(text, (), value)


def _call(request: Request, call: RawCall) -> ToolCall | Owed:
    tool = next((one for one in request.tools if one.name == call.name), None)
    if tool is None:
        known = ", ".join(one.name for one in request.tools) or "none"
        return Owed("arguments", f"there is no tool {call.name!r:.80}; the tools are {known}")
    try:
        arguments = parse_json(call.arguments or "{}")
    except ValueError as error:
        return Owed("arguments", f"the arguments of {call.name} are not JSON ({error})")
    if not isinstance(arguments, dict):
        return Owed("arguments", f"the arguments of {call.name} are no JSON object")
    wrong = misfit(tool.parameters, arguments)
    return Owed("arguments", f"{call.name}: {wrong}") if wrong else ToolCall(call.id, call.name, arguments)


def misfit(schema: Mapping[str, Json], value: Json) -> str | None:
    """Return where and how a value does not fit a JSON schema, None where it does."""
    from jsonschema.validators import validator_for

    kind = validator_for(cast(dict[str, object], schema))
    error = next(iter(sorted(kind(schema).iter_errors(value), key=lambda one: list(map(str, one.absolute_path)))), None)
    return None if error is None else f"at {error.json_path}: {error.message}"[:_LONGEST]


def _as_text(said: Said) -> str:
    calls = [f"[called {call.name} with {call.arguments}]" for call in said.calls]
    return "\n".join([*([said.text] if said.text else []), *calls])


def _object(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _NotJson("a name stands twice in one object")
    return found


def _constant(name: str) -> Json:
    raise _NotJson(f"{name} is no JSON number")
