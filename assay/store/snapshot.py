"""The published copy of the store that readers open while a writer works."""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import duckdb

from assay.model.errors import StoreError, UsageError
from assay.store.database import Database, connected, unreadable
from assay.store.disk import copy_file, disk_errors, partial_file
from assay.store.folder import OutFolder
from assay.store.inbox import merge_inbox
from assay.store.migrate import migrations, refuse_newer, version
from assay.store.store import Store

_INTERVAL = 60.0


class Snapshot(Database):
    """A store as it was when it was published; a newer one that is published meanwhile does not disturb it."""

    @property
    def file(self) -> Path:
        """The file that is open."""
        return self.out.snapshot

    @classmethod
    def open(cls, out: Path) -> Self:
        """Return the newest published snapshot of an OUT, for reading."""
        folder = OutFolder(out.absolute())
        if not os.path.exists(folder.snapshot):
            raise UsageError(f"{out} holds no published store; make one with `assay build ARCHIVE --out {out}`")
        return cls(folder, _attached(folder, folder.snapshot))


class Lent(Store):
    """A snapshot in the store's place, for a process that computes for the writer: it is read and never written."""

    def __init__(self, out: Path, snapshot: Path) -> None:
        folder = OutFolder(out)
        super().__init__(folder, _attached(folder, snapshot), None)
        self._file = snapshot

    @property
    def file(self) -> Path:
        """The file that is open."""
        return self._file

    def turn_to(self, snapshot: Path) -> bool:
        """Read a snapshot of the same OUT from here on, and return whether it is another than before."""
        if snapshot == self._file:
            return False
        with self._turn:
            self._connection.close()
            self._connection, self._file = _attached(self.out, snapshot), snapshot
        return True

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Raise StoreError: only the writer's process changes anything."""
        raise StoreError(f"{self._file} is a snapshot: only the process that runs the flow writes the store")
        yield


def publish(store: Store, *, force: bool = False) -> bool:
    """Return whether a snapshot was published: at most one a minute unless forced (at stage ends).

    The inbox is merged first, so that what came in shows. What this writer has published already is not copied again.
    """
    if not force and time.monotonic() - store.published < _INTERVAL:
        return False
    merge_inbox(store)
    if store.changes == store.shown and store.out.snapshot.is_file():
        return False
    with store.still(), disk_errors(store.out.snapshot), partial_file(store.out) as temporary:
        copy_file(store.out.database, temporary)
        temporary.replace(store.out.snapshot)
    store.published, store.shown = time.monotonic(), store.changes
    return True


@contextmanager
def pinned(store: Store) -> Generator[Path]:
    """Publish all that was committed and yield another name of that snapshot, which newer ones do not replace."""
    publish(store, force=True)
    with partial_file(store.out) as name:
        with disk_errors(name):
            _name_again(store.out.snapshot, name)
        yield name


def _name_again(file: Path, name: Path) -> None:
    name.unlink()
    try:
        os.link(file, name)
    except OSError:  # some network file systems know no second names
        copy_file(file, name)


def _attached(out: OutFolder, file: Path) -> duckdb.DuckDBPyConnection:
    # Attached, not opened: DuckDB hands out the file it opened before where it meets the same name in a process.
    connection = connected()
    try:
        connection.execute(f"attach '{str(file).replace(chr(39), chr(39) * 2)}' as store (read_only)")
        connection.execute("use store")
        _check(out, version(connection, file))
    except duckdb.Error as error:
        connection.close()
        raise unreadable(out, file, str(error)) from error
    except StoreError:
        connection.close()
        raise
    return connection


def _check(out: OutFolder, number: int) -> None:
    newest = migrations()[-1].number
    refuse_newer(number, newest, out)
    if number < newest:
        raise StoreError(
            f"{out.snapshot} has schema {number}, older than this version's {newest}; "
            f"bring it up to date with `assay build ARCHIVE --out {out.root}`"
        )
