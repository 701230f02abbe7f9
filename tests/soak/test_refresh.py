"""Scenario 5 of the acceptance page, to the letter, on a copy of the bundled archive.

One cited cell is changed, a paragraph comes above other evidence, a file is renamed, a cited one is deleted; two files
come, of which one holds a value that was proven absent and one beats a maximum; everything else is touched. What is to
stay untouched lies in other domains than what changes, so nothing but a fault can make it due.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import docx
import pytest

from assay.store.snapshot import Snapshot
from benchmarks.spent import Spent, spent
from tests.source import ROOT
from tests.stages.archives import SAMPLE, aged, task_bytes

pytestmark = pytest.mark.soak

PLAIN = (".csv", ".md", ".html", ".txt")


def assay(*words: str | Path) -> dict[str, Any]:
    command = [sys.executable, "-c", "from assay.cli import main; main()", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@dataclass
class Changed:
    """An archive that was changed, with the tasks of release 1 that each change is about."""

    archive: Path
    out: Path
    tasks: dict[str, dict[str, Any]]
    first: int
    built: Spent
    written: int
    restated: str = ""
    value: str = ""
    moved: str = ""
    renamed: str = ""
    deleted: str = ""
    absent: str = ""
    beaten: str = ""

    def text(self, path: str) -> str:
        return (self.out / "archive" / f"{path}.md").read_text()

    def places(self, name: str) -> set[str]:
        task = self.tasks[name]
        lookups = task["plan"]["lookups"] if task["plan"] else []
        return {one["path"] for one in (*task["evidence"], *lookups)}

    def left(self, *used: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the tasks that rest on none of some documents."""
        for name, task in self.tasks.items():
            if not self.places(name) & set(used):
                yield name, task

    def unmoved(self, *used: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield those of them in whose domain nothing is only moved or renamed."""
        quiet = {self.tasks[name]["domain"] for name in (self.moved, self.renamed)}
        yield from ((name, task) for name, task in self.left(*used) if task["domain"] not in quiet)


def written(out: Path) -> int:
    """Return how many revisions of tasks there are, dropped ones among them."""
    with Snapshot.open(out) as snapshot:
        return snapshot.rows("select count(*) from task")[0][0]


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Changed:
    folder = tmp_path_factory.mktemp("refresh")
    shutil.copytree(SAMPLE, folder / "archive")
    built = spent(partial(assay, "build", aged(folder / "archive"), "--out", folder / "out", "--direct", "--json"))[1]
    lines = map(json.loads, task_bytes(folder / "out").splitlines())
    tasks = {line["id"]: line for line in lines}
    found = Changed(folder / "changed", folder / "out", tasks, 1, built, written(folder / "out"))
    shutil.copytree(folder / "archive", found.archive)
    restated = restate(found, folder / "scratch")
    inserted = insert(found, restated)
    renamed = rename(found, restated, inserted)
    deleted = delete(found, restated, inserted, renamed)
    find(found, deleted)
    beat(found, restated, deleted)
    for path in found.archive.rglob("*"):
        os.utime(path)
    return found


def restate(found: Changed, scratch: Path) -> str:
    """Change one cited cell of a plain file such that the task's own program prints something else."""
    for name, task in found.tasks.items():
        for one in task["evidence"] if task["track"] == "numeric" else ():
            path, quote = one["path"], one["quote"]
            source = found.archive / path
            if (
                not path.endswith(PLAIN)
                or not re.fullmatch(r"\d[\d.,]{3,}", quote)
                or source.read_text().count(quote) != 1
            ):
                continue
            others = (found.out / "archive" / task["domain"]).rglob("*.md")
            if sum(quote in other.read_text() for other in others) != 1:
                continue
            # a small change: what the task chooses stays, what it comes to does not
            other = f"{quote[:-1]}{int(quote[-1]) % 9 + 1}"
            shutil.copytree(found.out / "archive", scratch, dirs_exist_ok=True)
            (scratch / f"{path}.md").write_text(found.text(path).replace(quote, other))
            command = [sys.executable, "-I", "-c", task["program"], str(scratch)]
            printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
            if printed and printed[-1] != task["answer"]["value"]:
                source.write_text(source.read_text().replace(quote, other))
                found.restated, found.value = name, printed[-1]
                return path
    raise AssertionError("no cited cell changes an answer")


def insert(found: Changed, *used: str) -> str:
    """Put a paragraph above all evidence of a Word file."""
    restated = found.tasks[found.restated]["domain"]
    for name, task in found.left(*used):
        if task["domain"] == restated:
            continue
        for path in (one["path"] for one in task["evidence"] if one["path"].endswith(".docx")):
            document = docx.Document(str(found.archive / path))
            document.paragraphs[0].insert_paragraph_before("A paragraph that changes nothing.")
            document.save(str(found.archive / path))
            found.moved = name
            return path
    raise AssertionError("no task rests on a Word file")


def rename(found: Changed, *used: str) -> str:
    restated = found.tasks[found.restated]["domain"]
    for name, task in found.left(*used):
        path = min(found.places(name), default="")
        if (
            path
            and task["domain"] != restated
            and not any(path in found.places(other) for other in (found.restated, found.moved))
        ):
            source = found.archive / path
            source.rename(source.with_name(f"renamed-{source.name}"))
            found.renamed = name
            return path
    raise AssertionError("no file can be renamed")


def delete(found: Changed, *used: str) -> str:
    kept = {path for name in (found.restated, found.moved, found.renamed) for path in found.places(name)}
    for name, _ in found.unmoved(*used):
        for path in sorted(found.places(name) - kept):
            (found.archive / path).unlink()
            found.deleted = name
            return path
    raise AssertionError("no file can be deleted")


def find(found: Changed, *used: str) -> None:
    """Add a file that says a figure which a task says is nowhere."""
    for name, task in found.unmoved(*used):
        if task["answer"]["type"] == "null":
            asked = task["scope"][0]["query"]
            said = f"In {asked['period']} the {asked['measure']} of {asked['entity']} came to 433."
            (found.archive / asked["domain"] / "found-late.md").write_text(f"# Found late\n\n{said}\n")
            found.absent = name
            return
    raise AssertionError("no task asks for what is absent")


def beat(found: Changed, *used: str) -> None:
    """Add a table of a measure by which a task chooses the largest, with other names and larger values."""
    for name, task in found.unmoved(*used):
        steps = task["plan"]["operations"] if task["plan"] else []
        inputs = {one for step in steps if step["operator"] == "argmax" for one in step["inputs"]}
        for one in (task["plan"] or {"lookups": []})["lookups"]:
            year = re.fullmatch(r"(FY)?(\d{4})", one["period"])
            if one["id"] in inputs and year and one["unit"] not in ("", "number"):
                periods = [f"{year[1] or ''}{int(year[2]) + more}" for more in (0, 1)]
                rows = [
                    f"| Other{end} | {start}88888.1 | {start}99999.4 |"
                    for start, end in ((9, "holm"), (8, "ham"), (7, "by"))
                ]
                title = f"# Late figures\n\n{one['measure'].capitalize()} by place, {one['unit']}\n"
                table = ["| Place | " + " | ".join(periods) + " |", "| --- | --- | --- |", *rows]
                (found.archive / task["domain"] / "late-figures.md").write_text("\n".join([title, *table, ""]))
                found.beaten = name
                return
    raise AssertionError("no task chooses the largest of something")


@pytest.fixture(scope="module")
def refreshed(changed: Changed) -> dict[str, Any]:
    return assay("refresh", changed.out, "--archive", changed.archive, "--direct", "--json")


def test_every_task_meets_the_fate_that_its_change_asks_for(changed: Changed, refreshed: dict[str, Any]):
    stale = {one["task"]: one for one in refreshed["stale"]}
    told, gold = (
        (changed.out / "release" / "CHANGES.md").read_text(),
        changed.tasks[changed.restated]["answer"]["value"],
    )
    assert f"- `{changed.restated}` revision 2: {gold} became {changed.value} (" in told
    assert (stale[changed.restated]["outcome"], stale[changed.restated]["cause"]) == ("reanswered", "evidence")
    assert (stale[changed.deleted]["outcome"], stale[changed.deleted]["cause"]) == ("retired", "source_gone")
    assert (stale[changed.absent]["outcome"], stale[changed.absent]["cause"]) == ("retired", "scope")
    assert stale[changed.beaten]["cause"] == "scope"
    assert not {changed.moved, changed.renamed} & stale.keys()


def test_what_was_only_moved_keeps_its_keys(changed: Changed, refreshed: dict[str, Any]):
    after = {line["id"]: line for line in map(json.loads, task_bytes(changed.out, refreshed["release"]).splitlines())}
    for name in (changed.moved, changed.renamed):
        old, new = changed.tasks[name], after[name]
        assert (new["revision"], new["program"], new["answer"]) == (old["revision"], old["program"], old["answer"])
        assert [(one["path"], one["artifact"]) for one in new["evidence"]] == [
            (one["path"], one["artifact"]) for one in old["evidence"]
        ]


def test_files_that_were_touched_are_hashed_and_only_changed_ones_read(changed: Changed, refreshed: dict[str, Any]):
    looked = refreshed["looked"]
    files = sum(1 for path in changed.archive.rglob("*") if path.is_file() and path.name != "SOURCES.csv")
    assert (looked["looked"], looked["added"], looked["removed"], len(looked["renamed"])) == (files, 2, 1, 1)
    # two that came, one restated, one with a paragraph more
    assert looked["extracted"] == 4
    assert looked["touched"] == files - 4 >= 45
    # the renamed file is hashed to see what it is, and as touched
    assert looked["hashed"] >= looked["touched"]


def test_only_revisions_and_new_tasks_go_through_the_first_gate_and_nothing_is_called(
    changed: Changed, refreshed: dict[str, Any]
):
    assert 0 < refreshed["computed"]["verification"] <= written(changed.out) - changed.written
    assert not list((changed.out / "calls").glob("*"))


def test_changes_tell_each_task_once(changed: Changed, refreshed: dict[str, Any]):
    told = (changed.out / "releases" / str(refreshed["release"]) / "CHANGES.md").read_text()
    after = {json.loads(line)["id"] for line in task_bytes(changed.out, refreshed["release"]).splitlines()}
    named = re.findall(r"^- `(q\w+)`", told, re.MULTILINE)
    assert len(named) == len(set(named))
    assert changed.tasks.keys() ^ after <= set(named)
    same = re.search(r"^Unchanged: (\d+) tasks\.$", told, re.MULTILINE)
    assert same
    assert int(same[1]) == len(after - set(named))


def test_programs_of_the_first_release_prove_their_answers_over_its_collection(
    changed: Changed, refreshed: dict[str, Any]
):
    for number in map(str, (changed.first, refreshed["release"])):
        found = assay("verify", changed.out, "--release", number, "--json")
        assert (found["failed"], found["frozen"]) == (0, True)
    laid = changed.out.parent / "laid"
    assay("export", changed.out, "--format", "archive", "--release", str(changed.first), "--to", laid, "--json")
    for task in changed.tasks.values():
        if task["program"] and all((laid / f"{one['path']}.md").is_file() for one in task["evidence"]):
            command = [sys.executable, "-I", "-c", task["program"], str(laid)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            assert done.stdout.splitlines()[-1] == task["answer"]["value"]


def test_an_unchanged_refresh_opens_no_file_of_the_archive_and_takes_a_twentieth(
    changed: Changed, refreshed: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    if not shutil.which("strace"):
        pytest.skip("strace is not installed")
    time.sleep(3)
    assay("refresh", changed.out, "--direct", "--json")
    command = [sys.executable, "-c", "from assay.cli import main; main()", "refresh", str(changed.out), "--direct"]
    log = tmp_path / "opened"
    traced = ["strace", "-f", "-e", "trace=open,openat,openat2", "-o", str(log), *command]
    subprocess.run(traced, cwd=ROOT, capture_output=True, check=True, timeout=600)
    opened = [line for line in log.read_text().splitlines() if f'"{changed.archive}' in line]
    assert opened
    # the list of terms is no source
    assert all("O_DIRECTORY" in line or "SOURCES.csv" in line for line in opened)
    again, built = spent(partial(assay, "refresh", changed.out, "--direct", "--json"))[1], changed.built
    with capsys.disabled():
        print(f"\nbuild {built}, unchanged refresh {again}: {again.processor / built.processor:.1%} of its processor")
    assert again.processor <= built.processor / 20


def test_files_that_are_only_touched_change_nothing(changed: Changed, refreshed: dict[str, Any]):
    for path in changed.archive.rglob("*"):
        os.utime(path)
    again = assay("refresh", changed.out, "--json", "--direct")
    assert (again["looked"]["extracted"], again["stale"], again["release"]) == (0, [], refreshed["release"])
    assert again["looked"]["touched"] == again["looked"]["looked"]
