"""What other processes leave for the writer: lines appended to files, each merged into the store once."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from assay.model.canonical import Json, canonical_json
from assay.store.columns import Row
from assay.store.database import Database
from assay.store.disk import disk_errors
from assay.store.folder import OutFolder
from assay.store.store import Store

UNREADABLE = "unreadable"


def append_inbox(out: OutFolder, name: str, kind: str, record: Mapping[str, Json]) -> None:
    """Add one line to the inbox file of a name (one for each writing program); needs no store and no lock on it."""
    path = out.inbox / f"{name}.jsonl"
    line = canonical_json({"kind": kind, "record": record}).encode("utf-8", "replace") + b"\n"
    with disk_errors(path):
        out.inbox.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.write(_end_of_torn_line(file.fileno()) + line)


def merge_inbox(store: Store) -> int:
    """Return how many lines were new; a line that is no record is kept under the kind `unreadable`."""
    merged = 0
    with store.transaction():
        seen = dict(store.rows("select name, merged from inbox_file"))
        for path in sorted(store.out.inbox.glob("*.jsonl")):
            rows = list(_lines(path, seen.get(path.name, 0)))
            if rows:
                end = max(start + size for start, size, _ in rows)
                store.add("inbox", ("file", "start", "kind", "record"), [_row(path.name, row) for row in rows])
                store.add("inbox_file", ("name", "merged"), [(path.name, end)], "replace")
            merged += len(rows)
    return merged


def inbox(database: Database, kind: str) -> list[dict[str, Json]]:
    """Return the merged records of a kind, by file and line."""
    rows = database.rows("select record from inbox where kind = $1 order by file, start", kind)
    return [json.loads(record) for (record,) in rows]


def _end_of_torn_line(handle: int) -> bytes:
    size = os.fstat(handle).st_size
    return b"\n" if size and os.pread(handle, 1, size - 1) != b"\n" else b""


def _lines(path: Path, start: int) -> Iterator[tuple[int, int, bytes]]:
    """Yield where each whole line begins, its size and its bytes; a line without an end is still being written."""
    with disk_errors(path), path.open("rb") as file:
        file.seek(start)
        for line in file:
            if line.endswith(b"\n"):
                yield start, len(line), line
            start += len(line)


def _row(name: str, line: tuple[int, int, bytes]) -> Row:
    start, _, data = line
    try:
        entry = json.loads(data)
        return name, start, str(entry["kind"]), canonical_json(dict(entry["record"]))
    except (ValueError, KeyError, TypeError):
        return name, start, UNREADABLE, canonical_json({"line": data.decode("utf-8", "replace")})
