"""An open DuckDB file and how it is asked: one connection, one thread at a time, whole results."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias

import duckdb

from assay.model.errors import StoreError, WriterBusy
from assay.store.columns import restored, storable
from assay.store.folder import OutFolder

Parameter: TypeAlias = str | int | float | bool | None
_FULL = "No space left on device"
_ADVICE = {
    _FULL: "the disk is full; free some space and run the command again, what was finished is kept",
    "Permission denied": "permission denied; change the permissions or choose another --out",
    "Read-only file system": "the file system is read-only; choose another --out",
    "Out of Memory": "memory is short; free some and run the command again, what was finished is kept",
}
# What comes from outside; a file that was damaged shows in any of them.
_OUTSIDE = (
    duckdb.IOException, duckdb.FatalException, duckdb.OutOfMemoryException, duckdb.SerializationException,
    duckdb.InternalException,
)  # fmt: skip
# Nothing is fetched at run time; what does not fit in memory goes to the disk.
_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": "1GB",
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}


def connected(file: Path | None = None, spill: Path | None = None) -> duckdb.DuckDBPyConnection:
    """Return a connection to a database file or, without one, to a database in memory; it prints nothing."""
    more = {"temp_directory": str(spill)} if spill else {}
    connection = duckdb.connect(str(file) if file else ":memory:", config={**_SETTINGS, **more})
    # under `python -c` and in notebooks a bar would be printed where a command's JSON belongs
    connection.execute("set enable_progress_bar = false")
    return connection


class Database:
    """What a store and a snapshot have in common: questions in SQL over the files of one OUT."""

    def __init__(self, out: OutFolder, connection: duckdb.DuckDBPyConnection) -> None:
        self.out = out
        self._connection = connection
        self._turn = threading.RLock()

    @property
    def file(self) -> Path:
        """The file that is open."""
        return self.out.database

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # DuckDB's rows have no static types; the modules that know the tables give them one.
    def rows(self, sql: str, *parameters: Parameter) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        values = [storable(value) if isinstance(value, str) else value for value in parameters]
        with self._turn, duckdb_errors(self.out, self.file):
            found = self._connection.execute(sql, values).fetchall()
        return [tuple(restored(cell) if isinstance(cell, str) else cell for cell in row) for row in found]

    def close(self) -> None:
        """Let the file go."""
        with self._turn:
            self._connection.close()


@contextmanager
def duckdb_errors(out: OutFolder, file: Path | None = None) -> Generator[None]:
    """Turn what the disk or another program does to a file (the store's) into a sentence; mistakes of ours pass."""
    try:
        yield
    except duckdb.Error as error:
        if isinstance(error, _OUTSIDE) or _FULL in str(error):
            raise _sentence(out, file or out.database, str(error)) from error
        raise


def unreadable(out: OutFolder, file: Path, message: str) -> StoreError:
    """Return the sentence for a file that DuckDB cannot read, with the way out."""
    said = f"{file} is damaged and cannot be read ({message.splitlines()[0][:200]})"
    again = f"run `assay build ARCHIVE --out {out.root}`"
    if file == out.snapshot:
        return StoreError(f"{said}; {again}, which publishes it again")
    return StoreError(f"{said}; move it away and {again}, which makes a new one; releases stay as they are")


def _sentence(out: OutFolder, file: Path, message: str) -> StoreError | WriterBusy:
    first = message.splitlines()[0]
    if "lock" in message and "Conflicting" in message:
        return WriterBusy(f"another program has {file} open; close it and run the command again ({first})")
    for reason, advice in _ADVICE.items():
        if reason in message:
            return StoreError(f"cannot use {file}: {advice}")
    return unreadable(out, file, message)
