"""The loop: endings are values, and whatever was said is on disk before anything comes of it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from assay.agent.loop import Episode, EpisodeLimits, run_episode
from assay.agent.messages import Instruction, Message, Observation, Reply, Request, ToolCall
from assay.agent.tools import Finish, Outcome, Submit, Tool
from assay.agent.trace import UNFINISHED, Trace
from assay.model.canonical import Json, digest_bytes
from assay.model.codec import from_json, to_json

OPENING = (Instruction("You write tasks."), Request("Write one."))


@dataclass
class Script:
    """A policy that says its lines in order, the last one for ever."""

    lines: Sequence[Reply]
    said: int = 0

    def reply(self, messages: Sequence[Message]) -> Reply:
        line = self.lines[min(self.said, len(self.lines) - 1)]
        self.said += 1
        return line


@dataclass
class Raising:
    """A policy whose model is gone after some lines."""

    lines: Sequence[Reply]
    said: int = 0

    def reply(self, messages: Sequence[Message]) -> Reply:
        if self.said == len(self.lines):
            raise ConnectionError("the model is gone")
        self.said += 1
        return self.lines[self.said - 1]


@dataclass(frozen=True)
class Look:
    """A tool that does something to the outside."""

    action: Callable[[], str]
    name: str = "look"

    def run(self, arguments: Mapping[str, Json]) -> Outcome:
        return Outcome(self.action())


def call(name: str, number: int = 0, **arguments: Json) -> Reply:
    return Reply("", (ToolCall(f"c{number}", name, arguments),))


def episode(folder: Path, *lines: Reply, tools: Sequence[Tool] = (), limits: EpisodeLimits | None = None) -> Episode:
    by_name = {tool.name: tool for tool in (Finish(), *tools)}
    return run_episode(Script(lines), OPENING, by_name, limits or EpisodeLimits(10), Trace(folder))


def lines_of(path: Path) -> list[dict[str, Json]]:
    return [json.loads(line) for line in path.read_bytes().split(b"\n") if line]


def test_a_policy_that_finishes_has_finished(tmp_path: Path):
    ended = episode(tmp_path, call("finish", reason="done"))
    assert (ended.ending, ended.turns) == ("finished", 1)
    assert ended.messages[-1] == Observation("c0", "finish", "done")


def test_turns_run_out(tmp_path: Path):
    ended = episode(tmp_path, call("look"), tools=[Look(lambda: "x")], limits=EpisodeLimits(4))
    assert (ended.ending, ended.turns) == ("turns", 4)


def test_time_runs_out_before_the_next_turn(tmp_path: Path):
    ended = episode(tmp_path, call("look"), tools=[Look(lambda: "x")], limits=EpisodeLimits(4, seconds=0.0))
    assert (ended.ending, ended.turns, ended.messages) == ("seconds", 0, OPENING)


def test_three_replies_without_a_call_in_a_row_end_it(tmp_path: Path):
    ended = episode(tmp_path, Reply("hm"), Reply("hm"), call("nothing"), Reply("hm"), Reply("so"), Reply("well"))
    assert (ended.ending, ended.turns) == ("no_call", 6)
    assert ended.messages[3] == Request("Every reply must call a tool; the tools are: finish.")


def test_an_unknown_tool_is_an_observation_that_names_those_there_are(tmp_path: Path):
    ended = episode(tmp_path, call("rm"), call("finish"), tools=[Look(lambda: "x")])
    assert ended.messages[3] == Observation(
        "c0", "rm", "there is no tool 'rm'; the tools are finish, look", failed=True
    )
    assert ended.ending == "finished"


def test_calls_run_in_order_and_none_after_the_one_that_ends(tmp_path: Path):
    seen: list[str] = []
    tools = [Look(lambda: seen.append("a") or "a", "a"), Look(lambda: seen.append("b") or "b", "b")]
    both = Reply("", (ToolCall("1", "b"), ToolCall("2", "a"), ToolCall("3", "finish"), ToolCall("4", "a")))
    ended = episode(tmp_path, both, tools=tools)
    assert seen == ["b", "a"]
    assert [message.call for message in ended.messages if isinstance(message, Observation)] == ["1", "2", "3"]


def test_a_submission_is_accepted_or_told_every_fault(tmp_path: Path):
    submit = Submit(lambda body: [] if body.get("ok") else ["too short", "no evidence"])
    ended = episode(tmp_path, call("submit"), call("submit", ok=True), call("finish"), tools=[submit])
    told = [message for message in ended.messages if isinstance(message, Observation)]
    assert told[0] == Observation("c0", "submit", "not accepted:\n- too short\n- no evidence", failed=True)
    assert told[1] == Observation("c0", "submit", "accepted")


def test_the_trace_is_the_messages_and_is_named_by_its_content(tmp_path: Path):
    ended = episode(tmp_path, call("look", 1), call("finish", 2), tools=[Look(lambda: "\ud800 é")])
    path = tmp_path / f"{ended.trace}.jsonl"
    assert [body for body in lines_of(path)] == [to_json(message) for message in ended.messages]
    assert digest_bytes(path.read_bytes()) == ended.trace
    assert [from_json(type(message), to_json(message)) for message in ended.messages] == list(ended.messages)
    assert list(tmp_path.iterdir()) == [path]


def test_equal_episodes_share_one_trace(tmp_path: Path):
    first, second = (episode(tmp_path, call("finish")) for _ in range(2))
    assert first.trace == second.trace
    assert len(list(tmp_path.iterdir())) == 1


def test_the_trace_holds_everything_said_when_a_tool_runs(tmp_path: Path):
    seen: list[list[str]] = []

    def look() -> str:
        (path,) = tmp_path.glob(f"{UNFINISHED}*")
        seen.append([str(body["is"]) for body in lines_of(path)])
        return "x"

    episode(tmp_path, call("look"), call("look"), call("finish"), tools=[Look(look)])
    assert seen == [["Instruction", "Request", "Reply"], ["Instruction", "Request", "Reply", "Observation", "Reply"]]


def test_a_policy_that_raises_leaves_what_was_said(tmp_path: Path):
    policy = Raising([call("look"), Reply("thinking")])
    with pytest.raises(ConnectionError):
        run_episode(policy, OPENING, {"look": Look(lambda: "x")}, EpisodeLimits(9), Trace(tmp_path))
    (path,) = tmp_path.iterdir()
    assert path.name.startswith(UNFINISHED)
    assert [body["is"] for body in lines_of(path)] == [
        "Instruction", "Request", "Reply", "Observation", "Reply", "Request"
    ]  # fmt: skip


def test_a_tool_that_raises_leaves_the_call_that_did_it(tmp_path: Path):
    def fail() -> str:
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        episode(tmp_path, call("look", 7), tools=[Look(fail)])
    (path,) = tmp_path.iterdir()
    assert lines_of(path)[-1]["calls"] == [{"is": "ToolCall", "id": "c7", "name": "look", "arguments": {}}]
