"""The loop: ask the policy, run what it calls, write the trace; how it ended is a value."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from assay.agent.messages import Failure, Message, Observation, Reply, Request, ToolCall, Unusable
from assay.agent.tools import Outcome, Tool
from assay.agent.trace import Trace

EpisodeEnding: TypeAlias = Literal["finished", "turns", "seconds", "no_call", "failed"]

# AGORA, section 4 and appendix A.
TURNS, SECONDS = 200, 3600.0
# Three replies without a call in a row end an episode, as in mini-swe-agent's default.
MOST_IDLE = 3


class Policy(Protocol):
    """Whoever acts in an episode: rules, or a model behind the gateway."""

    def reply(self, messages: Sequence[Message]) -> Reply | Unusable | Failure:
        """Return the next reply to everything said so far, or why there is none to act on."""
        ...


@dataclass(frozen=True, slots=True)
class EpisodeLimits:
    """Most turns (one reply each) and most seconds of an episode."""

    turns: int = TURNS
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Episode:
    """What an episode was: how it ended, its turns, its messages and the sha256 of its trace.

    One that ended `failed` has the failure as its last message.
    """

    ending: EpisodeEnding
    turns: int
    messages: tuple[Message, ...]
    trace: str


class Loop(Protocol):
    """Whatever drives an episode: `run_episode`, or another agent's loop."""

    def __call__(
        self,
        policy: Policy,
        opening: Sequence[Message],
        tools: Mapping[str, Tool],
        limits: EpisodeLimits,
        trace: Trace,
    ) -> Episode:
        """Return the episode."""
        ...


def run_episode(
    policy: Policy,
    opening: Sequence[Message],
    tools: Mapping[str, Tool],
    limits: EpisodeLimits,
    trace: Trace,
) -> Episode:
    """Return the episode; every message is in the trace before anything comes of it, and stays if a call raises."""
    with trace:
        told = _Told(trace)
        told.say(*opening)
        ending, turns = _turns(policy, tools, limits, told)
        return Episode(ending, turns, tuple(told.messages), trace.close())


class _Told:
    """What was said so far, in memory and on disk."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self.messages: list[Message] = []

    def say(self, *messages: Message) -> None:
        self.messages += messages
        self._trace.append(messages)


def _turns(policy: Policy, tools: Mapping[str, Tool], limits: EpisodeLimits, told: _Told) -> tuple[EpisodeEnding, int]:
    deadline, idle, turns = time.monotonic() + limits.seconds, 0, 0
    while turns < limits.turns:
        if time.monotonic() >= deadline:
            return "seconds", turns
        turns += 1
        reply = policy.reply(told.messages)
        told.say(reply)
        if isinstance(reply, Failure):
            return "failed", turns
        if _answer(reply, tools, told):
            return "finished", turns
        idle = 0 if isinstance(reply, Reply) and reply.calls else idle + 1
        if idle >= MOST_IDLE:
            return "no_call", turns
    return "turns", turns


def _answer(reply: Reply | Unusable, tools: Mapping[str, Tool], told: _Told) -> bool:
    """Run the reply's calls in order and return whether one of them ends the episode; calls after it do not run."""
    if isinstance(reply, Unusable):
        told.say(Observation("", "", f"{reply.fault}. {_no_call(tools)}", failed=True))
        return False
    if not reply.calls:
        told.say(Request(_no_call(tools)))
    for call in reply.calls:
        outcome = _call(call, tools)
        told.say(Observation(call.id, call.name, outcome.text, outcome.failed))
        if outcome.ends:
            return True
    return False


def _no_call(tools: Mapping[str, Tool]) -> str:
    return f"Every reply must call a tool; the tools are: {', '.join(sorted(tools))}."


def _call(call: ToolCall, tools: Mapping[str, Tool]) -> Outcome:
    tool = tools.get(call.name)
    if tool is None:
        return Outcome(f"there is no tool {call.name!r}; the tools are {', '.join(sorted(tools))}", failed=True)
    return tool.run(call.arguments)
