"""What a tree of processes uses at this moment, read from /proc by someone outside it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")
_INODE = 1024
"""Kernel memory of one file in a tmpfs, about: so a flood of empty files counts."""
_SMALLEST_FILE = 4096


def children(pid: int) -> list[int]:
    """The processes that any thread of this one has started and that still exist."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            found.extend(int(child) for child in _read(f"/proc/{pid}/task/{thread}/children").split())
    except OSError:
        pass  # it ended while we looked
    return found


def descendants(pid: int, at_most: int = 1 << 20) -> list[int]:
    """All processes below this one, without it; the walk stops once there are too many, for they may outgrow it."""
    found: list[int] = []
    waiting = children(pid)
    while waiting and len(found) <= at_most:
        child = waiting.pop()
        found.append(child)
        waiting.extend(children(child))
    return found


def threads(pids: Iterable[int]) -> int:
    """How many threads these processes have together."""
    return sum(_threads(pid) for pid in pids)


def memory(pids: Iterable[int], limit: int) -> int:
    """Bytes held by these processes together: exact when above the limit, an upper bound below it.

    Resident sizes are cheap but count a shared page once for each process that maps it, which would punish a
    forked worker pool; proportional sizes are exact but walk page tables. So they are asked only in doubt.
    """
    alive = list(pids)
    total = sum(_resident(pid) for pid in alive)
    return total if total <= limit else sum(_proportional(pid) for pid in alive)


def memory_files(folders: Iterable[str], largest: int) -> int:
    """Bytes that these tmpfs mounts hold, their inodes included; 0 for one that is gone.

    What is larger than they are made is the machine's own: a sandbox that begins has not changed its root yet.
    """
    return sum(_tmpfs(folder, largest) for folder in folders)


def unlinked(pids: Iterable[int]) -> tuple[int, int]:
    """Bytes of open files without a name: (in memory, on disk); neither a listing nor a resident size shows them."""
    seen: dict[tuple[int, int], tuple[bool, int]] = {}
    for pid in pids:
        for link, status in _open_files(pid):
            if status.st_nlink == 0:
                seen[status.st_dev, status.st_ino] = (link.startswith("/memfd:"), status.st_blocks * 512)
    held = [sum(size for in_memory, size in seen.values() if in_memory is wanted) for wanted in (True, False)]
    return held[0], held[1]


def folder_bytes(folders: Iterable[Path], limit: int) -> int:
    """Bytes on disk below these folders; counting stops once they are above the limit.

    A folder that the command closed to its owner counts as full: nobody can tell what it holds.
    """
    total = 0
    waiting = [str(folder) for folder in folders]
    try:
        while waiting and total <= limit:
            for entry in _entries(waiting.pop()):
                total += _entry_bytes(entry)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                if total > limit:
                    break
    except PermissionError:
        return limit + 1
    return total


def _entries(folder: str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            yield from entries
    except (FileNotFoundError, NotADirectoryError, ProcessLookupError):
        return  # it went while we looked


def _entry_bytes(entry: os.DirEntry[str]) -> int:
    try:
        return max(_SMALLEST_FILE, entry.stat(follow_symlinks=False).st_blocks * 512)
    except OSError:
        return 0


def _read(path: str) -> str:
    with open(path, encoding="ascii", errors="replace") as stream:
        return stream.read()


def _threads(pid: int) -> int:
    try:
        return int(_read(f"/proc/{pid}/stat").rpartition(")")[2].split()[17])
    except OSError:
        return 0


def _resident(pid: int) -> int:
    try:
        return int(_read(f"/proc/{pid}/statm").split()[1]) * _PAGE
    except OSError:
        return 0


def _proportional(pid: int) -> int:
    try:
        lines = _read(f"/proc/{pid}/smaps_rollup").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(("Pss:", "SwapPss:")))


def _tmpfs(folder: str, largest: int) -> int:
    try:
        held = os.statvfs(folder)
    except OSError:
        return 0
    if held.f_blocks * held.f_frsize > largest + _PAGE:
        return 0
    return (held.f_blocks - held.f_bfree) * held.f_frsize + (held.f_files - held.f_ffree) * _INODE


def _open_files(pid: int) -> Iterator[tuple[str, os.stat_result]]:
    try:
        names = os.listdir(f"/proc/{pid}/fd")
    except OSError:
        return
    for name in names:
        try:
            yield os.readlink(f"/proc/{pid}/fd/{name}"), os.stat(f"/proc/{pid}/fd/{name}")
        except OSError:
            continue
