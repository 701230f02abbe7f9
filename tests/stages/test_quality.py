"""Builds with a grader: its grades stand in store, audit, report and card, and turn no verdict of another gate."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any, cast

import pytest
from rich.console import Console

from assay.cli import tables
from assay.config import Settings
from assay.export.facts import NO_MODEL
from assay.gateway.scripted import Rules, ScriptedServer
from assay.stages.audit import audit_body, gate_body, trail_body
from assay.store.gates import verdicts
from assay.store.snapshot import Snapshot
from assay.store.tasks import tasks
from tests.filters.desk import UNKNOWN
from tests.filters.test_quality import grades, people
from tests.served import served_model
from tests.stages.archives import built, task_bytes, tiny, tiny_build


def settings(server: ScriptedServer, **quality: Any) -> Settings:
    body = {
        "models": {"grader": served_model(server)},
        "providers": {"openai": {"retries": 0}},
        "filters": {"quality": quality},
    }
    return Settings.model_validate(body)


def server(*rules: Any) -> ScriptedServer:
    return ScriptedServer(Rules.model_validate({"rules": [*rules, grades()], "otherwise": UNKNOWN}))


def ruled(out: Path, *without: str) -> set[tuple[Any, ...]]:
    with Snapshot.open(out) as snapshot:
        found = [one.verdict for one in verdicts(snapshot)]
    return {(one.gate, one.task, one.revision, one.decision, one.cause) for one in found if one.gate not in without}


def audited(out: Path) -> tuple[Any, str]:
    body: Any = audit_body(out)
    shown = Console(width=200, file=StringIO())
    shown.print(tables.funnel(body))
    return body, cast(StringIO, shown.file).getvalue()


@pytest.mark.slow  # whole builds over real HTTP
def test_grades_drop_what_is_weak_and_stand_wherever_somebody_looks(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
):
    bare = tiny_build(tmp_path_factory).out
    released = [json.loads(line)["id"] for line in task_bytes(bare).decode().splitlines()]
    with Snapshot.open(bare) as snapshot:
        weak = next(one for one in tasks(snapshot) if one.id == released[0])
    archive, out = tiny(tmp_path / "archive"), tmp_path / "out"
    human = people(tmp_path, f"{weak.id},2,5,1", "q0,1,1,1")
    dull = grades(4, 5, 1)
    dull["when"] = {"contains": [weak.question]}
    with server(dull) as here:
        summary = built(archive, out, settings(here, people=str(human)))
        calls = here.calls
        # the quotas look again after it, at what all gates keep
        assert calls == summary.computed["quality"] >= len(released)
        assert weak.id not in task_bytes(out).decode()
        again = built(archive, out, settings(here, people=str(human)))
        assert (here.calls, again.computed.get("quality", 0)) == (calls, 0)
    # every other gate decides as it does without a grader
    assert ruled(out, "quality", "quotas") == ruled(bare, "quotas")
    dropped = [one for one in cast(Any, gate_body(out, "quality")) if one["decision"] == "drop"]
    assert [(one["task"], one["cause"]) for one in dropped] == [(weak.id, "low_information_value")]
    assert cast(Any, trail_body(out, weak.id))["grades"] == {
        str(weak.revision): {"clarity": 4, "precision": 5, "information_value": 1}
    }
    with Snapshot.open(out) as snapshot:
        rows = snapshot.rows("select clarity, precision, information_value from task_grade where information_value < 2")
    assert rows == [(4, 5, 1)]
    _shows(out, calls, summary.released)


def _shows(out: Path, graded: int, released: int) -> None:
    body, printed = audited(out)
    assert body["quality"]["graded"] == graded
    assert body["quality"]["graders"] == ["openai/scripted"]
    counts = body["quality"]["grades"]["information_value"]["counts"]
    assert counts == {"1": 1, "2": 0, "3": graded - 1, "4": 0, "5": 0}
    assert [(one["grade"], one["pairs"], one["difference"]) for one in body["quality"]["agreement"]] == [
        ("clarity", 1, 2.0), ("precision", 1, 0.0), ("information_value", 1, 0.0),
    ]  # fmt: skip
    assert body["subjects"] == [one for one in body["subjects"] if one.startswith("baseline/")]
    assert f"quality: {graded} tasks are graded, by openai/scripted" in printed
    told = (
        "clarity beside 1 grades of people: 0% equal, 0% at most one apart, 2.00 apart on average, the grader's +2.00"
    )
    assert told in printed
    report = (out / "report.html").read_text(encoding="utf-8")
    assert "<h2>Quality</h2>" in report
    assert "Graded: clarity 4, precision 5, information value 3" in report
    # whoever grades has not tried to solve anything
    assert NO_MODEL in report
    card = (out / "release" / "README.md").read_text(encoding="utf-8")
    assert f"{released} of them were graded from 1 to 5 by openai/scripted:" in card
    assert f"| information value | 3.00 | 0 | 0 | {released} | 0 | 0 |" in card


def test_without_a_grader_nothing_is_said_of_quality(tmp_path_factory: pytest.TempPathFactory):
    out = tiny_build(tmp_path_factory).out
    body, printed = audited(out)
    assert body["quality"] is None
    assert "quality" not in printed
    assert "<h2>Quality</h2>" not in (out / "report.html").read_text(encoding="utf-8")
    assert "graded from" not in (out / "release" / "README.md").read_text(encoding="utf-8")
