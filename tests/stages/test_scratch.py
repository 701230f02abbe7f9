"""Temporary files of a run lie in one folder that its next run clears."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from assay.stages.scratch import scratch
from assay.store.folder import OutFolder


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_temporary_files_are_made_in_it_and_gone_after_it(tmp_path: Path, temporary: Path):
    with scratch(OutFolder(tmp_path / "out")) as folder:
        assert Path(tempfile.mkdtemp()).parent == folder

    assert list(temporary.iterdir()) == []
    assert tempfile.gettempdir() == str(temporary)


def test_what_a_killed_run_left_is_cleared_by_the_next_and_by_no_other(tmp_path: Path, temporary: Path):
    with scratch(OutFolder(tmp_path / "out")) as folder:
        mine = folder
    mine.mkdir()
    (mine / "left").write_text("left")

    with scratch(OutFolder(tmp_path / "other")):
        assert (mine / "left").exists()
    with scratch(OutFolder(tmp_path / "out")) as folder:
        assert folder == mine
        assert list(folder.iterdir()) == []


def test_a_name_that_somebody_else_took_is_given_up(tmp_path: Path, temporary: Path):
    with scratch(OutFolder(tmp_path / "out")) as folder:
        taken = folder
    taken.symlink_to(tmp_path)

    with scratch(OutFolder(tmp_path / "out")) as folder:
        assert folder != taken
        assert folder.is_dir()
    assert taken.is_symlink()
