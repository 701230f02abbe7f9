"""The scripted model behind real HTTP on loopback, in the form of OpenAI's chat completions; it counts its calls."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket
from types import TracebackType
from typing import Any, Self, cast

from assay.gateway.scripted.replies import Served, declined
from assay.gateway.scripted.rules import Rules
from assay.gateway.scripted.script import Script
from assay.model.canonical import Json, canonical_json

_PIECE = 8


class ScriptedServer:
    """Serves while its block lasts; `bodies` are the requests as they came, `keys` what their Authorization said.

    It takes a free port where none is given.
    """

    def __init__(self, rules: Rules, port: int = 0) -> None:
        self.bodies: list[Mapping[str, Json]] = []
        self.keys: list[str] = []
        self._script = Script(rules)
        self._server = _Listener(self, port)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def api_base(self) -> str:
        """The address for `api_base`."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    @property
    def calls(self) -> int:
        """How many requests came."""
        return len(self.bodies)

    def serve(self, body: Mapping[str, Json], key: str = "") -> Served:
        """Return what is served for a request, which counts from now on."""
        self.bodies.append(body)
        self.keys.append(key)
        return self._script.reply(body)


class _Listener(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, scripted: ScriptedServer, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.scripted = scripted

    def handle_error(self, request: socket | tuple[bytes, socket], client_address: object) -> None:
        """Say nothing of whoever asked and was killed; what else goes wrong is an error of the server."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # headers and body leave in one packet; else each reply waits 40 ms for the other side's acknowledgement
    wbufsize = -1

    def do_POST(self) -> None:
        """Serve a request."""
        body = self._body()
        if body is None or not self.path.endswith("/chat/completions"):
            return self._send(declined(f"{self.path}: only chat completions with a JSON object are served", 404))
        found = cast(_Listener, self.server).scripted.serve(body, self.headers.get("authorization") or "")
        if found.delay:
            time.sleep(found.delay)
        if body.get("stream") and found.status == 200 and found.raw is None:
            return self._stream(found)
        return self._send(found)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the requests are in `bodies`."""

    def _body(self) -> Mapping[str, Json] | None:
        data = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            value: object = json.loads(data)
        except ValueError:
            return None
        return cast(Mapping[str, Json], value) if isinstance(value, dict) else None

    def _send(self, found: Served) -> None:
        self._head(found, "application/json", ("Content-Length", str(len(found.data))))
        self._write(_cut(found.data, found.cut), found.over)
        self.close_connection |= found.cut

    def _stream(self, found: Served) -> None:
        self._head(found, "text/event-stream", ("Connection", "close"))
        self._write(_cut(b"".join(_events(found.body)), found.cut), found.over)
        self.close_connection = True

    def _head(self, found: Served, kind: str, length: tuple[str, str]) -> None:
        self.send_response(found.status)
        for name, value in [("Content-Type", kind), length, *found.headers.items()]:
            self.send_header(name, value)
        self.end_headers()

    def _write(self, data: bytes, over: float) -> None:
        try:
            for piece in _pieces(data, over):
                self.wfile.write(piece)
                if over:
                    self.wfile.flush()
                    time.sleep(over * len(piece) / len(data))
            self.wfile.flush()
        except OSError:
            # whoever asked has gone
            self.close_connection = True


def _cut(data: bytes, cut: bool) -> bytes:
    return data[: len(data) // 2] if cut else data


def _pieces(data: bytes, over: float) -> Iterator[bytes]:
    step = _PIECE if over else max(1, len(data))
    yield from (data[at : at + step] for at in range(0, len(data), step))


def _events(body: Mapping[str, Json]) -> Iterator[bytes]:
    choice = cast(Mapping[str, Any], cast(list[Json], body["choices"])[0])
    message = choice["message"]
    named = {**body, "object": "chat.completion.chunk"}
    del named["usage"], named["choices"]
    for delta in _deltas(message):
        yield _event({**named, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
    yield _event({**named, "choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]})
    yield _event({**named, "choices": [], "usage": body["usage"]})
    yield b"data: [DONE]\n\n"


def _deltas(message: Mapping[str, Any]) -> Iterator[Json]:
    text = str(message.get("content") or "")
    yield {"role": "assistant", "content": ""}
    yield from ({"content": text[at : at + _PIECE]} for at in range(0, len(text), _PIECE))
    calls = cast(list[dict[str, Json]], message.get("tool_calls") or [])
    yield from ({"tool_calls": [{"index": place, **call}]} for place, call in enumerate(calls))


def _event(value: Mapping[str, Json]) -> bytes:
    return b"data: " + canonical_json(value).encode() + b"\n\n"
