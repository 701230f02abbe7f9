"""The peak of memory over this process and all its descendants, sampled by a thread."""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import Self

import psutil

_INTERVAL = 0.25
# The kernel walks the pages of every process for a sample: looking may take this share of a core and no more.
_SHARE = 0.02


class PeakMemory:
    """Sums the proportional set sizes of the process tree, shared pages once, up to four times a second."""

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
            started = time.thread_time()
            self.bytes = max(self.bytes, self._sum())
            spent = time.thread_time() - started
            if self._stop.wait(max(_INTERVAL, spent / _SHARE)):
                return

    def _sum(self) -> int:
        total = 0
        for process in [self._process, *self._process.children(recursive=True)]:
            try:
                total += process.memory_full_info().pss
            except psutil.Error:
                continue  # it ended meanwhile, or belongs to somebody else
        return total
