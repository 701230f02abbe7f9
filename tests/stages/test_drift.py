"""Drift: how far one run is from an earlier one, and the bounds past which an audit fails."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from assay.cli import run as assay
from assay.config import Auditing, Settings
from assay.model.canonical import Json
from assay.model.errors import UsageError
from assay.stages.drift import drift
from assay.stages.settings import keep_settings
from assay.store.runs import note_run
from assay.store.snapshot import publish
from assay.store.store import Store

BOUNDS = Auditing(days=0)


def figures(kept: int = 40, problems: int = 1, cost: float = 0.0, candidates: int = 100) -> dict[str, Json]:
    funnel: dict[str, Json] = {"spec": [candidates, candidates], "panel": [candidates, kept], "review": [0, 0]}
    told: dict[str, Json] = {"candidates": candidates, "released": kept, "sources": 50, "cost": cost}
    return told | {"problems": {"corrupt": problems}, "funnel": funnel}


def out_of(folder: Path, *runs: Mapping[str, Json], bounds: Auditing = BOUNDS) -> Path:
    """An OUT whose runs came to these figures, one after the other, the first ones a fortnight ago."""
    with Store.open(folder, create=True) as store:
        keep_settings(store, Settings(audit=bounds), "archive")
        for run in runs:
            note_run(store, None, run)
        store.run("update run set ended_at = ended_at - interval 14 day where number < $1", len(runs))
        publish(store, force=True)
    return folder


def test_what_moved_is_told_with_its_unit_and_what_moved_too_far_is_named(tmp_path: Path):
    found = drift(out_of(tmp_path, figures(), figures(kept=70, problems=4)), 7)
    assert {one.figure: (round(one.change, 1), one.unit) for one in found.moved if one.change} == {
        "kept by panel (%)": (30.0, "points"),
        "released": (75.0, "percent"),
        "sources with a problem (%)": (6.0, "points"),
    }
    assert [one.figure for one in found.beyond] == ["kept by panel (%)", "released", "sources with a problem (%)"]
    assert found.beyond[1].sentence == "released: 40 became 70 (+75.0 percent, bound 30)"


def test_runs_that_came_to_the_same_are_one_and_have_no_drift(tmp_path: Path):
    found = drift(out_of(tmp_path, figures()), 7)
    assert (found.before.number, found.now.number) == (1, 1)
    assert (found.moved, found.beyond) == ((), ())
    assert (found.body["before"], found.body["ok"]) == (None, True)
    again = {**figures(), "cost": 0.0}
    assert drift(out_of(tmp_path / "two", figures(), again), 7).now.number == 1


def test_the_earlier_run_is_the_one_of_so_many_days_ago_or_the_first(tmp_path: Path):
    out = out_of(tmp_path, figures(kept=20), figures(kept=30), figures(kept=40))
    assert drift(out, 7).before.number == 2
    assert drift(out, 0).before.number == 3
    assert "nothing moved since" in str(drift(out, 0).alone)
    assert drift(out, 3650).before.number == 1


def test_bounds_come_from_the_config_of_the_run(tmp_path: Path):
    wide = Auditing(kept_points=100, tasks_percent=1000, problem_points=100)
    assert not drift(out_of(tmp_path, figures(), figures(kept=90, problems=40), bounds=wide), 7).beyond


def test_cost_where_there_was_none_is_a_drift_of_its_whole(tmp_path: Path):
    found = drift(out_of(tmp_path, figures(), figures(cost=3.5)), 7)
    assert [one.figure for one in found.beyond] == ["cost"]


def test_a_single_run_is_not_compared_with_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert assay(["audit", str(out_of(tmp_path, figures())), "--drift"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("run 1, ")
    assert "there is no earlier run" in said
    assert "bounds" not in said


def test_an_out_without_a_finished_run_says_so(tmp_path: Path):
    out = out_of(tmp_path)
    with pytest.raises(UsageError, match="notes no finished run"):
        drift(out)


def test_the_command_ends_with_1_past_the_bounds_and_fits_a_narrow_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "60")
    out = out_of(tmp_path, figures(), figures(kept=70))
    assert assay(["audit", str(out), "--drift", "--days", "7"]) == 1
    said = capsys.readouterr().out
    assert "2 figures moved past their bounds" in said
    assert max(map(len, said.splitlines())) <= 60
    assert assay(["audit", str(out), "--drift", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
