"""Processes of this machine that compute batches beside the run's own: Python computes in one thread at a time.

A batch that may be computed anywhere takes the first seat that is free, here or in one of the processes; what comes
back is the same (`assay.stages.elsewhere`), so which seat it was shows in nothing.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue
from subprocess import DEVNULL, Popen
from types import TracebackType
from typing import Self

from assay.stages.elsewhere import Desk, desk_of, sealed
from assay.stages.run import Batch, Commit, Run, Stage
from assay.store.snapshot import pinned

# A process takes a second of computing to start, and as long again to make the archive ready.
_FEWEST_DOCUMENTS = 32
# Each holds the facts of the domains that it computes for; more than these is what docs/scale.md is for.
_MOST = 7
# How often who waits for a seat looks whether the run is over, in seconds.
_LOOK = 0.5


class _Process:
    """A process that computes one batch at a time; it is started by the first."""

    def __init__(self) -> None:
        self._started: tuple[Popen[bytes], Connection] | None = None

    def computed(self, data: bytes) -> bytes | None:
        """Return the commit of a sealed batch, sealed; None where the process ended over it."""
        _, connection = self._started = self._started or self._start()
        with suppress(EOFError, OSError):
            connection.send_bytes(data)
            return connection.recv_bytes()
        return None

    def end(self) -> None:
        """End the process, whatever it computes."""
        if self._started is not None:
            process, connection = self._started
            process.kill()
            process.wait()
            connection.close()

    def _start(self) -> tuple[Popen[bytes], Connection]:
        ours, theirs = Pipe()
        with theirs:
            # -P: a folder full of documents may hold a `json.py`.
            command = [sys.executable, "-P", "-m", "assay.stages.worker", str(theirs.fileno()), tempfile.gettempdir()]
            # out of the terminal's group: whoever interrupts the run ends it with the run
            process = Popen(
                command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )  # fmt: skip
        return process, ours


class Beside:
    """The seats of a run: one in its own process, and one in each process beside it, at most so many as workers."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._processes = [_Process() for _ in range(min(run.workers - 1, _MOST))]
        # None is the seat in the run's own process
        self._seats: SimpleQueue[_Process | None] = SimpleQueue()
        self._desk: Desk | None = None
        self._snapshot = ExitStack()
        self._over = False
        for seat in (None, *self._processes):
            self._seats.put(seat)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over = True
        for process in self._processes:
            process.end()
        self._snapshot.close()

    def spread(self, stage: Stage) -> Stage:
        """Return a stage whose batches are computed where a seat is free."""
        return _Spread(stage, self) if self._processes else stage

    def seated(self, batches: Sequence[Batch]) -> Sequence[Batch]:
        """Return a stage's batches, each of which waits for a seat; as they are where that is not worth a process."""
        if sum(not (batch.here or batch.apart) for batch in batches) < 2 or not self._is_large():
            return batches
        self._desk = self._desk or desk_of(self._run)
        snapshot = self._snapshot.enter_context(pinned(self._run.store))
        return [
            batch if batch.here else replace(batch, compute=partial(self._computed, self._desk, snapshot, batch))
            for batch in batches
        ]

    def let_go(self) -> None:
        """Give up the snapshot that a stage's batches were computed over."""
        self._snapshot.close()

    def _is_large(self) -> bool:
        ((documents,),) = self._run.store.rows("select count(*) from document where readable")
        return documents >= _FEWEST_DOCUMENTS

    def _computed(self, desk: Desk, snapshot: Path, batch: Batch) -> Commit:
        seat = self._taken()
        if seat is None:
            try:
                return batch.compute()
            finally:
                self._seats.put(None)
        closed = sealed(self._run, desk, snapshot, batch)
        commit = seat.computed(closed.data)
        if commit is None:
            return self._without(batch)
        self._seats.put(seat)
        return closed.opened(commit)

    def _taken(self) -> _Process | None:
        while not self._over:
            with suppress(Empty):
                return self._seats.get(timeout=_LOOK)
        raise CancelledError

    def _without(self, batch: Batch) -> Commit:
        """Compute here what a process ended over, so that its error is told; where there is none, this is."""
        if self._over:
            raise CancelledError
        commit = batch.compute()
        self._run.sentences.append(
            "a process that computed beside this one was ended from outside; its work was done here"
        )
        return commit


class _Spread:
    """A stage whose batches wait for seats."""

    def __init__(self, stage: Stage, beside: Beside) -> None:
        self.name, self.unit = stage.name, stage.unit
        self._stage, self._beside = stage, beside

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return the stage's own batches, to be computed at any seat."""
        return self._beside.seated(self._stage.batches(run))

    def finish(self, run: Run) -> None:
        """Finish the stage."""
        self._beside.let_go()
        self._stage.finish(run)
