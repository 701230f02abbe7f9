"""The peak of memory over this process and all its descendants, sampled by a thread."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

import psutil

_INTERVAL = 0.25


class PeakMemory:
    """Sums the proportional set sizes of the process tree four times a second; shared pages count once."""

    def __init__(self) -> None:
        self.bytes = 0
        self._process = psutil.Process()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._sample, name="peak-memory", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop.set()
        self._thread.join()

    def _sample(self) -> None:
        while True:
            self.bytes = max(self.bytes, self._sum())
            if self._stop.wait(_INTERVAL):
                return

    def _sum(self) -> int:
        total = 0
        for process in [self._process, *self._process.children(recursive=True)]:
            try:
                total += process.memory_full_info().pss
            except psutil.Error:
                continue  # it ended meanwhile, or belongs to somebody else
        return total
