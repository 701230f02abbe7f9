"""The wire through litellm, which is imported inside the call: that takes seconds and much memory.

litellm's own retries, cache, price counters, callbacks and streams stay off. Measured with 1.100.5: of a stream that
was cut it makes a whole reply, a missing reason to stop becomes `stop`, and a missing count becomes zero. So what is
read is the provider's own reply, as litellm hands it to a logger before it fills anything in.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, cast

from assay.config.models import Model
from assay.gateway.body import public_body, wire_body
from assay.gateway.deadline import MISHAPS, Expired, Workers
from assay.gateway.faults import fault_of
from assay.gateway.litellm_library import library
from assay.gateway.prices import Tariff, tariff_in_table
from assay.gateway.records import Request
from assay.gateway.wire import Answer, WireFault
from assay.model.canonical import Json

# litellm wants some key for an OpenAI-compatible endpoint, also where it asks for none.
_NO_KEY = "none"


class LitellmWire:
    """Sends through litellm."""

    def __init__(self) -> None:
        self._workers = Workers()

    @property
    def client(self) -> str:
        """The version of litellm."""
        return f"litellm {library().version}"

    def prepare(self) -> None:
        """Import litellm, so that the first call is not the one that waits for it."""
        library()

    def close(self) -> None:
        """End the threads that make calls."""
        self._workers.close()

    def send(self, model: Model, key: str | None, request: Request) -> Answer:
        """Return the answer to one attempt; no later than the model's timeout, whatever trickles in until then."""
        found, seen = library(), _Seen()
        arguments = _arguments(model, key, request, seen)
        try:
            response = self._workers.within(model.timeout, lambda: found.completion(**arguments), found.error)
        except Expired:
            raise WireFault("timeout", f"no whole reply within {model.timeout:g} s") from None
        except (found.error, *MISHAPS) as error:
            raise fault_of(error, sent=seen.body is not None, place=model.api_base or "the provider") from None
        sent = _without_bytes(model, request, seen.body)
        if isinstance(seen.reply, Mapping) and "choices" in seen.reply:
            return Answer(sent, seen.reply)
        return Answer(sent, _translated(response, seen.reply), seen.reply)

    def misnamed(self, name: str) -> str | None:
        """Return why a name leads to no model, None where it may; a name with its provider needs no look at litellm."""
        provider, slash, rest = name.partition("/")
        if rest:
            return None
        if slash or provider in library().providers:
            return f"names a provider and no model; write `{provider}/MODEL`"
        try:
            library().provider_of(name)
        except library().error:
            return "litellm knows no such model; write `PROVIDER/MODEL`"
        return None

    def missing_key(self, model: Model) -> str | None:
        """Return the variable that has to hold a key and is not set, None where the model needs none that is known."""
        if model.api_base is not None or model.api_key_env is not None:
            return None
        missing: list[str] = library().environment_of(model.model)["missing_keys"]
        # other credentials can come from where litellm does not look, such as the role of a machine
        return next((name for name in missing if name.endswith("_API_KEY")), None)

    def tariff(self, model: Model) -> Tariff | None:
        """Return the prices of litellm's own table, None where it does not know the model's."""
        table = library().prices
        entry = table.get(model.model) or table.get(model.model.partition("/")[2])
        return tariff_in_table(entry) if entry else None


class _Seen:
    """What litellm's logger was shown of one call."""

    def __init__(self) -> None:
        self.body: Mapping[str, Json] | None = None
        self.reply: Json = None

    def log(self, details: Mapping[str, Any]) -> None:
        if details.get("log_event_type") == "pre_api_call":
            self.body = cast(Mapping[str, Json], details["additional_args"].get("complete_input_dict") or {})
        elif self.reply is None:
            self.reply = _parsed(details.get("original_response"))


def _arguments(model: Model, key: str | None, request: Request, seen: _Seen) -> dict[str, Any]:
    return {
        **wire_body(model, request),
        "model": model.model,
        "api_base": model.api_base,
        "api_key": key or (_NO_KEY if model.api_base else None),
        "timeout": model.timeout,
        "num_retries": 0,
        "max_retries": 0,
        "drop_params": False,
        "logger_fn": seen.log,
    }


def _parsed(reply: object) -> Json:
    """Return a reply as JSON values, None where it is none; what JSON has no number for stays a text."""
    if not isinstance(reply, str | bytes):
        return cast(Json, reply) if isinstance(reply, dict) else None
    try:
        return cast(Json, json.loads(reply, parse_constant=str, parse_float=_number))
    except ValueError:
        return None


def _number(text: str) -> float | str:
    value = float(text)
    return value if math.isfinite(value) else text


def _translated(response: Any, raw: Json) -> Json:  # noqa: ANN401 - litellm's own class
    """Return litellm's translation of a reply; what the provider does not say, it must not say either."""
    got = cast(dict[str, Any], response.model_dump(mode="json", warnings=False))
    if not _says_why_it_ends(raw):
        got["choices"] = [{**choice, "finish_reason": None} for choice in got["choices"]]
    return got


def _says_why_it_ends(raw: Json) -> bool:
    """Return whether a reply in another form than OpenAI's names its reason to stop (Anthropic's, Gemini's form)."""
    if not isinstance(raw, Mapping):
        return True
    candidates = raw.get("candidates")
    if isinstance(candidates, list) and candidates:
        return isinstance(candidates[0], Mapping) and bool(candidates[0].get("finishReason"))
    return raw.get("stop_reason", "stop") is not None


def _without_bytes(model: Model, request: Request, sent: Mapping[str, Json] | None) -> Json:
    """Return the body that went out, with the messages' pictures as digests."""
    if sent is None or not any(one.pictures for one in request.messages):
        return sent
    return {**sent, "messages": public_body(model, request)["messages"]}
