"""An open DuckDB file and how it is asked: one connection, one thread at a time, whole results."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self, TypeAlias

import duckdb

from assay.model.errors import StoreError, WriterBusy
from assay.store.columns import restored, storable
from assay.store.folder import OutFolder

Parameter: TypeAlias = str | int | float | bool | None
_FULL = "No space left on device"
# Nothing is fetched at run time; what does not fit in memory goes to the disk.
SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": "1GB",
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}


class Database:
    """What a store and a snapshot have in common: questions in SQL over the files of one OUT."""

    def __init__(self, out: OutFolder, connection: duckdb.DuckDBPyConnection) -> None:
        self.out = out
        self._connection = connection
        self._turn = threading.RLock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # DuckDB's rows have no static types; the modules that know the tables give them one.
    def rows(self, sql: str, *parameters: Parameter) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        values = [storable(value) if isinstance(value, str) else value for value in parameters]
        with self._turn, duckdb_errors(self.out):
            found = self._connection.execute(sql, values).fetchall()
        return [tuple(restored(cell) if isinstance(cell, str) else cell for cell in row) for row in found]

    def close(self) -> None:
        """Let the file go."""
        with self._turn:
            self._connection.close()


@contextmanager
def duckdb_errors(out: OutFolder) -> Generator[None]:
    """Turn what the disk or another program does to the database into a sentence; mistakes of ours pass."""
    try:
        yield
    except duckdb.Error as error:
        outside = isinstance(error, (duckdb.IOException, duckdb.FatalException, duckdb.OutOfMemoryException))
        if outside or _FULL in str(error):
            raise _sentence(out, str(error)) from error
        raise


def _sentence(out: OutFolder, message: str) -> StoreError | WriterBusy:
    first = message.splitlines()[0]
    if "lock" in message and "Conflicting" in message:
        return WriterBusy(f"another program has {out.database} open; close it and run the command again ({first})")
    if _FULL in message:
        return StoreError(
            f"cannot write {out.database}: the disk is full; free some space and run the command again, "
            "what was finished is kept"
        )
    return StoreError(f"the store {out.database} cannot be used: {first}")
