"""Builds whose gates ask models: nothing is asked twice, a budget ends a run and not its work, and a newer model
changes the next release only."""

from __future__ import annotations

import json
import shutil
from io import StringIO
from pathlib import Path
from typing import Any, cast

import pytest
from rich.console import Console

from assay.cli import tables
from assay.config import Settings
from assay.export.facts import NO_MODEL
from assay.gateway.scripted import Rules, ScriptedServer
from assay.model.errors import BudgetExhausted, ReplayMiss
from assay.stages.audit import audit_body, gate_body
from assay.stages.building import Summary, build
from assay.stages.run import Silent
from assay.store.gates import verdicts
from assay.store.snapshot import Snapshot
from tests.filters.desk import UNKNOWN, reviews, says
from tests.served import served_model
from tests.stages.archives import built, task_bytes, tiniest, tiny, tiny_build

# closed book; the control of the ablation, which is what the panel and the blind solver are asked; guided, reviewer
CALLS = 3 + 1 + 2
# less than the tasks of two documents take
CAP = 10


def settings(server: ScriptedServer, *, model: str = "openai/scripted", **budget: Any) -> Settings:
    one = served_model(server, price={"input": 1, "output": 2})
    return Settings.model_validate(
        {
            "models": {"panel": [one], "closed_book": [{**one, "model": model}], "reviewer": one},
            "providers": {"openai": {"retries": 0, "first_wait": 0.001}},
            "filters": {"panel": {"harness": "chat"}},
            "budget": budget,
        }
    )


def server(*rules: Any) -> ScriptedServer:
    return ScriptedServer(Rules.model_validate({"rules": [*rules, reviews()], "otherwise": UNKNOWN}))


def funnel(out: Path) -> dict[str, Any]:
    body: Any = audit_body(out)
    return {row["gate"]: row for row in body["funnel"]}


def ledger(out: Path) -> list[Any]:
    lines = (out / "calls" / "ledger.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def made(out: Path, summary: Summary) -> int:
    """Return how many tasks a run decided on, of all gates that ask models."""
    return sum(summary.computed.get(name, 0) for name in ("closed_book", "ablation", "panel", "review"))


@pytest.mark.slow  # whole builds over real HTTP
def test_a_second_run_makes_no_call_and_the_funnel_tells_calls_and_cost(tmp_path: Path):
    archive, out = tiniest(tmp_path / "archive"), tmp_path / "out"
    with server() as here:
        summary = built(archive, out, settings(here))
        assert (summary.released, here.calls) == (1, CALLS)
        rows = funnel(out)
        assert list(rows)[-1] == "review"
        assert [rows[name]["calls"] for name in ("closed_book", "ablation", "panel", "review")] == [3, 1, 0, 2]
        assert rows["closed_book"]["cost"] > 0
        assert rows["spec"]["calls"] == 0
        shown = Console(width=100, file=StringIO())
        shown.print(tables.funnel(audit_body(out)))
        printed = cast(StringIO, shown.file).getvalue()
        assert "closed_book: not_known 1; 3 calls of models" in printed
        told = [(out / name).read_text(encoding="utf-8") for name in ("report.html", "release/croissant.json")]
        assert all("Models tried these tasks: openai/scripted." in text and NO_MODEL not in text for text in told)
        again = built(archive, out, settings(here))
        assert (here.calls, made(out, again), again.release) == (CALLS, 0, 1)
        # an OUT that lost its store but kept its calls pays nothing again
        shutil.copytree(out / "calls", tmp_path / "anew" / "calls")
        anew = build(archive, tmp_path / "anew", settings(here), Silent(), replay=True)
        assert (here.calls, anew.released) == (CALLS, 1)
        with pytest.raises(ReplayMiss, match="run without --replay"):
            build(archive, tmp_path / "none", settings(here), Silent(), replay=True)
        assert here.calls == CALLS


@pytest.mark.slow  # whole builds over real HTTP
def test_a_budget_ends_the_run_with_4_and_a_higher_one_goes_on_without_paying_twice(tmp_path: Path):
    archive, out = tiny(tmp_path / "archive"), tmp_path / "out"
    with server() as here:
        whole = built(archive, tmp_path / "whole", settings(here))
        uninterrupted = here.calls
        assert uninterrupted > CAP
        with pytest.raises(BudgetExhausted) as raised:
            built(archive, out, settings(here, calls=CAP))
        assert raised.value.exit_status == 4
        assert here.calls - uninterrupted <= CAP
        # what its batch had decided before
        assert gate_body(out, "closed_book")
        with pytest.raises(BudgetExhausted):
            built(archive, out, settings(here, calls=CAP))
        assert here.calls - uninterrupted <= CAP
        last = built(archive, out, settings(here))
        assert here.calls == 2 * uninterrupted
        assert last.released == whole.released
    assert task_bytes(out) == task_bytes(tmp_path / "whole")
    # a run that came to its end leaves the next one a budget of its own
    assert {line["run"] for line in ledger(out) if "run" in line} <= {"run-1"}


@pytest.mark.slow  # whole builds over real HTTP
def test_a_newer_model_changes_the_next_release_and_no_other_verdicts(tmp_path: Path):
    archive, out = tiny(tmp_path / "archive"), tmp_path / "out"
    with server() as here:
        first = built(archive, out, settings(here))
        before = task_bytes(out)
    (asked,) = [line for line in map(json.loads, before.decode().splitlines()[:1])]
    gold = asked["answer"]["value"]
    knows = says(gold, model="newer", contains=[asked["question"]], lacks=["<data "])
    with server(knows) as here:
        second = built(archive, out, settings(here, model="openai/newer"))
        # what the last look of the quotas dropped may have room once others fall, so it is asked as well
        assert here.calls == 3 * second.computed["closed_book"]
        assert second.computed["closed_book"] == len(gate_body(out, "closed_book"))
    left = {line["id"] for line in map(json.loads, task_bytes(out, 2).splitlines())}
    assert (first.release, second.release, asked["id"] in left) == (1, 2, False)
    assert task_bytes(out) == before
    assert {name for name in ("ablation", "panel", "review") if second.computed.get(name)} == set()
    changes = (out / "releases" / "2" / "CHANGES.md").read_text(encoding="utf-8")
    assert "`closed_book` has other rules: its verdicts alone were due" in changes
    assert "closed_book drops it (known)" in changes
    assert "openai/newer is right in 3 of 3" in changes


@pytest.mark.slow  # whole builds over real HTTP
@pytest.mark.parametrize(("fault", "release"), [("refusal", 2), ({"kind": "status", "status": 500}, 1)])
def test_a_task_that_a_model_declines_leaves_with_its_reason_and_one_that_it_fails_is_waited_for(
    tmp_path: Path, fault: Any, release: int
):
    archive, out = tiny(tmp_path / "archive"), tmp_path / "out"
    with server() as here:
        built(archive, out, settings(here))
    (asked,) = [line for line in map(json.loads, task_bytes(out).decode().splitlines()[:1])]
    failing = {"when": {"model": "newer", "contains": [asked["question"]]}, "fault": fault}
    with server(failing) as here:
        summary = built(archive, out, settings(here, model="openai/newer"))
    assert summary.release == release
    changes = (out / "releases" / str(release) / "CHANGES.md").read_text(encoding="utf-8")
    told = "closed_book could not decide on it and is asked again in the next run (refused)"
    assert (told in changes) == (release == 2)
    assert bool(summary.short) == (release == 1)


def test_without_models_nothing_is_called_and_no_gate_is_added(tmp_path_factory: pytest.TempPathFactory):
    out = tiny_build(tmp_path_factory).out
    assert list(funnel(out))[-1] == "panel"
    assert not (out / "calls").exists() or not any((out / "calls").iterdir())
    with Snapshot.open(out) as snapshot:
        assert snapshot.rows("select * from meta where name = 'paying'") == []


def ruled(out: Path) -> set[tuple[str, str, str, str]]:
    """Return the verdicts of all gates but the quotas, whose part a task has that stands in a release already."""
    with Snapshot.open(out) as snapshot:
        found = [one.verdict for one in verdicts(snapshot)]
    return {(one.gate, one.task, one.decision, one.cause) for one in found if one.gate != "quotas"}


@pytest.mark.slow  # whole builds over real HTTP
def test_a_server_that_misbehaves_turns_no_verdict_loses_no_task_and_charges_no_reply_twice(tmp_path: Path):
    archive, clean, out = tiny(tmp_path / "archive"), tmp_path / "clean", tmp_path / "out"
    faults: list[Any] = [
        {"kind": "status", "status": 429}, {"kind": "status", "status": 500}, "cut", "empty", "not_json",
        "error_in_reply", "unfinished",
    ]  # fmt: skip
    with server() as here:
        built(archive, clean, settings(here))
    with server(*({"chance": 0.08, "fault": fault} for fault in faults)) as here:
        for _ in range(12):
            built(archive, out, settings(here))
            if not any(row["undecided"] for row in funnel(out).values()):
                break
    assert ruled(out) == ruled(clean)
    assert task_bytes(out, len(list((out / "releases").iterdir()))).count(b"\n") == task_bytes(clean).count(b"\n")
    replies = [sum(one.get("ending") == "reply" for one in ledger(folder)) for folder in (out, clean)]
    assert replies[0] == replies[1] > 0
    assert {name: row["calls"] for name, row in funnel(out).items()} == {
        name: row["calls"] for name, row in funnel(clean).items()
    }


@pytest.mark.slow  # whole builds over real HTTP
def test_a_fault_leaves_tasks_undecided_and_the_next_run_asks_them_again(tmp_path: Path):
    archive, out = tiniest(tmp_path / "archive"), tmp_path / "out"
    with server({"when": {}, "fault": {"kind": "status", "status": 500}, "times": 2}) as here:
        first = built(archive, out, settings(here))
        assert (first.released, funnel(out)["closed_book"]["undecided"]) == (0, 1)
        calls = here.calls
        second = built(archive, out, settings(here))
        assert (second.released, here.calls) == (1, CALLS + 2)
        assert calls < here.calls
