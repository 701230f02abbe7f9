"""A stage's batches are computed by a few task runs in turn: in order, not far ahead, and never waited for in vain."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

from assay.model.errors import UsageError
from assay.stages.run import Batch, Commit
from flows.shares import Shares


def batch(number: int, compute: Callable[[], Commit]) -> Batch:
    return Batch(str(number), 1, compute)


def run_of(future: Future[int]) -> Any:
    """Return what stands for a task run that a future of threads is behind."""
    return cast(Any, SimpleNamespace(wrapped_future=future, result=future.result))


def nothing() -> None:
    """Commit nothing."""


def failing() -> Commit:
    raise UsageError("this batch cannot be computed")


def test_commits_come_in_order_from_all_that_work_and_few_are_computed_ahead():
    computed, done = list[int](), list[int]()

    def compute(number: int) -> Commit:
        computed.append(number)
        return partial(done.append, number)

    shares = Shares([batch(number, partial(compute, number)) for number in range(9)], 3)
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(shares.work) for _ in range(2)]
        for at, commit in enumerate(shares.commits([run_of(one) for one in runs])):
            assert len(computed) <= at + 3
            commit()
    assert done == list(range(9))
    assert sum(one.result() for one in runs) == 9


def test_what_a_batch_raises_is_raised_where_it_is_waited_for_and_ends_its_task_run():
    shares = Shares([batch(0, lambda: nothing), batch(1, failing), batch(2, lambda: nothing)], 1)
    with ThreadPoolExecutor(1) as pool:
        run = pool.submit(shares.work)
        commits = shares.commits([run_of(run)])
        next(commits)
        with pytest.raises(UsageError, match="this batch cannot be computed"):
            next(commits)
        with pytest.raises(UsageError):
            run.result()


def test_who_waits_hears_why_all_task_runs_ended_before_they_began():
    gone = Future[int]()
    gone.set_exception(ConnectionError("the server is gone"))
    with pytest.raises(ConnectionError, match="the server is gone"):
        next(Shares([batch(0, failing)], 1).commits([run_of(gone)]))
    ended = Future[int]()
    ended.set_result(0)
    with pytest.raises(CancelledError):
        next(Shares([batch(0, failing)], 1).commits([run_of(ended)]))


def test_nothing_more_is_computed_once_it_is_closed():
    began, go_on, computed = threading.Event(), threading.Event(), list[int]()

    def slow(number: int) -> Commit:
        began.set()
        go_on.wait(30)
        computed.append(number)
        return nothing

    shares = Shares([batch(number, partial(slow, number)) for number in range(3)], 1)
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(shares.work) for _ in range(2)]
        assert began.wait(30)
        shares.close()
        go_on.set()
        assert sum(one.result(30) for one in runs) == 1
    assert computed == [0]
