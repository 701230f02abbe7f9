"""The typed messages of an episode; their JSON form is what a trace holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from assay.model.canonical import Json


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A request to run a tool, with its arguments as JSON."""

    id: str
    name: str
    arguments: dict[str, Json] = field(default_factory=dict[str, Json])


@dataclass(frozen=True, slots=True)
class Instruction:
    """What the policy is and must do; never holds text of a document."""

    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """What the policy is asked in this episode, or told after a reply without a call."""

    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What the policy says, and the tools that it calls in order."""

    text: str
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """What a tool gave back; `failed` says that the call did not do what was asked."""

    call: str
    tool: str
    text: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Unusable:
    """A reply that came and cannot be acted on, and why: it declines, is cut at its longest, or calls wrongly."""

    text: str
    fault: str


@dataclass(frozen=True, slots=True)
class Failure:
    """Why no reply came; it says nothing of the policy, and ends the episode."""

    fault: str
    detail: str


Message: TypeAlias = Instruction | Request | Reply | Observation | Unusable | Failure
