"""Ablation with models: a right answer without what is cited drops, a wrong one with it proves nothing."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from assay.evaluation import viewed
from assay.model.document import Document
from assay.model.gate import Context
from assay.model.probe import View
from assay.model.task import Answer, Evidence, Task
from filters import ablation, asked_ablated, closed_book
from tests.evaluation.scripted import submits
from tests.filters.desk import desk, says
from tests.filters.test_ablation import archive, asked, noted

RIGHT, WRONG = "8606.0 GWh", "1.0 GWh"
QUESTION = asked(archive()).question
FIRST = "# Output\n\n| Name | 2024 |\n| --- | --- |\n| Ashby | 12.5 |\n"
TABLES = f"{FIRST}\n| Rank | Name |\n| --- | --- |\n| 1 | Dunholm |\n"
# right only with both tables in the request
NEEDS_BOTH = [says(RIGHT, contains=["Output 2024", "Demand 2024"]), says(WRONG)]


def test_what_needs_all_that_it_cites_is_kept(tmp_path: Path):
    found = archive()
    with desk(tmp_path, found, NEEDS_BOTH) as one:
        made = one.decide("ablation", asked(found))
    assert (made.verdict.decision, made.verdict.cause) == ("keep", "needed")
    models = [attempt for attempt in made.made if attempt.calls]
    assert [attempt.correct for attempt in models] == [True, False, False]
    assert {attempt.arm for attempt in models} == {"whole"}


def test_what_is_answered_without_a_document_is_dropped(tmp_path: Path):
    found = archive()
    with desk(tmp_path, found, [says(RIGHT, contains=["Output 2024"]), says(WRONG)]) as one:
        verdict = one.decide("ablation", asked(found)).verdict
    assert (verdict.decision, verdict.cause) == ("drop", "answered_without")
    assert "without energy/demand.csv panel/1:openai/seat-1" in verdict.reason


def test_a_wrong_control_drops_nothing_and_the_next_model_is_asked(tmp_path: Path):
    found = archive()
    with desk(tmp_path, found, [says(WRONG)], panel=2) as one:
        verdict = one.decide("ablation", asked(found)).verdict
        assert (verdict.decision, verdict.cause) == ("keep", "control_wrong")
        assert one.server.calls == 2
    rules = [says(WRONG, model="seat-1"), *NEEDS_BOTH]
    with desk(tmp_path / "second", found, rules, panel=2) as one:
        verdict = one.decide("ablation", asked(found)).verdict
    assert (verdict.decision, verdict.cause) == ("keep", "needed")
    assert "panel/2:openai/seat-2" in verdict.reason


def test_a_wrong_document_that_is_hidden_lets_a_task_through_that_needs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    found = archive(else_where="# Nothing\n\nNothing of note.\n")
    rules = [says(RIGHT, contains=["Output 2024", "Nothing of note"]), says(WRONG)]
    with desk(tmp_path, found, rules) as one:
        assert one.decide("ablation", asked(found)).verdict.cause == "answered_without"

        def wrong(task: Task, context: Context) -> list[View]:
            return [View(name="ablated", hidden=("energy/else_where.md",))]

        monkeypatch.setattr(ablation, "ablations", wrong)
        monkeypatch.setattr(asked_ablated, "ablations", wrong)
        assert one.decide("ablation", asked(found)).verdict.cause == "needed"


def test_a_chunk_that_is_not_removed_answers_the_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    found, quoted = noted()
    one = replace(quoted, answer=replace(quoted.answer, value="every spring"))
    rules = [says("every spring", contains=["audited"]), says("never")]
    with desk(tmp_path, found, rules) as here:
        assert here.decide("ablation", one).verdict.cause == "needed"

        def nothing_out(document: Document, keys: Iterable[str]) -> Document:
            return document

        monkeypatch.setattr(viewed, "without", nothing_out)
        assert here.decide("ablation", one).verdict.cause == "answered_without"


def test_a_book_that_is_left_open_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    found = archive()
    with desk(tmp_path, found, [says(RIGHT, contains=["Output 2024"]), says(WRONG)]) as one:
        assert one.decide("closed_book", asked(found)).verdict.cause == "not_known"
        monkeypatch.setattr(closed_book, "CLOSED", View(name="closed"))
        assert one.decide("closed_book", asked(found)).verdict.cause == "known"


def test_a_table_that_goes_alone_is_not_enough_where_another_tells_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    found = archive(both=TABLES)
    document = found.documents["energy/both.md"]
    table = next(document.of_kind("table"))
    evidence = Evidence(
        document.source, document.path, table.key, table.kind, replace(table.at, row=1, column=1), "12.5"
    )
    text = Answer("text", "green")
    one = asked(found, track="fidelity", evidence=(evidence,), answer=text, question="Which colour has the first?")
    # right with any table at all: only the view without tables tells that the text holds it
    rules = [says("green", contains=["Ashby"]), says("green", lacks=["Rank"]), says("red")]
    with desk(tmp_path, found, rules) as here:
        verdict = here.decide("ablation", one).verdict
        assert (verdict.cause, "without all but text" in verdict.reason) == ("answered_without", True)

        def table_alone(document: Document, key: str) -> list[tuple[str, tuple[str, ...]]]:
            return [("the table", (key,))]

        monkeypatch.setattr(asked_ablated, "removals", table_alone)
        assert here.decide("ablation", one).verdict.cause == "needed"


def test_with_bash_the_episode_sees_what_the_view_leaves(tmp_path: Path):
    found = archive()
    both = "grep -rq 8606 /workspace/documents && grep -rq 'Demand 2024' /workspace/documents"
    command = f"if {both}; then {submits(RIGHT)}; else {submits(WRONG)}; fi"
    rules = [{"when": {"tool": "bash"}, "calls": [{"name": "bash", "arguments": {"command": command}}]}]
    with desk(tmp_path, found, rules, filters={"ablation": {"harness": "bash"}}) as one:
        made = one.decide("ablation", asked(found))
    assert (made.verdict.decision, made.verdict.cause) == ("keep", "needed")
    models = [attempt for attempt in made.made if attempt.calls]
    assert [(attempt.arm, attempt.correct) for attempt in models] == [
        ("agent", True),
        ("agent", False),
        ("agent", False),
    ]


def test_a_failed_control_is_undecided(tmp_path: Path):
    found = archive()
    with desk(tmp_path, found, [{"when": {}, "fault": "refusal"}]) as one:
        verdict = one.decide("ablation", asked(found)).verdict
    assert (verdict.decision, verdict.cause) == ("undecided", "refused")


def test_where_the_documents_do_not_fit_control_and_ablated_views_are_shown_in_one_arm(tmp_path: Path):
    found = archive()
    small = {"window": 2300, "settings": {"max_tokens": 100}, "pictures": False}
    with desk(tmp_path, found, NEEDS_BOTH, model=small) as one:
        made = one.decide("ablation", asked(found)).made
    assert {attempt.arm for attempt in made if attempt.calls} == {"passages"}
