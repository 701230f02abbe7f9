"""A build takes an archive to a release; the next one does what is due and nothing else."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from assay.config import Filters, Settings, Synthesis, Target
from assay.model.errors import StoreError, UsageError, WriterBusy
from assay.stages.audit import audit_body, gate_body, trail_body
from assay.stages.building import Summary, build
from assay.stages.proving import verify
from assay.stages.verifying import ask_again, run_gates
from filters.registry import BUILT
from tests.stages.archives import REGISTER, Built, Watched, built, task_bytes, tiniest, tiny, tiny_build, write

RELEASE = {
    "tasks.jsonl", "tasks.parquet", "README.md", "croissant.json", "manifest.json", "CHANGES.md", "grade.py",
    "SOURCES.csv",
}  # fmt: skip


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return tiny_build(tmp_path_factory)


@pytest.fixture
def copy(first: Built, tmp_path: Path) -> Built:
    return first.copied(tmp_path)


def test_a_build_leaves_store_collection_release_and_report(first: Built):
    names = {path.name for path in first.out.iterdir()}

    assert {"assay.duckdb", "snapshot.duckdb", "archive", "blobs", "releases", "release", "report.html"} <= names
    assert {path.name for path in (first.out / "release").iterdir()} == RELEASE
    assert os.readlink(first.out / "release") == "releases/1"
    assert not any(name.startswith(".") for name in names)
    collection = [path.relative_to(first.out / "archive").as_posix() for path in first.out.glob("archive/**/*.md")]
    assert sorted(collection) == ["energy/consumption-register.csv.md", "energy/losses-memo.md.md"]
    assert "</html>" in (first.out / "report.html").read_text()


def test_the_summary_counts_what_was_done(first: Built):
    summary = first.summary

    assert (summary.sources, summary.documents, summary.problems, summary.release) == (2, 2, {}, 1)
    assert summary.released == len(task_bytes(first.out).splitlines()) >= 3
    assert summary.short == ()
    assert summary.computed["convert"] == 2
    assert summary.peak_memory > 10 << 20
    assert json.loads(json.dumps(summary.body))["released"] == summary.released


def test_progress_hears_each_stage_once_in_order(first: Built):
    assert list(first.watched.stages()) == [
        "ingest", "convert", "score", "synthesize", "verification", "spec", "uniqueness", "duplicates", "quotas",
        "leakage", "closed_book", "ablation", "panel", "quotas_again", "release", "report",
    ]  # fmt: skip
    totals = {stage.split("/")[0]: total for what, stage, total in first.watched.said if what == "start"}
    for stage, total in totals.items():
        assert sum(count for what, one, count in first.watched.said if (what, one) == ("advance", stage)) == total


@pytest.mark.slow
def test_one_seed_gives_the_same_tasks_wherever_and_however_many_workers(first: Built, tmp_path: Path):
    settings = Settings.model_validate({"extraction": {"workers": 1}})
    built(tiny(tmp_path / "elsewhere" / "archive"), tmp_path / "other", settings)

    assert task_bytes(tmp_path / "other") == task_bytes(first.out)


def test_a_second_build_of_the_same_archive_computes_nothing_and_releases_nothing(copy: Built):
    before = task_bytes(copy.out)
    again = built(copy.archive, copy.out)

    assert {stage for stage, count in again.computed.items() if count} == {"ingest"}
    assert again.release == 1
    assert [path.name for path in (copy.out / "releases").iterdir()] == ["1"]
    assert task_bytes(copy.out) == before


def test_a_link_to_the_release_that_a_kill_prevented_is_made_by_the_next_build(copy: Built):
    (copy.out / "release").unlink()
    built(copy.archive, copy.out)

    assert os.readlink(copy.out / "release") == "releases/1"


def test_an_added_file_is_read_alone_and_makes_a_second_release(copy: Built):
    write(copy.archive, {"energy/other.csv": REGISTER})
    again = built(copy.archive, copy.out)

    assert (again.computed["convert"], again.documents) == (1, 3)
    assert again.release == 2
    assert os.readlink(copy.out / "release") == "releases/2"
    assert "# " in (copy.out / "releases" / "2" / "CHANGES.md").read_text()


def test_tasks_whose_evidence_is_gone_leave_the_release(copy: Built):
    gone = "energy/consumption-register.csv"
    before = [json.loads(line) for line in task_bytes(copy.out).splitlines()]
    cited = {task["id"] for task in before if any(one["path"] == gone for one in task["evidence"])}
    (copy.archive / gone).unlink()
    again = built(copy.archive, copy.out)

    after = [json.loads(line) for line in task_bytes(copy.out, again.release or 0).splitlines()]
    assert cited
    assert again.computed.get("convert", 0) == 0
    assert not any(one["path"] == gone for task in after for one in task["evidence"])
    assert not (copy.out / "archive" / f"{gone}.md").exists()
    changes = (copy.out / "releases" / "2" / "CHANGES.md").read_text()
    assert all(task in changes for task in cited)


@pytest.mark.slow
def test_an_edited_file_is_read_again_and_its_tasks_hold_over_the_new_text(copy: Built):
    path = copy.archive / "energy" / "losses-memo.md"
    lines = path.read_text().splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("|") and line[-3].isdigit())
    lines[at] = lines[at][:-3] + ("8" if lines[at][-3] != "8" else "7") + lines[at][-2:]
    path.unlink()
    path.write_text("\n".join(lines) + "\n")
    again = built(copy.archive, copy.out)

    assert again.computed["convert"] == 1
    assert lines[at] in (copy.out / "archive" / "energy" / "losses-memo.md.md").read_text()
    assert again.release == 2
    assert all(proof.holds for proof in verify(copy.out, None, mutate=False).proofs)


def test_a_file_that_was_only_touched_is_looked_at_and_nothing_follows(copy: Built):
    path = copy.archive / "energy" / "losses-memo.md"
    content = path.read_bytes()
    path.unlink()
    path.write_bytes(content)
    again = built(copy.archive, copy.out)

    assert {stage for stage, count in again.computed.items() if count} == {"ingest", "convert"}
    assert again.release == 1


def test_a_build_mends_blobs_that_went_missing_and_an_edited_collection(copy: Built):
    file = copy.out / "archive" / "energy" / "losses-memo.md.md"
    before = file.read_text()
    shutil.rmtree(copy.out / "blobs")
    file.write_text(before.replace("761", "762"))
    again = built(copy.archive, copy.out)

    assert {stage for stage, count in again.computed.items() if count} == {"ingest", "convert"}
    assert (again.computed["convert"], again.release) == (2, 1)
    assert file.read_text() == before
    assert all(proof.holds for proof in verify(copy.out, None, mutate=True).proofs)
    assert "convert" not in built(copy.archive, copy.out).computed


@pytest.mark.parametrize("name", [pytest.param("assay.duckdb", marks=pytest.mark.slow), "snapshot.duckdb"])
def test_a_damaged_store_is_built_anew_and_releases_stay(copy: Built, name: str):
    before = task_bytes(copy.out)
    (copy.out / name).write_bytes(b"")
    if name == "assay.duckdb":
        with pytest.raises(StoreError, match="move it away and run `assay build ARCHIVE --out"):
            built(copy.archive, copy.out)
        (copy.out / name).unlink()
    else:
        with pytest.raises(StoreError, match=r"run `assay build ARCHIVE --out .*, which publishes it again"):
            audit_body(copy.out)
    again = built(copy.archive, copy.out)

    assert task_bytes(copy.out) == before
    assert again.release == (2 if name == "assay.duckdb" else 1)
    assert audit_body(copy.out)["release"] == again.release


def test_targets_that_are_not_reached_are_said(copy: Built):
    settings = Settings(targets=(Target(tasks=999, track="numeric"), Target(tasks=1)))
    again = built(copy.archive, copy.out, settings)

    released = sum(b'"numeric"' in line for line in task_bytes(copy.out).splitlines())
    assert again.short == (f"track numeric: {released} released, 999 asked for",)


def test_an_archive_from_which_nothing_can_be_asked_says_why_and_releases_nothing(tmp_path: Path):
    archive = write(tmp_path / "archive", {"a/notes.txt": "nothing to see", "a/empty.docx": b"", "b/x.bin": b"\0\1"})
    summary = built(archive, tmp_path / "out")

    assert "no task is released" in summary.short
    assert summary.release is None
    assert summary.sources == 3 == summary.documents + sum(summary.problems.values())
    assert not (tmp_path / "out" / "release").exists()


def test_a_file_that_vanishes_or_changes_after_the_listing_is_a_problem_of_its_own(tmp_path: Path):
    archive = tiny(tmp_path / "archive")
    write(archive, {"energy/z.csv": REGISTER})

    class Vandal(Watched):
        def finish(self, stage: str) -> None:
            if stage == "ingest":
                (archive / "energy" / "z.csv").unlink()

    asking_nothing = Settings(synthesis=Synthesis(authors=()))
    summary = build(archive, tmp_path / "out", asking_nothing, Vandal())
    assert (summary.sources, summary.documents, summary.problems) == (3, 2, {"corrupt": 1})
    assert built(archive, tmp_path / "out", asking_nothing).sources == 2


def test_a_second_writer_is_told_who_writes(copy: Built):
    class Second(Watched):
        refusal = ""

        def start(self, stage: str, unit: str, total: int) -> None:
            if not self.refusal:
                with pytest.raises(WriterBusy) as busy:
                    built(copy.archive, copy.out)
                self.refusal = str(busy.value)

    second = Second()
    build(copy.archive, copy.out, Settings(), second)
    assert f"process {os.getpid()}" in second.refusal


@pytest.mark.slow
def test_candidates_that_left_their_file_leave_funnel_and_release(copy: Built, tmp_path: Path):
    first = json.loads(task_bytes(copy.out).splitlines()[0])
    # one question in two wordings, which the gate `duplicates` would not keep both of
    lines = [first, {**first, "question": "In one number: " + first["question"]}]
    file = tmp_path / "candidates.jsonl"
    proving = Filters(gates=("verification", "spec"))
    settings = Settings(synthesis=Synthesis(authors=("file",), candidates=file), filters=proving)

    def rebuilt(*candidates: dict[str, object]) -> Summary:
        file.write_text("".join(json.dumps(one) + "\n" for one in candidates))
        return built(copy.archive, copy.out, settings)

    both = rebuilt(*lines)
    value = first["answer"]["value"]
    other = str(9 - int(value[-1])) if value[-1].isdigit() else f"{value}stead"
    wrong = {**first, "answer": {**first["answer"], "value": value[:-1] + other, "unrounded": None}}
    edited = rebuilt(wrong, lines[1])

    assert (both.candidates, both.released) == (2, 2)
    assert (edited.candidates, edited.released) == (2, 1)
    released = [json.loads(line)["question"] for line in task_bytes(copy.out, edited.release or 0).splitlines()]
    assert released == [lines[1]["question"]]
    body = audit_body(copy.out)
    assert (body["funnel"][0]["entered"], body["released"]) == (2, 1)  # pyright: ignore
    assert len(gate_body(copy.out, "verification")) == 2
    trail = trail_body(copy.out, lines[0]["id"])
    gates = [one["gate"] for one in trail["trail"]]  # pyright: ignore
    assert (trail["retired"], gates[:2]) == (True, ["verification", "spec"])
    assert rebuilt(*lines).released == 2
    assert trail_body(copy.out, lines[0]["id"])["retired"] is False


def test_a_candidate_whose_program_was_edited_is_asked_about_again(copy: Built, tmp_path: Path):
    line = json.loads(task_bytes(copy.out).splitlines()[0])
    file = write(tmp_path, {"candidates.jsonl": json.dumps(line)}) / "candidates.jsonl"
    settings = Settings(synthesis=Synthesis(authors=("file",), candidates=file))
    kept = built(copy.archive, copy.out, settings)
    file.write_text(json.dumps({**line, "program": "print(1)\n"}))
    edited = built(copy.archive, copy.out, settings)

    assert (kept.released, edited.candidates, edited.released) == (1, 1, 0)


def test_the_audit_adds_up(first: Built):
    body = audit_body(first.out)

    archive = body["archive"]
    assert {name: archive[name] for name in ("sources", "documents", "problems")} == {  # pyright: ignore
        "sources": 2, "documents": 2, "problems": {},
    }  # fmt: skip
    assert sum(one["tokens"] for one in archive["domains"].values()) == archive["tokens"]  # pyright: ignore
    entered = first.summary.candidates
    for row in body["funnel"]:  # pyright: ignore
        assert row["entered"] == entered == row["kept"] + row["dropped"] + row["undecided"]  # pyright: ignore
        entered = row["kept"]  # pyright: ignore
    assert body["released"] == entered == first.summary.released


def test_the_trail_of_a_task_tells_every_gate_with_its_attempts(first: Built):
    task = json.loads(task_bytes(first.out).splitlines()[0])
    trail = trail_body(first.out, task["id"])["trail"]

    gates = (*(gate.name for gate in BUILT), "quotas")
    assert [(one["gate"], one["decision"]) for one in trail] == [(gate, "keep") for gate in gates]  # pyright: ignore
    assert all(one["ending"] for one in trail[0]["attempts"])  # pyright: ignore
    assert task["id"] in [one["task"] for one in gate_body(first.out, "verification")]


def test_a_task_that_is_not_there_is_wrong_usage(first: Built):
    with pytest.raises(UsageError, match="q000"):
        trail_body(first.out, "q000")
    with pytest.raises(UsageError, match="no release 7"):
        verify(first.out, 7, mutate=False)


def test_every_program_of_a_release_proves_its_answer_and_reacts_to_changes(first: Built):
    found = verify(first.out, 1, mutate=True)
    programs = [proof for proof in found.proofs if proof.by == "program"]

    assert (found.failed, found.frozen, found.differs) == ([], True, ())
    assert len(found.proofs) == first.summary.released
    assert all(proof.runs > 2 for proof in programs)


def test_gates_asked_by_hand_find_nothing_due_and_say_the_same_again(copy: Built):
    assert run_gates(copy.out, None)["verification"] == 0
    asked = ask_again(copy.out, "spec", None)

    assert len(asked) == copy.summary.candidates
    assert all(one.old is not None and one.old.decision == one.new.decision for one in asked)
    with pytest.raises(UsageError, match="the gates are verification, spec"):
        ask_again(copy.out, "taste", None)


def test_a_gate_that_is_left_out_keeps_nothing_back(tmp_path: Path):
    settings = Settings.model_validate({"filters": {"gates": []}, "synthesis": {"per_domain": 8}})
    summary = built(tiny(tmp_path / "archive"), tmp_path / "out", settings)

    assert summary.released == summary.candidates > 1


def test_without_authors_there_are_no_tasks(tmp_path: Path):
    summary = built(tiniest(tmp_path / "archive"), tmp_path / "out", Settings(synthesis=Synthesis(authors=())))

    assert (summary.candidates, summary.short) == (0, ("no task is released",))
