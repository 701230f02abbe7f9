"""Chunks, tasks, attempts, verdicts and progress, in and out of the store."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.model.gate import Verdict
from assay.store import chunks, documents, gates, progress, sources, tasks
from assay.store.gates import Ruling
from assay.store.progress import TraceEntry
from assay.store.store import Store
from tests.store.samples import attempt, document, extracted, scored, source, task


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "out", create=True) as opened:
        yield opened


def ruling(gate: str, decision: str, read: str = "r", revision: int = 1) -> Ruling:
    verdict = Verdict(task().id, revision, gate, decision, "cause", "reason", ("k1", "k2"), {"question": "Q"})  # pyright: ignore[reportArgumentType]
    return Ruling(verdict, "hash", read)


def verdicts(store: Store, *, latest: bool = True) -> list[tuple[str, str, str]]:
    found = gates.verdicts(store, latest=latest)
    return [(ruling.verdict.gate, ruling.verdict.decision, ruling.read) for ruling in found]


def test_chunks_come_back_as_they_were_in_the_order_of_their_place(store: Store):
    first, second = document("energy/a.docx"), document("energy/b.docx")
    batch = {
        second.source: [scored(second, 0, None)],
        first.source: [scored(first, 0, 30.5), scored(first, 1, 12.0, True)],
    }
    chunks.commit_chunks(store, "1", batch)
    assert list(chunks.chunks(store)) == [*batch[first.source], *batch[second.source]]
    assert list(chunks.chunks(store, source=second.source)) == batch[second.source]


def test_seeds_are_exactly_those_named(store: Store):
    found = document("energy/a.docx")
    chunks.commit_chunks(store, "1", {found.source: [scored(found, 0, 30.5, True), scored(found, 1, 12.0)]})
    chunks.commit_seeds(store, [f"{found.source}#1"])
    assert [seed.chunk.index for seed in chunks.chunks(store, seeds=True)] == [1]
    assert store.rows("select domain, count(*) from seed group by 1") == [("energy", 1)]
    chunks.commit_seeds(store, [])
    assert list(chunks.chunks(store, seeds=True)) == []


def test_documents_are_due_for_scoring_until_the_same_rules_scored_them(store: Store):
    found = document("energy/a.docx")
    sources.commit_sources(store, [source("energy/a.docx")])
    documents.commit_documents(store, [extracted("energy/a.docx")])
    assert chunks.due_chunks(store, "1") == ["energy/a.docx"]
    chunks.commit_chunks(store, "1", {found.source: []})
    assert (chunks.due_chunks(store, "1"), chunks.due_chunks(store, "2")) == ([], ["energy/a.docx"])
    documents.commit_documents(store, [extracted("energy/a.docx")])
    assert chunks.due_chunks(store, "1") == []
    documents.commit_documents(store, [extracted("energy/a.docx", text="new")])
    assert chunks.due_chunks(store, "1") == ["energy/a.docx"]


def test_chunks_of_a_document_that_changed_are_gone(store: Store):
    found = document("energy/a.docx")
    sources.commit_sources(store, [source("energy/a.docx")])
    documents.commit_documents(store, [extracted("energy/a.docx")])
    chunks.commit_chunks(store, "1", {found.source: [scored(found, 0, 30.5)]})
    documents.commit_documents(store, [extracted("energy/a.docx", text="new")])
    assert list(chunks.chunks(store)) == []


def test_tasks_come_back_as_they_were_newest_first_of_all(store: Store):
    first, other = task(), task("How many?")
    second = dataclasses.replace(first, revision=2, question="How much exactly?")
    tasks.commit_tasks(store, [first, other, second])
    assert tasks.tasks(store) == sorted([second, other], key=lambda found: found.id)
    assert len(tasks.tasks(store, newest=False)) == 3
    assert (tasks.task(store, first.id), tasks.task(store, first.id, 1)) == (second, first)
    assert tasks.task(store, "q0") is None


def test_a_revision_never_changes(store: Store):
    tasks.commit_tasks(store, [task()])
    tasks.commit_tasks(store, [dataclasses.replace(task(), question="Another?"), task()])
    assert tasks.tasks(store, newest=False) == [task()]


def test_a_retired_task_is_kept_for_its_trail_only_and_can_come_back(store: Store):
    first, second = task("How much?"), task("How many?")
    tasks.commit_tasks(store, [first, second])
    tasks.keep_tasks(store, [first.id])
    assert (tasks.tasks(store), tasks.task(store, second.id)) == ([first], second)
    assert (tasks.is_retired(store, first.id), tasks.is_retired(store, second.id)) == (False, True)
    assert store.rows("select count(distinct id) from task_label") == [(1,)]
    tasks.keep_tasks(store, [second.id])
    assert tasks.tasks(store) == [second]


def test_a_task_written_otherwise_is_its_next_revision_and_one_written_alike_is_the_same(store: Store):
    first = task()
    other = dataclasses.replace(first, program="print(2)")
    elsewhere = dataclasses.replace(first, lineage=dataclasses.replace(first.lineage, seed="t#1"))
    for written in (first, elsewhere, other, other, first):
        tasks.commit_written(store, [written])
    found = tasks.tasks(store, newest=False)
    assert [(one.revision, one.program) for one in found] == [(1, "print(1.5)"), (2, "print(2)"), (3, "print(1.5)")]


def test_a_task_that_a_gate_revised_is_not_taken_back_by_its_author(store: Store):
    first = task()
    tasks.commit_written(store, [first])
    gates.commit_verdicts(store, [ruling("spec", "revise")])
    revised = dataclasses.replace(first, revision=2, question="In which unit?")
    tasks.commit_tasks(store, [revised])
    tasks.commit_written(store, [first])
    assert tasks.tasks(store) == [revised]
    tasks.commit_written(store, [dataclasses.replace(first, program="print(2)")])
    assert [one.revision for one in tasks.tasks(store)] == [3]


def test_tasks_can_be_counted_in_sql(store: Store):
    tasks.commit_tasks(store, [task(), task("How many?", "agent")])
    assert store.rows("select author, count(*) from task group by 1 order by 1") == [("agent", 1), ("rules", 1)]
    labels = store.rows("select label, count(*) from task_label group by 1 order by 1")
    assert labels == [("cross_document", 2), ("reconcile.unit", 2)]
    assert store.rows("select op, count(*) from task_operator group by 1") == [("growth", 2)]
    assert store.rows("select distinct path, modality, quote from evidence") == [("energy/a.docx", "textual", "1.50")]
    assert store.rows("select authorship, count(*) from assertion group by 1") == [("rule", 2)]


def test_attempts_come_back_by_key_and_the_newest_outcome_counts(store: Store):
    first, second = attempt(task()), attempt(task(), 1, None)
    gates.commit_attempts(store, [first, second])
    assert gates.attempts(store, [second.key, "unknown"]) == {second.key: second}
    again = dataclasses.replace(first, correct=False)
    gates.commit_attempts(store, [again, again])
    assert gates.attempts_of(store, task().id) == {first.key: again, second.key: second}


def test_a_verdict_comes_back_with_what_it_rests_on(store: Store):
    gates.commit_verdicts(store, [ruling("spec", "revise")])
    (found,) = gates.verdicts(store, task=task().id)
    assert dataclasses.replace(found, at="") == ruling("spec", "revise")
    assert found.at.endswith("Z")
    assert gates.verdicts(store, task="q0") == []


def test_the_latest_verdict_of_each_gate_counts_and_none_is_lost(store: Store):
    gates.commit_verdicts(store, [ruling("verification", "undecided", "r1"), ruling("spec", "keep")])
    gates.commit_verdicts(store, [ruling("verification", "keep", "r2")])
    assert verdicts(store) == [("spec", "keep", "r"), ("verification", "keep", "r2")]
    assert len(verdicts(store, latest=False)) == 3


def test_the_latest_verdict_is_the_one_made_last_though_the_clock_was_set_back(store: Store):
    gates.commit_verdicts(store, [ruling("spec", "drop", "r1")])
    store.run("update verdict set decided_at = decided_at + interval 30 day")
    gates.commit_verdicts(store, [ruling("spec", "keep", "r2")])
    first, second = gates.verdicts(store, latest=False)
    assert first.at > second.at
    assert gates.verdicts(store) == [second]


def test_a_verdict_that_holds_again_becomes_the_latest(store: Store):
    for read in ("r1", "r2", "r1"):
        gates.commit_verdicts(store, [ruling("spec", "keep" if read == "r1" else "drop", read)])
    assert verdicts(store) == [("spec", "keep", "r1")]


def test_the_same_verdict_twice_changes_nothing(store: Store):
    gates.commit_verdicts(store, [ruling("spec", "keep")])
    before = store.rows("from verdict")
    gates.commit_verdicts(store, [ruling("spec", "keep"), ruling("spec", "keep")])
    assert store.rows("from verdict") == before


def test_the_funnel_counts_newest_revisions_and_their_latest_verdicts(store: Store):
    tasks.commit_tasks(store, [task(), dataclasses.replace(task(), revision=2)])
    gates.commit_verdicts(store, [ruling("verification", "drop"), ruling("verification", "keep", revision=2)])
    assert store.rows("select gate, decision from funnel_base") == [("verification", "keep")]
    assert store.rows("select id, revision from released_now") == [(task().id, 2)]
    gates.commit_verdicts(store, [ruling("spec", "drop", revision=2)])
    assert store.rows("select id from released_now") == []


def test_a_stage_knows_what_it_has_finished(store: Store):
    progress.commit_progress(store, "author", "1", {"s#0": "2 tasks", "s#1": "none"})
    progress.commit_progress(store, "author", "1", {"s#0": "2 tasks"})
    assert progress.finished(store, "author", "1") == {"s#0": "2 tasks", "s#1": "none"}
    assert progress.finished(store, "author", "2") == {}


def test_traces_are_noted_once(store: Store):
    entry = TraceEntry("ab", "author", "s#0", "done", 3)
    progress.commit_traces(store, [entry, entry])
    progress.commit_traces(store, [entry])
    assert progress.traces(store) == [entry]
