"""The stages of a run as Prefect's task runs: a few that compute its batches, and one that waits for them."""

# pyright: reportUnknownMemberType=false
# Prefect types submit() for any parameters beside the declared ones.

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, cast

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.futures import PrefectConcurrentFuture, PrefectFuture

from assay.stages.elsewhere import Desk, Sealed, computed, desk_of, sealed
from assay.stages.run import Batch, Commit, Run, Stage, ahead, commit_in_order
from assay.store.snapshot import pinned
from flows.shares import Shares
from flows.workers import Workers


@task(name="batches", task_run_name="{stage}: {name}", cache_policy=NO_CACHE, persist_result=False)
def compute(stage: str, name: str, shares: Shares) -> int:
    """Return how many batches of a stage this task run computed."""
    return shares.work()


@task(name="batch", task_run_name="{stage}: {name}", cache_policy=NO_CACHE, persist_result=False)
def compute_elsewhere(stage: str, name: str, data: bytes) -> bytes:
    """Return the commit of one sealed batch, sealed."""
    return computed(data)


@task(name="stage", task_run_name="{stage}", cache_policy=NO_CACHE, persist_result=False)
def complete(stage: str, items: int) -> int:
    """Return how many items a stage has done; the next stage's batches wait for this."""
    return items


@dataclass(frozen=True, slots=True)
class _Submitted:
    """A task run that was submitted, and what waits for the commit that it computes."""

    future: PrefectFuture[Any]
    commit: Callable[[], Commit]


_Submit: TypeAlias = Callable[[Batch], _Submitted]


class Graph:
    """Runs stages whose task runs wait for the stage before theirs; `workers` compute batches, else threads do."""

    def __init__(self, workers: Workers | None) -> None:
        self._workers = workers
        self._desk: Desk | None = None
        self._before: list[State[Any]] = []

    def run_stage(self, run: Run, stage: Stage) -> None:
        """Run one stage's batches in task runs and commit them in order."""
        batches = stage.batches(run)
        if self._workers is None or all(batch.here for batch in batches):
            done = self._in_shares(run, stage, batches)
        else:
            done = self._sent(self._workers, run, stage, batches)
        items = sum(batch.size for batch in batches)
        ended = complete.submit(stage.name, items, return_state=False, wait_for=done or self._before)
        ended.wait()
        self._before = [_without_data(ended)]

    def _in_shares(self, run: Run, stage: Stage, batches: Sequence[Batch]) -> list[State[Any]]:
        """Return how the task runs ended that computed a stage's batches in this process."""
        shares = Shares(batches, 2 * run.workers)
        runs = [self._here(stage, name, shares) for name in _names(batches, run.workers)]
        try:
            commit_in_order(run, stage, batches, shares.commits(runs))
        finally:
            shares.close()
        for one in runs:
            one.wait()
        return [_without_data(one) for one in runs]

    def _here(self, stage: Stage, name: str, shares: Shares) -> PrefectConcurrentFuture[int]:
        submitted = compute.submit(stage.name, name, shares, return_state=False, wait_for=self._before)
        return cast(PrefectConcurrentFuture[int], submitted)

    def _sent(self, workers: Workers, run: Run, stage: Stage, batches: Sequence[Batch]) -> list[State[Any]]:
        """Return how the task runs ended that computed a stage's batches where the workers are, one for each."""
        self._desk = self._desk or desk_of(run)
        done: list[State[Any]] = []
        with pinned(run.store) as snapshot:
            send = partial(self._elsewhere, workers, stage, partial(sealed, run, self._desk, snapshot))
            start = partial(_started, lambda batch: self._alone(stage, batch) if batch.here else send(batch), done)
            commit_in_order(run, stage, batches, ahead(start, batches, workers.number))
        return done

    def _alone(self, stage: Stage, batch: Batch) -> _Submitted:
        shares = Shares([batch], 1)
        future = self._here(stage, batch.name, shares)
        return _Submitted(future, lambda: next(shares.commits([future])))

    def _elsewhere(
        self, workers: Workers, stage: Stage, seal: Callable[[Batch], Sealed], batch: Batch
    ) -> _Submitted:  # fmt: skip
        closed = seal(batch)
        told = {"stage": stage.name, "name": batch.name, "data": closed.data}
        future = workers.submit(compute_elsewhere, told, self._before)
        return _Submitted(future, lambda: closed.opened(workers.result(future)))


def _started(submit: _Submit, done: list[State[Any]], batch: Batch) -> Callable[[], Commit]:
    """Submit a batch and return what waits for its commit; what is done is kept without its data."""
    submitted = submit(batch)

    def taken() -> Commit:
        commit = submitted.commit()
        done.append(_without_data(submitted.future))
        return commit

    return taken


def _names(batches: Sequence[Batch], workers: int) -> list[str]:
    """Return what the task runs are called that take the batches in turn: those of a few after their batches."""
    if len(batches) <= workers:
        return [batch.name for batch in batches]
    return [f"{number} of {workers}" for number in range(1, workers + 1)]


def _without_data(future: PrefectFuture[Any]) -> State[Any]:
    # what all batches of a stage computed is as large as the archive; who waits for a state wants some data in it
    return future.state.model_copy(update={"data": True})
