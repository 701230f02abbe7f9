"""Dry runs: what a build would ask is told before, nothing is asked, and OUT stays byte for byte as it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.cli.estimates import estimate_lines
from assay.config import Settings
from assay.config.models import Budget
from assay.gateway import Estimate
from assay.gateway.scripted import Rules, ScriptedServer
from assay.model.errors import BudgetExhausted, UsageError
from assay.stages.estimates import Estimates, Row, caps_of
from assay.stages.rehearsing import rehearse
from assay.stages.run import Silent
from filters.most import most_calls
from filters.registry import built as gates
from tests.filters.desk import UNKNOWN, reviews
from tests.filters.test_quality import grades
from tests.made import energy_archive, task
from tests.served import served_model
from tests.stages.archives import assay, built, tiny

GATES = ("closed_book", "ablation", "panel", "review", "quality")


def server() -> ScriptedServer:
    return ScriptedServer(Rules.model_validate({"rules": [reviews(), grades()], "otherwise": UNKNOWN}))


def body(here: ScriptedServer, *, price: Any = None, **budget: Any) -> dict[str, Any]:
    one = served_model(here, price=price or {"input": 1, "output": 2})
    second = {**one, "model": "openai/second"}
    return {
        "models": {"panel": [one, second], "closed_book": [one], "reviewer": one, "grader": one},
        "providers": {"openai": {"retries": 0, "first_wait": 0.001}},
        "filters": {"panel": {"harness": "chat"}},
        "budget": budget,
    }  # fmt: skip


def settings(here: ScriptedServer, **more: Any) -> Settings:
    return Settings.model_validate(body(here, **more))


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return the time and the bytes of every file below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def rows(found: Estimates) -> dict[tuple[str, str], Row]:
    return {(row.stage, row.seat): row for row in found.rows}


@pytest.mark.slow  # whole builds over real HTTP
def test_a_dry_run_asks_and_writes_nothing_bounds_the_build_and_finds_nothing_due_after_it(tmp_path: Path):
    archive, out = tiny(tmp_path / "archive"), tmp_path / "out"
    with server() as here:
        before = rehearse(archive, out, settings(here), Silent())
        assert (here.calls, out.exists()) == (0, False)
        told = rows(before)
        reaching = told["closed_book", "closed_book/1"].known.calls // 3
        assert reaching > 1
        # what the first asking of each gate is, of every task that may reach it
        firsts = [told[place].known.calls for place in (("review", "reviewer"), ("quality", "grader"))]
        assert firsts == [2 * reaching, reaching]
        assert told["panel", "panel/1"].known.calls == told["panel", "panel/2"].known.calls == reaching
        assert told["review", "reviewer"].more.calls == reaching
        assert told["ablation", "panel/2"].more.calls >= 2 * reaching
        assert before.known.dollars > 0
        assert before.known.unpriced == before.proposals == 0
        summary = built(archive, out, settings(here))
        made = here.calls
        assert 0 < made <= before.known.calls + before.more.calls
        entries = [json.loads(line) for line in (out / "calls" / "ledger.jsonl").read_text().splitlines()]
        spent = sum(one["nanodollars"] for one in entries if one["op"] == "settle") / 1e9
        assert 0 < spent <= before.known.dollars + before.more.dollars
        held = tree(out)
        after = rehearse(archive, out, settings(here), Silent())
        assert (here.calls, after.known.calls, after.more.calls) == (made, 0, 0)
        assert tree(out) == held
        again = built(archive, out, settings(here))
        assert (again.released, here.calls) == (summary.released, made)


@pytest.mark.slow  # whole builds over real HTTP
def test_a_run_that_a_budget_ended_is_told_with_what_is_kept_and_spent(tmp_path: Path):
    archive, out = tiny(tmp_path / "archive"), tmp_path / "out"
    with server() as here:
        with pytest.raises(BudgetExhausted):
            built(archive, out, settings(here, calls=4))
        held, made = tree(out), here.calls
        found = rehearse(archive, out, settings(here, calls=4, dollars=10_000.0), Silent())
        assert (here.calls, tree(out)) == (made, held)
    assert found.known.kept >= 1
    assert found.known.calls > 0
    calls = next(one for one in found.caps if one.cap == "budget.calls")
    assert (calls.spent, calls.enough) == (made, "no")
    dollars = next(one for one in found.caps if one.cap == "budget.dollars")
    assert dollars.enough == "yes"
    assert 0 < dollars.known < dollars.most


@pytest.mark.slow  # whole builds over real HTTP
def test_what_an_author_has_not_written_yet_is_bounded_by_the_config_and_said(tmp_path: Path):
    archive = tiny(tmp_path / "archive")
    with server() as here:
        asked = body(here, price="unknown", dollars=1.0)
        asked["models"]["author"] = asked["models"]["grader"]
        asked["models"]["summariser"] = asked["models"]["grader"]
        asked |= {
            "synthesis": {"authors": ["agent"], "agent": {"seeds": 2, "questions": 3, "turns": 10, "rounds": 1}},
            "chunks": {"floor": -1000.0},
        }  # fmt: skip
        found = rehearse(archive, tmp_path / "out", Settings.model_validate(asked), Silent())
        assert here.calls == 0
    told = rows(found)
    assert told["summarize", "summariser"].known.calls > 1
    assert told["synthesize", "author"].more.calls == 2 * 10 + 2 * 3 * 2
    assert found.proposals == 6
    assert [told[name, "grader"].more.calls for name in ("quality",)] == [6]
    assert told["closed_book", "closed_book/1"].more.calls == 6 * 3
    lines = "\n".join(estimate_lines(found))
    assert "has written nothing for 2 seeds yet: at most 6 questions may come of them" in lines
    assert "the price is unknown of openai/scripted, openai/second: their calls add no dollars" in lines
    (dollars,) = found.caps
    assert (dollars.enough, found.known.dollars) == ("unknown", 0)
    assert "budget.dollars 1: 0 due now, 0 with all that may follow: cannot be held, since a price is unknown" in lines


@pytest.mark.slow  # whole builds over real HTTP
def test_the_command_prints_it_and_its_json(tmp_path: Path):
    archive, out, config = tiny(tmp_path / "archive"), tmp_path / "out", tmp_path / "config.json"
    with server() as here:
        config.write_text(json.dumps(body(here)), encoding="utf-8")
        words = ("build", archive, "--out", out, "--config", config, "--dry-run", "--json")
        process = assay(*words)
        printed, told = process.communicate()
        assert (process.returncode, here.calls, out.exists()) == (0, 0, False)
    found = json.loads(printed)
    assert {row["stage"] for row in found["rows"]} == set(GATES)
    assert found["total"]["calls"] == sum(row["calls"] for row in found["rows"]) > 0
    assert "closed_book, closed_book/1 (openai/scripted): 0 kept; " in told
    assert told.rstrip().endswith("nothing was asked, nothing was written")


def test_without_models_nothing_would_be_asked(tmp_path: Path):
    archive = tiny(tmp_path / "archive")
    found = rehearse(archive, tmp_path / "out", Settings(), Silent())
    assert list(estimate_lines(found)) == ["no model would be asked", "nothing was asked, nothing was written"]
    assert not (tmp_path / "out").exists()
    with pytest.raises(UsageError, match="a dry run needs an --out beside the archive"):
        rehearse(archive, archive / "out", Settings(), Silent())


def row(stage: str, known: Estimate, more: Estimate) -> Row:
    return Row(stage, "grader", "openai/x", known, more)


def test_caps_are_held_against_what_is_due_and_what_may_follow():
    found = [row("quality", Estimate(0, 2, 100, 1.0), Estimate(0, 8, 900, 9.0)), row("panel", Estimate(), Estimate())]
    stages: Any = {"panel": {"calls": 0}, "quality": {"dollars": 9.5}}
    budget = Budget.model_validate({"dollars": 10, "tokens": 900, "calls": 1, "stages": stages})
    caps = caps_of(budget, found, {None: {"tokens": 50.0}})
    assert [(one.cap, one.enough) for one in caps] == [
        ("budget.dollars", "yes"), ("budget.tokens", "perhaps"), ("budget.calls", "no"),
        ("budget.stages.panel.calls", "yes"), ("budget.stages.quality.dollars", "perhaps"),
    ]  # fmt: skip
    assert (caps[1].spent, caps[1].known, caps[1].most) == (50.0, 100, 1000)
    lines = list(estimate_lines(Estimates(tuple(found), tuple(caps), 0, ())))
    assert (
        "quality, grader (openai/x): 0 kept; 2 calls due, at most 100 tokens and 1.0000 dollars; then at most"
        in lines[0]
    )
    enough = "enough for what is due now, perhaps not for what may follow"
    assert f"budget.tokens 900, 50 spent: 100 due now, 1,000 with all that may follow: {enough}" in lines
    unpriced = [row("quality", Estimate(0, 2, 100, 0.0, 1), Estimate())]
    assert caps_of(Budget(dollars=1), unpriced, {})[0].enough == "unknown"


def test_the_most_calls_of_each_gate_follow_from_its_harness():
    one = {"model": "openai/x"}
    models = {"panel": [one, one], "closed_book": [one], "reviewer": one, "grader": one}
    archive = energy_archive()
    asked, context = task(archive), archive.context()

    def most(**filters: Any) -> dict[str, dict[str, int]]:
        held = gates(Settings.model_validate({"models": models, "filters": filters}))
        return {gate.name: dict(most_calls(gate, asked, context)) for gate in held if most_calls(gate, asked, context)}

    # a control, and a view without each of two documents
    assert most(panel={"harness": "chat"}) == {
        "closed_book": {"closed_book/1": 3}, "ablation": {"panel/1": 3, "panel/2": 3},
        "panel": {"panel/1": 1, "panel/2": 1}, "review": {"reviewer": 3}, "quality": {"grader": 1},
    }  # fmt: skip
    with_bash = most(ablation={"harness": "bash"}, review={"harness": "bash"})
    assert with_bash["ablation"]["panel/1"] == 3 * 200
    assert (with_bash["panel"]["panel/1"], with_bash["review"]["reviewer"]) == (200, 401)
