"""The scripted model: which rule holds, what its server sends, and what a wrong file of rules is told."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.gateway import Gateway, Reply
from assay.gateway.scripted import Rules, Script, ScriptedServer, load_rules
from assay.model.errors import ConfigError
from tests.gateway.asking import ask, out_in, rules_of, within


def body(*texts: str, **more: Any) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": text} for text in texts], **more}


def said(script: Script, request: Mapping[str, Any]) -> str:
    found = json.loads(script.reply(request).data)
    return found["choices"][0]["message"]["content"]


WORD = st.text("abc ", min_size=1).filter(str.strip)


@given(question=WORD, quote=WORD, around=WORD)
def test_an_answer_is_right_if_and_only_if_its_quote_is_there(question: str, quote: str, around: str):
    answers = [{"question": question, "quote": [quote], "right": "right", "wrong": "wrong"}]
    script = Script(Rules.model_validate({"answers": answers}))
    text = f"{around}\n{question}"
    stands = " ".join(quote.split()) in " ".join(text.split())
    assert said(script, body(text)) == ("right" if stands else "wrong")
    assert said(script, body(f"{text}\n{quote}")) == "right"


@pytest.mark.parametrize(
    ("when", "request_body", "holds"),
    [
        ({"contains": ["a b"]}, body("a \n b"), True),
        ({"lacks": ["secret"]}, body("a secret"), False),
        ({"last": ["two"]}, body("two", "one"), False),
        ({"last": ["one"]}, body("two", "one"), True),
        ({"matches": "q(uest)?ion"}, body("a question"), True),
        ({"model": "other"}, body("x"), False),
        ({"turn": 0}, body("x"), True),
        ({"turn": 1}, body("x"), False),
        ({"tool": "bash"}, body("x", tools=[{"type": "function", "function": {"name": "bash"}}]), True),
        ({"tool": "bash"}, body("x"), False),
        ({"picture": False}, body("x"), True),
        ({"call": 2}, body("x"), False),
        ({"every": 1}, body("x"), True),
    ],
)
def test_a_rule_holds_for_what_it_says(when: dict[str, Any], request_body: dict[str, Any], holds: bool):
    script = Script(rules_of({"when": when, "say": "held"}))
    assert (said(script, request_body) == "held") == holds


def test_rules_hold_so_many_times_and_every_so_manieth_request():
    script = Script(rules_of({"times": 2, "say": "first two"}, {"when": {"every": 3}, "say": "third"}))
    assert [said(script, body("x")) for _ in range(6)] == [
        "first two", "first two", "third", "hello", "hello", "third",
    ]  # fmt: skip


def test_chance_hangs_on_seed_request_and_repetition_only():
    rules = {"rules": [{"chance": 0.5, "say": "drawn"}], "otherwise": {"say": "not"}, "seed": 7}
    first = [said(Script(Rules.model_validate(rules)), body(str(number))) for number in range(200)]
    script = Script(Rules.model_validate(rules))
    backwards = [said(script, body(str(number))) for number in reversed(range(200))]
    assert first == backwards[::-1]
    assert 70 < first.count("drawn") < 130


def test_words_in_braces_are_filled_in():
    script = Script(rules_of({"when": {"matches": r"say (\w+)"}, "say": "{{1}} and {{other}} for $5"}))
    assert said(script, body("please say yes")) == "yes and {{other}} for $5"


def test_a_request_that_no_rule_holds_for_is_declined():
    found = Script(Rules()).reply(body("x"))
    assert found.status == 400
    assert b"no rule holds" in found.data


def posted(server: ScriptedServer, request: Mapping[str, Any]) -> str:
    data = json.dumps(request).encode()
    headers = {"Content-Type": "application/json"}
    address = urllib.request.Request(f"{server.api_base}/chat/completions", data, headers)
    with urllib.request.urlopen(address, timeout=30) as reply:
        return reply.read().decode()


def test_the_server_streams_whole_replies_and_cut_ones():
    rules = rules_of({"when": {"contains": ["cut"]}, "say": "a long answer", "fault": "cut"}, {"say": "a long answer"})
    with ScriptedServer(rules) as server:
        whole, cut = (posted(server, body(text, stream=True)) for text in ("whole", "cut"))
        assert server.calls == 2
    pieces = [json.loads(line[6:]) for line in whole.split("\n\n") if line.startswith("data: {")]
    text = "".join(one["choices"][0]["delta"].get("content", "") for one in pieces if one["choices"])
    assert text == "a long answer"
    assert whole.endswith("data: [DONE]\n\n")
    assert pieces[-1]["usage"]["total_tokens"] > 0
    assert "[DONE]" not in cut
    assert len(cut) < len(whole)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rules: [{say: x, fualt: slow}]", "yaml: rules.0.fualt: unknown key, the nearest right one is 'fault'"),
        ("rules: [{jsn: 1}]", "rules.0.jsn: unknown key, the nearest right one is 'json'"),
        ("rules: [{when: {contain: [a]}}]", "rules.0.when.contain: unknown key, the nearest right one is 'contains'"),
        (
            "rules: [{say: 1}]\nanswrs: []",
            "say: must be text.\n.*answrs: unknown key, the nearest",
        ),
        ("just words", r"rules.yaml: must hold keys and values\."),
        ("[]", r"rules.yaml: must hold keys and values\."),
        ("rules: [{fault: explode}]", "rules.0.fault.kind"),
        ("rules: [{when: {matches: '('}}]", "is no regular expression"),
        ("rules: [", "neither YAML nor JSON"),
    ],
)
def test_a_wrong_file_of_rules_is_told_where(text: str, told: str, tmp_path: Path):
    path = tmp_path / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=told):
        load_rules(path)


def test_a_missing_file_of_rules_is_named(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"nowhere.yaml: cannot be read"):
        load_rules(tmp_path / "nowhere.yaml")


def test_where_the_rules_lie_on_this_machine_is_kept_nowhere(tmp_path: Path):
    with Gateway(within(tmp_path, rules_of()), out_in(tmp_path)) as gateway:
        assert isinstance(ask(gateway, "question"), Reply)
        assert [entry.model for entry in gateway.entries()] == ["scripted/rules.json"]
    kept = [path.read_text(encoding="utf-8") for path in out_in(tmp_path).calls.rglob("*.json*")]
    assert len(kept) == 2
    assert not any(str(tmp_path) in text for text in kept)
