"""Processes beside a run compute what it would, die without harm, and end with it however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psutil
import pytest

from assay.config import Settings
from assay.model.errors import UsageError
from assay.stages import beside
from assay.stages.beside import Beside
from assay.stages.building import build
from assay.stages.run import Batch, Commit, Run, Silent, open_run
from tests.source import ROOT
from tests.stages.archives import task_bytes, tiny, tiny_build

SETTINGS = Settings.model_validate({"extraction": {"workers": 2}})

# A run that is killed while a process beside it computes.
KILLED = """
import sys, threading, time
from functools import partial
from pathlib import Path
from assay.stages import beside
from assay.stages.run import Batch, Silent, open_run
from tests.stages.test_beside import SETTINGS, Plain, asleep

beside._FEWEST_DOCUMENTS = 0
with open_run(Path(sys.argv[1]), SETTINGS, Silent(), create=True) as run, beside.Beside(run) as held:
    for batch in held.spread(Plain([Batch(str(at), 1, asleep) for at in range(2)])).batches(run):
        threading.Thread(target=batch.compute, daemon=True).start()
    while True:
        time.sleep(1)
"""


@dataclass
class Plain:
    """A stage of batches that are made elsewhere."""

    made: Sequence[Batch]
    name: str = "plain"
    unit: str = "items"

    def batches(self, run: Run) -> Sequence[Batch]:
        return self.made

    def finish(self, run: Run) -> None:
        """Nothing is left to do."""


def noted() -> Commit:
    """Return a commit that gives back where it was computed."""
    return partial(int, os.getpid())  # pyright: ignore[reportReturnType]


def deadly(home: int) -> Commit:
    """Compute at home; die anywhere else."""
    if os.getpid() != home:
        os._exit(3)
    return noted()


def failing() -> Commit:
    raise UsageError("this batch cannot be computed")


def asleep() -> Commit:
    time.sleep(120)
    return noted()


@contextmanager
def opened(folder: Path, monkeypatch: pytest.MonkeyPatch, fewest: int = 0) -> Iterator[tuple[Run, Beside]]:
    monkeypatch.setattr(beside, "_FEWEST_DOCUMENTS", fewest)
    with open_run(folder / "out", SETTINGS, Silent(), create=True) as run, Beside(run) as held:
        yield run, held


def computed(run: Run, held: Beside, *computes: Callable[[], Commit], here: bool = False) -> list[object]:
    """Return what the commits of a stage's batches give back, computed by two threads."""
    stage = held.spread(Plain([Batch(str(at), 1, compute, here) for at, compute in enumerate(computes)]))
    with ThreadPoolExecutor(2) as pool:
        commits = list(pool.map(lambda batch: batch.compute(), stage.batches(run)))
    stage.finish(run)
    return [commit() for commit in commits]


def below(pid: int) -> list[psutil.Process]:
    """Return the processes of a run that compute beside it."""
    return [one for one in psutil.Process(pid).children() if "assay.stages.worker" in one.cmdline()]


def until(happened: Callable[[], object], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while not happened() and time.monotonic() < end:
        time.sleep(0.1)
    return bool(happened())


def test_batches_are_computed_here_and_beside_and_the_process_serves_every_stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with opened(tmp_path, monkeypatch) as (run, held):
        first = set(computed(run, held, *[noted] * 4))
        process = below(os.getpid())
        assert first == {os.getpid(), process[0].pid}
        assert process[0].pid in computed(run, held, *[noted] * 4)
        assert below(os.getpid()) == process
    assert not process[0].is_running()


def test_what_is_to_stay_and_what_is_too_little_starts_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with opened(tmp_path, monkeypatch) as (run, held):
        assert set(computed(run, held, *[noted] * 4, here=True)) == {os.getpid()}
        assert set(computed(run, held, noted)) == {os.getpid()}
        assert below(os.getpid()) == []
    with opened(tmp_path, monkeypatch, fewest=1) as (run, held):
        assert set(computed(run, held, *[noted] * 4)) == {os.getpid()}
        assert below(os.getpid()) == []


def test_the_work_of_a_process_that_dies_is_done_here_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with opened(tmp_path, monkeypatch) as (run, held):
        assert set(computed(run, held, *[partial(deadly, os.getpid())] * 3)) == {os.getpid()}
        assert ["ended from outside" in one for one in run.sentences] == [True]


def test_an_error_is_the_one_that_a_run_alone_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with opened(tmp_path, monkeypatch) as (run, held):
        with pytest.raises(UsageError, match="this batch cannot be computed"):
            computed(run, held, failing, failing)
        assert run.sentences == []


def test_a_run_that_is_over_waits_for_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with ThreadPoolExecutor(1) as pool:
        with opened(tmp_path, monkeypatch) as (run, held):
            held._seats.get()  # the seat here is taken
            batches = held.spread(Plain([Batch(str(at), 1, asleep) for at in range(2)])).batches(run)
            waiting = pool.submit(batches[0].compute)
            assert until(lambda: below(os.getpid()))
            (process,) = below(os.getpid())
        with pytest.raises(CancelledError):
            waiting.result(30)
    assert not process.is_running()


def test_a_process_ends_with_a_run_that_is_killed(tmp_path: Path):
    run = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path / "out")], cwd=ROOT)
    try:
        assert until(lambda: below(run.pid))
        (process,) = below(run.pid)
    finally:
        run.send_signal(signal.SIGKILL)
        run.wait()
    assert until(lambda: not process.is_running(), 10)


@pytest.mark.slow
def test_a_build_with_processes_beside_it_gives_the_release_of_one_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
):
    monkeypatch.setattr(beside, "_FEWEST_DOCUMENTS", 1)
    seen = set[int]()

    class Watching(Silent):
        def advance(self, stage: str, count: int) -> None:
            seen.update(one.pid for one in below(os.getpid()))

    summary = build(tiny(tmp_path / "archive"), tmp_path / "out", SETTINGS, Watching())
    alone = tiny_build(tmp_path_factory)

    assert len(seen) == 1
    assert not psutil.pid_exists(seen.pop())
    assert task_bytes(tmp_path / "out") == task_bytes(alone.out)
    assert summary.computed == alone.summary.computed
