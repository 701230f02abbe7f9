"""Batches that other processes compute give the release of a build in one; a worker reads and never writes."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import pytest

from assay.config import Settings
from assay.model.errors import StoreError, UsageError
from assay.stages.building import Summary, build
from assay.stages.elsewhere import computed, desk_of, sealed
from assay.stages.run import Batch, Commit, Run, Silent, Stage, commit_in_order, open_run
from assay.store.snapshot import Lent, pinned, publish
from tests.stages.archives import task_bytes, tiny, tiny_build


def answered(data: bytes) -> tuple[int, bytes]:
    """Return the process that computed a sealed batch, and its commit."""
    return os.getpid(), computed(data)


@dataclass
class Elsewhere:
    """Runs the stages of a build with another process for all batches that need not stay."""

    pool: ProcessPoolExecutor
    sent: list[str] = field(default_factory=list)
    stayed: list[str] = field(default_factory=list)
    pids: set[int] = field(default_factory=set)

    def run_stage(self, run: Run, stage: Stage) -> None:
        batches = stage.batches(run)
        with pinned(run.store) as snapshot:
            commit_in_order(run, stage, batches, self.commits(run, stage, snapshot, batches))

    def commits(self, run: Run, stage: Stage, snapshot: Path, batches: Sequence[Batch]) -> Iterator[Commit]:
        desk = desk_of(run)
        for batch in batches:
            (self.stayed if batch.here else self.sent).append(stage.name)
            if batch.here:
                yield batch.compute()
                continue
            closed = sealed(run, desk, snapshot, batch)
            pid, commit = self.pool.submit(answered, closed.data).result()
            self.pids.add(pid)
            yield closed.opened(commit)


@contextmanager
def elsewhere() -> Iterator[Elsewhere]:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        yield Elsewhere(pool)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Elsewhere, Path, Summary]:
    folder = tmp_path_factory.mktemp("elsewhere")
    with elsewhere() as runner:
        summary = build(tiny(folder / "archive"), folder / "out", Settings(), Silent(), runner.run_stage)
    return runner, folder / "out", summary


@pytest.mark.slow
def test_batches_of_another_process_give_the_same_release(
    both: tuple[Elsewhere, Path, Summary], tmp_path_factory: pytest.TempPathFactory
):
    _, out, summary = both
    here = tiny_build(tmp_path_factory)

    assert task_bytes(out) == task_bytes(here.out)
    assert summary.computed == here.summary.computed


@pytest.mark.slow
def test_all_that_computes_is_sent_and_what_writes_stays(both: tuple[Elsewhere, Path, Summary]):
    runner, _, _ = both

    assert {"convert", "score", "synthesize", "verification", "closed_book", "panel"} <= set(runner.sent)
    assert set(runner.stayed) == {"ingest", "duplicates", "quotas", "quotas_again", "release", "report"}
    assert len(runner.pids) == 1
    assert os.getpid() not in runner.pids


def nothing() -> None:
    """Commit nothing."""


@contextmanager
def opened(folder: Path) -> Iterator[Run]:
    with open_run(folder, Settings(), Silent(), create=True) as run:
        yield run


def test_a_worker_with_another_version_is_refused_with_what_to_do(tmp_path: Path):
    with opened(tmp_path / "out") as run, pinned(run.store) as snapshot:
        other = replace(desk_of(run), code="another")
        closed = sealed(run, other, snapshot, Batch("one", 1, partial(partial, nothing)))
        with pytest.raises(UsageError, match="another version of Assay or Python than the flow: install the same"):
            computed(closed.data)


def test_a_lent_snapshot_refuses_to_be_written(tmp_path: Path):
    with opened(tmp_path / "out") as run, pinned(run.store) as snapshot:
        lent = Lent(run.store.out.root, snapshot)
        with pytest.raises(StoreError, match="only the process that runs the flow writes"):
            lent.add("meta", ("name", "value"), [("a", "b")])
        lent.close()
        assert run.store.rows("select * from meta where name = 'a'") == []


def test_a_pinned_snapshot_stays_as_it_was_while_newer_ones_are_published(tmp_path: Path):
    with opened(tmp_path / "out") as run:
        with pinned(run.store) as first:
            run.store.add("meta", ("name", "value"), [("later", "1")])
            assert publish(run.store, force=True)
            lent = Lent(run.store.out.root, first)
            assert lent.rows("select value from meta where name = 'later'") == []
            with pinned(run.store) as second:
                assert lent.turn_to(second)
                assert not lent.turn_to(second)
                assert lent.rows("select value from meta where name = 'later'") == [("1",)]
            lent.close()
        assert not first.exists()
