"""A refresh tells the truth: what moved is untouched, what was restated is answered anew, what came may undo."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from assay.cli import run
from assay.model.canonical import Json
from assay.refresh.again import refresh
from assay.stages.proving import verify
from assay.stages.run import Silent
from assay.store.snapshot import Snapshot
from assay.store.tasks import task as stored_task
from tests.stages.archives import aged, built, task_bytes, tiny, write

pytestmark = pytest.mark.slow  # three builds

MEMO, REGISTER = "energy/losses-memo.md", "energy/consumption-register.csv"


@dataclass
class Told:
    """What a refresh said, and the tasks of the release that it made."""

    body: dict[str, Json]
    out: Path

    @property
    def stale(self) -> dict[str, tuple[str, str]]:
        found = self.body["stale"]
        assert isinstance(found, list)
        return {one["task"]: (one["outcome"], one["cause"]) for one in found}  # pyright: ignore

    def looked(self, *names: str) -> list[Json]:
        return [self.body["looked"][name] for name in names]  # pyright: ignore

    def tasks(self, release: int) -> dict[str, dict[str, Json]]:
        return {line["id"]: line for line in map(json.loads, task_bytes(self.out, release).splitlines())}

    def changes(self, release: int) -> str:
        return (self.out / "releases" / str(release) / "CHANGES.md").read_text()


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("refreshing")
    assert built(tiny(folder / "archive"), folder / "out").release == 1
    return folder


@pytest.fixture(scope="module")
def moved(first: Path) -> Told:
    """A refresh over a copy of the archive: a paragraph above all evidence, a renamed file, every time another."""
    shutil.copytree(first / "archive", first / "moved")
    memo = first / "moved" / MEMO
    memo.write_text("A paragraph that changes nothing.\n\n" + memo.read_text())
    (first / "moved" / REGISTER).rename(first / "moved" / "energy" / "register-2024.csv")
    for path in first.glob("moved/energy/*"):
        os.utime(path)
    shutil.copytree(first / "out", first / "second", symlinks=True)
    return Told(refresh(first / "second", Silent(), archive=first / "moved").body, first / "second")


def test_what_only_moved_is_untouched_with_the_same_keys(moved: Told):
    assert moved.looked("looked", "hashed", "extracted", "added", "removed") == [2, 3, 1, 0, 0]
    assert moved.looked("renamed") == [[[REGISTER, "energy/register-2024.csv"]]]
    before, after = moved.tasks(1), moved.tasks(2)
    assert (moved.stale, list(after)) == ({}, list(before))
    for name, now in after.items():
        then = before[name]
        same = ("revision", "question", "answer", "program", "scope", "labels")
        assert [now[field] for field in same] == [then[field] for field in same]
        for one, old in zip(now["evidence"], then["evidence"], strict=True):  # pyright: ignore
            assert {**one, "at": 0} == {**old, "at": 0}  # pyright: ignore
            place, was = one["at"], old["at"]  # pyright: ignore
            assert place["line"] - was["line"] == (2 if one["path"] == MEMO else 0)  # pyright: ignore
    assert f"Unchanged: {len(before)} tasks." in moved.changes(2)
    assert moved.changes(2).count("## ") == 0


def test_nothing_is_asked_of_what_only_moved_but_by_gates_that_read_all_of_a_domain(moved: Told):
    asked = {name for name, count in moved.body["computed"].items() if count}  # pyright: ignore
    assert not asked & {"verification", "spec", "closed_book", "panel"}


@dataclass(frozen=True)
class Restatement:
    """A cited figure of a task, another in its place, and what the task's own program makes of that."""

    task: str
    quote: str
    other: str
    value: str


def restatement(told: Told, release: int, path: str, scratch: Path) -> Restatement:
    """Return a restatement of a figure that stands once in a document, such that a program prints something else."""
    place = told.out / "archive" / f"{path}.md"
    text = place.read_text()
    for name, task in told.tasks(release).items():
        for one in task["evidence"] if task["track"] == "numeric" else ():  # pyright: ignore
            quote, digit = one["quote"], one["quote"][:1]  # pyright: ignore
            if one["path"] != path or not digit.isdigit() or text.count(quote) != 1:  # pyright: ignore
                continue
            other = f"{int(digit) % 9 + 1}{quote[1:]}"  # pyright: ignore
            shutil.copytree(told.out / "archive", scratch, dirs_exist_ok=True)
            (scratch / f"{path}.md").write_text(text.replace(quote, other))  # pyright: ignore
            command = [sys.executable, "-I", "-c", str(task["program"]), str(scratch)]
            printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout.split("\n")[-2:-1]
            if printed and printed[0] != task["answer"]["value"]:  # pyright: ignore
                return Restatement(name, quote, other, printed[0])  # pyright: ignore
    raise AssertionError(f"no figure of {path} changes an answer")


@pytest.fixture(scope="module")
def figure(moved: Told, tmp_path_factory: pytest.TempPathFactory) -> Restatement:
    return restatement(moved, 2, MEMO, tmp_path_factory.mktemp("restatement"))


@dataclass(frozen=True)
class Beaten:
    """A task that takes the extreme of a measure, and a sentence that tells of a place beyond it."""

    task: str
    said: str


@pytest.fixture(scope="module")
def beaten(moved: Told, figure: Restatement) -> Beaten:
    for name, task in moved.tasks(2).items():
        plan = task["plan"] or {"lookups": [], "operations": []}
        lookups = {one["id"]: one for one in plan["lookups"]}  # pyright: ignore
        for step in plan["operations"]:  # pyright: ignore
            one, value = lookups.get(step["inputs"][:1] and step["inputs"][0]), {"argmin": "3", "argmax": "987654321"}  # pyright: ignore
            if name != figure.task and one and step["operator"] in value:
                said = f"In {one['period']} the {one['measure']} of Newby came to {value[step['operator']]}."
                return Beaten(name, said)
    raise AssertionError("no task takes an extreme of figures")


@pytest.fixture(scope="module")
def restated(first: Path, moved: Told, figure: Restatement, beaten: Beaten) -> Told:
    """A refresh of what the last one left: a cited figure restated, and a file that tells of one beyond an extreme."""
    shutil.copytree(first / "moved", first / "restated")
    shutil.copytree(moved.out, first / "third", symlinks=True)
    memo = first / "restated" / MEMO
    memo.write_text(memo.read_text().replace(figure.quote, figure.other))
    write(first / "restated", {"energy/late.md": f"# Found late\n\n{beaten.said}\n"})
    aged(first / "restated")
    return Told(refresh(first / "third", Silent(), archive=first / "restated").body, first / "third")


def test_a_restated_figure_gives_a_new_gold_and_a_beaten_extreme_is_due_again(
    restated: Told, figure: Restatement, beaten: Beaten
):
    before, after, told = restated.tasks(2), restated.tasks(3), restated.changes(3)
    assert restated.stale[figure.task] == ("reanswered", "evidence")
    with Snapshot.open(restated.out) as snapshot:
        again = stored_task(snapshot, figure.task)
    assert again
    assert (again.revision, again.answer.value) == (2, figure.value)
    if figure.task in after:
        assert f"revision 2: {before[figure.task]['answer']['value']} became {figure.value}" in told  # pyright: ignore
        assert f"“{figure.quote}” became “{figure.other}”" in told
    assert restated.stale[beaten.task][1] == "scope"
    assert beaten.task not in after
    assert all(told.count(f"`{name}`") <= 1 for name in {*before, *after})
    assert all(told.count(f"`{name}`") == 1 for name in before.keys() ^ after.keys())


def test_programs_of_every_release_prove_their_answers_over_its_own_collection(restated: Told):
    for number in (1, 2, 3):
        found = verify(restated.out, number, mutate=False)
        assert (found.frozen, [proof.task for proof in found.failed]) == (True, [])


def test_a_refresh_of_what_is_up_to_date_does_nothing_and_says_so(restated: Told, capsys: pytest.CaptureFixture[str]):
    assert run(["refresh", str(restated.out), "--direct", "--json"]) == 0
    said = capsys.readouterr()
    body = json.loads(said.out)
    assert ([name for name, count in body["computed"].items() if count], body["stale"]) == (["ingest"], [])
    assert (body["looked"]["extracted"], body["release"]) == (0, 3)
    assert "3 files looked at: " in said.err


def test_a_folder_without_a_store_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["refresh", str(tmp_path), "--direct"]) == 2
    assert "assay build ARCHIVE" in capsys.readouterr().err
