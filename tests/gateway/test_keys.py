"""The key of a call: everything that changes the reply is in it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.config.models import Model
from assay.gateway import Gateway, Message, Picture, Reply, Request, Tool, ToolCall
from assay.gateway.calls import asked
from tests.gateway.asking import ask, out_in, rules_of, within

TOOL = Tool("bash", "Runs a command.", {"type": "object"})
REQUEST = Request(
    (
        Message("system", "You act."),
        Message("user", "Look.", (Picture(b"one"), Picture(b"two"))),
        Message("assistant", "", calls=(ToolCall("call_0", "bash", {"command": "ls"}),)),
        Message("tool", "a.md", answers="call_0"),
    ),
    (TOOL,),
    {"type": "object", "required": []},
)
MODEL: dict[str, Any] = {
    "model": "openai/one", "api_base": "http://localhost:1/v1", "settings": {"temperature": 0.5, "seed": 1}
}  # fmt: skip


def key(request: Request = REQUEST, sample: int = 0, **changes: Any) -> str:
    model = Model.model_validate({**MODEL, **changes})
    return asked(model, model.model, request, sample).key


def message(place: int, **changes: Any) -> Request:
    messages = list(REQUEST.messages)
    messages[place] = replace(messages[place], **changes)
    return replace(REQUEST, messages=tuple(messages))


CHANGING: dict[str, Callable[[], str]] = {
    "model": lambda: key(model="openai/two"),
    "endpoint": lambda: key(api_base="http://localhost:2/v1"),
    "temperature": lambda: key(settings={"temperature": 0.6, "seed": 1}),
    "seed": lambda: key(settings={"temperature": 0.5, "seed": 2}),
    "max_tokens": lambda: key(settings={"temperature": 0.5, "seed": 1, "max_tokens": 10}),
    "top_p": lambda: key(settings={"temperature": 0.5, "seed": 1, "top_p": 0.5}),
    "stop": lambda: key(settings={"temperature": 0.5, "seed": 1, "stop": ["."]}),
    "reasoning": lambda: key(settings={"temperature": 0.5, "seed": 1, "reasoning_effort": "low"}),
    "extra": lambda: key(settings={"temperature": 0.5, "seed": 1, "extra": {"top_k": 3}}),
    "how schemas are told": lambda: key(structured="prompt"),
    "sample": lambda: key(sample=1),
    "text": lambda: key(message(1, text="Look!")),
    "role": lambda: key(message(0, role="user")),
    "picture": lambda: key(message(1, pictures=(Picture(b"one"), Picture(b"three")))),
    "order of pictures": lambda: key(message(1, pictures=(Picture(b"two"), Picture(b"one")))),
    "kind of picture": lambda: key(message(1, pictures=(Picture(b"one", "image/jpeg"), Picture(b"two")))),
    "arguments": lambda: key(message(2, calls=(ToolCall("call_0", "bash", {"command": "pwd"}),))),
    "order of messages": lambda: key(replace(REQUEST, messages=REQUEST.messages[::-1])),
    "tool": lambda: key(replace(REQUEST, tools=(replace(TOOL, description="Runs."),))),
    "no tools": lambda: key(replace(REQUEST, tools=())),
    "schema": lambda: key(replace(REQUEST, schema={"type": "array"})),
    "no schema": lambda: key(replace(REQUEST, schema=None)),
    "must call": lambda: key(replace(REQUEST, must_call=True)),
}
SAME: dict[str, Callable[[], str]] = {
    "timeout": lambda: key(timeout=5),
    "price": lambda: key(price={"input": 1, "output": 2}),
    "unknown price": lambda: key(price="unknown"),
    "name of the key": lambda: key(api_key_env="SOME_KEY"),
    "provider": lambda: key(provider="mine"),
    "worst case of pictures": lambda: key(picture_tokens=9),
    "a slash at the end": lambda: key(api_base="http://localhost:1/v1/"),
    "a server that moved": lambda: key(api_base="http://localhost:9/v1", endpoint="http://localhost:1/v1"),
    "order of names in a schema": lambda: key(replace(REQUEST, schema={"required": [], "type": "object"})),
}


@pytest.mark.parametrize("what", CHANGING)
def test_what_changes_the_reply_changes_the_key(what: str):
    assert CHANGING[what]() != key()


def test_no_two_changes_have_one_key():
    keys = [key(), *(change() for change in CHANGING.values())]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("what", SAME)
def test_what_does_not_change_the_reply_does_not_change_the_key(what: str):
    assert SAME[what]() == key()


@given(st.lists(st.tuples(st.sampled_from(["system", "user"]), st.text()), min_size=1, unique=True), st.integers(0, 99))
def test_the_key_hangs_on_nothing_but_what_is_asked(texts: list[Any], sample: int):
    request = Request(tuple(Message(role, text) for role, text in texts))
    same = Request(tuple(Message(role, text) for role, text in list(texts)))
    assert key(request, sample) == key(same, sample)
    assert key(request, sample) != key(request, sample + 1)
    longer = Request((*request.messages, Message("user", "more")))
    assert key(request, sample) != key(longer, sample)


def test_a_scripted_model_is_its_rules_wherever_their_file_lies(tmp_path: Path):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    with Gateway(within(here, rules_of()), out_in(tmp_path)) as gateway:
        ask(gateway, "question")
    with Gateway(within(there, rules_of()), out_in(tmp_path)) as gateway:
        moved = ask(gateway, "question")
    with Gateway(within(there, rules_of({"say": "other"})), out_in(tmp_path)) as gateway:
        other = ask(gateway, "question")
    assert isinstance(moved, Reply)
    assert isinstance(other, Reply)
    assert (moved.cached, other.cached, other.text) == (True, False, "other")
