"""The listing holds every file of an archive once, whatever it is called and whatever it is."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import pytest

from assay.model.errors import AssayError, UsageError
from assay.stages.listing import Listed, list_archive
from tests.stages.archives import write


def entries(archive: Path, out: Path | None = None) -> dict[str, Listed]:
    return {entry.source.path: entry for entry in list_archive(archive, {}, out).entries}


def test_first_level_folders_are_the_domains_and_other_files_belong_to_main(tmp_path: Path):
    archive = write(tmp_path, {"a.md": "a", "energy/b.md": "b", "energy/deep/c.md": "c"})

    assert {path: one.source.domain for path, one in entries(archive).items()} == {
        "a.md": "main", "energy/b.md": "energy", "energy/deep/c.md": "energy",
    }  # fmt: skip


def test_the_config_may_give_a_folder_another_domain(tmp_path: Path):
    listing = list_archive(write(tmp_path, {"energy/b.md": "b"}), {"energy": "power"})

    assert [entry.source.domain for entry in listing.entries] == ["power"]


def test_version_control_and_the_list_of_sources_are_no_sources(tmp_path: Path):
    archive = write(tmp_path, {"a.md": "a", ".git/config": "x", "SOURCES.csv": "path\na.md\n", "b/SOURCES.csv": "y"})

    assert set(entries(archive)) == {"a.md", "b/SOURCES.csv"}


def test_an_out_inside_the_archive_is_no_source(tmp_path: Path):
    archive = write(tmp_path, {"a.md": "a", "results/out/assay.duckdb": "x", "results/b.md": "b"})

    assert set(entries(archive, archive / "results" / "out")) == {"a.md", "results/b.md"}


def test_the_list_of_sources_gives_origin_licence_and_kind(tmp_path: Path):
    lines = "path,origin,licence,source_kind\na.md,https://example.org/a,CC-BY-4.0,memo\n"
    source = entries(write(tmp_path, {"a.md": "a", "SOURCES.csv": "\ufeff" + lines}))["a.md"].source

    assert (source.origin, source.licence, source.source_kind) == ("https://example.org/a", "CC-BY-4.0", "memo")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"name,licence\na.md,x\n", b"path\n" + b'"' + b"x" * 200_000])
def test_a_list_of_sources_that_cannot_be_used_is_one_sentence(tmp_path: Path, content: bytes):
    archive = write(tmp_path, {"a.md": "a", "SOURCES.csv": content})

    with pytest.raises(AssayError, match=r"SOURCES\.csv"):
        entries(archive)


@pytest.mark.parametrize("content", [b"", b"path\n", b"path,licence\na.md\n\n,,,,\nb.md,x,y,z\n"])
def test_a_ragged_list_of_sources_does_no_harm(tmp_path: Path, content: bytes):
    assert entries(write(tmp_path, {"a.md": "a", "SOURCES.csv": content}))["a.md"].source.licence == ""


def test_what_is_no_ordinary_file_is_a_source_with_a_problem(tmp_path: Path):
    archive = write(tmp_path / "archive", {"a.md": "a", "folder/b.md": "b"})
    (tmp_path / "outside.md").write_text("secret")
    os.mkfifo(archive / "pipe.csv")
    links = {"device": "/dev/zero", "dangling": "nowhere", "loop": "loop", "out": "../outside.md", "dir": "folder"}
    for name, goal in links.items():
        (archive / name).symlink_to(goal)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.relpath(archive / "socket"))

    found = entries(archive)
    problems = {path: one.problem.code for path, one in found.items() if one.problem}
    assert problems == {
        "pipe.csv": "unsupported", "device": "unsupported", "dir": "unsupported", "socket": "unsupported",
        "out": "unsupported", "dangling": "corrupt", "loop": "corrupt",
    }  # fmt: skip
    assert set(found) - set(problems) == {"a.md", "folder/b.md"}


def test_a_link_to_a_file_of_the_archive_is_read(tmp_path: Path):
    archive = write(tmp_path, {"a.md": "a"})
    (archive / "same.md").symlink_to("a.md")

    assert entries(archive)["same.md"].problem is None


def test_names_that_are_not_utf_8_are_sources_that_can_be_printed(tmp_path: Path):
    for name in (b"bad\xff.md", b"line\nbreak.md", b"\x1b[31mred.md", b"quote'\".md"):
        (tmp_path / os.fsdecode(name)).write_text("x")

    found = entries(tmp_path)
    assert set(found) == {"bad\\xff.md", "line\nbreak.md", "\x1b[31mred.md", "quote'\".md"}
    assert all(Path(one.at).is_file() for one in found.values())


def test_two_names_that_print_alike_stay_two_sources(tmp_path: Path):
    for name in (b"sub/bad\xff.md", b"sub/bad\\xff.md"):
        path = tmp_path / os.fsdecode(name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(name)

    found = entries(tmp_path)
    assert set(found) == {"sub/bad\\xff.md", "sub/2~bad\\xff.md"}
    assert len({one.at for one in found.values()}) == 2
    assert found == entries(tmp_path)


def test_a_thousand_nested_folders_are_no_trouble(tmp_path: Path):
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(tmp_path)
        for _ in range(1000):
            os.mkdir("d")
            os.chdir("d")
        Path("end.md").write_text("end")
        os.fchdir(before)
        assert [path.count("d/") for path in entries(tmp_path)] == [1000]
    finally:
        os.fchdir(before)
        os.close(before)
        # what clears the folders of tests goes down by recursion
        subprocess.run(["rm", "-rf", tmp_path / "d"], check=True)


@pytest.mark.parametrize("name", ["nowhere", "file"])
def test_an_archive_that_is_no_folder_is_wrong_usage(tmp_path: Path, name: str):
    (tmp_path / "file").write_text("x")

    with pytest.raises(UsageError, match=name):
        list_archive(tmp_path / name, {})
