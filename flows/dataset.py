"""The flows `build` and `refresh`: a DAG of stages whose batches are task runs; tasks compute, the flow commits."""

# pyright: reportUnknownMemberType=false
# Prefect types submit() for any parameters beside the declared ones.

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from prefect import flow, task
from prefect.artifacts import create_link_artifact, create_table_artifact
from prefect.cache_policies import NO_CACHE
from prefect.futures import PrefectFuture
from prefect.task_runners import ThreadPoolTaskRunner

from assay.config import load
from assay.refresh.again import refresh as refresh_stages
from assay.stages.addresses import address_of, name_of
from assay.stages.audit import funnel_body
from assay.stages.building import Summary
from assay.stages.building import build as build_stages
from assay.stages.figures import judged
from assay.stages.run import Batch, Commit, Progress, Run, Silent, Stage, commit_in_order
from filters.registry import chosen_names

# Tasks of one flow run that are computed at once; the run's own setting bounds how many are submitted ahead.
_THREADS = 8

progress: ContextVar[Progress] = ContextVar("progress")
"""Whoever shows the progress of a flow that runs in this process; nobody by default."""


@dataclass(frozen=True, slots=True)
class _Sealed:
    """A batch that Prefect hands on without looking inside."""

    batch: Batch


@task(name="batch", task_run_name="{stage}: {name}", cache_policy=NO_CACHE, persist_result=False)
def compute(stage: str, name: str, sealed: _Sealed) -> Commit:
    """Return the commit of one batch."""
    return sealed.batch.compute()


@task(name="stage", task_run_name="{stage}", cache_policy=NO_CACHE, persist_result=False)
def complete(stage: str, items: int) -> int:
    """Return how many items a stage has done; the next stage's batches wait for this."""
    return items


@flow(  # pyright: ignore[reportCallIssue, reportUntypedFunctionDecorator]  the runner's futures are not typed
    name="build",
    task_runner=ThreadPoolTaskRunner(max_workers=_THREADS),  # pyright: ignore[reportArgumentType]
    persist_result=False,
)
def build(archive: str, out: str | None = None, config: str | None = None, seed: int | None = None) -> Summary:
    """Take an archive through ingest, convert, score, synthesize, the gates and release."""
    settings = load(Path(config) if config else None, seed=seed)
    source = address_of(archive)
    target = Path(out) if out else Path("data/workspace") / name_of(source)
    summary = build_stages(source, target, settings, progress.get(Silent()), _Graph().run_stage)
    _link_report(target)
    return summary


@flow(  # pyright: ignore[reportCallIssue, reportUntypedFunctionDecorator]  the runner's futures are not typed
    name="refresh",
    task_runner=ThreadPoolTaskRunner(max_workers=_THREADS),  # pyright: ignore[reportArgumentType]
    persist_result=False,
)
def refresh(out: str, archive: str | None = None, verify: bool = False) -> Summary:
    """Look at an archive again and bring an OUT up to date, by the settings that it was made with."""
    source, shown = address_of(archive) if archive else None, progress.get(Silent())
    summary = refresh_stages(Path(out), shown, _Graph().run_stage, archive=source, every_file=verify)
    _link_report(Path(out))
    return summary


def _link_report(out: Path) -> None:
    create_link_artifact(key="report", link=(out / "report.html").absolute().as_uri(), link_text="report")


@dataclass(slots=True)
class _Graph:
    """Submits batches as task runs that wait for the stage before theirs, so that the page shows the stages."""

    before: list[PrefectFuture[int]] = field(default_factory=list["PrefectFuture[int]"])

    def run_stage(self, run: Run, stage: Stage) -> None:
        """Run one stage's batches as task runs and commit them in order."""
        batches = stage.batches(run)
        futures: list[PrefectFuture[Commit]] = []
        commit_in_order(run, stage, batches, self._submit(run, stage, batches, futures))
        waits = [*futures] or [*self.before]
        items = sum(batch.size for batch in batches)
        self.before = [complete.submit(stage.name, items, return_state=False, wait_for=waits)]
        self.before[0].wait()
        if stage.name == "report":
            _publish_funnel(run)

    def _submit(
        self, run: Run, stage: Stage, batches: Sequence[Batch], futures: list[PrefectFuture[Commit]]
    ) -> Iterator[Commit]:
        waiting: deque[PrefectFuture[Commit]] = deque()
        for batch in batches:
            future = compute.submit(stage.name, batch.name, _Sealed(batch), return_state=False, wait_for=self.before)
            futures.append(future)
            waiting.append(future)
            if len(waiting) >= 2 * run.workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _publish_funnel(run: Run) -> None:
    rows = judged(run.store, chosen_names(run.settings.filters.gates)).funnel()
    table = [cast(dict[str, object], funnel_body(row)) for row in rows]
    for row in table:
        row["causes"] = str(row["causes"])
    create_table_artifact(
        key="funnel", table=table, description="Tasks that entered each gate, and what became of them"
    )
