"""A model that cannot be called is told before a build begins: nobody else is paid, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.config import Settings
from assay.config.models import ASKING
from assay.gateway.scripted import Rules, ScriptedServer
from assay.model.errors import ConfigError
from assay.stages.asking import check_models, check_rehearsed, seats_by_stage
from assay.stages.building import build
from assay.stages.rehearsing import rehearse
from assay.stages.run import Silent
from tests.filters.desk import UNKNOWN, reviews
from tests.stages.archives import assay, built, tiniest

KEY = "ASSAY_TEST_NO_SUCH_KEY"
PRICED: dict[str, Any] = {"model": "openai/x", "price": {"input": 1, "output": 2}}


def settings(models: dict[str, Any], **more: Any) -> Settings:
    return Settings.model_validate({"models": models, **more})


def test_each_stage_that_asks_is_known_by_the_config_and_has_its_seats():
    models = {role: PRICED for role in ("author", "obfuscator", "summariser", "reviewer", "grader")}
    held = settings(models | {"panel": [PRICED] * 2, "closed_book": [PRICED]}, synthesis={"authors": ["agent"]})
    found = seats_by_stage(held)
    assert tuple(found) == ASKING
    assert found["panel"] == found["ablation"] == ["panel/1", "panel/2"]
    assert {seat for asked in found.values() for seat in asked} == set(held.models.seats())


def test_a_model_that_nobody_asks_is_not_looked_at():
    wrong: dict[str, Any] = {"model": "scripted/nowhere.yaml"}
    unasked = settings({"author": wrong, "judges": [wrong], "grader": wrong}, filters={"gates": ["spec"]})
    assert seats_by_stage(unasked) == {}
    check_models(unasked)


@pytest.mark.parametrize(
    ("grader", "told"),
    [
        ({**PRICED, "api_key_env": KEY}, f"openai/x: its key is not set; put it into the variable {KEY}"),
        ({"model": "scripted/nowhere.yaml"}, "nowhere.yaml: cannot be read"),
        ({"model": "scripted/FOLDER/nonsense.yaml"}, "nonsense.yaml: must hold keys and values."),
        ({"model": "scripted"}, "scripted: names no file of rules; write `scripted/FILE`"),
        ({"model": "openai/nobody-knows-this"}, "litellm knows no price for it"),
        ({**PRICED, "price": "unknown"}, "its price is unknown, so no cap in dollars holds"),
        ({**PRICED, "model": "openai"}, "openai: names a provider and no model; write `openai/MODEL`"),
        ({**PRICED, "model": "openai/"}, "openai/: names a provider and no model; write `openai/MODEL`"),
        ({**PRICED, "model": "nobody-knows-this"}, "litellm knows no such model; write `PROVIDER/MODEL`"),
    ],
)
@pytest.mark.parametrize("budget", [{"dollars": 5}, {"stages": {"quality": {"dollars": 5}}}])
def test_what_is_wrong_with_the_last_role_is_told_before_the_first_is_asked(
    grader: dict[str, Any], told: str, budget: dict[str, Any], tmp_path: Path
):
    (tmp_path / "nonsense.yaml").write_text("- a\n", encoding="utf-8")
    wrong = {**grader, "model": grader["model"].replace("FOLDER", str(tmp_path))}
    with ScriptedServer(Rules()) as here:
        first = {**PRICED, "api_base": here.api_base}
        held = settings({"closed_book": [first], "grader": wrong}, budget=budget)
        with pytest.raises(ConfigError) as raised:
            built(tiniest(tmp_path / "archive"), tmp_path / "out", held)
        assert here.calls == 0
    assert told in str(raised.value)
    assert str(raised.value).startswith("models.grader: ")
    assert not (tmp_path / "out").exists()


def test_a_provider_whose_usual_variable_is_empty_is_told_before_anybody_is_asked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ConfigError, match=r"models\.grader: openai/x: its key is not set.* OPENAI_API_KEY, or name"):
        check_models(settings({"grader": PRICED}))
    (told,) = check_rehearsed(settings({"grader": PRICED}))
    assert "OPENAI_API_KEY" in told
    check_models(settings({"grader": {**PRICED, "api_base": "http://localhost:1/v1"}}))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-long-enough")
    check_models(settings({"grader": PRICED}))


def test_a_cap_of_another_stage_forbids_no_unknown_price_and_a_known_name_needs_no_provider(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-long-enough")
    unpriced = {**PRICED, "price": "unknown"}
    held = settings({"closed_book": [PRICED], "grader": unpriced}, budget={"stages": {"closed_book": {"dollars": 1}}})
    check_models(held)
    check_models(settings({"grader": {"model": "gpt-4o"}}))


def test_one_sentence_tells_all_seats_and_each_fault_has_its_line():
    keyless: dict[str, Any] = {**PRICED, "api_key_env": KEY}
    with pytest.raises(ConfigError) as raised:
        check_models(settings({"panel": [keyless, keyless], "grader": {"model": "scripted"}}))
    first, second = str(raised.value).splitlines()
    assert first.startswith("models.grader: scripted: ")
    assert second.startswith("models.panel/1, models.panel/2: openai/x: its key is not set")


def test_the_author_that_asks_models_needs_one():
    with pytest.raises(ConfigError, match=r"set its model under models\.author"):
        check_models(settings({"grader": PRICED}, synthesis={"authors": ["agent"]}))


def test_a_dry_run_estimates_without_a_key_and_tells_that_it_is_missing(tmp_path: Path):
    held = settings({"grader": {**PRICED, "api_key_env": KEY}})
    (sentence,) = check_rehearsed(held)
    assert sentence.startswith(f"models.grader: openai/x: its key is not set; put it into the variable {KEY}")
    found = rehearse(tiniest(tmp_path / "archive"), tmp_path / "out", held, Silent())
    assert found.known.calls > 0
    assert found.sentences[0] == sentence
    with pytest.raises(ConfigError, match="names no file of rules"):
        rehearse(tmp_path / "archive", tmp_path / "out", settings({"grader": {"model": "scripted"}}), Silent())


def test_kept_replies_need_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    archive, out = tiniest(tmp_path / "archive"), tmp_path / "out"
    monkeypatch.setenv(KEY, "sk-long-enough")
    with ScriptedServer(Rules.model_validate({"rules": [reviews()], "otherwise": UNKNOWN})) as here:
        one = {**PRICED, "api_base": here.api_base, "api_key_env": KEY}
        held = settings({"closed_book": [one], "reviewer": one})
        first = built(archive, out, held)
        calls = here.calls
        monkeypatch.delenv(KEY)
        again = build(archive, out, held, Silent(), replay=True)
        assert (here.calls, again.released) == (calls, first.released)
    assert calls > 0


@pytest.mark.parametrize("how", [(), ("--direct",)])
def test_the_command_ends_with_2_and_names_role_and_variable(how: tuple[str, ...], tmp_path: Path):
    archive, config = tiniest(tmp_path / "archive"), tmp_path / "config.json"
    config.write_text(json.dumps({"models": {"grader": {**PRICED, "api_key_env": KEY}}}), encoding="utf-8")
    process = assay("build", archive, "--out", tmp_path / "out", "--config", config, *how)
    _, told = process.communicate()
    assert process.returncode == 2
    assert "models.grader: openai/x: its key is not set" in told
    assert KEY in told
    assert "starting Prefect" not in told
    assert not (tmp_path / "out").exists()
