"""Summaries of chunks: the fields and the line of tags, in whatever language the text has."""

from pathlib import Path
from typing import Any

import pytest

from assay.config import Settings
from assay.gateway import CallFailure, Gateway
from assay.gateway.scripted import Rules, ScriptedServer
from assay.model.chunk import Chunk
from assay.store.folder import OutFolder
from synthesis.agent.summaries import FIELDS, Summary, parse_summary, summarise

GOOD = """topic: Stromverbrauch der Regionen
entities: Nordmark, Südmark
time range: 2022 bis 2024
data type: Tabelle
features: eine Einheit; keine Summen
<tags>Strom, Verbrauch, Regionen</tags>"""
CHUNK = Chunk("d", "energie/verbrauch.csv", "energie", 0, ("t1",), None, "| Region | 2024 |\n| Nordmark | 440,9 |")


def test_a_summary_has_its_fields_and_its_tags_in_its_own_language():
    summary = parse_summary(GOOD)
    assert isinstance(summary, Summary)
    assert tuple(summary.fields) == FIELDS
    assert summary.fields["entities"] == "Nordmark, Südmark"
    assert summary.tags == ("Strom", "Verbrauch", "Regionen")


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (GOOD.replace("time range: 2022 bis 2024\n", ""), "`time range:`"),
        (GOOD.replace("<tags>Strom, Verbrauch, Regionen</tags>", ""), "it has 0 lines"),
        (GOOD + "\n<tags>a, b, c</tags>", "it has 2 lines"),
        (GOOD.replace("Strom, Verbrauch, Regionen", "Strom, Strom, Strom"), "it has 1 different tags"),
        (GOOD.replace("Regionen</tags>", "c, d, e, f, g, h, i</tags>"), "it has 9 different tags"),
    ],
)
def test_what_a_summary_lacks_is_said(changed: str, fault: str):
    found = parse_summary(changed)
    assert isinstance(found, str)
    assert fault in found


@pytest.mark.parametrize(
    ("replies", "calls", "outcome"),
    [([GOOD], 1, "summary"), (["none", GOOD], 2, "summary"), (["none", "none"], 2, "schema")],
)
def test_one_that_does_not_fit_is_asked_for_once_more(tmp_path: Path, replies: list[str], calls: int, outcome: str):
    rules: list[dict[str, Any]] = [{"when": {"turn": turn}, "say": text} for turn, text in enumerate(replies)]
    with ScriptedServer(Rules.model_validate({"rules": rules})) as server:
        model = {"model": "openai/scripted", "api_base": server.api_base, "price": "unknown"}
        settings = Settings.model_validate({"models": {"summariser": model}})
        with Gateway(settings, OutFolder(tmp_path)) as gateway:
            found = summarise(gateway, "summariser", CHUNK)
        assert server.calls == calls
    assert (found.fault if isinstance(found, CallFailure) else "summary") == outcome
