"""What is asked of a model and what comes back: a reply, or a failure that says which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from assay.model.canonical import Json

Role: TypeAlias = Literal["system", "user", "assistant", "tool"]

Fault: TypeAlias = Literal[
    # nothing usable came; tried again, and due again in the next run
    "rate_limited", "server", "timeout", "connection", "cut", "empty", "malformed",
    # the provider declined the request itself; trying again would change nothing
    "rejected", "authentication", "context",
    # a reply came and is kept, but it is no answer
    "refusal", "length", "schema", "arguments",
]  # fmt: skip
"""How a call ends that gives no reply."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a message, by its bytes."""

    data: bytes
    media_type: str = "image/png"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that a model makes: its id, the tool's name and the arguments, which fit the tool's parameters."""

    id: str
    name: str
    arguments: Mapping[str, Json] = field(default_factory=dict[str, Json])


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that a model may call; `parameters` is the JSON schema of its arguments."""

    name: str
    description: str
    parameters: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Message:
    """A message: pictures stand after the text; `calls` are an assistant's, `answers` names the call a tool answers."""

    role: Role
    text: str
    pictures: tuple[Picture, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    answers: str | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """What a model is asked; with a `schema` the reply is JSON that fits it, with `must_call` it calls a tool."""

    messages: tuple[Message, ...]
    tools: tuple[Tool, ...] = ()
    schema: Mapping[str, Json] | None = None
    must_call: bool = False


def ask_text(text: str, *, system: str = "", schema: Mapping[str, Json] | None = None) -> Request:
    """Return the request of one question in words."""
    opening = (Message("system", system),) if system else ()
    return Request((*opening, Message("user", text)), schema=schema)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that were counted for a call; `doubted` where the provider's own count cannot be true.

    A doubted call counts at its worst case.
    """

    input: int
    output: int
    doubted: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said: text, calls of tools, and the parsed JSON where a schema was asked for.

    `usage` and `cost` (US dollars, None where the price is unknown) are what getting it cost when it was paid for, a
    repair round with it; `cached` says that nothing was paid now; `key` names the kept call. `made` counts the calls;
    of one that was not cached, it and `cost` hold the tries that failed before it as well.
    """

    text: str
    calls: tuple[ToolCall, ...]
    parsed: Json
    usage: Usage
    cost: float | None
    cached: bool
    key: str
    model: str
    made: int = 1


@dataclass(frozen=True, slots=True)
class CallFailure:
    """A call that gave no reply, and why; `text` is what came instead, if anything. Never a vote, never a zero.

    `made` counts the calls that it took, all tries and a repair round; `cost` is what they count for in US dollars,
    None where the price is unknown.
    """

    fault: Fault
    detail: str
    text: str = ""
    key: str = ""
    made: int = 0
    cost: float | None = 0.0
