"""A provider in another form than OpenAI's: litellm translates, and what it makes up is not believed."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from assay.config import Settings
from assay.gateway import CallFailure, Gateway, Message, Picture, Reply, Request, Tool
from tests.gateway.asking import QUICK, ask, out_in, waits

MESSAGE: dict[str, Any] = {
    "id": "m", "type": "message", "role": "assistant", "model": "claude-as-it-was", "stop_reason": "end_turn",
    "content": [{"type": "text", "text": "hi"}], "usage": {"input_tokens": 30, "output_tokens": 2},
}  # fmt: skip
CALL = {"type": "tool_use", "id": "t1", "name": "bash", "input": {"command": "ls"}}
REPLIES: dict[str, Any] = {
    "tool": MESSAGE | {"content": [CALL], "stop_reason": "tool_use"},
    "long": MESSAGE | {"stop_reason": "max_tokens"},
    "declined": MESSAGE | {"stop_reason": "refusal"},
    "unfinished": MESSAGE | {"stop_reason": None},
    "uncounted": {name: value for name, value in MESSAGE.items() if name != "usage"},
}


class Anthropic(BaseHTTPRequestHandler):
    """Replies in Anthropic's form by the last word of what it is asked."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1
    bodies: list[dict[str, Any]]

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.bodies.append(body)
        word = body["messages"][-1]["content"][0]["text"]
        busy = word == "busy" and len(self.bodies) == 1
        data = json.dumps(
            {"type": "error", "error": {"message": "busy"}} if busy else REPLIES.get(word, MESSAGE)
        ).encode()
        self.send_response(429 if busy else 200)
        if busy:
            self.send_header("Retry-After", "0.3")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object):
        pass


@pytest.fixture
def provider() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    bodies: list[dict[str, Any]] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Anthropic,), {"bodies": bodies}))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", bodies
    server.shutdown()
    server.server_close()


def settings_of(address: str, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("ASSAY_TEST_KEY", "sk-ant-canary")
    grader = {
        "model": "anthropic/claude-x", "api_base": address, "api_key_env": "ASSAY_TEST_KEY",
        "price": {"input": 1, "output": 1},
    }  # fmt: skip
    return Settings.model_validate(
        {"models": {"grader": grader}, "providers": {"anthropic": {**QUICK, "longest_wait": 9}}}
    )


def test_pictures_tools_and_counts_are_translated_and_the_reply_is_kept_in_its_own_form(
    provider: tuple[str, list[dict[str, Any]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    address, bodies = provider
    request = Request(
        (Message("user", "tool", (Picture(b"\x89PNG"),)),), (Tool("bash", "Runs a command.", {"type": "object"}),)
    )
    out = out_in(tmp_path)
    with Gateway(settings_of(address, monkeypatch), out) as gateway:
        reply = gateway.ask("grader", request, stage="test")
    assert isinstance(reply, Reply)
    assert (reply.calls[0].name, reply.calls[0].arguments) == ("bash", {"command": "ls"})
    assert (reply.usage.input, reply.usage.output, reply.model) == (30, 2, "claude-as-it-was")
    assert bodies[0]["messages"][0]["content"][1]["source"]["media_type"] == "image/png"
    kept = json.loads(out.call(reply.key).read_bytes())["call"]
    assert kept["raw"] == REPLIES["tool"]
    assert "canary" not in json.dumps(kept)


@pytest.mark.parametrize(
    ("word", "fault", "calls"),
    [("long", "length", 1), ("declined", "refusal", 1), ("unfinished", "cut", 4), ("uncounted", "malformed", 4)],
)
def test_what_litellm_would_fill_in_is_not_believed(
    word: str, fault: str, calls: int, provider: tuple[str, list[dict[str, Any]]], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    address, bodies = provider
    with Gateway(settings_of(address, monkeypatch), out_in(tmp_path)) as gateway:
        found = ask(gateway, word)
    assert isinstance(found, CallFailure)
    assert (found.fault, len(bodies)) == (fault, calls)
    assert "Traceback" not in found.detail


def test_its_wish_to_wait_is_honoured(
    provider: tuple[str, list[dict[str, Any]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    asked, sleep = waits()
    with Gateway(settings_of(provider[0], monkeypatch), out_in(tmp_path), sleep=sleep) as gateway:
        assert isinstance(ask(gateway, "busy"), Reply)
    assert len(asked) == 1
    assert 0.3 <= asked[0] < 0.31
