"""Batches that a few task runs of a stage take in turn: a task run of Prefect costs more than many a batch."""

# pyright: reportUnknownMemberType=false
# Prefect types the future of a task run for any result.

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, wait
from threading import Lock, Semaphore
from types import TracebackType
from typing import Any

from prefect.futures import PrefectConcurrentFuture

from assay.stages.run import Batch, Commit

# How often who waits for a batch looks whether anybody computes it, in seconds.
_LOOK = 1.0


class Shares:
    """The batches of a stage, of which at most so many are computed ahead of those that are committed."""

    def __init__(self, batches: Sequence[Batch], ahead: int) -> None:
        self._made = [Future[Commit]() for _ in batches]
        self._rest = deque(zip(batches, self._made, strict=True))
        self._room, self._turn = Semaphore(ahead), Lock()

    def work(self) -> int:
        """Compute batches until none is left, and return how many; what one raises ends it."""
        count = 0
        while (taken := self._taken()) is not None:
            batch, made = taken
            with _Handed(made):
                made.set_result(batch.compute())
            count += 1
        return count

    def commits(self, runs: Sequence[PrefectConcurrentFuture[Any]]) -> Iterator[Commit]:
        """Yield the batches' commits in order, as the task runs that work on them compute them."""
        for made in self._made:
            while not made.done():
                wait([made], _LOOK)
                if all(run.wrapped_future.done() for run in runs):
                    _give_up(made, runs)
            yield made.result()
            self._room.release()

    def close(self) -> None:
        """Have nothing more computed."""
        with self._turn:
            self._rest.clear()
        # whoever waits for room sees that nothing is left
        self._room.release(len(self._made) + 1)

    def _taken(self) -> tuple[Batch, Future[Commit]] | None:
        # room first: so the batches that are computed are the next ones to be committed, and their turn comes
        self._room.acquire()
        with self._turn:
            if self._rest:
                return self._rest.popleft()
        # the others see it too
        self._room.release()
        return None


class _Handed:
    """Hands what is raised in its block to whoever waits for a batch as well."""

    def __init__(self, made: Future[Commit]) -> None:
        self._made = made

    def __enter__(self) -> None:
        """Nothing is to be done first."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is not None:
            self._made.set_exception(error)


def _give_up(made: Future[Commit], runs: Sequence[PrefectConcurrentFuture[Any]]) -> None:
    """Raise what ended the task runs, where all have ended and none computed a batch."""
    if not made.done():
        for run in runs:
            run.result()
        made.cancel()
