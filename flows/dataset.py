"""The flows `build` and `refresh`: a DAG of stages whose batches are task runs; tasks compute, the flow commits."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import cast

from prefect import flow
from prefect.artifacts import create_link_artifact, create_table_artifact
from prefect.task_runners import ThreadPoolTaskRunner

from assay.config import Settings, load
from assay.refresh.again import made_with
from assay.stages.addresses import address_of, name_of, whole
from assay.stages.audit import funnel_body
from assay.stages.building import RunStage, Summary
from assay.stages.building import build as build_stages
from assay.stages.figures import judged
from assay.stages.run import Progress, Run, Silent, Stage
from filters.registry import chosen_names
from flows.graph import Graph
from flows.workers import Workers

# Tasks of one flow run that are computed at once; the run's own setting bounds how many are submitted ahead.
_THREADS = 8

progress: ContextVar[Progress] = ContextVar("progress")
"""Whoever shows the progress of a flow that runs in this process; nobody by default."""


@flow(  # pyright: ignore[reportCallIssue, reportUntypedFunctionDecorator]  the runner's futures are not typed
    name="build",
    task_runner=ThreadPoolTaskRunner(max_workers=_THREADS),  # pyright: ignore[reportArgumentType]
    persist_result=False,
)
def build(
    archive: str, out: str | None = None, config: str | None = None, seed: int | None = None, replay: bool = False
) -> Summary:
    """Take an archive through ingest, convert, score, synthesize, the gates and release; a replay calls no model."""
    settings = load(Path(config) if config else None, seed=seed)
    # workers have other working directories
    source = address_of(whole(address_of(archive)))
    target = Path(out) if out else Path("data/workspace") / name_of(source)
    with _runner(settings) as runner:
        summary = build_stages(source, target, settings, _shown(), runner, replay=replay, alone=_has_workers(settings))
    _link_report(target)
    return summary


@flow(  # pyright: ignore[reportCallIssue, reportUntypedFunctionDecorator]  the runner's futures are not typed
    name="refresh",
    task_runner=ThreadPoolTaskRunner(max_workers=_THREADS),  # pyright: ignore[reportArgumentType]
    persist_result=False,
)
def refresh(out: str, archive: str | None = None, verify: bool = False) -> Summary:
    """Look at an archive again and bring an OUT up to date, by the settings that it was made with."""
    settings, known = made_with(Path(out))
    source, shown = address_of(whole(address_of(archive) if archive else known)), _shown()
    with _runner(settings) as runner:
        alone = _has_workers(settings)
        summary = build_stages(source, Path(out), settings, shown, runner, every_file=verify, alone=alone)
    _link_report(Path(out))
    return summary


def _shown() -> Progress:
    # a flow is sent to workers with all that it names, and this variable cannot be
    return progress.get(Silent())


@contextmanager
def _runner(settings: Settings) -> Generator[RunStage]:
    """Yield what runs a stage where the settings say; workers of the run's own end with the block."""
    if not _has_workers(settings):
        yield _published(Graph(None).run_stage)
        return
    with Workers(settings.runner) as workers:
        yield _published(Graph(workers).run_stage)


def _has_workers(settings: Settings) -> bool:
    return settings.runner.kind != "threads"


def _published(run_stage: RunStage) -> RunStage:
    def run(run: Run, stage: Stage) -> None:
        run_stage(run, stage)
        if stage.name == "report":
            _publish_funnel(run)

    return run


def _link_report(out: Path) -> None:
    create_link_artifact(key="report", link=(out / "report.html").absolute().as_uri(), link_text="report")


def _publish_funnel(run: Run) -> None:
    rows = judged(run.store, chosen_names(run.settings)).funnel()
    table = [cast(dict[str, object], funnel_body(row)) for row in rows]
    for row in table:
        row["causes"] = str(row["causes"])
    create_table_artifact(
        key="funnel", table=table, description="Tasks that entered each gate, and what became of them"
    )
