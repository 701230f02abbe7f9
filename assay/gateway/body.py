"""A request as the JSON body that litellm takes, and the same with pictures named by their digests."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import TypeAlias

from assay.config.models import Model
from assay.gateway.records import Message, Picture, Request, Tool, ToolCall
from assay.model.canonical import Json, canonical_json, digest_bytes

_Shown: TypeAlias = Callable[[Picture], str]
_SCHEMA_PROMPT = "Reply with one JSON value and nothing else. It must fit this JSON schema:\n"


def public_body(model: Model, request: Request) -> dict[str, Json]:
    """Return the body with each picture as its digest: what keys are made of and what is kept of the messages."""
    return _body(model, request, _by_digest)


def wire_body(model: Model, request: Request) -> dict[str, Json]:
    """Return the body with the pictures' bytes, as it is sent."""
    return _body(model, request, _by_bytes)


def _body(model: Model, request: Request, picture: _Shown) -> dict[str, Json]:
    messages = [_message(one, picture) for one in request.messages]
    body: dict[str, Json] = {"messages": messages, **_settings(model)}
    if request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
    if request.must_call:
        body["tool_choice"] = "required"
    if request.schema is not None and model.structured == "native":
        body["response_format"] = _format(request.schema)
    elif request.schema is not None:
        body["messages"] = [*messages, {"role": "system", "content": _SCHEMA_PROMPT + canonical_json(request.schema)}]
    return body


def _settings(model: Model) -> dict[str, Json]:
    said = model.settings.model_dump(exclude_none=True)
    extra = said.pop("extra")
    if not said["stop"]:
        del said["stop"]
    return {**extra, **said}


def _format(schema: Mapping[str, Json]) -> Json:
    told = {"name": "reply", "schema": schema, "strict": is_strict(schema)}
    return {"type": "json_schema", "json_schema": told}


def is_strict(schema: Json) -> bool:
    """Return whether every object of a schema lists and requires all that it may hold: OpenAI's terms for `strict`."""
    if isinstance(schema, list | tuple):
        return all(map(is_strict, schema))
    if not isinstance(schema, Mapping):
        return True
    return _is_complete(schema) and all(map(is_strict, schema.values()))


def _is_complete(schema: Mapping[str, Json]) -> bool:
    if schema.get("type") != "object":
        return True
    names, required = schema.get("properties"), schema.get("required")
    listed = isinstance(names, Mapping) and isinstance(required, list | tuple) and set(names) == set(required)
    return listed and schema.get("additionalProperties") is False


def _tool(tool: Tool) -> Json:
    described = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": described}


def _message(message: Message, picture: _Shown) -> dict[str, Json]:
    # a text from a damaged file may hold half a character, which no provider takes
    text = message.text.encode("utf-8", "replace").decode()
    body: dict[str, Json] = {"role": message.role, "content": text}
    if message.pictures:
        shown = [{"type": "image_url", "image_url": {"url": picture(one)}} for one in message.pictures]
        body["content"] = [{"type": "text", "text": text}, *shown]
    if message.calls:
        body["tool_calls"] = [_call(call) for call in message.calls]
    if message.answers is not None:
        body["tool_call_id"] = message.answers
    return body


def _call(call: ToolCall) -> Json:
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": canonical_json(call.arguments)},
    }


def _by_digest(picture: Picture) -> str:
    return f"{picture.media_type};sha256={digest_bytes(picture.data)}"


def _by_bytes(picture: Picture) -> str:
    return f"data:{picture.media_type};base64,{base64.b64encode(picture.data).decode()}"
