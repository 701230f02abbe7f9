"""What an error of the client library means: which fault it is, whether it is paid for, how long to wait."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, cast

from assay.gateway.records import Fault
from assay.gateway.wire import WireFault

_BY_STATUS: Mapping[int, Fault] = {
    400: "rejected", 401: "authentication", 402: "authentication", 403: "authentication", 404: "rejected",
    405: "rejected", 408: "timeout", 413: "context", 415: "rejected", 422: "rejected", 429: "rate_limited",
}  # fmt: skip
_DECLINED = ("content_policy", "content_filter", "content management policy")
_TOO_LONG = ("context_length", "context length", "context window", "maximum context", "too many tokens")
_LONGEST = 500


def fault_of(error: Exception, *, sent: bool, place: str = "the provider") -> WireFault:
    """Return the fault behind an error: litellm's own classes mistake broken replies for errors of the server.

    `place` is where the call went, in words.
    """
    # some of litellm's errors carry a traceback, which nobody can act on
    detail = " ".join(str(error).partition("Traceback (most recent")[0].split())[:_LONGEST]
    for cause in _causes(error):
        name = f"{type(cause).__module__.partition('.')[0]}.{type(cause).__name__}"
        if name == "httpx.HTTPStatusError":
            return _of_status(cast(Any, cause).response, detail)
        if name in ("httpx.ConnectError", "httpx.ConnectTimeout", "httpx.PoolTimeout"):
            return WireFault("connection", f"{place} cannot be reached: {detail}", free=True)
        if name.startswith("httpx.") and name.endswith("Timeout"):
            return WireFault("timeout", detail)
        if name.startswith("httpx."):
            return WireFault("cut", f"the connection ended before the reply did: {detail}")
    if not sent:
        return WireFault("rejected", detail, free=True)
    return WireFault("malformed", f"what came is no reply: {detail}")


def _of_status(response: Any, detail: str) -> WireFault:  # noqa: ANN401 - httpx is litellm's own, and known only to it
    status = int(response.status_code)
    return fault_of_status(status, cast(Mapping[str, str], response.headers), detail)


def fault_of_status(status: int, headers: Mapping[str, str], detail: str) -> WireFault:
    """Return the fault of a reply with an error's status; such a reply is not paid for."""
    lowered = detail.lower()
    fault = _BY_STATUS.get(status, "server")
    if fault == "rejected" and any(words in lowered for words in _DECLINED):
        fault = "refusal"
    elif fault == "rejected" and any(words in lowered for words in _TOO_LONG):
        fault = "context"
    return WireFault(fault, f"status {status}: {detail}", wait=asked_wait(headers), free=True)


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that `Retry-After` asks for (RFC 9110, 10.2.3: seconds or a date), None where it asks none."""
    lowered = {name.lower(): value.strip() for name, value in headers.items()}
    if (milliseconds := _seconds(lowered.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    said = lowered.get("retry-after")
    return _seconds(said) if _seconds(said) is not None else _until(said)


def _seconds(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return max(0.0, value) if value < float("inf") else None


def _until(text: str | None) -> float | None:
    try:
        when = parsedate_to_datetime(text or "")
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__
