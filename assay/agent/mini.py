"""The same episode driven by mini-swe-agent: its agent's loop and limits, our tools in our sandbox, our way to models.

mini-swe-agent is an extra. Its own environments isolate nothing or little and take any output that begins with the
marker for a submission, its own models write their settings, keys among them, into trajectories: none is used.
"""

from __future__ import annotations

import importlib
import math
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from assay.agent.loop import MOST_IDLE, Episode, EpisodeEnding, EpisodeLimits, Policy
from assay.agent.messages import Failure, Instruction, Message, Observation, Reply, Request, Unusable
from assay.agent.tools import Tool
from assay.agent.trace import Trace
from assay.model.canonical import Json
from assay.model.errors import UsageError

# A chat message as mini-swe-agent holds it; ours stands whole in its `extra`.
_Chat = dict[str, object]
_ENDINGS: Mapping[str, EpisodeEnding] = {
    "Submitted": "finished", "LimitsExceeded": "turns", "TimeExceeded": "seconds", "RepeatedFormatError": "no_call",
}  # fmt: skip
_NO_CALL = "Every reply must call the tool bash."


class _Agent(Protocol):
    messages: list[_Chat]
    n_calls: int

    def run(self, task: str, **kwargs: object) -> Mapping[str, object]: ...


class _Interrupting(Protocol):
    def __call__(self, *messages: _Chat) -> Exception: ...


@dataclass(frozen=True, slots=True)
class _Library:
    agent: type[_Agent]
    submitted: _Interrupting
    misformed: _Interrupting


class _Gone(Exception):
    """A call gave no reply."""


def run_mini(
    policy: Policy, opening: Sequence[Message], tools: Mapping[str, Tool], limits: EpisodeLimits, trace: Trace
) -> Episode:
    """Return the episode as `run_episode` does, with mini-swe-agent's DefaultAgent in its place.

    The opening is one instruction and one request, the tool is bash. UsageError where the extra is not installed.
    """
    with trace:
        library, (first, second) = _library(), opening
        if not isinstance(first, Instruction) or not isinstance(second, Request):
            raise TypeError("an episode of mini-swe-agent opens with an instruction and a request")
        model = _Model(policy, trace, library.misformed)
        agent = cast(_Makes, library.agent)(
            model, _Environment(tools["bash"], library.submitted), system_template="{{ system }}",
            instance_template="{{ task }}", step_limit=limits.turns, cost_limit=0.0,
            wall_time_limit_seconds=max(1, math.ceil(limits.seconds)), max_consecutive_format_errors=MOST_IDLE,
        )  # fmt: skip
        try:
            ending = _ENDINGS[str(agent.run(second.text, system=first.text)["exit_status"])]
        except _Gone:
            ending = "failed"
        model.note(agent.messages)
        return Episode(ending, agent.n_calls, tuple(model.told), trace.close())


class _Makes(Protocol):
    def __call__(self, model: object, env: object, **config: object) -> _Agent: ...


class _Environment:
    """The bash tool in mini-swe-agent's form."""

    config: object = None

    def __init__(self, bash: Tool, submitted: _Interrupting) -> None:
        self._bash, self._submitted = bash, submitted

    def execute(self, action: Mapping[str, Json], cwd: str = "") -> _Chat:
        """Return what a command printed; a submission ends the episode."""
        outcome = self._bash.run({"command": action["command"]})
        seen = Observation(str(action["tool_call_id"]), self._bash.name, outcome.text, outcome.failed)
        if outcome.ends:
            status = {"exit_status": "Submitted", "submission": outcome.text, "said": seen}
            raise self._submitted({"role": "exit", "content": outcome.text, "extra": status})
        return {"output": outcome.text, "returncode": int(outcome.failed), "exception_info": "", "said": seen}

    def get_template_vars(self, **_: object) -> dict[str, object]:
        """Return nothing: what the system says is told as it is."""
        return {}

    def serialize(self) -> dict[str, object]:
        """Return nothing: the trace is ours."""
        return {}


class _Model:
    """A policy in mini-swe-agent's form; `told` is everything said, in our own."""

    config: object = None

    def __init__(self, policy: Policy, trace: Trace, misformed: _Interrupting) -> None:
        self._policy, self._trace, self._misformed = policy, trace, misformed
        self._seen = 0
        self.told: list[Message] = []

    def note(self, messages: Sequence[_Chat]) -> None:
        """Take over what was said since the last time, on disk before anything comes of it."""
        fresh = [said for message in messages[self._seen :] for said in _said(message)]
        self._seen = len(messages)
        self.told += fresh
        self._trace.append(fresh)

    def query(self, messages: Sequence[_Chat], **_: object) -> _Chat:
        """Return the policy's reply with its calls."""
        self.note(messages)
        reply = self._policy.reply(self.told)
        if isinstance(reply, Failure):
            self.told.append(reply)
            self._trace.append([reply])
            raise _Gone(reply.detail)
        if isinstance(reply, Unusable) or not reply.calls:
            raise self._misformed(_told_again(reply))
        actions = [{"command": call.arguments.get("command"), "tool_call_id": call.id} for call in reply.calls]
        return {"role": "assistant", "content": reply.text, "extra": {"said": reply, "actions": actions, "cost": 0.0}}

    def format_message(self, **message: object) -> _Chat:
        """Return a message of the opening; the one that ends an episode says nothing of its own."""
        text = str(message["content"])
        said = {"system": Instruction(text), "user": Request(text)}.get(str(message["role"]))
        return {**message, "extra": {**cast(_Chat, message.get("extra") or {}), "said": said}}

    def format_observation_messages(
        self, message: _Chat, outputs: Sequence[_Chat], template_vars: object = None
    ) -> list[_Chat]:
        """Return what the commands of a reply printed."""
        return [{"role": "tool", "content": one["output"], "extra": {"said": one["said"]}} for one in outputs]

    def get_template_vars(self, **_: object) -> dict[str, object]:
        """Return nothing: what the system says is told as it is."""
        return {}

    def serialize(self) -> dict[str, object]:
        """Return nothing: the trace is ours."""
        return {}


def _told_again(reply: Reply | Unusable) -> _Chat:
    fault = reply.fault if isinstance(reply, Unusable) else ""
    answer: Message = Observation("", "", f"{fault}. {_NO_CALL}", failed=True) if fault else Request(_NO_CALL)
    return {"role": "user", "content": answer.text, "extra": {"said": answer, "before": reply, "cost": 0.0}}


def _said(message: _Chat) -> list[Message]:
    extra = cast(Mapping[str, object], message.get("extra") or {})
    return [cast(Message, one) for one in (extra.get("before"), extra.get("said")) if one is not None]


def _library() -> _Library:
    """Return what is used of mini-swe-agent; importing it must neither speak nor read a file of keys."""
    with tempfile.TemporaryDirectory(prefix="assay-mini-") as empty:
        kept = {name: os.environ.get(name) for name in ("MSWEA_SILENT_STARTUP", "MSWEA_GLOBAL_CONFIG_DIR")}
        os.environ.update(MSWEA_SILENT_STARTUP="1", MSWEA_GLOBAL_CONFIG_DIR=empty)
        try:
            default = importlib.import_module("minisweagent.agents.default")
            raised = importlib.import_module("minisweagent.exceptions")
        except ModuleNotFoundError as error:
            told = "mini-swe-agent is not installed: uv pip install -e '.[mini]'"
            raise UsageError(told) from error
        finally:
            for name in kept:
                os.environ.pop(name, None)
            os.environ.update({name: value for name, value in kept.items() if value is not None})
    return _Library(default.DefaultAgent, raised.Submitted, raised.FormatError)
