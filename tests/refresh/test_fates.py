"""What a user reads in CHANGES.md after files were shut, emptied, moved or renamed, on builds of a small archive."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.stages.proving import verify
from tests.stages.archives import SAMPLE, Built, task_bytes, tiny_build

MEMO, REGISTER = "energy/losses-memo.md", "energy/consumption-register.csv"


@pytest.fixture
def built(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Built:
    return tiny_build(tmp_path_factory).copied(tmp_path)


def told(built: Built, release: int) -> dict[str, str]:
    """Return the line of each task in CHANGES.md, each task once."""
    lines = (built.out / "releases" / str(release) / "CHANGES.md").read_text().splitlines()
    named = [(found[1], line) for line in lines if (found := re.match(r"- `(q\w+)`", line))]
    assert len(dict(named)) == len(named)
    return dict(named)


def citing(built: Built, path: str) -> set[str]:
    tasks = map(json.loads, task_bytes(built.out).splitlines())
    return {task["id"] for task in tasks if path in {one["path"] for one in task["evidence"]}}


def encrypt(archive: Path) -> None:
    (archive / REGISTER).unlink()
    shutil.copy(SAMPLE / "transport" / "costs-protected.xlsx", archive / REGISTER)


def empty(archive: Path) -> None:
    (archive / REGISTER).unlink()
    (archive / REGISTER).touch()


def move(archive: Path) -> None:
    (archive / "retail").mkdir()
    (archive / REGISTER).rename(archive / "retail" / "consumption-register.csv")


def remove(archive: Path) -> None:
    (archive / REGISTER).unlink()


SENTENCES: dict[Callable[[Path], None], str] = {
    encrypt: "(encrypted: ",
    empty: "(empty: ",
    move: "(retail/consumption-register.csv says what it said)",
    remove: "any more",
}


@pytest.mark.parametrize("change", SENTENCES, ids=lambda change: change.__name__)
def test_what_became_of_a_file_is_told_of_each_task_that_cited_it(built: Built, change: Callable[[Path], None]):
    change(built.archive)
    summary = built.refreshed()
    cited, lines = citing(built, REGISTER), told(built, 2)
    assert cited
    for name in cited:
        said = f"[source_gone]: {REGISTER} is no readable document of the archive any more"
        assert said in lines[name].replace("source_gone, scope", "source_gone"), lines[name]
        assert SENTENCES[change] in lines[name]
    before = {json.loads(line)["id"] for line in task_bytes(built.out).splitlines()}
    after = {json.loads(line)["id"] for line in task_bytes(built.out, 2).splitlines()}
    assert before ^ after <= lines.keys()
    assert (summary.release, built.refreshed().release) == (2, 2)
    for release in (1, 2):
        assert not verify(built.out, release, mutate=False).failed


def test_a_folder_that_bears_another_name_leaves_tasks_programs_and_release(built: Built):
    (built.archive / "energy").rename(built.archive / "power")
    summary = built.refreshed()
    assert (summary.release, summary.stale, summary.looked.removed) == (1, (), 0)
    assert sorted(summary.looked.renamed) == [
        (name, name.replace("energy", "power")) for name in sorted((MEMO, REGISTER))
    ]
    memo = built.archive / "power" / "losses-memo.md"
    text = memo.read_bytes()
    # a new file: the old one is a link to that of the build which all tests share
    memo.unlink()
    memo.write_bytes(text.replace(b"losses-2023", b"losses-2024"))
    assert built.refreshed().release == 2
    assert any(MEMO in line and "losses-2023" in line for line in told(built, 2).values())
    assert not verify(built.out, 2, mutate=False).failed
