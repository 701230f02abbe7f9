"""The stages of a run as Prefect's task runs: one for each batch, and one for each stage, which waits for them."""

# pyright: reportUnknownMemberType=false
# Prefect types submit() for any parameters beside the declared ones.

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.futures import PrefectFuture

from assay.stages.elsewhere import Desk, Sealed, computed, desk_of, sealed
from assay.stages.run import Batch, Commit, Run, Stage, ahead, commit_in_order
from assay.store.snapshot import pinned
from flows.workers import Workers


@dataclass(frozen=True, slots=True)
class _Closed:
    """A batch that Prefect hands on without looking inside."""

    batch: Batch


@task(name="batch", task_run_name="{stage}: {name}", cache_policy=NO_CACHE, persist_result=False)
def compute(stage: str, name: str, closed: _Closed) -> Commit:
    """Return the commit of one batch."""
    return closed.batch.compute()


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
        """Run one stage's batches as task runs and commit them in order."""
        batches = stage.batches(run)
        done: list[State[Any]] = []
        with self._submitting(run, stage, batches) as submit:
            workers = self._workers.number if self._workers else run.workers
            commit_in_order(run, stage, batches, ahead(partial(_started, submit, done), batches, workers))
        items = sum(batch.size for batch in batches)
        ended = complete.submit(stage.name, items, return_state=False, wait_for=done or self._before)
        ended.wait()
        self._before = [_without_data(ended)]

    @contextmanager
    def _submitting(self, run: Run, stage: Stage, batches: Sequence[Batch]) -> Generator[_Submit]:
        here = partial(self._here, stage)
        if self._workers is None or all(batch.here for batch in batches):
            yield here
            return
        self._desk = self._desk or desk_of(run)
        with pinned(run.store) as snapshot:
            send = partial(self._elsewhere, self._workers, stage, partial(sealed, run, self._desk, snapshot))
            yield lambda batch: here(batch) if batch.here else send(batch)

    def _here(self, stage: Stage, batch: Batch) -> _Submitted:
        future = compute.submit(stage.name, batch.name, _Closed(batch), return_state=False, wait_for=self._before)
        return _Submitted(future, future.result)

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


def _without_data(future: PrefectFuture[Any]) -> State[Any]:
    # what all batches of a stage computed is as large as the archive; who waits for a state wants some data in it
    return future.state.model_copy(update={"data": True})
