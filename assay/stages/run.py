"""A run of the stages over one OUT, and the plain runner that needs no Prefect."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Protocol, Self, TypeAlias

from assay.config import Settings
from assay.evaluation.asking import Seats
from assay.evaluation.context import ArchiveContext
from assay.gateway import Gateway
from assay.model.document import Source
from assay.model.errors import BudgetExhausted
from assay.model.probe import Attempt
from assay.refresh.looking import Looked
from assay.sandbox import Limits, OpenSandbox, open_sandbox
from assay.stages.holdings import Address
from assay.stages.listing import Listing
from assay.stages.memory import PeakMemory
from assay.stages.paying import paying
from assay.stages.scratch import scratch
from assay.store.snapshot import publish
from assay.store.store import Store
from extractors.extract import Extraction, ExtractionLimits, ReadingServer

_MIB = 1 << 20

Commit: TypeAlias = Callable[[], None]


class Progress(Protocol):
    """Whoever shows how far a run is; a stage is started, advanced and finished in this order."""

    def start(self, stage: str, unit: str, total: int) -> None:
        """A stage begins with so many items to do."""
        ...

    def advance(self, stage: str, count: int) -> None:
        """So many more items of the stage are committed."""
        ...

    def finish(self, stage: str) -> None:
        """All items of the stage are committed."""
        ...


class Silent:
    """Shows nothing."""

    def start(self, stage: str, unit: str, total: int) -> None:
        """Show nothing."""

    def advance(self, stage: str, count: int) -> None:
        """Show nothing."""

    def finish(self, stage: str) -> None:
        """Show nothing."""


class Readers:
    """The process that reads files, started when the first is to be read: most runs over an old archive read none."""

    def __init__(self) -> None:
        self._server: ReadingServer | None = None
        self._turn = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._server is not None:
            self._server.__exit__(kind, error, at)

    def extract(self, path: Path, source: Source, limits: ExtractionLimits) -> Extraction:
        """Return what one file holds; any failure is the document's problem."""
        with self._turn:
            self._server = self._server or ReadingServer()
        return self._server.extract(path, source, limits)


@dataclass(slots=True)
class Run:
    """What the stages of one run share.

    `sentences` are what a user should hear at the end, `computed` counts items by stage, and `attempts` holds by key
    what was asked in this run: the archive does not change under it, so several gates may rest on one attempt.
    `context` and `seats` are made by the first gate for all. `every_file` has all files of the archive hashed,
    `looked` counts what became of them, and `settled` says that nothing can be due. `gateway` is the way to the models
    of the config, None where it names none; all calls of a run count together.
    """

    store: Store
    settings: Settings
    archive: Address | None
    progress: Progress
    server: Readers
    memory: PeakMemory
    listing: Listing | None = None
    sentences: list[str] = field(default_factory=list[str])
    computed: dict[str, int] = field(default_factory=dict[str, int])
    attempts: dict[str, Attempt] = field(default_factory=dict[str, Attempt])
    context: ArchiveContext | None = None
    seats: Seats | None = None
    every_file: bool = False
    looked: Looked = field(default_factory=Looked)
    settled: bool = False
    gateway: Gateway | None = None
    _sandbox: OpenSandbox | None = None

    @property
    def workers(self) -> int:
        """How many batches are computed at once."""
        return self.settings.extraction.workers or os.cpu_count() or 1

    @property
    def extraction_limits(self) -> ExtractionLimits:
        """Limits on reading one file."""
        limits = self.settings.extraction
        return ExtractionLimits(limits.seconds, limits.memory_mb * _MIB, limits.file_mb * _MIB)

    @property
    def sandbox_limits(self) -> Limits:
        """Limits on one command in the sandbox."""
        limits = self.settings.sandbox
        return Limits(seconds=limits.seconds, memory_bytes=limits.memory_mb * _MIB)

    @property
    def sandbox(self) -> OpenSandbox:
        """The sandbox, opened when it is first needed."""
        if self._sandbox is None:
            self._sandbox = open_sandbox(unsafe_local=self.settings.sandbox.unsafe_local)
        return self._sandbox


@dataclass(frozen=True, slots=True)
class Batch:
    """Some items of a stage: `compute` runs in any thread and returns the commit, which the writer's thread calls.

    It may run in another process as well, on this machine or another, unless it is to stay `here`. What is done by
    processes `apart` from this one anyway wins nothing by another on the same machine.
    """

    name: str
    size: int
    compute: Callable[[], Commit]
    here: bool = False
    apart: bool = False


class Stage(Protocol):
    """One step of a run; its batches are what is due and nothing else, so a killed run goes on where it was."""

    @property
    def name(self) -> str:
        """The stage's name in progress, records and flows."""
        ...

    @property
    def unit(self) -> str:
        """What is counted."""
        ...

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return the batches that are due, in order."""
        ...

    def finish(self, run: Run) -> None:
        """Do what has to be done once after all batches are committed."""
        ...


@contextmanager
def open_run(
    out: Path,
    settings: Settings,
    progress: Progress,
    *,
    archive: Address | None = None,
    create: bool = False,
    replay: bool = False,
) -> Generator[Run]:
    """Yield a run that holds the writer's lock of OUT; at its end a snapshot is published. A replay calls no model."""
    with (
        PeakMemory() as memory,
        Store.open(out, create=create) as store,
        scratch(store.out),
        Readers() as server,
    ):
        try:
            with _gateway(store, settings, replay) as gateway:
                yield Run(store, settings, archive, progress, server, memory, gateway=gateway)
        finally:
            publish(store, force=True)


@contextmanager
def _gateway(store: Store, settings: Settings, replay: bool) -> Generator[Gateway | None]:
    """Yield the gateway of a run; nothing of it is opened before the first call."""
    if not settings.models.seats():
        yield None
        return
    with Gateway(settings, store.out, run=paying(store), replay=replay) as gateway:
        yield gateway


def run_stage(run: Run, stage: Stage) -> None:
    """Compute a stage's due batches with as many threads as there are workers; commit them in order, then finish."""
    batches = stage.batches(run)
    pool = ThreadPoolExecutor(run.workers, stage.name)
    commits = ahead(lambda batch: pool.submit(batch.compute).result, batches, run.workers)
    try:
        commit_in_order(run, stage, batches, commits)
    except BudgetExhausted:
        # calls that are being made settle, and their replies are kept
        pool.shutdown(cancel_futures=True)
        raise
    finally:
        # whoever interrupts a run does not wait for what is being computed
        pool.shutdown(wait=False, cancel_futures=True)


def commit_in_order(run: Run, stage: Stage, batches: Sequence[Batch], commits: Iterable[Commit]) -> None:
    """Commit each batch as its turn comes, show progress, publish now and then; then finish the stage."""
    run.progress.start(stage.name, stage.unit, sum(batch.size for batch in batches))
    for batch, commit in zip(batches, commits, strict=True):
        commit()
        run.computed[stage.name] = run.computed.get(stage.name, 0) + batch.size
        run.progress.advance(stage.name, batch.size)
        publish(run.store)
    stage.finish(run)
    publish(run.store, force=True)
    run.progress.finish(stage.name)


def ahead(start: Callable[[Batch], Callable[[], Commit]], batches: Sequence[Batch], workers: int) -> Iterator[Commit]:
    """Yield the batches' commits in order; twice as many as there are workers are started before they are waited for.

    `start` has a batch computed and returns what waits for its commit.
    """
    waiting: deque[Callable[[], Commit]] = deque()
    for batch in batches:
        waiting.append(start(batch))
        if len(waiting) >= 2 * workers:
            yield waiting.popleft()()
    while waiting:
        yield waiting.popleft()()
