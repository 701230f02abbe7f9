"""A request in OpenAI's form as rules look at it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from assay.model.canonical import Json, digest_bytes


@dataclass(frozen=True, slots=True)
class Asked:
    """The texts of a request with white space folded, its pictures' sha256, its tools, its model and its turn."""

    text: str
    last: str
    pictures: tuple[str, ...]
    tools: tuple[str, ...]
    model: str
    turn: int
    stream: bool

    def contains(self, text: str) -> bool:
        """Return whether a text stands in the messages."""
        return fold(text) in self.text

    def ends_with(self, text: str) -> bool:
        """Return whether a text stands in the last message."""
        return fold(text) in self.last


def read_request(body: Mapping[str, Json]) -> Asked:
    """Return what rules look at in a request."""
    messages = [cast(Mapping[str, Json], one) for one in _sequence(body.get("messages"))]
    texts = [fold("\n".join(_texts(message))) for message in messages]
    pictures = tuple(sha for message in messages for sha in _pictures(message))
    tools = tuple(str(_function(one).get("name")) for one in _sequence(body.get("tools")))
    turn = sum(message.get("role") == "assistant" for message in messages)
    last = texts[-1] if texts else ""
    return Asked("\n".join(texts), last, pictures, tools, str(body.get("model")), turn, bool(body.get("stream")))


def fold(text: str) -> str:
    """Return the text with each run of white space as one space."""
    return " ".join(text.split())


def _texts(message: Mapping[str, Json]) -> Iterator[str]:
    content = message.get("content")
    if isinstance(content, str):
        yield content
    for part in _parts(message):
        if part.get("type") == "text":
            yield str(part.get("text"))
    for call in _sequence(message.get("tool_calls")):
        yield f"{_function(call).get('name')} {_function(call).get('arguments')}"


def _pictures(message: Mapping[str, Json]) -> Iterator[str]:
    for part in _parts(message):
        url = cast(Mapping[str, Json], part.get("image_url") or {}).get("url")
        if part.get("type") == "image_url" and isinstance(url, str):
            yield _sha(url)


def _sha(url: str) -> str:
    head, _, data = url.partition(";base64,")
    try:
        return digest_bytes(base64.b64decode(data, validate=True)) if head.startswith("data:") else url
    except binascii.Error:
        return url


def _parts(message: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
    content = message.get("content")
    for part in _sequence(content) if isinstance(content, list) else ():
        yield cast(Mapping[str, Json], part)


def _function(value: Json) -> Mapping[str, Json]:
    return cast(Mapping[str, Json], cast(Mapping[str, Json], value).get("function") or {})


def _sequence(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list) else ()
