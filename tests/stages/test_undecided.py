"""A model that fails in a role is told at the end of the build, whoever it is and however it fails."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.cli.summary import summary_text
from assay.config import Settings
from assay.export.facts import NO_MODEL
from assay.gateway.scripted import Rules, ScriptedServer
from assay.stages.figures import judged
from assay.stages.newest import newest_release
from assay.stages.release import Release
from assay.stages.run import Silent, open_run
from assay.stages.set_filtering import latest
from assay.stages.undecided import awaited, undecided_sentences
from assay.store.gates import commit_verdicts
from assay.store.snapshot import Snapshot
from filters.registry import chosen_names
from tests.filters.test_quality import grades
from tests.served import served_model
from tests.stages.archives import built, tiniest, tiny, tiny_build

AGAIN = "run the same command again"


def settings(here: ScriptedServer, *roles: str, base: str = "", **model: Any) -> Settings:
    one = served_model(here, **{"api_base": base or here.api_base, **model})
    models = {role: [one] if role in ("panel", "closed_book") else one for role in roles}
    quick = {"retries": 0, "first_wait": 0.001}
    return Settings.model_validate({"models": models, "providers": {"openai": quick}})


def faulty(fault: Any) -> ScriptedServer:
    return ScriptedServer(Rules.model_validate({"rules": [{"when": {}, "fault": fault}]}))


def status(number: int) -> dict[str, Any]:
    return {"kind": "status", "status": number}


@pytest.mark.slow  # whole builds over real HTTP
@pytest.mark.parametrize(
    ("role", "gate", "fault", "cause", "said", "ends"),
    [
        ("grader", "quality", status(500), "failed", "grader:openai/scripted: server: ", f"; {AGAIN}"),
        ("grader", "quality", status(401), "refused", "grader:openai/scripted: authentication: ", f" mended, {AGAIN}"),
        ("grader", "quality", "refusal", "refused", "grader:openai/scripted: refusal: ", f" mended, {AGAIN}"),
        ("closed_book", "closed_book", "cut", "failed", "closed_book/1:openai/scripted: cut: ", f"; {AGAIN}"),
    ],
)  # fmt: skip
def test_a_model_that_gives_no_answer_is_named_with_its_gate_and_its_fault(
    tmp_path: Path, role: str, gate: str, fault: Any, cause: str, said: str, ends: str
):
    with faulty(fault) as here:
        summary = built(tiniest(tmp_path / "archive"), tmp_path / "out", settings(here, role))
    (sentence,) = [one for one in summary.sentences if "undecided" in one]
    assert sentence.startswith(f"{gate}: 1 task stays undecided: {cause} 1; first: {said}")
    assert sentence.endswith(ends)
    assert sentence in summary_text(summary).splitlines()
    assert summary.body["sentences"] == [*summary.sentences]
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert f"{gate}: 1 task stays undecided" in page
    # a model that gave no answer has tried nothing
    assert NO_MODEL in page


@pytest.mark.slow  # whole builds over real HTTP
def test_an_endpoint_that_is_not_there_is_told(tmp_path: Path):
    with faulty("cut") as here:
        gone = here.api_base
    summary = built(tiniest(tmp_path / "archive"), tmp_path / "out", settings(here, "grader", base=gone))
    (sentence,) = [one for one in summary.sentences if "undecided" in one]
    assert "quality: 1 task stays undecided: failed 1; first: grader:openai/scripted: connection: " in sentence
    assert f"{gone} cannot be reached" in sentence


@pytest.mark.slow  # whole builds over real HTTP
def test_it_is_told_where_other_tasks_are_released_and_no_more_once_they_are_decided(tmp_path: Path):
    archive, out = tiny(tmp_path / "archive"), tmp_path / "out"
    fault = {"when": {}, "fault": status(500), "times": 2}
    with ScriptedServer(Rules.model_validate({"rules": [fault, grades()]})) as here:
        first = built(archive, out, settings(here, "grader"))
        second = built(archive, out, settings(here, "grader"))
    assert first.released > 0
    (sentence,) = [one for one in first.sentences if "undecided" in one]
    assert sentence.startswith("quality: 2 tasks stay undecided: failed 2; first: grader:openai/scripted: server: ")
    assert not any("undecided" in one for one in second.sentences)


def test_a_build_that_decided_all_says_nothing_of_it(tmp_path_factory: pytest.TempPathFactory):
    with Snapshot.open(tiny_build(tmp_path_factory).out) as snapshot:
        found = judged(snapshot, chosen_names(Settings()))
        assert found.tasks
        assert list(undecided_sentences(snapshot, found)) == []


@pytest.mark.parametrize(
    ("cause", "reason", "waits"),
    [("failed", "connection: refused", True), ("refused", "authentication: no such key", True),
     ("refused", "refusal: I would rather not", False)],
)  # fmt: skip
def test_only_an_answer_that_may_yet_come_is_waited_for(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, cause: str, reason: str, waits: bool
):
    here = tiny_build(tmp_path_factory).copied(tmp_path)
    with open_run(here.out, Settings(), Silent(), create=False) as run:
        newest = newest_release(run.store)
        assert newest is not None
        name = newest.tasks[0].task
        (ruling,) = (one for key, one in latest(run, "panel").items() if key[0] == name)
        open_ = replace(ruling.verdict, decision="undecided", cause=cause, reason=reason)
        with run.store.transaction():
            commit_verdicts(run.store, [replace(ruling, verdict=open_, read="new")])
        found = judged(run.store, chosen_names(Settings()))
        assert [one.task for one in awaited(found, newest)] == ([name] if waits else [])
        assert awaited(found, None) == []
        assert bool(Release().batches(run)) != waits


@pytest.mark.slow  # whole builds over real HTTP
def test_an_outage_takes_no_task_out_of_a_release_and_the_next_run_goes_on(tmp_path: Path):
    archive, out = tiny(tmp_path / "archive"), tmp_path / "out"
    with ScriptedServer(Rules.model_validate({"rules": [grades()]})) as here:
        first = built(archive, out, settings(here, "grader"))
    before = (out / "release" / "tasks.jsonl").read_bytes()
    assert first.released > 1
    # every grade is due of another model, which has a bad start
    faults = {"when": {}, "fault": status(500), "times": first.released - 1}
    with ScriptedServer(Rules.model_validate({"rules": [faults, grades()]})) as other:
        newer = settings(other, "grader", model="openai/newer")
        during = built(archive, out, newer)
        assert (during.release, during.released) == (1, first.released)
        (short,) = during.short
        assert re.match(
            r"release 1 stays as it is: [1-9] of its tasks waits? for answers that a gate did not get", short
        )
        assert (out / "release" / "tasks.jsonl").read_bytes() == before
        after = built(archive, out, newer)
    assert (after.short, after.released) == ((), first.released)
    assert (out / "release" / "tasks.jsonl").read_bytes() == before
