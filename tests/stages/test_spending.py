"""What `assay audit` tells of calls and cost is what the ledger holds, whatever came of the calls and whoever asked."""

from __future__ import annotations

import json
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any, cast

import pytest
from rich.console import Console

from assay.cli import tables
from assay.config import Settings
from assay.gateway.scripted import Rules, ScriptedServer
from assay.stages.audit import audit_body
from assay.stages.spending import spending
from assay.store.folder import OutFolder
from tests.filters.test_quality import GRADES, grades
from tests.served import served_model
from tests.stages.archives import built, tiniest, tiny_build


def printed(body: Any) -> str:
    shown = Console(width=200, file=StringIO())
    shown.print(tables.funnel(body))
    return cast(StringIO, shown.file).getvalue()


def counted(out: Path) -> tuple[Counter[str], Counter[str]]:
    """Return calls and billionths of dollars by stage, added up from the ledger's lines."""
    begun, cost = dict[int, str](), dict[int, int]()
    for line in map(json.loads, (out / "calls" / "ledger.jsonl").read_text(encoding="utf-8").splitlines()):
        begun.setdefault(line["id"], line.get("stage", ""))
        cost[line["id"]] = line["nanodollars"]
    dollars = Counter[str]()
    for number, stage in begun.items():
        dollars[stage] += cost[number]
    return Counter(begun.values()), dollars


def settings(here: ScriptedServer) -> Settings:
    one = served_model(here, price={"input": 1, "output": 2})
    return Settings.model_validate(
        {
            "models": {"author": one, "summariser": one, "grader": one},
            "providers": {"openai": {"retries": 1, "first_wait": 0.001}},
            "synthesis": {"authors": ["rules", "agent"], "agent": {"seeds": 1}}, "chunks": {"floor": -1000.0},
        }
    )  # fmt: skip


@pytest.mark.slow  # whole builds over real HTTP
def test_calls_and_cost_are_those_of_the_ledger_by_stage_and_by_gate(tmp_path: Path):
    out = tmp_path / "out"
    rules = [
        {"when": {"contains": [GRADES]}, "fault": "cut", "times": 1},
        {"when": {"contains": [GRADES]}, "json": {"clarity": "none"}, "times": 1},
        grades(),
    ]
    with ScriptedServer(Rules.model_validate({"rules": rules, "otherwise": {"say": "I would rather not."}})) as here:
        built(tiniest(tmp_path / "archive"), out, settings(here))
        requests = here.calls
    calls, cost = counted(out)
    assert set(calls) == {"summarize", "synthesize", "quality"}
    assert calls["quality"] == 3
    body: Any = audit_body(out)
    models = body["models"]
    assert (models["calls"], models["unsettled"], models["unpriced"]) == (requests, 0, 0)
    assert models["cost"] == pytest.approx(sum(cost.values()) / 1e9)
    assert {stage: one["calls"] for stage, one in models["stages"].items()} == calls
    assert {stage: round(one["cost"] * 1e9) for stage, one in models["stages"].items()} == cost
    (quality,) = [row for row in body["funnel"] if row["gate"] == "quality"]
    assert (quality["calls"], round(quality["cost"] * 1e9)) == (3, cost["quality"])
    shown = printed(body)
    assert f"models: {requests} calls, {sum(cost.values()) / 1e9:.4f} dollars; unsettled: 0\n" in shown.replace(
        " \n", "\n"
    )
    assert f"synthesize {calls['synthesize']} calls, " in shown
    page = (out / "report.html").read_text(encoding="utf-8")
    assert f"<li>models: {requests} calls, {sum(cost.values()) / 1e9:.4f} dollars; unsettled: 0</li>" in page
    # a call that a killed process left counts at its worst case
    lines = (out / "calls" / "ledger.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    begun = {**json.loads(lines[0]), "id": 1000, "stage": "review", "nanodollars": 5_000_000}
    (out / "calls" / "ledger.jsonl").write_text("".join([*lines, json.dumps(begun) + "\n"]), encoding="utf-8")
    left: Any = audit_body(out)["models"]
    assert (left["calls"], left["unsettled"], left["stages"]["review"]["cost"]) == (requests + 1, 1, 0.005)
    assert "; unsettled: 1" in printed(audit_body(out))


def test_without_calls_there_is_no_line(tmp_path_factory: pytest.TempPathFactory):
    out = tiny_build(tmp_path_factory).out
    assert spending(OutFolder(out)) == {
        "calls": 0, "cost": 0.0, "tokens": 0, "unsettled": 0, "unpriced": 0, "stages": {}
    }  # fmt: skip
    assert "models:" not in printed(audit_body(out))


def test_calls_of_unknown_price_are_counted_apart(tmp_path: Path):
    line = {
        "op": "reserve", "id": 1, "model": "m", "at": "", "run": "run-1", "stage": "quality", "seat": "grader",
        "key": "k", "nanodollars": None, "tokens": 9, "calls": 1, "milliseconds": 5,
    }  # fmt: skip
    out = OutFolder(tmp_path)
    out.calls.mkdir(parents=True)
    (out.calls / "ledger.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    found = spending(out)
    assert (found["calls"], found["cost"], found["unpriced"], found["unsettled"]) == (1, 0.0, 1, 1)
