"""Summaries of seeds: in the store beside their chunks, asked for once, the same after faults and caps."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any, cast

import pytest
from rich.console import Console

from assay.cli import tables
from assay.config import Settings
from assay.gateway.scripted import Rules, ScriptedServer
from assay.model.errors import BudgetExhausted
from assay.stages.audit import audit_body
from assay.store.snapshot import Snapshot
from tests.served import served_model
from tests.stages.archives import aged, assay, built, tiny, tiny_build

SAYS = "You summarise parts"
LINES = """topic: Demand of regions
entities: Northmark, Southmark
time range: 2022 to 2024
data type: table
features: GWh; no totals"""
GOOD = f"{LINES}\n<tags>demand, regions, energy</tags>"


def told(text: str, **when: Any) -> dict[str, Any]:
    return {"when": {"contains": [SAYS], **when}, "say": text}


def server(*rules: Any) -> ScriptedServer:
    return ScriptedServer(Rules.model_validate({"rules": [*rules, told(GOOD)]}))


def settings(here: ScriptedServer, *, model: str = "scripted", **budget: Any) -> Settings:
    one = served_model(here, model=f"openai/{model}")
    quick = {"retries": 0, "first_wait": 0.001, "parallel": 1}
    # no gate has to run for this
    return Settings.model_validate(
        {
            "models": {"summariser": one}, "providers": {"openai": quick}, "budget": budget,
            "filters": {"gates": ["spec"]}, "chunks": {"floor": -1000.0},
        }
    )  # fmt: skip


def printed(body: Any) -> str:
    """Return what `assay audit` prints."""
    shown = Console(width=200, file=StringIO())
    shown.print(tables.funnel(body))
    return cast(StringIO, shown.file).getvalue()


def rows(out: Path) -> list[tuple[Any, ...]]:
    """Return path, summary and tags of each seed."""
    with Snapshot.open(out) as snapshot:
        return snapshot.rows("select path, summary, tags from chunk where seed order by path, ordinal")


@pytest.mark.slow  # whole builds over real HTTP
def test_summary_and_tags_are_columns_of_the_chunk_and_shown(tmp_path: Path):
    archive, out = tiny(tmp_path / "archive"), tmp_path / "out"
    with server() as here:
        built(archive, out, settings(here))
        found = rows(out)
        assert here.calls == len(found) > 1
        again = built(archive, out, settings(here))
        assert (here.calls, again.computed.get("summarize", 0)) == (len(found), 0)
    assert {(summary, tuple(tags)) for _, summary, tags in found} == {(LINES, ("demand", "regions", "energy"))}
    with Snapshot.open(out) as snapshot:
        assert len(snapshot.rows("select summary, tags from seed where list_contains(tags, 'energy')")) == len(found)
    body: Any = audit_body(out)
    assert body["chunks"]["summarised"] == len(found)
    assert body["chunks"]["tags"] == dict.fromkeys(("demand", "energy", "regions"), len(found))
    assert body["chunks"]["unfit"] == {}
    assert f"summaries: {len(found)} of {len(found)} seeds; tags: demand {len(found)}" in printed(body)
    said, _ = assay("score", out, "--json").communicate()
    lines = [json.loads(line) for line in said.splitlines()]
    assert [line["tags"] for line in lines if line["seed"]] == [["demand", "regions", "energy"]] * len(found)


@pytest.mark.slow  # whole builds over real HTTP
def test_a_changed_document_is_summed_up_anew_and_the_others_keep_theirs(tmp_path: Path):
    archive, out = tiny(tmp_path / "archive"), tmp_path / "out"
    with server() as here:
        built(archive, out, settings(here))
        before, calls = rows(out), here.calls
    memo = archive / "energy" / "losses-memo.md"
    memo.write_bytes(memo.read_bytes() + b"\nThe losses of 2025 are 12.5 GWh, 3.1 GWh more than in 2024.\n")
    aged(archive)
    with server(told(GOOD.replace("Demand", "Losses"))) as here:
        built(archive, out, settings(here))
        after = rows(out)
        changed = [row for row in after if row not in before]
        assert here.calls == len(changed) > 0
        assert {path for path, *_ in changed} == {"energy/losses-memo.md"}
        assert all(summary.startswith("topic: Losses") for _, summary, _ in changed)
    # another model makes all of them due
    with server(told(GOOD.replace("Demand", "Use"))) as here:
        built(archive, out, settings(here, model="other"))
        assert here.calls == len(after)
    assert all(summary.startswith("topic: Use") for _, summary, _ in rows(out))
    assert calls == len(before)


@pytest.mark.slow  # whole builds over real HTTP
def test_a_fault_or_a_cap_leaves_seeds_due_and_nothing_is_paid_twice(tmp_path: Path):
    archive, out = tiny(tmp_path / "archive"), tmp_path / "out"
    fault = {"when": {}, "fault": {"kind": "status", "status": 500}, "times": 1}
    with server(fault) as here:
        first = built(archive, out, settings(here))
        seeds = len(rows(out))
        assert sum(summary is None for _, summary, _ in rows(out)) == 1
        assert "summarize: 1 seeds have no summary yet, run the command again" in first.sentences
        second = built(archive, out, settings(here))
        assert (here.calls, second.sentences) == (seeds + 1, ())
    assert all(summary == LINES for _, summary, _ in rows(out))
    capped = tmp_path / "capped"
    with server() as here:
        with pytest.raises(BudgetExhausted):
            built(archive, capped, settings(here, calls=1))
        built(archive, capped, settings(here))
        assert here.calls == seeds
    assert rows(capped) == rows(out)


@pytest.mark.slow  # whole builds over real HTTP
def test_a_reply_that_is_no_summary_leaves_null_and_is_not_asked_for_again(tmp_path: Path):
    archive, out = tiny(tmp_path / "archive"), tmp_path / "out"
    with server(told("I cannot say.")) as here:
        first = built(archive, out, settings(here))
        calls = here.calls
        assert {(summary, tags) for _, summary, tags in rows(out)} == {(None, None)}
        # each was asked once more with what it lacks
        assert calls == 2 * len(rows(out))
        again = built(archive, out, settings(here))
        assert here.calls == calls
    seeds = len(rows(out))
    sentence = f"summaries: 0 of {seeds} seeds; {seeds} replies did not fit (schema {seeds})"
    assert first.sentences.count(sentence) == again.sentences.count(sentence) == 1
    body: Any = audit_body(out)
    assert (body["chunks"]["summarised"], body["chunks"]["unfit"]) == (0, {"schema": seeds})
    assert sentence in printed(body)


@pytest.mark.slow  # whole builds over real HTTP
def test_what_does_not_fit_is_told_beside_what_does(tmp_path: Path):
    out = tmp_path / "out"
    refusal = {"when": {"contains": [SAYS]}, "fault": "refusal", "times": 1}
    with server(refusal) as here:
        summary = built(tiny(tmp_path / "archive"), out, settings(here))
    seeds = len(rows(out))
    sentence = f"summaries: {seeds - 1} of {seeds} seeds; 1 reply did not fit (refusal 1)"
    assert sentence in summary.sentences
    shown = printed(audit_body(out))
    assert sentence in shown
    assert f"summaries: {seeds - 1} of {seeds} seeds; tags: demand {seeds - 1}" in shown


def test_without_a_model_the_columns_are_null(tmp_path_factory: pytest.TempPathFactory):
    found = rows(tiny_build(tmp_path_factory).out)
    assert {(summary, tags) for _, summary, tags in found} == {(None, None)}
    assert cast(Any, audit_body(tiny_build(tmp_path_factory).out))["chunks"]["summarised"] == 0
