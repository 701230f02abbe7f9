"""Waits between tries, and the turnstile of a provider."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from assay.config.models import Provider
from assay.gateway import CallFailure, Gateway, Reply
from assay.gateway.faults import asked_wait, fault_of_status
from assay.gateway.limits import Turnstile
from assay.gateway.scripted import ScriptedServer
from tests.gateway.asking import ask, out_in, rules_of, waits, wired, within


def test_retry_after_is_seconds_or_a_date_or_nothing():
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    past = format_datetime(datetime.now(UTC) - timedelta(seconds=30), usegmt=True)
    assert asked_wait({"Retry-After": "7"}) == 7
    assert asked_wait({"retry-after": "0.5"}) == 0.5
    assert asked_wait({"retry-after-ms": "250", "retry-after": "9"}) == 0.25
    assert asked_wait({"retry-after": soon}) == pytest.approx(30, abs=2)
    assert asked_wait({"retry-after": past}) == 0
    assert [asked_wait({"retry-after": text}) for text in ("-3", "soon", "inf", "nan", "")] == [
        0,
        None,
        None,
        None,
        None,
    ]
    assert asked_wait({}) is None


@pytest.mark.parametrize("status", [429, 503])
def test_a_wait_that_the_provider_asks_for_is_honoured_over_http(status: int, tmp_path: Path):
    rules = rules_of({"fault": {"kind": "status", "status": status, "retry_after": "0.2"}, "times": 1}, {"say": "42"})
    asked, sleep = waits()
    with ScriptedServer(rules) as server, Gateway(wired(server), out_in(tmp_path), sleep=sleep) as gateway:
        began = time.monotonic()
        found = ask(gateway, "question")
    assert isinstance(found, Reply)
    assert len(asked) == 1
    assert 0.2 <= asked[0] < 0.3
    # the turnstile holds all calls to the provider back, whoever does not sleep
    assert time.monotonic() - began >= 0.2


def test_without_a_wish_waits_double_with_jitter(tmp_path: Path):
    asked, sleep = waits()
    settings = within(tmp_path, rules_of({"fault": {"kind": "status", "status": 500}}))
    with Gateway(settings, out_in(tmp_path), sleep=sleep) as gateway:
        ask(gateway, "question")
    assert len(asked) == 3
    for place, wait in enumerate(asked):
        assert 0.0005 * 2**place <= wait <= 0.001 * 2**place


def test_a_wait_that_is_too_long_ends_the_call(tmp_path: Path):
    asked, sleep = waits()
    rules = rules_of({"fault": {"kind": "status", "status": 429, "retry_after": "3600"}})
    with Gateway(within(tmp_path, rules), out_in(tmp_path), sleep=sleep) as gateway:
        found = ask(gateway, "question")
        assert gateway.spent().calls == 1
    assert isinstance(found, CallFailure)
    assert (found.fault, asked) == ("rate_limited", [])


@pytest.mark.parametrize(
    ("status", "detail", "fault"),
    [
        (400, "This model's maximum context length is 10 tokens", "context"),
        (400, "blocked by content_filter", "refusal"),
        (400, "unknown parameter", "rejected"),
        (413, "too large", "context"),
        (402, "pay first", "authentication"),
        (418, "teapot", "server"),
        (529, "overloaded", "server"),
    ],
)
def test_a_status_says_which_fault_it_is(status: int, detail: str, fault: str):
    found = fault_of_status(status, {}, detail)
    assert (found.fault, found.free) == (fault, True)


class Clock:
    """A clock that a test turns."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_no_more_calls_are_inside_than_allowed():
    turnstile, inside, most = Turnstile(Provider(parallel=3)), [0], [0]
    guard = threading.Lock()

    def call(_: int) -> None:
        with turnstile.turn(1):
            with guard:
                inside[0] += 1
                most[0] = max(most[0], inside[0])
            time.sleep(0.002)
            with guard:
                inside[0] -= 1

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(call, range(60)))
    assert most[0] == 3


def entered(turnstile: Turnstile, tokens: int) -> bool:
    """Whether a call of so many tokens gets in at once."""
    went_in = threading.Event()

    def go() -> None:
        with turnstile.turn(tokens):
            went_in.set()

    threading.Thread(target=go, daemon=True).start()
    return went_in.wait(0.1)


def test_tokens_of_a_minute_are_counted_until_they_are_a_minute_old():
    clock = Clock()
    turnstile = Turnstile(Provider(tokens_per_minute=100), clock)
    assert entered(turnstile, 60)
    assert entered(turnstile, 40)
    assert not entered(turnstile, 1)
    clock.now += 61
    assert entered(turnstile, 500)
    assert not entered(turnstile, 1)


def test_tokens_that_a_call_did_not_use_are_free_again():
    turnstile = Turnstile(Provider(tokens_per_minute=100), Clock())
    with turnstile.turn(90) as taken:
        taken.tokens = 10
    assert entered(turnstile, 90)
