"""Keys are never written: not into kept calls, not into the ledger, not into the text of an error."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.config import describe, load
from assay.gateway import CallFailure, Gateway, Reply, ask_text
from assay.gateway.scripted import ScriptedServer
from assay.gateway.secrets import SHOWN, Redactor, secrets_in
from assay.model.errors import ConfigError
from tests.gateway.asking import ask, out_in, rules_of, waits, wired

CANARY = 'sk-canary-7f3a"\\9Q/+=end'


def files(folder: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_no_file_and_no_error_holds_the_key_even_where_the_provider_repeats_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ASSAY_TEST_KEY", CANARY)
    repeating = {"when": {"contains": ["repeat"]}, "say": f"your key is {CANARY}"}
    refusing = {"when": {"contains": ["refuse"]}, "fault": {"kind": "status", "status": 401}}
    _, sleep = waits()
    out = out_in(tmp_path)
    with ScriptedServer(rules_of(repeating, refusing)) as server:
        settings = wired(server, api_key_env="ASSAY_TEST_KEY")
        with Gateway(settings, out, sleep=sleep) as gateway:
            repeated = ask(gateway, f"repeat {CANARY}")
            refused = ask(gateway, "refuse")
        assert CANARY in server.keys[0]
    assert isinstance(repeated, Reply)
    assert isinstance(refused, CallFailure)
    for text in (files(out.root).decode(), repr(repeated), repr(refused), json.dumps(describe(settings))):
        assert "canary" not in text
    assert SHOWN in files(out.root).decode()


def test_an_error_that_quotes_the_key_is_told_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ASSAY_TEST_KEY", CANARY)
    with (
        ScriptedServer(
            rules_of({"fault": {"kind": "status", "status": 400, "message": f"bad key {CANARY}"}})
        ) as server,
        Gateway(wired(server, api_key_env="ASSAY_TEST_KEY"), out_in(tmp_path)) as gateway,
    ):
        refused = ask(gateway, "question")
    assert isinstance(refused, CallFailure)
    assert "canary" not in refused.detail
    assert SHOWN in refused.detail


@given(secret=st.text(min_size=8, max_size=40), around=st.text(max_size=20))
def test_a_secret_is_taken_out_in_every_form(secret: str, around: str):
    redactor = Redactor([secret])
    forms = [secret, quote(secret, safe=""), json.dumps(secret)[1:-1], base64.b64encode(secret.encode()).decode()]
    for form in forms:
        assert form.rstrip("=") not in redactor.text(f"{around} {form} {around}").replace(SHOWN, "")


def test_what_is_too_short_for_a_secret_stays():
    assert Redactor(["none", ""]).text("none of it") == "none of it"


@pytest.mark.parametrize("short", ["k", "sk-1234", " sk-1234\n"])
def test_a_key_that_is_too_short_to_be_taken_out_is_refused_before_anything_is_sent(
    short: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ASSAY_TEST_KEY", short)
    with ScriptedServer(rules_of({"say": f"your key is {short}"})) as server:
        with (
            Gateway(wired(server, api_key_env="ASSAY_TEST_KEY"), out_in(tmp_path)) as gateway,
            pytest.raises(ConfigError, match="ASSAY_TEST_KEY holds has fewer than 8 characters") as told,
        ):
            ask(gateway, "question")
        assert server.calls == 0
    assert "sk-1" not in str(told.value)
    assert b"sk-1" not in files(out_in(tmp_path).root)


@pytest.mark.parametrize("key", ["sk-12345", "sk-12345-and-more\n"])
def test_a_key_of_the_least_length_or_with_an_end_of_line_is_taken_out(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ASSAY_TEST_KEY", key)
    with ScriptedServer(rules_of({"say": f"your key is {key.strip()}"})) as server:
        settings = wired(server, api_key_env="ASSAY_TEST_KEY")
        with Gateway(settings, out_in(tmp_path)) as gateway:
            assert isinstance(ask(gateway, "question"), Reply)
        assert key.strip() in server.keys[0]
    assert b"sk-1" not in files(out_in(tmp_path).root)


def test_variables_are_secret_by_their_name_or_because_the_config_names_them():
    environment = {
        "OPENAI_API_KEY": "a" * 9,
        "HF_TOKEN": "b" * 9,
        "MINE": "c" * 9,
        "KEYBOARD": "d" * 9,
        "HOME": "e" * 9,
    }
    assert secrets_in(environment, ["MINE"]) == ["a" * 9, "b" * 9, "c" * 9]


@pytest.mark.parametrize(
    "text",
    [
        "models: {author: {model: openai/x, api_key: CANARY}}",
        "models: {author: {model: openai/x, api_key_env: CANARY}}",
        "models: {author: {model: openai/x, settings: {extra: {api_key: CANARY}}}}",
        "models: {author: {model: openai/x, settings: {extra: {extra_headers: {Authorization: CANARY}}}}}",
        "models: {author: {model: openai/x, api_base: 'http://me:CANARY@host/v1'}}",
        "models: {author: {model: openai/x, api_base: 'http://host/v1?key=CANARY'}}",
    ],
)
def test_a_key_in_the_config_is_an_error_that_does_not_repeat_it(text: str, tmp_path: Path):
    path = tmp_path / "assay.yaml"
    path.write_text(text.replace("CANARY", "sk-canary-123"), encoding="utf-8")
    with pytest.raises(ConfigError) as told:
        load(path)
    assert "canary" not in str(told.value)
    assert "environment variable" in str(told.value) or "api_key_env" in str(told.value)


def test_a_seat_beside_the_config_keeps_its_key_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UNLIKELY_NAME", CANARY)
    with ScriptedServer(rules_of({"say": f"your key is {CANARY}"})) as server:
        settings = wired(server)
        subject = wired(server, api_key_env="UNLIKELY_NAME").models.grader
        assert subject is not None
        with Gateway(settings, out_in(tmp_path), seats={"subject": subject}) as gateway:
            assert isinstance(gateway.ask("subject", ask_text("question"), stage="evaluate"), Reply)
    assert b"canary" not in files(out_in(tmp_path).root)
