"""What a rule serves: a reply in OpenAI's form, and what goes wrong with it on its way."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from assay.gateway.scripted.asked import Asked
from assay.gateway.scripted.rules import Fault, Misbehaviour, Rule
from assay.model.canonical import Json, canonical_json, digest

_CHARS_PER_TOKEN = 4
_LIE = 10**9


@dataclass(frozen=True, slots=True)
class Served:
    """A reply as it leaves: status, headers and body; `delay` seconds late, over `over` seconds, or `cut` in half."""

    status: int
    body: Mapping[str, Json]
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    raw: bytes | None = None
    delay: float = 0.0
    over: float = 0.0
    cut: bool = False

    @property
    def data(self) -> bytes:
        """The body's bytes."""
        return canonical_json(self.body).encode() if self.raw is None else self.raw


def declined(why: str, status: int = 400) -> Served:
    """Return the reply to a request that is declined."""
    return Served(status, {"error": {"message": why, "type": "scripted", "code": status}})


def served(rule: Rule, asked: Asked, model: str) -> Served:
    """Return what a rule serves for a request that it holds for."""
    found = Served(200, _completion(rule, asked, model))
    return _FAULTS[rule.fault.kind](found, rule.fault, asked) if rule.fault else found


def _completion(rule: Rule, asked: Asked, model: str) -> dict[str, Json]:
    text = _text(rule, asked)
    message: dict[str, Json] = {"role": "assistant", "content": text}
    if rule.calls:
        message["tool_calls"] = [
            _call(one.name, canonical_json(one.arguments), place, asked) for place, one in enumerate(rule.calls)
        ]
    into, out = len(asked.text) // _CHARS_PER_TOKEN + 1, len(text) // _CHARS_PER_TOKEN + 1 + 8 * len(rule.calls)
    if rule.usage:
        into, out = rule.usage.input, rule.usage.output
    return _body(message, "tool_calls" if rule.calls else "stop", model, {"in": into, "out": out})


def _body(message: Mapping[str, Json], finish: str, model: str, tokens: Mapping[str, int]) -> dict[str, Json]:
    usage = {
        "prompt_tokens": tokens["in"], "completion_tokens": tokens["out"],
        "total_tokens": tokens["in"] + tokens["out"],
    }  # fmt: skip
    choice: Json = {"index": 0, "message": message, "finish_reason": finish}
    named = {"id": f"scripted-{digest([message, model])[:12]}", "object": "chat.completion", "created": 0}
    return {**named, "model": model, "choices": [choice], "usage": usage}


def _text(rule: Rule, asked: Asked) -> str:
    if rule.say is None:
        return "" if rule.json_value is None else json.dumps(rule.json_value, ensure_ascii=False)
    found = re.search(rule.when.matches, asked.text) if rule.when.matches else None
    words = {"picture": asked.pictures[0] if asked.pictures else "no picture"}
    words |= {str(place): group or "" for place, group in enumerate(found.groups(), 1)} if found else {}
    return re.sub(r"\{\{(\w+)\}\}", lambda match: words.get(match[1], match[0]), rule.say)


def _call(name: str, arguments: str, place: int, asked: Asked) -> Json:
    called = {"name": name, "arguments": arguments}
    return {"id": f"call_{asked.turn}_{place}", "type": "function", "function": called}


def _with_message(found: Served, finish: str | None, **message: Json) -> Served:
    body = dict(found.body)
    choice: Json = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
    return replace(found, body={**body, "choices": [choice]})


def _said(found: Served) -> str:
    return str(json.loads(found.data)["choices"][0]["message"]["content"])


def _status(found: Served, fault: Fault, asked: Asked) -> Served:
    headers = {"Retry-After": fault.retry_after} if fault.retry_after is not None else {}
    return replace(declined(fault.message, fault.status), headers=headers)


def _usage(found: Served, usage: Json) -> Served:
    return replace(found, body={**found.body, "usage": usage})


_LYING: Json = {"prompt_tokens": _LIE, "completion_tokens": _LIE, "total_tokens": 2 * _LIE}
_FAULTS: Mapping[Misbehaviour, Callable[[Served, Fault, Asked], Served]] = {
    "status": _status,
    "slow": lambda found, fault, asked: replace(found, delay=fault.seconds),
    "trickle": lambda found, fault, asked: replace(found, over=fault.seconds),
    "cut": lambda found, fault, asked: replace(found, cut=True),
    "empty": lambda found, fault, asked: _with_message(found, "stop", content=""),
    "not_json": lambda found, fault, asked: replace(found, raw=b"<html><body>502 Bad Gateway</body></html>"),
    "invalid_json": lambda found, fault, asked: _with_message(found, "stop", content='{"answer": '),
    "wrong_schema": lambda found, fault, asked: _with_message(found, "stop", content='{"unasked": true}'),
    "refusal": lambda found, fault, asked: _with_message(found, "stop", content=None, refusal="I will not do that."),
    "length": lambda found, fault, asked: _with_message(found, "length", content=_said(found)),
    "unfinished": lambda found, fault, asked: _with_message(found, None, content=_said(found)),
    "bad_arguments": lambda found, fault, asked: _with_message(
        found, "tool_calls", content=None, tool_calls=[_call((*asked.tools, "none")[0], '{"command": ', 0, asked)]
    ),
    "lying_usage": lambda found, fault, asked: _usage(found, _LYING),
    "no_usage": lambda found, fault, asked: _usage(found, None),
    "error_in_reply": lambda found, fault, asked: replace(declined("scripted error in a reply"), status=200),
}
