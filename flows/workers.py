"""The processes that compute batches for a flow on Prefect's Dask or Ray task runner, here or on a cluster."""

# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false
# prefect_ray ships no types.

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self, cast
from urllib.parse import urlsplit
from uuid import uuid4

from prefect import Task
from prefect.client.schemas.objects import State
from prefect.futures import PrefectFuture
from prefect.settings import PREFECT_API_URL
from prefect.task_runners import TaskRunner as PrefectRunner

from assay.config.runner import TaskRunner
from assay.model.errors import AssayError, UsageError
from flows.extras import check_extra

# What either says when workers or their scheduler are gone for good; each tries a batch again by itself before.
_GONE = (
    ("distributed.scheduler", "KilledWorker"),
    ("distributed.client", "FutureCancelledError"),
    ("distributed.comm.core", "CommClosedError"),
    ("ray.exceptions", "RayError"),
)


class Workers:
    """The worker processes of one flow run, reached or started when the first batch is to be computed."""

    def __init__(self, told: TaskRunner) -> None:
        check_extra(told)
        _check_server(told.address, PREFECT_API_URL.value() or "")
        self._told = told
        self._open = ExitStack()
        self._folder = ""
        self._runner: PrefectRunner[Any] | None = None

    def __enter__(self) -> Self:
        # made before the run has its own temporary folder, which goes before they end
        kept = tempfile.TemporaryDirectory(prefix="assay-workers-", ignore_cleanup_errors=True)
        self._folder = self._open.enter_context(kept)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._open.close()

    @property
    def number(self) -> int:
        """How many batches are computed at once."""
        return self._told.workers or os.cpu_count() or 1

    def submit(
        self, task: Task[..., bytes], parameters: dict[str, Any], after: Sequence[State]
    ) -> PrefectFuture[bytes]:
        """Return the future of a task run in one of the processes, which starts after what is named."""
        try:
            self._runner = self._runner or self._open.enter_context(self._started())
            return self._runner.submit(task, parameters, wait_for=cast(Any, after))
        except OSError as error:
            raise AssayError(self._unreached(error)) from error

    def result(self, future: PrefectFuture[bytes]) -> bytes:
        """Return what a task run gave back; AssayError where the processes are gone for good."""
        try:
            return future.result()
        except _gone() as error:
            raise AssayError(
                f"the {self._told.kind} workers are gone ({_said(error)}); their own logs say why. "
                "What was finished is kept: run again, or with --direct to do without them."
            ) from error

    def _unreached(self, error: OSError) -> str:
        where = f" at {self._told.address}" if self._told.address else ""
        return (
            f"the {self._told.kind} workers{where} cannot be reached ({_said(error)}); see that they run and that "
            "runner.address is right. What was finished is kept: run again."
        )

    def _started(self) -> PrefectRunner[Any]:
        start = _on_ray if self._told.kind == "ray" else _on_dask
        return start(self._told.address, self.number, self._folder)


def _check_server(address: str | None, server: str) -> None:
    if address and not _is_here(address) and _is_here(server):
        raise UsageError(
            f"workers at {address} cannot reach Prefect's server at {server}: start one that they can reach "
            "(`prefect server start --host 0.0.0.0`) and set PREFECT_API_URL to its address."
        )


def _is_here(address: str) -> bool:
    host = urlsplit(address if "://" in address else f"//{address}").hostname or ""
    return host in ("auto", "localhost", "::1") or host.startswith("127.")


def _on_dask(address: str | None, number: int, folder: str) -> PrefectRunner[Any]:
    import dask.config
    from prefect_dask.task_runners import DaskTaskRunner

    if address:
        return DaskTaskRunner(address=address)
    dask.config.set({"temporary-directory": folder})
    # one batch in each process: what a batch computes holds Python's lock
    own = {"n_workers": number, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    return DaskTaskRunner(cluster_kwargs={**own, "env": {"TMPDIR": folder}})


def _on_ray(address: str | None, number: int, folder: str) -> PrefectRunner[Any]:
    from prefect_ray.task_runners import RayTaskRunner

    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    if address:
        return RayTaskRunner(address, quiet)
    # a token of this run's own; without one Ray writes one for all into the home folder
    os.environ.setdefault("RAY_AUTH_MODE", "token")
    os.environ.setdefault("RAY_AUTH_TOKEN", uuid4().hex)
    own = {"num_cpus": number, "include_dashboard": False, "_temp_dir": folder}
    return RayTaskRunner(init_kwargs={**quiet, **own, "runtime_env": {"env_vars": {"TMPDIR": folder}}})


def _gone() -> tuple[type[Exception], ...]:
    return tuple(getattr(sys.modules[module], name) for module, name in _GONE if module in sys.modules)


def _said(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
