"""Clocks that jump, files that change while they are read, stores that are old, new or broken: nothing is lost."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest

from assay.model.errors import AssayError, StoreError, UsageError
from assay.refresh.again import refresh
from assay.stages.building import Summary, build
from assay.stages.drift import drift
from assay.stages.run import Silent
from assay.store.migrate import migrations, upgrade
from assay.store.releases import manifest
from assay.store.snapshot import Snapshot
from tests.stages.archives import READ_ONLY, aged, write

NEWEST = migrations()[-1].number
DAY = 86_400 * 10**9

_hooks: dict[str, Callable[[], None]] = {}


def _heard(event: str, arguments: tuple[object, ...]) -> None:
    # a hook of the interpreter stays; it does nothing while nobody waits for a file to be opened
    if event == "open" and _hooks and isinstance(arguments[0], str) and arguments[0] in _hooks:
        _hooks[arguments[0]]()


sys.addaudithook(_heard)


@contextmanager
def whenever_opened(path: Path, change: Callable[[], None]) -> Generator[None]:
    """Have something done whenever this process opens a file."""
    _hooks[str(path)] = change
    try:
        yield
    finally:
        _hooks.clear()


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive of two old files and the OUT of its build."""
    folder = tmp_path_factory.mktemp("faults")
    read(aged(write(folder / "archive", {"a.txt": "one line", "b.txt": "two line"})), folder / "out")
    return folder


@pytest.fixture
def copy(first: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A copy of archive and OUT, of which the OUT still names the archive that it was made from."""
    shutil.copytree(first, tmp_path / "copy", symlinks=True)
    return tmp_path / "copy" / "archive", tmp_path / "copy" / "out"


def read(archive: Path, out: Path) -> Summary:
    return build(archive, out, READ_ONLY, Silent())


def collection(out: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in (out / "archive").rglob("*.md")}


def test_times_beyond_all_clocks_are_kept_and_a_change_under_them_is_seen(tmp_path: Path):
    archive = write(tmp_path / "archive", {"late.txt": "late", "later.txt": "later", "early.txt": "early"})
    for name, seconds in (("late", 4_000_000_000), ("later", 16_000_000_000), ("early", -1_000_000_000)):
        os.utime(archive / f"{name}.txt", (seconds, seconds))
    assert read(archive, tmp_path / "out").looked.extracted == 3
    for name in ("late", "later"):
        file = archive / f"{name}.txt"
        status = file.stat()
        with file.open("r+") as opened:
            opened.write("x")
        os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    # times that lie ahead prove nothing, so these two are opened each time
    assert refresh(tmp_path / "out", Silent()).looked.body["extracted"] == 2
    assert refresh(tmp_path / "out", Silent()).looked.body["touched"] == 2


def test_a_clock_that_was_set_back_hides_no_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    archive, out = aged(write(tmp_path / "archive", {"a.txt": "one line", "b.txt": "two line"})), tmp_path / "out"
    right = time.time_ns
    with monkeypatch.context() as wrong:
        wrong.setattr(time, "time_ns", lambda: right() + 30 * DAY)
        read(archive, out)
    before = collection(out)
    next((out / "archive").rglob("b.txt.md")).write_text("edited")
    (archive / "a.txt").write_text("ten line")
    assert refresh(out, Silent()).looked.extracted == 1
    assert "ten line" in collection(out)["a.txt.md"]
    assert collection(out)["b.txt.md"] == before["b.txt.md"]
    # by the clock of now the change lies within the racy window again
    status = (archive / "a.txt").stat()
    (archive / "a.txt").write_text("two line")
    os.utime(archive / "a.txt", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert refresh(out, Silent()).looked.extracted == 1


def test_runs_are_told_apart_by_their_numbers_whatever_the_clock_says(copy: tuple[Path, Path]):
    archive, out = copy
    with duckdb.connect(str(out / "assay.duckdb")) as connection:
        connection.execute("update run set ended_at = ended_at + interval 30 day")
    (archive / "c.txt").write_text("a third")
    assert read(archive, out).sources == 3
    found = drift(out, 7)
    assert (found.before.number, found.now.number) == (1, 2)
    assert found.before.ended_at > found.now.ended_at


def test_a_file_that_changes_whenever_it_is_read_is_a_problem_until_it_rests(tmp_path: Path):
    archive, out = aged(write(tmp_path / "archive", {"a.txt": "one line", "b.txt": "two line"})), tmp_path / "out"
    file = archive / "a.txt"
    status = file.stat()
    with whenever_opened(file, lambda: os.utime(file, ns=(0, time.time_ns()))):
        summary = read(archive, out)
    assert (summary.documents, summary.problems) == (1, {"corrupt": 1})
    # whoever wrote it gives it the time that it had when it was listed, as copying programs do
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    again = refresh(out, Silent())
    assert (again.documents, again.problems, again.looked.extracted) == (2, {}, 1)
    assert refresh(out, Silent()).looked.extracted == 0


def test_a_file_that_was_away_while_it_was_to_be_read_is_read_by_the_next_run(tmp_path: Path):
    archive, out = aged(write(tmp_path / "archive", {"a.txt": "one line", "b.txt": "two line"})), tmp_path / "out"

    class Moving(Silent):
        def finish(self, stage: str) -> None:
            if stage == "ingest":
                (archive / "a.txt").rename(tmp_path / "a.txt")

    assert build(archive, out, READ_ONLY, Moving()).problems == {"corrupt": 1}
    (tmp_path / "a.txt").rename(archive / "a.txt")
    assert (refresh(out, Silent()).documents, collection(out).keys()) == (2, {"a.txt.md", "b.txt.md"})


def truncated(snapshot: Path) -> None:
    os.truncate(snapshot, snapshot.stat().st_size // 2)


def foreign(snapshot: Path) -> None:
    snapshot.unlink()
    duckdb.connect(str(snapshot)).execute("create table t (i int)").close()


def without_number(snapshot: Path) -> None:
    numbered(snapshot, "delete from meta where name = 'schema'")


def older(snapshot: Path) -> None:
    numbered(snapshot, "update meta set value = '1' where name = 'schema'")


def newer(snapshot: Path) -> None:
    numbered(snapshot, "update meta set value = '99' where name = 'schema'")


def numbered(snapshot: Path, statement: str) -> None:
    with duckdb.connect(str(snapshot)) as connection:
        connection.execute(statement)


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (Path.unlink, "holds no published store; make one with `assay build ARCHIVE --out"),
        (truncated, "snapshot.duckdb is damaged and cannot be read .* which publishes it again"),
        (foreign, r"snapshot.duckdb holds other tables than Assay's"),
        (without_number, r"snapshot.duckdb holds other tables than Assay's"),
        (older, "has schema 1, older than this version's .*; bring it up to date with `assay build ARCHIVE --out"),
        (newer, "has schema 99 .*: update Assay"),
    ],
)
def test_a_broken_snapshot_is_said_by_readers_and_mended_by_the_next_run(
    copy: tuple[Path, Path], broken: Callable[[Path], None], sentence: str
):
    archive, out = copy
    with Snapshot.open(out) as snapshot:
        before = manifest(snapshot)
    broken(out / "snapshot.duckdb")
    with pytest.raises((StoreError, UsageError), match=sentence), Snapshot.open(out) as snapshot:
        snapshot.rows("select * from artifact")
    assert refresh(out, Silent(), archive=archive).looked.extracted == 0
    with Snapshot.open(out) as snapshot:
        assert manifest(snapshot) == before


@pytest.mark.parametrize("number", [1, 4, NEWEST - 1])
def test_an_out_of_an_older_version_is_copied_and_goes_on(tmp_path: Path, number: int):
    archive, out = aged(write(tmp_path / "archive", {"a.txt": "one line"})), tmp_path / "out"
    out.mkdir()
    with duckdb.connect(str(out / "assay.duckdb")) as connection:
        upgrade(connection, migrations()[:number])
    assert read(archive, out).documents == 1
    with duckdb.connect(str(out / f"assay.duckdb.bak-{number}"), read_only=True) as connection:
        assert connection.execute("select value from meta where name = 'schema'").fetchall() == [(str(number),)]


def test_an_out_of_a_newer_version_is_refused_with_the_command_and_left_as_it_is(copy: tuple[Path, Path]):
    archive, out = copy
    newer(out / "assay.duckdb")
    before = (out / "assay.duckdb").read_bytes()
    commands: list[Callable[[], object]] = [
        lambda: read(archive, out), lambda: refresh(out, Silent(), archive=archive)
    ]  # fmt: skip
    for command in commands:
        with pytest.raises(AssayError, match=r"has schema 99 .*: update Assay \(`git pull && make setup`\)"):
            command()
    assert (out / "assay.duckdb").read_bytes() == before
    assert not list(out.glob("*.bak-*"))
