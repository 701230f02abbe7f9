"""The empty database of a Prefect server is kept once and copied into each new home."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from flows.template import keep, lay


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("PREFECT_API_DATABASE_CONNECTION_URL", raising=False)
    return tmp_path / "cache"


def home_with(folder: Path, word: str) -> Path:
    folder.mkdir()
    with closing(sqlite3.connect(folder / "prefect.db")) as database, database:
        database.execute("pragma journal_mode = wal")
        database.execute("create table said (word text)")
        database.execute("insert into said values (?)", (word,))
    return folder


def words(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as opened:
        return [word for (word,) in opened.execute("select word from said")]


def test_a_new_home_gets_the_kept_database_and_one_of_its_own(tmp_path: Path, cache: Path):
    first, second = home_with(tmp_path / "first", "empty"), tmp_path / "second"
    second.mkdir()
    assert lay(second) is True
    keep(first)
    assert lay(second) is False
    assert words(second / "prefect.db") == ["empty"]
    with closing(sqlite3.connect(second / "prefect.db")) as database, database:
        database.execute("update said set word = 'used'")
    (kept,) = cache.rglob("prefect-*.db")
    assert words(kept) == ["empty"]
    assert [one.name for one in kept.parent.iterdir()] == [kept.name]


def test_a_database_that_is_there_or_elsewhere_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    keep(home_with(tmp_path / "first", "empty"))
    used, other = home_with(tmp_path / "used", "used"), tmp_path / "other"
    other.mkdir()
    assert lay(used) is False
    assert words(used / "prefect.db") == ["used"]
    monkeypatch.setenv("PREFECT_API_DATABASE_CONNECTION_URL", "sqlite+aiosqlite:///elsewhere.db")
    assert lay(other) is False
    assert list(other.iterdir()) == []


@pytest.mark.parametrize("stated", ["", "here"])
def test_a_variable_that_names_no_absolute_folder_counts_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stated: str
):
    monkeypatch.setenv("XDG_CACHE_HOME", stated)
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.chdir(tmp_path)
    keep(home_with(tmp_path / "first", "empty"))
    assert [one.parent for one in tmp_path.rglob("prefect-*.db")] == [tmp_path / "person" / ".cache" / "assay"]


def test_what_a_kill_left_of_a_copy_is_replaced(tmp_path: Path):
    keep(home_with(tmp_path / "first", "empty"))
    second = tmp_path / "second"
    second.mkdir()
    (second / "prefect.db.part").write_bytes(b"half")
    assert lay(second) is False
    assert [one.name for one in second.iterdir()] == ["prefect.db"]


def test_a_cache_that_cannot_be_written_keeps_nothing_and_stops_nothing(tmp_path: Path, cache: Path):
    cache.write_text("no folder")
    keep(home_with(tmp_path / "first", "empty"))
    second = tmp_path / "second"
    second.mkdir()
    assert lay(second) is True
    assert list(second.iterdir()) == []


@pytest.mark.parametrize("size", [0, 100, 5000])
def test_a_kept_database_that_was_cut_off_is_made_again(tmp_path: Path, cache: Path, size: int):
    first, second = home_with(tmp_path / "first", "empty"), tmp_path / "second"
    second.mkdir()
    keep(first)
    (kept,) = cache.rglob("prefect-*.db")
    kept.write_bytes(kept.read_bytes()[:size])
    assert lay(second) is True
    assert list(second.iterdir()) == []
    keep(first)
    assert words(kept) == ["empty"]


def test_a_server_that_never_made_its_database_leaves_none_to_copy(tmp_path: Path):
    keep(tmp_path)
    assert list(tmp_path.rglob("*.db")) == []
