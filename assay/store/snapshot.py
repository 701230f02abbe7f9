"""The published copy of the store that readers open while a writer works."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Self

import duckdb

from assay.model.errors import StoreError, UsageError
from assay.store.database import SETTINGS, Database, unreadable
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
        # Attached, not opened: DuckDB hands out the file it opened before where it meets the same name in a process.
        connection = duckdb.connect(":memory:", config=SETTINGS)
        try:
            connection.execute(f"attach '{str(folder.snapshot).replace(chr(39), chr(39) * 2)}' as store (read_only)")
            connection.execute("use store")
            _check(folder, version(connection, folder.snapshot))
        except duckdb.Error as error:
            connection.close()
            raise unreadable(folder, folder.snapshot, str(error)) from error
        except StoreError:
            connection.close()
            raise
        return cls(folder, connection)


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


def _check(out: OutFolder, number: int) -> None:
    newest = migrations()[-1].number
    refuse_newer(number, newest, out)
    if number < newest:
        raise StoreError(
            f"{out.snapshot} has schema {number}, older than this version's {newest}; "
            f"bring it up to date with `assay build ARCHIVE --out {out.root}`"
        )
