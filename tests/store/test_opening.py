"""Opening a store: one writer, old and new schemas, folders that refuse, disks that are full."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest

from assay.model.errors import StoreError, UsageError, WriterBusy
from assay.store import documents, sources
from assay.store.blobs import write_blob
from assay.store.folder import OutFolder
from assay.store.migrate import migrations, upgrade
from assay.store.store import Store
from tests.source import ROOT, modules
from tests.store.samples import Extracted, document, source

NEWEST = migrations()[-1].number
FORK = """
import os, sys, time
from pathlib import Path
from assay.store.store import Store
store = Store.open(Path(sys.argv[1]), create=True)
child = os.fork()
if child:
    print(child, flush=True)
time.sleep(60)
"""
OPEN = """
import duckdb, sys, time
connection = duckdb.connect(sys.argv[1])
print("open", flush=True)
time.sleep(60)
"""
HOLD = """
import sys, time
from pathlib import Path
from assay.store.store import Store
with Store.open(Path(sys.argv[1]), create=True, command="assay build A"):
    print("open", flush=True)
    time.sleep(60)
"""
# Commits batches of 20 documents for ever; says when each is in.
COMMIT = """
import sys, time
from pathlib import Path
from assay.store import documents, sources
from assay.store.store import Store
from tests.store.samples import extracted, source
with Store.open(Path(sys.argv[1]), create=True) as store:
    done = len(sources.listed(store)) // 20
    for batch in range(done, 10**6):
        names = [f"energy/{batch}-{number}.docx" for number in range(20)]
        with store.transaction():
            sources.commit_sources(store, [source(name) for name in names])
            documents.commit_documents(store, [extracted(name, text="x" * 3000) for name in names])
        print(batch, flush=True)
"""
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="mounts need root")


@contextmanager
def started(script: str, argument: Path) -> Generator[subprocess.Popen[str]]:
    """A Python process that is killed at the end of the block."""
    command = [sys.executable, "-c", script, str(argument)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def read_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)], capture_output=True)
    if done.returncode:
        pytest.skip("mounts are not allowed here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_second_writer_is_refused_and_told_who_writes(tmp_path: Path):
    told = rf"process {os.getpid()} on .* \(assay build A\), started 20"
    with Store.open(tmp_path, create=True, command="assay build A"), pytest.raises(WriterBusy, match=told):
        Store.open(tmp_path, create=True)
    with Store.open(tmp_path, create=True):
        pass


def test_another_process_is_refused_until_the_holder_dies(tmp_path: Path):
    with started(HOLD, tmp_path) as holder:
        assert read_line(holder) == "open\n"
        with pytest.raises(WriterBusy, match=f"process {holder.pid} "):
            Store.open(tmp_path, create=True)
    with Store.open(tmp_path, create=False) as store:
        assert sources.listed(store) == []


def test_a_forked_child_that_outlives_a_killed_writer_does_not_hold_the_store(tmp_path: Path):
    with started(FORK, tmp_path) as writer:
        child = int(read_line(writer))
        # Until it has run what follows a fork, the child holds the lock too.
        time.sleep(0.2)
    try:
        with Store.open(tmp_path, create=False) as store:
            assert sources.listed(store) == []
        os.kill(child, 0)
    finally:
        os.kill(child, signal.SIGKILL)


def test_a_folder_without_a_store_is_refused_with_the_command_that_makes_one(tmp_path: Path):
    with pytest.raises(UsageError, match=r"holds no store; make one with `assay build ARCHIVE --out"):
        Store.open(tmp_path, create=False)


def test_a_file_in_the_way_is_refused(tmp_path: Path):
    (tmp_path / "out").write_text("x")
    for out in (tmp_path / "out", tmp_path / "out" / "deeper"):
        with pytest.raises(UsageError, match="a file stands where a folder is needed"):
            Store.open(out, create=True)


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    tmp_path.chmod(0o555)
    return tmp_path


@pytest.fixture
def ordinary_user() -> Iterator[None]:
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    yield
    os.seteuid(user)


def test_a_folder_that_cannot_be_written_is_refused(closed: Path, ordinary_user: None):
    for out in (closed, closed / "deeper"):
        with pytest.raises(UsageError, match="permission denied"):
            Store.open(out, create=True)


@as_root
def test_a_read_only_file_system_is_refused(small_disk: Path):
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(UsageError, match="the file system is read-only"):
        Store.open(small_disk, create=True)


@pytest.mark.slow
@as_root
def test_a_full_disk_is_one_sentence_and_loses_no_batch_that_was_committed(small_disk: Path):
    finished = list[str]()

    def fill(store: Store) -> None:
        while True:
            name = f"energy/{len(finished)}.docx"
            with store.transaction():
                sources.commit_sources(store, [source(name)])
                documents.commit_documents(store, [Extracted(document(name, text=os.urandom(50_000).hex()))])
            finished.append(name)

    with Store.open(small_disk / "out", create=True) as store, pytest.raises(StoreError, match="the disk is full"):
        fill(store)
    (small_disk / "out/archive/energy/0.docx.md").unlink()
    with Store.open(small_disk / "out", create=False) as store:
        assert len(list(documents.domains(store))) == len(finished) > 5


@as_root
def test_a_disk_that_fills_up_inside_the_database_is_one_sentence(small_disk: Path):
    def fill(store: Store) -> None:
        while True:
            rows = [(number, 0, os.urandom(500).hex()) for number in range(500)]
            store.add("warning", ("reading", "ordinal", "text"), rows)

    with Store.open(small_disk / "out", create=True) as store:
        sources.commit_sources(store, [source("energy/a.docx")])
        with pytest.raises(StoreError, match="the disk is full"):
            fill(store)
    with Store.open(small_disk / "out", create=False) as store:
        assert [listed.path for listed in sources.listed(store)] == ["energy/a.docx"]
        assert store.rows("select count(*) % 500 from warning") == [(0,)]


@pytest.mark.slow
def test_a_killed_writer_leaves_whole_batches_and_no_files_half_written(tmp_path: Path):
    acknowledged = -1
    for after in (1, 2, 4):
        with started(COMMIT, tmp_path) as writer:
            for _ in range(after):
                acknowledged = int(read_line(writer))
            time.sleep(0.013 * after)
        with Store.open(tmp_path, create=False) as store:
            paths = list(documents.domains(store))
            assert len(paths) % 20 == 0
            assert len(paths) >= 20 * (acknowledged + 1)
            assert len(sources.listed(store)) == len(paths)
            assert store.rows("select count(*) from artifact") == [(5 * len(paths),)]
            assert list(OutFolder(tmp_path).partial.iterdir()) == []
    assert all((tmp_path / "archive" / f"{path}.md").stat().st_size for path in paths)


def test_leftovers_of_a_killed_writer_are_removed(tmp_path: Path):
    out = OutFolder(tmp_path)
    out.partial.mkdir()
    seeds = out.traces / "seeds"
    seeds.mkdir(parents=True)
    (out.partial / "half").write_text("x")
    (out.traces / ".unfinished-1").write_text("x")
    (seeds / ".unfinished-2").write_text("x")
    with Store.open(tmp_path, create=True):
        pass
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["assay.duckdb", "seeds", "traces", "writer.lock"]


def test_an_older_store_is_copied_and_upgraded(tmp_path: Path):
    out = OutFolder(tmp_path)
    connection = duckdb.connect(str(out.database))
    upgrade(connection, migrations()[:1])
    connection.execute("insert into source values ('k', 'd', 'd/a', 1, 2, 3, '', '', '', 'd/a.md', true)")
    connection.close()
    with Store.open(tmp_path, create=False) as store:
        assert [listed.path for listed in sources.listed(store)] == ["d/a"]
        assert store.rows("select value from meta where name = 'schema'") == [(str(NEWEST),)]
        assert store.rows("select count(*) from task") == [(0,)]
    backup = duckdb.connect(str(tmp_path / "assay.duckdb.bak-1"), read_only=True)
    assert backup.execute("select value from meta").fetchall() == [("1",)]
    backup.close()


def test_a_newer_store_is_refused_with_both_numbers_and_a_command(tmp_path: Path):
    with Store.open(tmp_path, create=True) as store:
        store.run("update meta set value = '99' where name = 'schema'")
    with pytest.raises(StoreError, match=rf"has schema 99 .* up to {NEWEST}: .*`assay build ARCHIVE --out OUT`"):
        Store.open(tmp_path, create=False)


def test_migrations_are_numbered_without_gaps():
    assert [step.number for step in migrations()] == list(range(1, NEWEST + 1))


def test_a_database_of_something_else_is_refused(tmp_path: Path):
    duckdb.connect(str(tmp_path / "assay.duckdb")).execute("create table t (i int)").close()
    with pytest.raises(StoreError, match="holds other tables than Assay's"):
        Store.open(tmp_path, create=True)


@pytest.mark.parametrize("content", [b"no database" * 1000, b""])
def test_a_damaged_store_is_refused_with_a_way_out(tmp_path: Path, content: bytes):
    (tmp_path / "assay.duckdb").write_bytes(content)
    with pytest.raises(StoreError, match=r"duckdb is damaged .*; move it away and run `assay build ARCHIVE --out"):
        Store.open(tmp_path, create=True)
    assert (tmp_path / "assay.duckdb").read_bytes() == content


def test_a_store_that_is_damaged_inside_is_one_sentence(tmp_path: Path):
    with Store.open(tmp_path, create=True) as store:
        store.run("create table noise as select i, hash(i)::varchar as text from range(200000) as numbers(i)")
    file = tmp_path / "assay.duckdb"
    content = bytearray(file.read_bytes())
    for at in range(len(content) // 4, len(content) // 2, 100):
        content[at] ^= 0x55
    file.write_bytes(content)
    with pytest.raises(StoreError, match="is damaged and cannot be read"), Store.open(tmp_path, create=False) as store:
        store.rows("select count(text), max(text) from noise")


def test_a_database_that_another_program_has_open_is_refused(tmp_path: Path):
    with Store.open(tmp_path, create=True):
        pass
    with started(OPEN, tmp_path / "assay.duckdb") as other:
        assert read_line(other) == "open\n"
        with pytest.raises(WriterBusy, match="another program has"):
            Store.open(tmp_path, create=False)
    with Store.open(tmp_path, create=False) as store:
        assert sources.listed(store) == []


def test_what_fails_inside_a_transaction_leaves_nothing_of_it(tmp_path: Path):
    def fail(store: Store) -> None:
        with store.transaction():
            sources.commit_sources(store, [source("energy/a.docx")])
            raise ZeroDivisionError

    with Store.open(tmp_path, create=True) as store:
        with pytest.raises(ZeroDivisionError):
            fail(store)
        assert sources.listed(store) == []
        sources.commit_sources(store, [source("energy/b.docx")])
        assert [listed.path for listed in sources.listed(store)] == ["energy/b.docx"]


def test_a_statement_that_is_wrong_is_no_store_error(tmp_path: Path):
    with Store.open(tmp_path, create=True) as store, pytest.raises(duckdb.CatalogException):
        store.rows("select * from nothing")


def test_a_blob_where_a_file_stands_in_the_way_is_one_sentence(tmp_path: Path):
    (tmp_path / "blobs").write_text("x")
    with pytest.raises(StoreError, match="a file stands where a folder is needed"):
        write_blob(OutFolder(tmp_path), b"x")


def test_rows_enter_in_column_batches_only():
    code = [module for module in modules("assay/store") if "executemany" in ast.dump(module.tree)]
    assert code == []


QUIET = """
import sys
from pathlib import Path
from assay.store.database import connected
from assay.store.snapshot import Snapshot, publish
from assay.store.store import Store
asked = "select current_setting('enable_progress_bar')"
with Store.open(Path(sys.argv[1]), create=True) as store:
    publish(store, force=True)
    print(store.rows(asked), connected().execute(asked).fetchall())
with Snapshot.open(Path(sys.argv[1])) as snapshot:
    print(snapshot.rows(asked))
"""


def test_no_query_prints_a_bar_where_a_command_prints_its_json(tmp_path: Path):
    # what runs under `-c` is taken for a person at a prompt
    done = subprocess.run(
        [sys.executable, "-c", QUIET, str(tmp_path / "out")], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout == "[(False,)] [(False,)]\n[(False,)]\n", done.stderr
