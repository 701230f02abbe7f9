"""Runs a piece of a test as another user, and looks for what it may have left behind."""

from __future__ import annotations

import os
import pickle
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Answer = TypeVar("Answer")

NOBODY = 65534


def as_nobody(action: Callable[[], Answer]) -> Answer:
    """What the action returns in a forked child that has become an ordinary user."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        os._exit(_report(action, write_end))
    os.close(write_end)
    with os.fdopen(read_end, "rb") as stream:
        content = stream.read()
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, content.decode(errors="replace")
    return pickle.loads(content)


def _report(action: Callable[[], Answer], write_end: int) -> int:
    with os.fdopen(write_end, "wb") as stream:
        try:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
            stream.write(pickle.dumps(action()))
        except BaseException:  # noqa: BLE001 - the parent shows it as the failure of its test
            stream.write(traceback.format_exc().encode())
            return 1
    return 0


def own(folder: Path, user: int) -> None:
    """Give a folder and all in it to a user, closed to everyone else."""
    for path in (folder, *folder.rglob("*")):
        os.chown(path, user, user, follow_symlinks=False)
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)


def survivors(marker: str) -> list[str]:
    """The command lines of all processes of the machine that hold the marker, without our own."""
    found: list[str] = []
    for name in os.listdir("/proc"):
        try:
            line = Path("/proc", name, "cmdline").read_bytes() if name.isdigit() else b""
        except OSError:
            continue
        if marker.encode() in line and int(name) != os.getpid():
            found.append(line.decode(errors="replace"))
    return found


def wait_until(condition: Callable[[], bool], seconds: float = 2.0) -> bool:
    """Whether the condition came true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return condition()
