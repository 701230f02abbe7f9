"""Zip files, S3 and web servers as archives: listed, told apart by marks, and copied here only to be read."""

from __future__ import annotations

import tempfile
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import fsspec
import pytest

from assay.model.errors import AssayError, UsageError
from assay.stages.addresses import address_of, check_archive, name_of, open_archive, whole
from assay.stages.holdings import Unfetched
from assay.stages.listing import Listing, list_archive
from assay.stages.remote import Room
from tests.stages.archives import REGISTER, write
from tests.stages.sftp_server import sftp_server

MEMO = "# Memo\n\nRavdal lost 978 GWh in 2024.\n"
FILES: dict[str, str | bytes] = {"memo.md": MEMO, "energy/deep/register.csv": REGISTER, "energy/.git/config": "x"}
TERMS = "path,licence,restriction\nmemo.md,none stated,link-only\n"


def zipped(path: Path, files: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return path


def listed(listing: Listing) -> dict[str, tuple[str, int]]:
    return {one.source.path: (one.source.domain, one.source.size) for one in listing.entries}


def contents(listing: Listing) -> dict[str, bytes]:
    found = dict[str, bytes]()
    for entry in listing.entries:
        with listing.fetched(entry) as file:
            found[entry.source.path] = file.read_bytes()
    return found


EXPECTED = {"memo.md": ("main", len(MEMO)), "energy/deep/register.csv": ("energy", len(REGISTER))}


def test_a_zip_file_is_an_archive_and_its_members_come_one_by_one(tmp_path: Path):
    listing = list_archive(zipped(tmp_path / "papers.zip", {**FILES, "SOURCES.csv": TERMS}), {})
    left = {path.name for path in tmp_path.iterdir()}

    assert listed(listing) == EXPECTED
    assert contents(listing) == {"memo.md": MEMO.encode(), "energy/deep/register.csv": REGISTER.encode()}
    assert listing.entries[-1].source.restriction == "link-only"
    assert {path.name for path in tmp_path.iterdir()} == left
    listing.holdings.close()


def test_what_cannot_be_had_of_a_zip_file_is_a_problem_of_that_file(tmp_path: Path):
    path = zipped(tmp_path / "papers.zip", {"a.md": "a" * 5000, "../evil.md": "e", "/b.md": MEMO})
    data = bytearray(path.read_bytes())
    at = data.index(b"a.md") + len(b"a.md")
    data[at : at + 4] = b"\xff\xff\xff\xff"
    path.write_bytes(data)
    listing = list_archive(path, {})

    with pytest.raises(Unfetched) as caught, listing.fetched(listing.entries[2]):
        pass
    assert [(one.source.domain, one.source.path) for one in listing.entries] == [
        ("..", "../evil.md"), ("main", "/b.md"), ("main", "a.md"),
    ]  # fmt: skip
    assert (caught.value.problem.code, "zip file" in caught.value.problem.detail) == ("corrupt", True)
    with listing.fetched(listing.entries[0]) as file:
        assert file.parent != tmp_path.parent
    listing.holdings.close()


@pytest.mark.parametrize(
    ("local", "central", "value", "code"),
    [(6, 8, b"\x01\x00", "encrypted"), (8, 10, b"\x63\x00", "unsupported")],
)
def test_members_that_cannot_be_unpacked_say_why(tmp_path: Path, local: int, central: int, value: bytes, code: str):
    path = zipped(tmp_path / "papers.zip", {"a.md": "a" * 50})
    data = bytearray(path.read_bytes())
    # the flags, or the method, of the one member in both of its headers
    for start in (data.index(b"PK\x03\x04") + local, data.index(b"PK\x01\x02") + central):
        data[start : start + 2] = value
    path.write_bytes(data)
    listing = list_archive(path, {})

    with pytest.raises(Unfetched) as caught, listing.fetched(listing.entries[0]):
        pass
    assert caught.value.problem.code == code
    listing.holdings.close()


def test_a_file_that_grew_since_the_listing_is_not_read_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    memory = fsspec.filesystem("memory")
    memory.pipe_file("/papers/memo.md", b"short")
    listing = list_archive("memory://papers", {})
    memory.pipe_file("/papers/memo.md", b"longer than it was")

    with pytest.raises(Unfetched, match="It changed while"), listing.fetched(listing.entries[0]):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_web_folder_is_an_archive(tmp_path: Path):
    write(tmp_path, {"memo.md": MEMO, "energy/a b.csv": REGISTER, "SOURCES.csv": TERMS})

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as web:
        thread = threading.Thread(target=web.serve_forever)
        thread.start()
        listing = list_archive(f"http://127.0.0.1:{web.server_port}", {})
        found = contents(listing)
        web.shutdown()
        thread.join()
    assert listed(listing) == {"memo.md": ("main", len(MEMO)), "energy/a b.csv": ("energy", len(REGISTER))}
    assert found["energy/a b.csv"] == REGISTER.encode()
    times = {one.source.path: one.source.mtime_ns // 10**9 for one in listing.entries}
    assert times == {path: int((tmp_path / path).stat().st_mtime) for path in times}
    with pytest.raises(AssayError, match="cannot be listed"):
        list_archive(f"http://127.0.0.1:{web.server_port}", {})


def test_a_folder_behind_sftp_is_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = write(tmp_path / "server", {f"papers/{name}": text for name, text in FILES.items()})
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    with sftp_server(folder, tmp_path / "home") as port:
        listing = list_archive(address_of(f"sftp://me@127.0.0.1:{port}/papers"), {})
        assert listed(listing) == EXPECTED
        assert contents(listing)["memo.md"] == MEMO.encode()
        (folder / "papers" / "memo.md").unlink()
        with pytest.raises(Unfetched, match="went away"), listing.fetched(listing.entries[-1]):
            pass
        listing.holdings.close()
    with pytest.raises(AssayError, match="cannot be opened"):
        list_archive(f"sftp://me@127.0.0.1:{port}/papers", {})


def test_copies_take_no_more_room_than_they_may(tmp_path: Path):
    path = zipped(tmp_path / "papers.zip", {"large.md": "x" * 2000, "small.md": "y" * 600})
    listing = list_archive(path, {}, copies=1000)
    large, small = listing.entries

    with pytest.raises(Unfetched, match="copies_mb") as caught, listing.fetched(large):
        pass
    assert caught.value.problem.code == "too_large"
    with listing.fetched(small) as file:
        assert file.stat().st_size == 600
    listing.holdings.close()


def test_who_wants_room_waits_until_there_is_some():
    room, order = Room(10), list[str]()
    with room.taken(8):
        waiting = threading.Thread(target=lambda: _take(room, order))
        waiting.start()
        waiting.join(0.05)
        order.append("first")
    waiting.join()
    assert order == ["first", "second"]


def _take(room: Room, order: list[str]) -> None:
    with room.taken(5):
        order.append("second")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("s3://bucket/papers/2026/", "2026"), ("s3://bucket", "bucket"), ("https://example.org/data", "data"),
        ("zip://inner::s3://bucket/papers.zip", "papers"),
    ],
)  # fmt: skip
def test_addresses_have_names_and_stay_as_they_are(text: str, name: str):
    assert name_of(address_of(text)) == name
    assert whole(address_of(text)) == text


def test_paths_are_paths_however_they_are_written(tmp_path: Path):
    path = zipped(tmp_path / "papers.zip", {"a.md": "a"})
    assert [address_of(text) for text in (str(path), f"file://{path}", f"zip://{path}")] == [path] * 3
    assert name_of(path) == "papers"
    check_archive(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("odd://x/y", "no address that can be read"),
        ("docx.docx", "ARCHIVE is a folder, a .zip file or an address"),
    ],
)
def test_what_is_no_archive_is_one_sentence(tmp_path: Path, text: str, said: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    zipped(tmp_path / "docx.docx", {"a.md": "a"})
    with pytest.raises(UsageError, match=said):
        open_archive(address_of(text), 1)


def test_a_password_in_an_address_is_refused_since_it_would_be_stored():
    with pytest.raises(UsageError, match="no password"):
        address_of("sftp://me:secret@example.org/papers")


def test_a_damaged_zip_file_is_one_sentence(tmp_path: Path):
    path = tmp_path / "papers.zip"
    path.write_bytes(b"PK\x03\x04 not really")
    with pytest.raises(AssayError, match=r"papers\.zip cannot be opened"):
        list_archive(path, {})


@pytest.mark.parametrize("text", ["s3://", "http://", "sftp:///"])
def test_an_address_without_a_place_is_wrong_usage(text: str):
    with pytest.raises(UsageError, match="names no place"):
        address_of(text)
