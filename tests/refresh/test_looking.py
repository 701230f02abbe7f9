"""Only what may have changed is opened, by size, time and inode; renamed files are known by their bytes."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from assay.refresh.again import refresh
from assay.refresh.looking import Looked
from assay.stages.building import build
from assay.stages.run import Silent
from assay.store.snapshot import Snapshot
from tests.stages.archives import READ_ONLY, aged, write

FILES: dict[str, str | bytes] = {
    "energy/a.txt": "one line",
    "energy/b.txt": "two line",
    "energy/c.txt": "one line",
    "energy/d.txt": "d",
}
PATHS = sorted(FILES)

_opened: list[Path] = []
_watching: list[Path] = []


def _heard(event: str, arguments: tuple[object, ...]) -> None:
    # a hook of the interpreter stays; it hears only while somebody watches
    if event == "open" and _watching and isinstance(arguments[0], str) and arguments[0].startswith(str(_watching[0])):
        _opened.append(Path(arguments[0]))


sys.addaudithook(_heard)


@contextmanager
def watched(archive: Path) -> Generator[list[Path]]:
    """Yield the files below the archive that this process opens."""
    _opened.clear()
    _watching.append(archive)
    try:
        yield _opened
    finally:
        _watching.clear()


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive of old files and the OUT of its first build."""
    folder = tmp_path_factory.mktemp("looking")
    assert counts(build(aged(write(folder / "archive", FILES)), folder / "out", READ_ONLY, Silent()).looked) == (
        4,
        0,
        4,
    )
    return folder


@pytest.fixture
def copy(first: Path, tmp_path: Path) -> tuple[Path, Path]:
    """An archive with an OUT that has looked at it."""
    shutil.copytree(first, tmp_path / "copy", symlinks=True)
    archive, out = tmp_path / "copy" / "archive", tmp_path / "copy" / "out"
    looked = again(out, archive=archive)
    assert (counts(looked), looked.same) == ((4, 4, 0), 4)
    return archive / "energy", out


def again(out: Path, *, every_file: bool = False, archive: Path | None = None) -> Looked:
    return refresh(out, Silent(), archive=archive, every_file=every_file).looked


def counts(looked: Looked) -> tuple[int, int, int]:
    return looked.listed, looked.hashed, looked.extracted


def documents(out: Path) -> list[str]:
    with Snapshot.open(out) as snapshot:
        return [path for (path,) in snapshot.rows("select path from document where readable order by path")]


def rewrite(path: Path, content: str) -> None:
    """Write other bytes of the same length and leave size, time and inode as they were."""
    status = path.stat()
    assert len(content) == status.st_size
    with path.open("r+") as file:
        file.write(content)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def test_nothing_is_opened_where_all_times_are_old_and_everything_where_it_is_asked(copy: tuple[Path, Path]):
    folder, out = copy
    with watched(folder) as opened:
        assert counts(again(out)) == (4, 0, 0)
        assert opened == []
        assert counts(again(out, every_file=True)) == (4, 4, 0)
        assert sorted(path.name for path in opened) == ["a.txt", "b.txt", "c.txt", "d.txt"]


def test_a_file_that_may_have_changed_unseen_is_hashed_and_read_only_where_it_did(copy: tuple[Path, Path]):
    folder, out = copy
    soon = time.time() + 3600
    os.utime(folder / "a.txt", (soon, soon))
    assert [counts(again(out)), counts(again(out))] == [(4, 1, 0), (4, 1, 0)]
    rewrite(folder / "a.txt", "six line")
    assert counts(again(out)) == (4, 1, 1)
    assert "six line" in (out / "archive" / "energy" / "a.txt.md").read_text()


def test_what_hides_a_change_behind_an_old_time_is_found_when_every_file_is_hashed(copy: tuple[Path, Path]):
    folder, out = copy
    rewrite(folder / "a.txt", "six line")
    assert [counts(again(out)), counts(again(out, every_file=True))] == [(4, 0, 0), (4, 4, 1)]


def test_a_renamed_file_stays_the_source_that_it_was_however_often_it_is_looked_at(copy: tuple[Path, Path]):
    folder, out = copy
    (folder / "b.txt").rename(folder / "z.txt")
    looked = again(out)
    assert (counts(looked), looked.renamed) == ((4, 1, 0), (("energy/b.txt", "energy/z.txt"),))
    assert (documents(out), counts(again(out))) == (PATHS, (4, 0, 0))
    (folder / "z.txt").write_text("changed under its new name")
    assert (counts(again(out))[2], documents(out)) == (1, PATHS)
    assert "changed under" in (out / "archive" / "energy" / "b.txt.md").read_text()
    # a file that takes the old name again is the source of that name
    (folder / "b.txt").write_text("somebody else's")
    assert (again(out).renamed, documents(out)) == ((), [*PATHS, "energy/z.txt"])
    assert "somebody" in (out / "archive" / "energy" / "b.txt.md").read_text()
    assert "changed under" in (out / "archive" / "energy" / "z.txt.md").read_text()


def test_a_file_of_another_domain_kind_or_content_is_no_renamed_one(copy: tuple[Path, Path]):
    folder, out = copy
    for name in "abc":
        (folder / f"{name}.txt").unlink()
    write(folder.parent, {"health/a.txt": "one line", "energy/b.md": "two line", "energy/e.txt": "ten line"})
    looked = again(out)
    assert (looked.renamed, looked.added, looked.removed) == ((), 3, 3)
    assert documents(out) == ["energy/b.md", "energy/d.txt", "energy/e.txt", "health/a.txt"]


def test_of_files_with_the_same_bytes_each_is_known_once(copy: tuple[Path, Path]):
    folder, out = copy
    for old, new in (("a", "x"), ("c", "y")):
        (folder / f"{old}.txt").rename(folder / f"{new}.txt")
    (folder / "z.txt").write_text("one line")
    assert again(out).renamed == (("energy/a.txt", "energy/x.txt"), ("energy/c.txt", "energy/y.txt"))
    assert documents(out) == [*PATHS, "energy/z.txt"]
