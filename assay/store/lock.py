"""One writer for each OUT: a lock file that names its holder and falls free when the holder dies."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import weakref
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from assay.model.codec import from_json
from assay.model.errors import WriterBusy


@dataclass(frozen=True, slots=True)
class Holder:
    """Who writes: process, machine, command and since when."""

    pid: int
    host: str
    command: str
    started: str

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host} ({self.command}), started {self.started}"


class WriterLock:
    """The lock of an OUT while it is held; a forked child does not hold it."""

    def __init__(self, path: Path, command: str) -> None:
        """Take the lock, or raise WriterBusy with its holder's name."""
        self._handle: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._drop()
            raise WriterBusy(f"{path.parent} is being written by {_holder(path)}; wait until it ends") from error
        _leave_to_parent(self)
        try:
            self._name_holder(command)
        except OSError:
            # a disk without room for a name must not keep the next writer out
            self._drop()
            raise

    def release(self) -> None:
        """Let the next writer in; a second call does nothing."""
        if self._handle is not None:
            os.ftruncate(self._handle, 0)
            fcntl.flock(self._handle, fcntl.LOCK_UN)
            self._drop()

    def _name_holder(self, command: str) -> None:
        if self._handle is not None:
            started = datetime.now(UTC).isoformat(timespec="seconds")
            text = json.dumps(asdict(Holder(os.getpid(), socket.gethostname(), command, started)))
            os.ftruncate(self._handle, 0)
            os.pwrite(self._handle, text.encode(), 0)

    def _drop(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _leave_to_parent(lock: WriterLock) -> None:
    # A forked child shares the lock; closing its copy keeps a child that outlives a killed writer from holding it on.
    drop = weakref.WeakMethod(lock._drop)  # pyright: ignore[reportPrivateUsage]

    def in_child() -> None:
        bound = drop()
        if bound is not None:
            bound()

    os.register_at_fork(after_in_child=in_child)


def _holder(path: Path) -> Holder | str:
    try:
        return from_json(Holder, json.loads(path.read_text(encoding="utf-8")))
    except ValueError:
        return "another process that has just begun"
