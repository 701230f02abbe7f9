"""The open store: taking the lock, opening or upgrading the file, and committing batches whole."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

import duckdb

from assay.model.errors import AssayError, StoreError, UsageError
from assay.store.columns import Conflict, Row, insert, storable
from assay.store.database import Database, Parameter, connected, duckdb_errors
from assay.store.disk import disk_errors, refusal
from assay.store.folder import OutFolder
from assay.store.lock import WriterLock
from assay.store.migrate import Migration, back_up, migrations, refuse_newer, upgrade, version


class Store(Database):
    """The one writer of an OUT. Changes are made inside `transaction()` and are there whole or not at all.

    `changes` counts the statements that changed something; it stood at `shown` when a snapshot was last published.
    """

    def __init__(self, out: OutFolder, connection: duckdb.DuckDBPyConnection, lock: WriterLock | None) -> None:
        super().__init__(out, connection)
        self.published = float("-inf")
        self.changes, self.shown = 0, -1
        self._lock = lock
        self._depth = 0

    @classmethod
    def open(cls, out: Path, *, create: bool, command: str | None = None) -> Self:
        """Return the store of an OUT as its only writer, upgraded to the newest schema and cleared of leftovers.

        WriterBusy where somebody else writes, UsageError where there is no store or the folder cannot be written.
        """
        folder = OutFolder(out.absolute())
        _prepare(folder, create)
        lock = _locked(folder, command if command is not None else " ".join(["assay", *sys.argv[1:]]))
        try:
            _clear(folder)
            _make(folder.partial)
            return cls(folder, _connected(folder, migrations()), lock)
        except (AssayError, duckdb.Error):
            lock.release()
            raise

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Commit all that is changed inside together; an inner transaction is part of the outer one."""
        with self._turn, duckdb_errors(self.out):
            finished = False
            # An interrupt is raised after a call: whatever it cuts short from here on is rolled back.
            self._depth += 1
            try:
                if self._depth == 1:
                    self._connection.execute("begin")
                yield
                finished = True
            finally:
                self._depth -= 1
                if self._depth == 0:
                    self._end("commit" if finished else "rollback")

    def run(self, sql: str, *parameters: Parameter) -> None:
        """Run a statement that changes something."""
        values = [storable(value) if isinstance(value, str) else value for value in parameters]
        with self.transaction():
            self.changes += 1
            self._connection.execute(sql, values)

    def add(self, table: str, names: Sequence[str], rows: Sequence[Row], conflict: Conflict = "fail") -> None:
        """Add rows to a table in column batches."""
        with self.transaction():
            self.changes += 1
            insert(self._connection, table, names, rows, conflict)

    @contextmanager
    def still(self) -> Generator[None]:
        """Bring all that was committed into the one database file and change nothing until the end of the block."""
        with self._turn:
            with duckdb_errors(self.out):
                self._connection.execute("force checkpoint")
            yield

    def close(self) -> None:
        """Close the file and let the next writer in."""
        # What was committed is in the log; a disk too full to fold it into the file loses nothing.
        with suppress(duckdb.IOException, duckdb.FatalException):
            super().close()
        if self._lock is not None:
            with suppress(OSError):
                _clear(self.out)
            self._lock.release()

    def _end(self, statement: str) -> None:
        try:
            self._connection.execute(statement)
        except duckdb.Error:
            with suppress(duckdb.Error):
                self._connection.execute("rollback")
            if statement == "commit":
                raise


def check_free(out: Path) -> None:
    """Raise WriterBusy where somebody else writes an OUT, UsageError where its lock cannot be taken."""
    _locked(OutFolder(out.absolute()), "assay").release()


def _prepare(out: OutFolder, create: bool) -> None:
    if create:
        _make(out.root)
    elif not os.path.exists(out.database):
        raise UsageError(f"{out.root} holds no store; make one with `assay build ARCHIVE --out {out.root}`")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(refusal(folder, error)) from error


def _locked(out: OutFolder, command: str) -> WriterLock:
    try:
        return WriterLock(out.lock, command)
    except OSError as error:
        raise UsageError(refusal(out.root, error)) from error


def _clear(out: OutFolder) -> None:
    """Remove what a killed writer was in the middle of writing."""
    with disk_errors(out.partial):
        if out.partial.exists():
            shutil.rmtree(out.partial)
        for unfinished in out.traces.rglob(".unfinished-*"):
            unfinished.unlink()


def _connected(out: OutFolder, steps: Sequence[Migration]) -> duckdb.DuckDBPyConnection:
    with duckdb_errors(out):
        connection = _connect(out)
        try:
            number = version(connection, out.database)
            refuse_newer(number, steps[-1].number, out)
            if 0 < number < steps[-1].number:
                connection.close()
                back_up(out, number)
                connection = _connect(out)
            upgrade(connection, steps[number:])
        except (StoreError, duckdb.Error):
            connection.close()
            raise
        return connection


def _connect(out: OutFolder) -> duckdb.DuckDBPyConnection:
    return connected(out.database, out.partial / "spill")
