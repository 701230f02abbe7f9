"""Where a build may read and write is settled before anything is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.model.errors import UsageError
from assay.stages.places import check_places
from tests.stages.archives import write


def test_a_new_folder_is_made_with_its_parents(tmp_path: Path):
    check_places(write(tmp_path / "archive", {"a.md": "a"}), tmp_path / "x" / "y")

    assert (tmp_path / "x" / "y").is_dir()


@pytest.mark.parametrize("out", ["archive", "."])
def test_an_out_that_holds_the_archive_is_refused(tmp_path: Path, out: str):
    archive = write(tmp_path / "archive", {"a.md": "a"})

    with pytest.raises(UsageError, match="choose an --out that does not hold the archive"):
        check_places(archive, tmp_path / out)


def test_an_out_inside_the_archive_is_allowed(tmp_path: Path):
    archive = write(tmp_path / "archive", {"a.md": "a"})
    check_places(archive, archive / "out")

    assert (archive / "out").is_dir()


@pytest.mark.parametrize("out", ["file", "file/below"])
def test_a_file_in_the_place_of_out_is_refused(tmp_path: Path, out: str):
    archive = write(tmp_path / "archive", {"a.md": "a"})
    (tmp_path / "file").write_text("mine")

    with pytest.raises(UsageError, match="a file stands where a folder is needed"):
        check_places(archive, tmp_path / out)
    assert (tmp_path / "file").read_text() == "mine"


def test_files_of_somebody_else_in_the_place_of_the_collection_are_left_alone(tmp_path: Path):
    archive = write(tmp_path / "archive", {"a.md": "a"})
    out = write(tmp_path / "out", {"archive/theirs.md": "theirs"})

    with pytest.raises(UsageError, match="files that no build has put there"):
        check_places(archive, out)
    assert (out / "archive" / "theirs.md").read_text() == "theirs"
