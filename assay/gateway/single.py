"""One at a time for each key: equal calls of several threads are made once, different ones do not wait."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class _Door:
    lock: threading.Lock = field(default_factory=threading.Lock)
    waiting: int = 0


class OneAtATime:
    """Doors by key, there only while somebody is at them."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._doors: dict[str, _Door] = {}

    @contextmanager
    def inside(self, key: str) -> Generator[None]:
        """Wait until nobody else is inside with this key."""
        with self._guard:
            door = self._doors.setdefault(key, _Door())
            door.waiting += 1
        try:
            with door.lock:
                yield
        finally:
            with self._guard:
                door.waiting -= 1
                if not door.waiting:
                    del self._doors[key]
