"""The journal of the ledger: `OUT/calls/ledger.jsonl`, one line for a reservation, one for its settlement."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from assay.gateway.amounts import Amount
from assay.gateway.ledger import Entry, Purpose
from assay.model.canonical import Json, canonical_json
from assay.model.errors import StoreError
from assay.store.disk import disk_errors

_QUANTITIES = ("nanodollars", "tokens", "calls", "milliseconds")
_PURPOSE = ("run", "stage", "seat", "key")


class FileJournal:
    """Lines in a file that one process appends to; whoever makes it holds the lock of the calls."""

    def __init__(self, path: Path) -> None:
        """Open the file; half a line that a lost machine left at its end is cut off."""
        self._path = path
        with disk_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
            os.ftruncate(self._handle, _whole(path))

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def read(self) -> Iterator[Entry]:
        """Yield every call once, with its settlement if it has one."""
        return iter(read_journal(self._path))

    def reserve(self, entry: Entry) -> None:
        """Append a reservation; it is with the system, and so survives a kill, when this returns."""
        line: dict[str, Json] = {"op": "reserve", "id": entry.id, "model": entry.model, "at": _now()}
        self._append(line | {name: getattr(entry.purpose, name) for name in _PURPOSE} | _plain(entry.reserved))

    def settle(self, entry: Entry) -> None:
        """Append a settlement."""
        line: dict[str, Json] = {"op": "settle", "id": entry.id, "ending": entry.ending, "at": _now()}
        self._append(line | _plain(entry.counted))

    def _append(self, line: dict[str, Json]) -> None:
        data = canonical_json(line).encode() + b"\n"
        with disk_errors(self._path):
            length = os.fstat(self._handle).st_size
            if os.write(self._handle, data) < len(data):
                # a full disk takes half a line, and nothing of it may stay
                os.ftruncate(self._handle, length)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def read_journal(path: Path) -> list[Entry]:
    """Return the calls of a journal in the order in which they were begun; none where there is no journal."""
    if not path.exists():
        return []
    found: dict[int, Entry] = {}
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                _take(found, line, f"{path}, line {number}")
    return list(found.values())


def _take(found: dict[int, Entry], line: bytes, where: str) -> None:
    try:
        said = cast(dict[str, Any], json.loads(line))
        number, amount = int(said["id"]), Amount(*(_count(said[name]) for name in _QUANTITIES))
        if said["op"] == "settle":
            found[number] = replace(found[number], settled=amount, ending=str(said["ending"]))
        else:
            purpose = Purpose(*(str(said[name]) for name in _PURPOSE))
            found[number] = Entry(number, purpose, str(said["model"]), amount)
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{where} is damaged ({error!r}); restore it or remove that line to go on") from None


def _plain(amount: Amount) -> dict[str, Json]:
    return {name: getattr(amount, name) for name in _QUANTITIES}


def _count(value: object) -> int | None:
    if value is not None and type(value) is not int:
        raise ValueError(f"a whole number is needed, not {value!r:.40}")
    return value


def _whole(path: Path) -> int:
    """Return the length of the file's whole lines."""
    return path.read_bytes().rfind(b"\n") + 1


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
