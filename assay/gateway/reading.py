"""A provider's reply in OpenAI's form: what it says, or why it is no answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from assay.gateway.records import CallFailure
from assay.model.canonical import Json

_WHOLE = frozenset({"stop", "tool_calls", "function_call"})


@dataclass(frozen=True, slots=True)
class RawCall:
    """A call of a tool as it came; its arguments may be no JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Said:
    """The message of a reply."""

    text: str
    calls: tuple[RawCall, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """The tokens that a provider says it counted; None where it says none or no whole number."""

    input: int | None
    output: int | None


def read_reply(got: Json) -> Said | CallFailure:
    """Return what a reply says; a failure where it is cut, empty, declined, or no reply at all."""
    choice = _mapping(_first(_mapping(got).get("choices")))
    message = _mapping(choice.get("message"))
    if not message:
        return CallFailure("malformed", "the reply holds no message")
    said = Said(_text(message.get("content")), _calls(message.get("tool_calls")))
    refusal, finish = message.get("refusal"), choice.get("finish_reason")
    if refusal or finish == "content_filter":
        return CallFailure("refusal", "the model declined to answer", str(refusal or said.text))
    if finish == "length":
        return CallFailure("length", "the reply is longer than settings.max_tokens; raise it", said.text)
    if finish not in _WHOLE:
        return CallFailure("cut", "the reply does not say that it is whole", said.text)
    if not said.text.strip() and not said.calls:
        return CallFailure("empty", "the reply is empty")
    return said


def read_usage(got: Json) -> Counted:
    """Return the tokens that a reply says it took."""
    usage = _mapping(_mapping(got).get("usage"))
    return Counted(_whole(usage.get("prompt_tokens")), _whole(usage.get("completion_tokens")))


def said_model(got: Json) -> str:
    """Return the model that a reply says it comes from, empty where it names none."""
    return str(_mapping(got).get("model") or "")


def _calls(value: Json) -> tuple[RawCall, ...]:
    calls = cast(Sequence[Json], value) if isinstance(value, list) else ()
    return tuple(_call(_mapping(one)) for one in calls)


def _call(one: Mapping[str, Json]) -> RawCall:
    function = _mapping(one.get("function"))
    return RawCall(str(one.get("id") or ""), str(function.get("name") or ""), str(function.get("arguments") or ""))


def _text(content: Json) -> str:
    if isinstance(content, list):
        return "".join(str(_mapping(part).get("text") or "") for part in cast(Sequence[Json], content))
    return content if isinstance(content, str) else ""


def _mapping(value: Json) -> Mapping[str, Json]:
    return cast(Mapping[str, Json], value) if isinstance(value, Mapping) else {}


def _first(value: Json) -> Json:
    return value[0] if isinstance(value, list) and value else None


def _whole(value: Json) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
