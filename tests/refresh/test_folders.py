"""Folders that nobody can look into change nothing, and a domain whose folder bears another name stays what it was."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from assay.config import Settings, Synthesis
from assay.model.errors import AssayError, UsageError
from assay.refresh.again import refresh
from assay.stages.building import Summary, build
from assay.stages.run import Silent
from assay.store.snapshot import Snapshot
from tests.source import ROOT
from tests.stages.archives import READ_ONLY, aged, write

FILES: dict[str, str | bytes] = {
    "energy/a.txt": "one line",
    "energy/deep/b.txt": "two lines",
    "energy/c.txt": "a third",
    "health/d.txt": "another domain",
}


@pytest.fixture
def made(tmp_path: Path) -> tuple[Path, Path]:
    """An archive of old files, and the OUT that was built of it."""
    archive, out = aged(write(tmp_path / "archive", FILES)), tmp_path / "out"
    build(archive, out, READ_ONLY, Silent())
    return archive, out


def again(out: Path) -> Summary:
    return refresh(out, Silent())


def documents(out: Path) -> list[tuple[str, str, str]]:
    with Snapshot.open(out) as snapshot:
        query = "select domain, path, collection from document where readable order by path"
        return [(domain, path, place) for domain, path, place in snapshot.rows(query)]


def collection(out: Path) -> dict[str, str]:
    folder = out / "archive"
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.md")}


@contextmanager
def shut(folder: Path, mode: int = 0) -> Generator[None]:
    folder.chmod(mode)
    try:
        yield
    finally:
        folder.chmod(0o755)


def powerless(out: Path) -> dict[str, Any]:
    """Return the summary of a refresh whose process has to keep to what folders allow, also as root."""
    command = [sys.executable, "-c", "from assay.cli import main; main()", "refresh", str(out), "--direct", "--json"]
    if os.geteuid() == 0:
        if not shutil.which("setpriv"):
            pytest.skip("setpriv is not installed")
        command = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *command]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    # 1 says that no task is released
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("mode", [0o000, 0o444], ids=["cannot be listed", "its files cannot be looked at"])
def test_what_lies_in_a_folder_that_is_shut_stays_as_it_was_and_is_told(made: tuple[Path, Path], mode: int):
    archive, out = made
    before, said = documents(out), collection(out)
    with shut(archive / "energy", mode):
        for _ in range(2):
            summary = powerless(out)
            assert (documents(out), collection(out)) == (before, said)
            told = [one for one in summary["sentences"] if "cannot be looked at" in one]
            assert len(told) == 1
            assert told[0].startswith("3 files cannot be looked at, the first is energy/a.txt: ")
            assert summary["looked"]["removed"] == 0
    opened = again(out)
    assert (opened.looked.extracted, opened.problems, documents(out)) == (0, {}, before)
    assert not [one for one in opened.sentences if "cannot be looked at" in one]
    (archive / "energy" / "a.txt").unlink()
    assert (again(out).looked.removed, len(documents(out))) == (1, 3)


def test_a_domain_whose_folder_was_renamed_keeps_its_name_and_all_its_documents(made: tuple[Path, Path]):
    archive, out = made
    before, said = documents(out), collection(out)
    (archive / "energy").rename(archive / "power")
    looked = again(out).looked
    assert looked.renamed == tuple((f"energy/{name}", f"power/{name}") for name in ("a.txt", "c.txt", "deep/b.txt"))
    assert (looked.added, looked.removed, looked.extracted) == (0, 0, 0)
    assert (documents(out), collection(out)) == (before, said)
    # what comes into the folder later is of the same domain, also where most of it has changed by then
    write(archive, {"power/a.txt": "one line more", "power/new.txt": "new"})
    assert again(out).looked.extracted == 2
    assert documents(out) == sorted(
        [*before, ("energy", "power/new.txt", "energy/power/new.txt.md")], key=lambda one: one[1]
    )
    assert "one line more" in collection(out)["energy/a.txt.md"]
    (archive / "power").rename(archive / "energy")
    assert (again(out).looked.extracted, [one[0] for one in documents(out)].count("energy")) == (0, 4)


def test_files_that_changed_while_their_folder_was_renamed_are_the_same_documents(made: tuple[Path, Path]):
    archive, out = made
    before = documents(out)
    (archive / "energy").rename(archive / "power")
    (archive / "power" / "a.txt").write_text("another line altogether")
    looked = again(out).looked
    assert (looked.extracted, looked.added, looked.removed, documents(out)) == (1, 0, 0, before)
    assert "altogether" in collection(out)["energy/a.txt.md"]


def test_a_folder_of_other_files_or_beside_the_old_one_is_another_domain(made: tuple[Path, Path]):
    archive, out = made
    shutil.copytree(archive / "energy", archive / "power")
    again(out)
    assert {domain for domain, _, _ in documents(out)} == {"energy", "health", "power"}
    shutil.rmtree(archive / "energy")
    write(archive, {"rest/z.txt": "somebody else's words"})
    again(out)
    assert {domain for domain, _, _ in documents(out)} == {"health", "power", "rest"}


def test_a_domain_that_the_config_names_otherwise_is_no_renamed_folder(made: tuple[Path, Path]):
    archive, out = made
    named = Settings(synthesis=Synthesis(authors=()), domains={"energy": "power"})
    build(archive, out, named, Silent())
    assert {domain for domain, _, _ in documents(out)} == {"power", "health"}


def test_an_archive_that_is_away_or_empty_ends_the_refresh_and_changes_nothing(made: tuple[Path, Path]):
    archive, out = made
    before, said = documents(out), collection(out)
    archive.rename(archive.with_name("away"))
    with pytest.raises(UsageError, match="archive"):
        again(out)
    archive.mkdir()
    with pytest.raises(AssayError, match="holds no files"):
        again(out)
    assert (documents(out), collection(out)) == (before, said)
    archive.rmdir()
    archive.with_name("away").rename(archive)
    assert (again(out).looked.extracted, documents(out)) == (0, before)
