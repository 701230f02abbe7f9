"""The loop: ask the policy, run what it calls, write the trace; how it ended is a value."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from assay.agent.messages import Message, Observation, Reply, Request, ToolCall
from assay.agent.tools import Outcome, Tool
from assay.agent.trace import Trace

EpisodeEnding: TypeAlias = Literal["finished", "turns", "seconds", "no_call"]

# AGORA, section 4 and appendix A.
TURNS, SECONDS = 200, 3600.0
# Three replies without a call in a row end an episode, as in mini-swe-agent's default.
_MOST_IDLE = 3
_NO_CALL = "Every reply must call a tool. Call bash, submit or finish."


class Policy(Protocol):
    """Whoever acts in an episode: rules, or a model behind the gateway."""

    def reply(self, messages: Sequence[Message]) -> Reply:
        """Return the next reply to everything said so far."""
        ...


@dataclass(frozen=True, slots=True)
class EpisodeLimits:
    """Most turns (one reply each) and most seconds of an episode."""

    turns: int = TURNS
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Episode:
    """What an episode was: how it ended, its turns, its messages and the sha256 of its trace."""

    ending: EpisodeEnding
    turns: int
    messages: tuple[Message, ...]
    trace: str


def run_episode(
    policy: Policy,
    opening: Sequence[Message],
    tools: Mapping[str, Tool],
    limits: EpisodeLimits,
    trace: Trace,
) -> Episode:
    """Return the episode; every step is in the trace before the next begins."""
    messages: list[Message] = list(opening)
    trace.append(messages)
    deadline, idle, turns = time.monotonic() + limits.seconds, 0, 0
    ending: EpisodeEnding | None = None
    while ending is None:
        if turns >= limits.turns:
            ending = "turns"
        elif time.monotonic() >= deadline:
            ending = "seconds"
        else:
            turns += 1
            step, ends = _step(policy.reply(messages), tools)
            idle = idle + 1 if len(step) == 2 and isinstance(step[1], Request) else 0
            messages += step
            trace.append(step)
            ending = "finished" if ends else "no_call" if idle >= _MOST_IDLE else None
    return Episode(ending, turns, tuple(messages), trace.close())


def _step(reply: Reply, tools: Mapping[str, Tool]) -> tuple[list[Message], bool]:
    step: list[Message] = [reply]
    if not reply.calls:
        return [reply, Request(_NO_CALL)], False
    for call in reply.calls:
        outcome = _call(call, tools)
        step.append(Observation(call.id, call.name, outcome.text, outcome.failed))
        if outcome.ends:
            return step, True
    return step, False


def _call(call: ToolCall, tools: Mapping[str, Tool]) -> Outcome:
    tool = tools.get(call.name)
    if tool is None:
        return Outcome(f"there is no tool {call.name!r}; the tools are {', '.join(sorted(tools))}", failed=True)
    return tool.run(call.arguments)
