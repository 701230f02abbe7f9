"""Asking over real HTTP: each different question once, what was sent and used on record."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from assay.gateway import Ask, CallFailure, Gateway, Message, Picture, Reply, Request, Tool, ask_text, calling
from assay.gateway.body import is_strict
from assay.gateway.scripted import ScriptedServer
from assay.model.canonical import digest_bytes
from assay.model.errors import ConfigError, ReplayMiss, WriterBusy
from tests.gateway.asking import SCHEMA, ask, out_in, rules_of, waits, wired, within

BASH = Tool("bash", "Runs a command.", {"type": "object", "required": ["command"]})
ANSWERS = [{"question": "How many apples?", "quote": ["42 apples"], "right": "42", "wrong": "7"}]


def test_a_scripted_reply_is_right_if_and_only_if_the_evidence_stands_in_the_request(tmp_path: Path):
    with ScriptedServer(rules_of(answers=ANSWERS)) as server, Gateway(wired(server), out_in(tmp_path)) as gateway:
        with_it = ask(gateway, "There are 42\n apples. How many apples?")
        without = ask(gateway, "There are apples. How many apples?")
    assert isinstance(with_it, Reply)
    assert isinstance(without, Reply)
    assert (with_it.text, without.text) == ("42", "7")


def test_a_second_run_makes_no_call_and_says_the_same(tmp_path: Path):
    with ScriptedServer(rules_of()) as server:
        with Gateway(wired(server), out_in(tmp_path)) as gateway:
            first = [ask(gateway, f"question {number}", sample=number % 2) for number in range(4)]
        with Gateway(wired(server), out_in(tmp_path)) as gateway:
            second = [ask(gateway, f"question {number}", sample=number % 2) for number in range(4)]
        assert server.calls == 4
    assert all(isinstance(one, Reply) and not one.cached for one in first)
    assert all(isinstance(one, Reply) and one.cached for one in second)
    assert [one.text for one in first if isinstance(one, Reply)] == [
        one.text for one in second if isinstance(one, Reply)
    ]


def test_each_sample_is_a_call_of_its_own(tmp_path: Path):
    with ScriptedServer(rules_of()) as server, Gateway(wired(server), out_in(tmp_path)) as gateway:
        for sample in (0, 1, 0, 1, 2):
            ask(gateway, "again", sample=sample)
        assert server.calls == 3


def test_equal_questions_of_many_threads_are_one_call(tmp_path: Path):
    rules = rules_of({"say": "late", "fault": {"kind": "slow", "seconds": 0.2}})
    with ScriptedServer(rules) as server, Gateway(wired(server), out_in(tmp_path)) as gateway:
        with ThreadPoolExecutor(8) as pool:
            replies = list(pool.map(lambda _: ask(gateway, "the same"), range(8)))
        assert server.calls == 1
    assert sum(isinstance(one, Reply) and not one.cached for one in replies) == 1


def test_a_reply_depends_on_the_picture(tmp_path: Path):
    rules = rules_of({"when": {"picture": True}, "say": "saw {{picture}}"})
    with ScriptedServer(rules) as server, Gateway(wired(server), out_in(tmp_path)) as gateway:
        shown = [Request((Message("user", "look", (Picture(data),)),)) for data in (b"one", b"two")]
        replies = [gateway.ask("grader", one, stage="test") for one in shown]
    assert [isinstance(one, Reply) and one.text for one in replies] == [
        f"saw {digest_bytes(data)}" for data in (b"one", b"two")
    ]


def test_tools_and_their_results_are_sent_and_calls_come_back(tmp_path: Path):
    rules = rules_of(
        {"when": {"tool": "bash", "turn": 0}, "calls": [{"name": "bash", "arguments": {"command": "ls"}}]},
        {"when": {"turn": 1, "last": ["a.md"]}, "say": "one file"},
    )
    with ScriptedServer(rules) as server, Gateway(wired(server), out_in(tmp_path)) as gateway:
        opening = (Message("system", "You act."), Message("user", "Look."))
        first = gateway.ask("grader", Request(opening, (BASH,)), stage="test")
        assert isinstance(first, Reply)
        told = (Message("assistant", "", calls=first.calls), Message("tool", "a.md", answers=first.calls[0].id))
        second = gateway.ask("grader", Request((*opening, *told), (BASH,)), stage="test")
    assert (first.calls[0].name, first.calls[0].arguments) == ("bash", {"command": "ls"})
    assert isinstance(second, Reply)
    assert second.text == "one file"


def test_a_schema_is_sent_and_its_reply_parsed(tmp_path: Path):
    with ScriptedServer(rules_of({"json": {"answer": "42"}})) as server:
        with Gateway(wired(server), out_in(tmp_path)) as gateway:
            reply = ask(gateway, "how many?", schema=SCHEMA)
        assert server.bodies[0]["response_format"]["json_schema"]["schema"] == SCHEMA  # pyright: ignore
    assert isinstance(reply, Reply)
    assert reply.parsed == {"answer": "42"}


def test_a_model_without_schemas_is_told_in_the_prompt(tmp_path: Path):
    with ScriptedServer(rules_of({"say": '```json\n{"answer": "42"}\n```'})) as server:
        with Gateway(wired(server, structured="prompt"), out_in(tmp_path)) as gateway:
            reply = ask(gateway, "how many?", schema=SCHEMA)
        assert "response_format" not in server.bodies[0]
        assert "JSON schema" in json.dumps(server.bodies[0]["messages"])
    assert isinstance(reply, Reply)
    assert reply.parsed == {"answer": "42"}


def test_what_was_sent_and_what_was_used_is_on_record(tmp_path: Path):
    rules = rules_of({"say": "hi", "usage": {"input": 12, "output": 3}})
    out = out_in(tmp_path)
    with ScriptedServer(rules) as server, Gateway(wired(server, settings={"temperature": 0.5}), out) as gateway:
        request = Request((Message("user", "look", (Picture(b"a picture"),)),))
        reply = gateway.ask("grader", request, stage="test")
        sent = server.bodies[0]
    assert isinstance(reply, Reply)
    kept = json.loads(out.call(reply.key).read_bytes())["call"]
    assert kept["sent"]["temperature"] == sent["temperature"] == 0.5
    assert kept["sent"]["max_tokens"] == sent["max_tokens"] == 4096
    assert digest_bytes(b"a picture") in json.dumps(kept["sent"])
    assert kept["got"]["model"] == reply.model == "scripted"
    assert (kept["input"], kept["output"], reply.usage.doubted) == (12, 3, False)
    assert reply.cost == pytest.approx(18e-6)
    assert kept["client"].startswith("litellm 1.")


def test_a_replay_answers_from_what_is_kept_and_a_miss_is_an_error(tmp_path: Path):
    out = out_in(tmp_path)
    with ScriptedServer(rules_of()) as server:
        settings = wired(server)
        with Gateway(settings, out) as gateway:
            made = ask(gateway, "kept")
    before = sorted(out.root.rglob("*"))
    with Gateway(settings, out, replay=True) as gateway:
        again = ask(gateway, "kept")
        with pytest.raises(ReplayMiss, match="grader: no reply is kept"):
            ask(gateway, "never asked")
    assert isinstance(made, Reply)
    assert isinstance(again, Reply)
    assert (again.text, again.key, again.cached) == (made.text, made.key, True)
    assert sorted(out.root.rglob("*")) == before


def test_a_damaged_call_is_made_again(tmp_path: Path):
    settings = within(tmp_path, rules_of({"when": {"call": 2}, "say": "second"}))
    out = out_in(tmp_path)
    with Gateway(settings, out) as gateway:
        first = ask(gateway, "question")
        assert isinstance(first, Reply)
        path = out.call(first.key)
        path.write_bytes(path.read_bytes().replace(b"hello", b"hullo"))
        again = ask(gateway, "question")
    assert isinstance(again, Reply)
    assert (first.text, again.text, again.cached) == ("hello", "second", False)


def test_a_run_that_finds_everything_kept_takes_no_lock_and_a_second_caller_is_refused(tmp_path: Path):
    settings, out = within(tmp_path, rules_of()), out_in(tmp_path)
    with Gateway(settings, out) as gateway:
        ask(gateway, "one")
        with Gateway(settings, out) as other:
            assert isinstance(ask(other, "one"), Reply)
            with pytest.raises(WriterBusy):
                ask(other, "two")
    with Gateway(settings, out) as later:
        assert isinstance(ask(later, "two"), Reply)


def test_a_dry_run_tells_the_worst_case_of_what_is_not_kept(tmp_path: Path):
    asks = [Ask("grader", ask_text(f"question {number}"), "test") for number in (1, 2, 2, 3)]
    with Gateway(within(tmp_path, rules_of(), settings={"max_tokens": 1000}), out_in(tmp_path)) as gateway:
        ask(gateway, "question 1")
        told = gateway.estimate(asks)
        spent = gateway.spent()
        assert (told.kept, told.calls, told.unpriced) == (1, 2, 0)
        assert 2000 < told.tokens < 3000
        assert 0.004 < told.dollars < 0.005
        assert gateway.spent() == spent


def test_an_unknown_price_adds_no_dollars_and_no_cap_in_dollars_holds_with_it(tmp_path: Path):
    settings = within(tmp_path, rules_of(), price="unknown")
    with Gateway(settings, out_in(tmp_path)) as gateway:
        reply = ask(gateway, "question")
        assert isinstance(reply, Reply)
        assert reply.cost is None
        assert gateway.entries()[0].counted.nanodollars is None
    capped = within(tmp_path, rules_of(), {"dollars": 1}, price="unknown")
    with Gateway(capped, out_in(tmp_path)) as gateway, pytest.raises(ConfigError, match="its price is unknown"):
        ask(gateway, "another")


def test_a_model_that_litellm_has_no_price_for_needs_one_in_the_config(tmp_path: Path):
    with ScriptedServer(rules_of()) as server, Gateway(wired(server, price=None), out_in(tmp_path)) as gateway:
        with pytest.raises(ConfigError, match="price: unknown"):
            ask(gateway, "question")
        assert server.calls == 0
        assert gateway.entries() == []


def test_a_role_without_a_model_is_a_sentence(tmp_path: Path):
    with Gateway(within(tmp_path, rules_of()), out_in(tmp_path)) as gateway, pytest.raises(ConfigError) as told:
        gateway.ask("author", ask_text("x"), stage="test")
    assert "no model plays 'author'" in str(told.value)
    assert "set are: grader" in str(told.value)


def test_a_key_that_is_not_set_is_told_before_anything_is_counted(tmp_path: Path):
    settings = within(tmp_path, rules_of(), api_key_env="ASSAY_TEST_NO_SUCH_KEY")
    with Gateway(settings, out_in(tmp_path)) as gateway:
        with pytest.raises(ConfigError, match="ASSAY_TEST_NO_SUCH_KEY"):
            ask(gateway, "question")
        assert gateway.entries() == []


def test_a_server_that_is_not_there_costs_nothing(tmp_path: Path):
    with ScriptedServer(rules_of()) as server:
        settings = wired(server)
    with Gateway(settings, out_in(tmp_path)) as gateway:
        found = ask(gateway, "question")
        assert isinstance(found, CallFailure)
        assert found.fault == "connection"
        assert (gateway.spent().nanodollars, gateway.spent().calls) == (0, 4)


def test_no_call_waits_for_an_endpoint_that_is_gone_for_long_and_all_go_on_once_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with ScriptedServer(rules_of()) as server:
        settings = wired(server)
        port = urlsplit(server.api_base).port or 0
    slept, sleep = waits()
    with Gateway(settings, out_in(tmp_path), sleep=sleep) as gateway:
        found = [ask(gateway, f"question {at}") for at in range(2)]
        monkeypatch.setattr(calling, "GIVEN_UP", 0.0)
        found += [ask(gateway, f"question {at}") for at in range(2, 4)]
        assert [one.fault for one in found if isinstance(one, CallFailure)] == ["connection"] * 4
        assert [one.made for one in found if isinstance(one, CallFailure)] == [4, 4, 1, 1]
        assert len(slept) == 6
        unstable = rules_of({"fault": {"kind": "status", "status": 500}, "times": 1})
        with ScriptedServer(unstable, port) as back:
            assert isinstance(ask(gateway, "question 0"), Reply)
            assert back.calls == 2


def test_half_a_character_of_a_damaged_file_reaches_no_provider(tmp_path: Path):
    with ScriptedServer(rules_of()) as server, Gateway(wired(server), out_in(tmp_path)) as gateway:
        reply = ask(gateway, "broken \ud83d text")
        assert server.bodies[0]["messages"] == [{"role": "user", "content": "broken ? text"}]
    assert isinstance(reply, Reply)


@pytest.mark.parametrize(
    ("schema", "strict"),
    [
        (SCHEMA, True),
        ({**SCHEMA, "required": []}, False),
        ({**SCHEMA, "additionalProperties": True}, False),
        ({"type": "array", "items": SCHEMA}, True),
        ({"type": "array", "items": {"type": "object"}}, False),
        ({"enum": ["a", "b"]}, True),
    ],
)
def test_a_schema_is_strict_where_it_meets_the_terms(schema: dict[str, object], strict: bool):
    assert is_strict(schema) == strict  # pyright: ignore[reportArgumentType]
