"""How many episodes run at once: as many as their memory fits into that of the machine."""

from __future__ import annotations

import os
from pathlib import Path
from threading import BoundedSemaphore

# A container's own bound, of either version of control groups; a machine without containers has neither.
_BOUNDS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


def memory_of_machine() -> int:
    """Return the bytes of memory that this machine, or the container it runs in, may use."""
    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return min([whole, *(bound for path in _BOUNDS if (bound := _bound(path)))])


def at_once(memory_bytes: int, whole: int | None = None) -> int:
    """Return how many episodes of so much memory each run at once; one always does."""
    return max(1, (memory_of_machine() if whole is None else whole) // memory_bytes)


def turns_for(memory_bytes: int) -> BoundedSemaphore:
    """Return what an episode holds while it runs."""
    return BoundedSemaphore(at_once(memory_bytes))


def _bound(path: Path) -> int | None:
    try:
        text = path.read_text(encoding="ascii").strip()
    except OSError:
        return None
    return int(text) if text.isdigit() and int(text) > 0 else None
