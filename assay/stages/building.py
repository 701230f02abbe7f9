"""A whole build: its stages in order, the plain way to run them, and the summary of what came out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assay.config import Settings, Target
from assay.model.canonical import Json
from assay.model.task import Task
from assay.refresh.looking import Looked
from assay.refresh.telling import stale
from assay.stages.addresses import whole
from assay.stages.asking import check_models
from assay.stages.beside import Beside
from assay.stages.drift import note_figures
from assay.stages.figures import Judged, corpus, judged, problem_counts
from assay.stages.gating import gating
from assay.stages.holdings import Address
from assay.stages.ingest import Convert, Ingest
from assay.stages.newest import Newest, newest_release
from assay.stages.paying import paid
from assay.stages.places import check_places
from assay.stages.release import Release
from assay.stages.reporting import Reporting
from assay.stages.run import Progress, Run, Stage, open_run, run_stage
from assay.stages.scoring import Score
from assay.stages.settings import keep_settings
from assay.stages.settled import is_settled, note_settled
from assay.stages.sharing import shared, withheld_now
from assay.stages.summarizing import summarizing
from assay.stages.synthesizing import Synthesize
from assay.stages.undecided import awaited, stays_sentence, undecided_sentences
from assay.store.fates import Fate, fates_since
from assay.store.releases import releases
from filters.registry import chosen, chosen_names

RunStage = Callable[[Run, Stage], None]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a build did. `computed` counts the items that each stage really worked on; `short` says what is missing.

    `looked` counts files; `due` are tasks that were due because the archive changed, `stale` tells of them as JSON.
    """

    out: Path
    sources: int
    documents: int
    problems: dict[str, int]
    candidates: int
    released: int
    release: int | None
    short: tuple[str, ...]
    sentences: tuple[str, ...]
    computed: dict[str, int]
    peak_memory: int
    seconds: float
    looked: Looked = field(default_factory=Looked)
    due: tuple[Fate, ...] = ()
    stale: tuple[Json, ...] = ()

    @property
    def body(self) -> dict[str, Json]:
        """The summary as JSON."""
        return {
            "out": str(self.out),
            "sources": self.sources,
            "documents": self.documents,
            "problems": dict(self.problems),
            "candidates": self.candidates,
            "released": self.released,
            "release": self.release,
            "short": list(self.short),
            "sentences": list(self.sentences),
            "computed": dict(self.computed),
            "peak_memory": self.peak_memory,
            "seconds": round(self.seconds, 2),
            "looked": self.looked.body,
            "stale": list(self.stale),
        }


def build(
    archive: Address,
    out: Path,
    settings: Settings,
    progress: Progress,
    runner: RunStage = run_stage,
    *,
    every_file: bool = False,
    replay: bool = False,
    alone: bool = False,
) -> Summary:
    """Return the summary of a build; `runner` runs one stage, in plain threads or as Prefect tasks.

    With `every_file` each file is hashed, whatever its size, time and inode say; in a replay no model is called;
    `alone` has no processes beside this one, for a runner that has workers of its own.
    """
    started = time.monotonic()
    chosen(settings)
    if not replay:
        check_models(settings)
    check_places(archive, out)
    with open_run(out, settings, progress, archive=archive, create=True, replay=replay) as run, Beside(run) as beside:
        run.every_file, before = every_file, max(releases(run.store), default=0)
        keep_settings(run.store, settings, whole(archive))
        for stage in stages(run):
            runner(run, stage if alone else beside.spread(stage))
        note_settled(run)
        paid(run.store, settings)
        found, newest = judged(run.store, chosen_names(settings)), newest_release(run.store)
        note_figures(run.store, found, newest)
        fates = [] if run.settled else fates_since(run.store, before)
        return _summary(run, out, found, newest, fates, time.monotonic() - started)


def stages(run: Run) -> Iterator[Stage]:
    """Yield the stages of a build; those that nothing can be due to are left out."""
    yield from (Ingest(), Convert())
    run.settled = is_settled(run)
    if run.settled:
        # what kept summariser and authors from more is told each time
        yield from (*summarizing(run.settings), Synthesize())
        return
    yield from (Score(), *summarizing(run.settings), Synthesize())
    yield from gating(run)
    yield from (Release(), Reporting())


def shortfalls(targets: Sequence[Target], released: Sequence[Task]) -> Iterator[str]:
    """Yield a sentence for each target that the released tasks do not reach."""
    for target in targets:
        fitting = [task for task in released if _fits(target, task)]
        if len(fitting) < target.tasks:
            named = [f"{name} {value}" for name, value in target.model_dump(exclude={"tasks"}).items() if value]
            yield f"{' '.join(named) or 'all tasks'}: {len(fitting)} released, {target.tasks} asked for"


def _fits(target: Target, task: Task) -> bool:
    wrong_track = target.track is not None and task.track != target.track
    wrong_domain = target.domain is not None and task.domain != target.domain
    wrong_label = target.label is not None and target.label not in task.labels
    return not (wrong_track or wrong_domain or wrong_label)


def _summary(
    run: Run, out: Path, found: Judged, newest: Newest | None, fates: Sequence[Fate], seconds: float
) -> Summary:  # fmt: skip
    read = corpus(run.store, run.settings.collection.context_window)
    waiting = awaited(found, newest)
    stays = newest if waiting else None
    given = stays.records(run.store) if stays else shared(found.survivors(), withheld_now(run.store)).given
    short = list(shortfalls(run.settings.targets, given))
    if stays:
        short.append(stays_sentence(stays.number, len(waiting)))
    elif not given:
        short.append("no task is released")
    return Summary(
        out=out,
        sources=read.sources,
        documents=read.documents,
        problems=problem_counts(run.store),
        candidates=len(found.tasks),
        released=len(given),
        release=newest.number if newest and given else None,
        short=tuple(short),
        # first, as an archive of many domains has more sentences than are shown
        sentences=(*undecided_sentences(run.store, found), *run.sentences),
        computed=dict(run.computed),
        peak_memory=run.memory.bytes,
        seconds=seconds,
        looked=run.looked,
        due=tuple(fates),
        stale=tuple(stale(run.store, fates, run.settings)),
    )
