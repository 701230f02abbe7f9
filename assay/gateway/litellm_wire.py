"""The wire through litellm, which is imported inside the call: that takes seconds and much memory.

litellm's own retries, cache, price counters, callbacks and streams stay off. Measured with 1.100.5: of a stream that
was cut it makes a whole reply, a missing reason to stop becomes `stop`, and a missing count becomes zero. So what is
read is the provider's own reply, as litellm hands it to a logger before it fills anything in.
"""

from __future__ import annotations

import json
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
            raise fault_of(error, sent=seen.body is not None) from None
        got = seen.reply or cast(Json, response.model_dump(mode="json", warnings=False))
        return Answer(_without_bytes(model, request, seen.body), got)

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
            self.reply = _openai_form(details.get("original_response"))


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


def _openai_form(reply: object) -> Json:
    """Return a reply that came in OpenAI's own form, None for one that litellm has to translate."""
    try:
        value = json.loads(reply) if isinstance(reply, str | bytes) else reply
    except ValueError:
        return None
    return cast(Json, value) if isinstance(value, dict) and "choices" in value else None


def _without_bytes(model: Model, request: Request, sent: Mapping[str, Json] | None) -> Json:
    """Return the body that went out, with the messages' pictures as digests."""
    if sent is None or not any(one.pictures for one in request.messages):
        return sent
    return {**sent, "messages": public_body(model, request)["messages"]}
