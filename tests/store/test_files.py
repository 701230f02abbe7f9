"""Blobs, snapshots, the inbox and releases."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.model.errors import StoreError, UsageError
from assay.store import blobs, documents, inbox, releases, sources, tasks
from assay.store.releases import Released
from assay.store.snapshot import Snapshot, publish
from assay.store.store import Store
from tests.store.samples import extracted, source, task

FILES = {"tasks.jsonl": b"{}\n", "README.md": b"# card\n"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "out", create=True) as opened:
        sources.commit_sources(opened, [source("energy/a.docx"), source("energy/b.docx")])
        documents.commit_documents(opened, [extracted("energy/a.docx"), extracted("energy/b.docx")])
        yield opened


def test_equal_bytes_are_kept_once(store: Store):
    sha = blobs.write_blob(store.out, b"bytes")
    before = store.out.blob(sha).stat().st_mtime_ns
    assert blobs.write_blob(store.out, b"bytes") == sha
    assert store.out.blob(sha).stat().st_mtime_ns == before
    assert blobs.read_blob(store.out, sha) == b"bytes"


def test_a_blob_that_a_power_cut_emptied_is_written_again(store: Store):
    sha = blobs.write_blob(store.out, b"bytes")
    store.out.blob(sha).write_bytes(b"")
    with pytest.raises(StoreError, match="is damaged"):
        blobs.read_blob(store.out, sha)
    blobs.write_blob(store.out, b"bytes")
    assert blobs.read_blob(store.out, sha) == b"bytes"


def test_a_missing_blob_is_one_sentence(store: Store):
    with pytest.raises(StoreError, match="is missing"):
        blobs.read_blob(store.out, "0" * 64)


def test_traces_are_kept_by_their_digest(store: Store):
    sha = blobs.write_trace(store.out, b"{}\n")
    assert store.out.trace(sha).name == f"{sha}.jsonl"
    assert blobs.read_trace(store.out, sha) == b"{}\n"


def test_a_snapshot_is_what_was_published_and_stays_so(store: Store):
    assert publish(store)
    with Snapshot.open(store.out.root) as old:
        sources.remove_sources(store, [source("energy/a.docx").key])
        assert publish(store, force=True)
        with Snapshot.open(store.out.root) as new:
            assert list(documents.domains(old)) == ["energy/a.docx", "energy/b.docx"]
            assert list(documents.domains(new)) == ["energy/b.docx"]


def test_a_snapshot_is_published_once_a_minute_unless_forced(store: Store):
    assert publish(store)
    store.run("update meta set value = value where name = 'schema'")
    assert [publish(store), publish(store, force=True)] == [False, True]


def test_what_was_published_already_is_not_copied_again(store: Store):
    assert publish(store, force=True)
    assert not publish(store, force=True)
    store.out.snapshot.unlink()
    assert publish(store, force=True)
    store.run("update meta set value = value where name = 'schema'")
    assert publish(store, force=True)


def test_publishing_leaves_the_lock_on_the_database(store: Store):
    publish(store)
    script = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'rb+'), fcntl.LOCK_EX | fcntl.LOCK_NB)"
    command = [sys.executable, "-c", script, str(store.out.database)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "BlockingIOError" in done.stderr


def test_a_snapshot_cannot_be_changed(store: Store):
    publish(store)
    with Snapshot.open(store.out.root) as snapshot, pytest.raises(Exception, match="read-only"):
        snapshot.rows("delete from source")


def test_a_missing_snapshot_names_the_command(tmp_path: Path):
    with pytest.raises(UsageError, match=r"`assay build ARCHIVE --out"):
        Snapshot.open(tmp_path)


def test_a_damaged_snapshot_names_the_command(tmp_path: Path):
    (tmp_path / "snapshot.duckdb").write_bytes(b"x" * 10_000)
    with pytest.raises(
        StoreError, match=r"snapshot.duckdb is damaged .*`assay build ARCHIVE --out .*publishes it again"
    ):
        Snapshot.open(tmp_path)


@pytest.mark.parametrize(("number", "sentence"), [("99", "has schema 99"), ("1", "older than this version's")])
def test_a_snapshot_of_another_schema_is_refused(store: Store, number: str, sentence: str):
    store.run("update meta set value = $1 where name = 'schema'", number)
    publish(store)
    with pytest.raises(StoreError, match=sentence):
        Snapshot.open(store.out.root)


def test_a_snapshot_opens_where_the_folder_has_a_quote_in_its_name(tmp_path: Path):
    with Store.open(tmp_path / "it's", create=True) as store:
        publish(store)
    with Snapshot.open(tmp_path / "it's") as snapshot:
        assert list(documents.domains(snapshot)) == []


def test_each_line_of_the_inbox_is_merged_once(store: Store):
    inbox.append_inbox(store.out, "console", "review", {"task": "q1"})
    inbox.append_inbox(store.out, "console", "note", {"task": "q2"})
    assert [inbox.merge_inbox(store), inbox.merge_inbox(store)] == [2, 0]
    inbox.append_inbox(store.out, "other", "review", {"task": "q3", "text": "ä"})
    assert inbox.merge_inbox(store) == 1
    assert inbox.inbox(store, "review") == [{"task": "q1"}, {"task": "q3", "text": "ä"}]


def test_lines_of_many_writers_stay_whole(store: Store):
    def write(name: int) -> None:
        for number in range(20):
            inbox.append_inbox(store.out, "console", "review", {"name": name, "number": number, "text": "x" * 5000})

    writers = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert inbox.merge_inbox(store) == 80
    assert len({(record["name"], record["number"]) for record in inbox.inbox(store, "review")}) == 80


def test_a_torn_line_waits_for_its_end_and_does_not_spoil_the_next(store: Store):
    inbox.append_inbox(store.out, "console", "review", {"task": "q1"})
    path = store.out.inbox / "console.jsonl"
    path.write_bytes(path.read_bytes() + b'{"kind": "rev')
    assert inbox.merge_inbox(store) == 1
    inbox.append_inbox(store.out, "console", "review", {"task": "q2"})
    assert inbox.merge_inbox(store) == 2
    assert inbox.inbox(store, "review") == [{"task": "q1"}, {"task": "q2"}]
    assert inbox.inbox(store, inbox.UNREADABLE) == [{"line": '{"kind": "rev\n'}]


def test_publishing_shows_what_came_in(store: Store):
    inbox.append_inbox(store.out, "console", "review", {"task": "q1"})
    publish(store)
    with Snapshot.open(store.out.root) as snapshot:
        assert inbox.inbox(snapshot, "review") == [{"task": "q1"}]


def test_a_release_is_a_folder_with_its_files_and_a_manifest(store: Store):
    tasks.commit_tasks(store, [task()])
    assert releases.freeze(store, [Released(task().id, 1)], FILES) == 1
    assert os.readlink(store.out.release) == "releases/1"
    assert sorted(path.name for path in store.out.release.iterdir()) == ["README.md", "manifest.json", "tasks.jsonl"]
    assert (store.out.release / "tasks.jsonl").read_bytes() == b"{}\n"
    manifest = json.loads((store.out.release / "manifest.json").read_text())
    assert manifest == releases.manifest(store)
    assert list(manifest) == ["energy/a.docx.md", "energy/b.docx.md"]
    assert releases.released(store, 1) == [Released(task().id, 1)]
    assert store.rows("select count(*) from release_file") == [(2,)]


def test_the_same_release_again_is_the_same_release(store: Store):
    chosen = [Released(task().id, 1)]
    first = releases.freeze(store, chosen, FILES)
    assert releases.freeze(store, chosen, FILES) == first
    assert releases.freeze(store, chosen, {**FILES, "README.md": b"other"}) == 2
    assert releases.freeze(store, [], FILES) == 3
    assert releases.releases(store) == [1, 2, 3]
    assert os.readlink(store.out.release) == "releases/3"


def test_a_folder_that_a_killed_run_left_is_replaced(store: Store):
    (store.out.releases / "1").mkdir(parents=True)
    (store.out.releases / "1/half").write_text("x")
    releases.freeze(store, [], FILES)
    assert not (store.out.releases / "1/half").exists()


def test_a_release_that_cannot_be_written_leaves_no_row(store: Store):
    store.out.releases.write_text("in the way")
    with pytest.raises(StoreError, match="a file stands where a folder is needed"):
        releases.freeze(store, [], FILES)
    assert releases.releases(store) == []


def test_the_collection_of_a_release_can_be_laid_out_after_the_archive_changed(store: Store, tmp_path: Path):
    wanted = {path.name: path.read_bytes() for path in store.out.archive.rglob("*.md")}
    releases.freeze(store, [], FILES)
    sources.remove_sources(store, [source("energy/a.docx").key])
    documents.commit_documents(store, [extracted("energy/b.docx", text="new")])
    assert releases.lay_out(store.out, 1, tmp_path / "again") == 2
    assert {path.name: path.read_bytes() for path in (tmp_path / "again").rglob("*.md")} == wanted


def test_a_collection_is_laid_out_in_an_empty_folder_only(store: Store, tmp_path: Path):
    releases.freeze(store, [], FILES)
    with pytest.raises(UsageError, match="is not empty"):
        releases.lay_out(store.out, 1, store.out.root)
    with pytest.raises(UsageError, match="has no release 7"):
        releases.lay_out(store.out, 7, tmp_path / "x")


def test_a_manifest_that_leads_out_of_the_folder_is_refused(store: Store, tmp_path: Path):
    for place in ("../x.md", "/x.md", ""):
        number = releases.freeze(store, [], FILES, {place: "0" * 64})
        with pytest.raises(StoreError, match="leads out of the folder"):
            releases.lay_out(store.out, number, tmp_path / "to")


def test_a_new_store_writes_over_no_release_of_one_that_was_lost(store: Store, tmp_path: Path):
    releases.freeze(store, [Released("q1", 1)], FILES)
    store.close()
    store.out.database.unlink()
    with Store.open(tmp_path / "out", create=True) as fresh:
        assert releases.freeze(fresh, [Released("q2", 1)], FILES) == 2
        assert (fresh.out.releases / "1" / "README.md").read_bytes() == FILES["README.md"]


def test_two_stores_of_the_same_records_give_the_same_release(tmp_path: Path):
    for name in ("one", "two"):
        with Store.open(tmp_path / name, create=True) as store:
            for batch in ["energy/a.docx", "energy/b.docx"] if name == "one" else ["energy/b.docx", "energy/a.docx"]:
                sources.commit_sources(store, [source(batch)])
                documents.commit_documents(store, [extracted(batch)])
            releases.freeze(store, [Released("q1", 1)], FILES)
    one, two = (tmp_path / name / "release" for name in ("one", "two"))
    assert {path.name: path.read_bytes() for path in one.iterdir()} == {
        path.name: path.read_bytes() for path in two.iterdir()
    }
