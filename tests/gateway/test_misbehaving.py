"""A server that misbehaves never gets a wrong reply taken as good: each fault is a new try or a typed failure."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from assay.gateway import CallFailure, Gateway, Reply, Request, Tool
from assay.gateway.records import Message
from assay.gateway.scripted import ScriptedServer
from tests.gateway.asking import SCHEMA, ask, out_in, rules_of, waits, wired, within

TOOL = Tool("bash", "Runs a command.", {"type": "object", "required": ["command"]})


@dataclass(frozen=True)
class Case:
    """A fault, what it is called, how many calls three tries make of it, and whether a call of it is paid for."""

    fault: dict[str, Any]
    name: str
    calls: int = 4
    paid: bool = True


PASSING = [
    Case({"kind": "status", "status": 429}, "rate_limited", paid=False),
    Case({"kind": "status", "status": 500}, "server", paid=False),
    Case({"kind": "status", "status": 503, "retry_after": "0"}, "server", paid=False),
    Case({"kind": "slow", "seconds": 1.5}, "timeout"),
    Case({"kind": "trickle", "seconds": 1.5}, "timeout"),
    Case({"kind": "cut"}, "cut"),
    Case({"kind": "empty"}, "empty"),
    Case({"kind": "not_json"}, "malformed"),
    Case({"kind": "error_in_reply"}, "malformed"),
    Case({"kind": "unfinished"}, "cut"),
]
LASTING = [
    Case({"kind": "status", "status": 400}, "rejected", 1, paid=False),
    Case({"kind": "status", "status": 401}, "authentication", 1, paid=False),
    Case({"kind": "status", "status": 404}, "rejected", 1, paid=False),
    Case({"kind": "refusal"}, "refusal", 1),
    Case({"kind": "length"}, "length", 1),
    Case({"kind": "invalid_json"}, "schema", 2),
    Case({"kind": "wrong_schema"}, "schema", 2),
    Case({"kind": "bad_arguments"}, "arguments", 2),
]


def told(case: Case) -> str:
    """The name of a case in the list of tests."""
    return f"{case.fault['kind']}-{case.fault.get('status', '')}"


def request_of(case: Case) -> Request:
    """A request that the fault is one for: with a schema or a tool where it breaks these."""
    schema = SCHEMA if case.name == "schema" else None
    return Request((Message("user", "How many?"),), (TOOL,) if case.name == "arguments" else (), schema)


@pytest.mark.parametrize("case", [*PASSING, *LASTING], ids=told)
def test_over_http_each_fault_is_named_counted_and_paid_for_once(case: Case, tmp_path: Path):
    rules = rules_of({"say": "42", "fault": case.fault})
    _, sleep = waits()
    with ScriptedServer(rules) as server:
        # the first call of a process is slow by itself
        settings = wired(server, timeout=1.0 if case.name == "timeout" else 30.0)
        with Gateway(settings, out_in(tmp_path), sleep=sleep) as gateway:
            found = gateway.ask("grader", request_of(case), stage="test")
            entries = gateway.entries()
            assert server.calls == case.calls
    assert isinstance(found, CallFailure)
    assert found.fault == case.name
    assert len(entries) == case.calls
    assert all(one.settled is not None for one in entries)
    assert {bool(one.counted.nanodollars) for one in entries} == {case.paid}


@pytest.mark.parametrize("case", [*PASSING, *LASTING], ids=told)
def test_within_the_process_the_faults_are_the_same(case: Case, tmp_path: Path):
    rules = rules_of({"say": "42", "fault": case.fault | ({"seconds": 0.02} if case.name == "timeout" else {})})
    _, sleep = waits()
    timeout = 0.01 if case.name == "timeout" else 30.0
    with Gateway(within(tmp_path, rules, timeout=timeout), out_in(tmp_path), sleep=sleep) as gateway:
        found = gateway.ask("grader", request_of(case), stage="test")
        entries = gateway.entries()
    assert isinstance(found, CallFailure)
    assert found.fault == case.name
    assert len(entries) == case.calls
    assert {bool(one.counted.nanodollars) for one in entries} == {case.paid}


@pytest.mark.parametrize("case", PASSING, ids=told)
def test_a_fault_that_passes_ends_in_the_right_reply(case: Case, tmp_path: Path):
    fault = case.fault | ({"seconds": 0.02} if case.name == "timeout" else {})
    rules = rules_of({"fault": fault, "times": 2}, {"say": "42"})
    _, sleep = waits()
    timeout = 0.01 if case.name == "timeout" else 30.0
    with Gateway(within(tmp_path, rules, timeout=timeout), out_in(tmp_path), sleep=sleep) as gateway:
        found = ask(gateway, "How many?")
        assert isinstance(found, Reply)
        assert found.text == "42"
        assert [one.ending for one in gateway.entries()] == [case.name, case.name, "reply"]


@pytest.mark.parametrize("case", PASSING, ids=told)
def test_what_brought_no_reply_is_asked_again_by_the_next_run(case: Case, tmp_path: Path):
    fault = case.fault | ({"seconds": 0.02} if case.name == "timeout" else {})
    rules = rules_of({"fault": fault, "times": 4}, {"say": "42"})
    timeout = 0.01 if case.name == "timeout" else 30.0
    _, sleep = waits()
    settings = within(tmp_path, rules, timeout=timeout)
    with Gateway(settings, out_in(tmp_path), sleep=sleep) as gateway:
        assert isinstance(ask(gateway, "How many?"), CallFailure)
        found = ask(gateway, "How many?")
    assert isinstance(found, Reply)


@pytest.mark.parametrize("kind", ["lying_usage", "no_usage"])
def test_a_count_that_cannot_be_true_counts_as_the_worst_case(kind: str, tmp_path: Path):
    rules = rules_of({"say": "42", "fault": kind})
    with ScriptedServer(rules) as server, Gateway(wired(server), out_in(tmp_path)) as gateway:
        found = ask(gateway, "How many?")
        (entry,) = gateway.entries()
    assert isinstance(found, Reply)
    assert (found.text, found.usage.doubted) == ("42", True)
    assert entry.counted.nanodollars == entry.reserved.nanodollars


def test_an_understated_count_is_doubted_too(tmp_path: Path):
    rules = rules_of({"say": "42", "usage": {"input": 1, "output": 0}})
    with Gateway(within(tmp_path, rules), out_in(tmp_path)) as gateway:
        found = ask(gateway, "How many? " * 100)
    assert isinstance(found, Reply)
    assert found.usage.doubted


@pytest.mark.parametrize("fault", ["invalid_json", "wrong_schema", "bad_arguments"])
def test_one_repair_round_mends_a_reply_and_is_paid_for(fault: str, tmp_path: Path):
    mended = {"calls": [{"name": "bash", "arguments": {"command": "ls"}}]}
    if fault != "bad_arguments":
        mended = {"json": {"answer": "42"}}
    rules = rules_of({"when": {"turn": 0}, "fault": fault}, {"when": {"turn": 1, "last": ["cannot be used"]}, **mended})
    case = Case({"kind": fault}, "arguments" if fault == "bad_arguments" else "schema")
    settings = within(tmp_path, rules)
    with Gateway(settings, out_in(tmp_path)) as gateway:
        found = gateway.ask("grader", request_of(case), stage="test")
        again = gateway.ask("grader", request_of(case), stage="test")
        entries = gateway.entries()
    assert isinstance(found, Reply)
    assert isinstance(again, Reply)
    assert found.parsed == {"answer": "42"} or found.calls[0].arguments == {"command": "ls"}
    assert [one.ending for one in entries] == ["reply", "reply"]
    assert found.cost == again.cost == pytest.approx(sum(one.counted.dollars or 0 for one in entries))
    assert (found.cached, again.cached) == (False, True)
