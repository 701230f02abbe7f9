"""A dry run: a build over a copy of OUT that calls no model, and what it would have asked.

All that is free is really done, so that the tasks that reach a gate are known; a reply that is kept is used. Where one
is missing, its call is noted at its worst case, the task goes on to the next gate as if it were kept, and what hangs on
the reply is bounded by the config. OUT itself is read and never written.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from assay.config import Settings
from assay.gateway import Estimate
from assay.gateway.rehearsing import Noted, Rehearsal
from assay.model.errors import UsageError
from assay.model.gate import Gate, SetGate
from assay.model.task import Task
from assay.stages.addresses import check_archive
from assay.stages.asking import check_rehearsed
from assay.stages.building import RunStage, stages
from assay.stages.estimates import Estimates, Row, caps_of
from assay.stages.filtering import runner_of
from assay.stages.holdings import Address
from assay.stages.paying import paying
from assay.stages.reads import archived
from assay.stages.run import Progress, Run, open_run, run_stage
from assay.stages.set_filtering import came_through
from assay.stages.synthesizing import undone_seeds
from assay.store.folder import OutFolder
from assay.store.gates import rulings
from assay.store.tasks import tasks
from filters.most import CITED, most_calls
from filters.registry import chosen
from synthesis.agent.rewriting import STAGE as WRITING
from synthesis.agent.version import AUTHOR, OBFUSCATOR

# What is only ever replaced as a whole, so that a copy may share it.
_SHARED = ("blobs", "calls", "archive")
_APPENDED = ".jsonl"
_LEFT_OUT = frozenset({"assay.duckdb", "snapshot.duckdb", "writer.lock", "ledger.lock", ".partial"})
_UNTOLD = frozenset({"release", "report"})


def rehearse(
    archive: Address, out: Path, settings: Settings, progress: Progress, runner: RunStage = run_stage
) -> Estimates:  # fmt: skip
    """Return what a build would ask of models and what that takes at most; no call is made, OUT stays as it is."""
    chosen(settings)
    check_archive(archive)
    if isinstance(archive, Path) and out.resolve().is_relative_to(archive.resolve()):
        raise UsageError(f"{out} lies in {archive}: a dry run needs an --out beside the archive")
    owed = check_rehearsed(settings)
    if not settings.models.seats():
        return Estimates((), (), 0, ())
    with _copied(out) as copy, open_run(copy, settings, progress, archive=archive, create=True) as run:
        rehearsal = Rehearsal(settings, run.store.out, run=paying(run.store))
        # the gateway of the run was never opened, so nothing is lost with it
        run.gateway = rehearsal
        for stage in stages(run):
            if stage.name not in _UNTOLD:
                runner(run, stage)
        found = _told(run, rehearsal, _followed(run, rehearsal))
        return replace(found, sentences=(*owed, *found.sentences))


@contextmanager
def _copied(out: Path) -> Generator[Path]:
    """Yield a copy of an OUT as it was published last, an empty folder where there is none; it goes with the block."""
    copy_beside, held = None, OutFolder(out.absolute())
    if held.snapshot.is_file() and os.access(held.root.parent, os.W_OK):
        # on one file system most of it need not be copied at all
        copy_beside = held.root.parent
    with tempfile.TemporaryDirectory(prefix=".assay-dry-run-", dir=copy_beside, ignore_cleanup_errors=True) as folder:
        copy = OutFolder(Path(folder, held.root.name or "out"))
        if held.snapshot.is_file():
            shutil.copytree(held.root, copy.root, symlinks=True, copy_function=_copy_of(held), ignore=_left_out)
            shutil.copy2(held.snapshot, copy.database)
        yield copy.root


def _left_out(_: str, names: list[str]) -> set[str]:
    return {name for name in names if name in _LEFT_OUT}


def _copy_of(held: OutFolder) -> Callable[[str, str], object]:
    def copy(source: str, target: str) -> str:
        shared = os.path.relpath(source, held.root).split(os.sep)[0] in _SHARED and not source.endswith(_APPENDED)
        try:
            if shared:
                os.link(source, target)
                return target
        except OSError:  # another file system, or one that knows no second names
            pass
        return shutil.copy2(source, target)

    return copy


def _followed(run: Run, rehearsal: Rehearsal) -> Counter[tuple[str, str]]:
    """Return the most calls by stage and seat that may follow on those noted, for the tasks that there are.

    A task that a gate could not decide on is taken on to the gates behind it, which may ask about it as well.
    """
    if run.gateway is None:
        return Counter()
    everyone, read = tasks(run.store), archived(run.store)
    runner = runner_of(run, everyone, read)
    latest = rulings(run.store)
    more = Counter[tuple[str, str]]()
    for task in everyone:
        for gate in chosen(run.settings):
            ruling = latest.get((gate.name, task.id, task.revision))
            if came_through(ruling) or (ruling is None and isinstance(gate, SetGate)):
                continue
            if isinstance(gate, SetGate) or (ruling is not None and ruling.verdict.decision != "undecided"):
                break
            before = len(rehearsal.noted)
            if runner.decide(gate, task, run.attempts).verdict.decision == "drop":
                break
            more += _left(gate, task, run, rehearsal.noted[before:])
    return more


def _left(gate: Gate, task: Task, run: Run, noted: Iterable[Noted]) -> Counter[tuple[str, str]]:
    """Return the most calls of a gate for a task beside those that were noted just now; none where it had no need."""
    asked = Counter(one.ask.seat for one in {one.key: one for one in noted}.values())
    if not asked or run.context is None:
        return Counter()
    most = most_calls(gate, task, run.context)
    # counters that are taken away leave nothing below zero
    return Counter({(gate.name, seat): calls for seat, calls in (most - asked).items()})


def _unwritten(run: Run) -> tuple[int, Counter[tuple[str, str]]]:
    """Return how many questions models may still write, and the most calls to write and judge them."""
    asked, seeds = run.settings.synthesis.agent, undone_seeds(run)
    if run.gateway is None or not seeds:
        return 0, Counter()
    count = sum(seeds.values())
    proposals = sum(min(left * asked.questions, run.settings.synthesis.per_domain) for left in seeds.values())
    rewriter = OBFUSCATOR if OBFUSCATOR in run.gateway.seats else AUTHOR
    more = Counter({(WRITING, AUTHOR): count * asked.turns})
    more[WRITING, rewriter] += count * asked.questions * (1 + asked.rounds)
    context = run.context or runner_of(run, tasks(run.store), archived(run.store)).context
    for gate in chosen(run.settings):
        for seat, calls in most_calls(gate, None, context).items():
            more[gate.name, seat] += proposals * calls
    return proposals, more


def _told(run: Run, rehearsal: Rehearsal, followed: Counter[tuple[str, str]]) -> Estimates:
    proposals, unwritten = _unwritten(run)
    more = followed + unwritten
    places = sorted({(one.ask.stage, one.ask.seat) for one in rehearsal.noted} | more.keys(), key=_in_order(run))
    rows = tuple(_row(rehearsal, place, more[place]) for place in places)
    spent = {stage: _spent(rehearsal, stage) for stage in (None, *run.settings.budget.stages)}
    caps = caps_of(run.settings.budget, rows, spent)
    return Estimates(rows, tuple(caps), proposals, tuple(_sentences(run, rows, proposals)))


def _in_order(run: Run) -> Callable[[tuple[str, str]], tuple[int, str, str]]:
    gates = [gate.name for gate in chosen(run.settings)]

    def order(place: tuple[str, str]) -> tuple[int, str, str]:
        stage, seat = place
        return (gates.index(stage) if stage in gates else -1, stage, seat)

    return order


def _row(rehearsal: Rehearsal, place: tuple[str, str], more: int) -> Row:
    stage, seat = place
    mine = {one.key: one for one in rehearsal.noted if (one.ask.stage, one.ask.seat) == place}
    kept = sum(one.kept for one in mine.values())
    due = rehearsal.estimate(one.ask for one in mine.values() if not one.kept)
    return Row(stage, seat, rehearsal.seats[seat].shown, Estimate(kept) + due, rehearsal.most(seat, more))


def _spent(rehearsal: Rehearsal, stage: str | None) -> dict[str, float]:
    amount = rehearsal.spent(stage)
    return {"dollars": amount.dollars or 0.0, "tokens": amount.tokens or 0, "calls": amount.calls or 0}


def _sentences(run: Run, rows: Iterable[Row], proposals: int) -> list[str]:
    """Return what a dry run cannot know."""
    found, asked = list[str](), run.settings.synthesis.agent
    if proposals:
        found.append(
            f"models.author has written nothing for {sum(undone_seeds(run).values())} seeds yet: at most {proposals} "
            f"questions may come of them, in episodes of at most {asked.turns} turns each; what gates then ask of "
            f"these is counted as if all came through, each with {CITED} cited documents"
        )
    if any(row.more.calls for row in rows):
        found.append(
            "calls that may follow hang on replies: turns of episodes, further models, questions to write; each counts "
            "for a full window and a full reply, and most tasks take far less"
        )
    if unpriced := sorted({row.model for row in rows if row.known.unpriced or row.more.unpriced}):
        found.append(f"the price is unknown of {', '.join(unpriced)}: their calls add no dollars, whatever they cost")
    if any(row.known.calls or row.more.calls for row in rows):
        rounds = run.settings.filters.rounds
        found.append(
            "rounds that mend a reply and new tries after faults come on top; a task that is revised runs through the "
            f"gates again, at most {rounds} times"
        )
    if run.settings.budget.seconds is not None:
        found.append("budget.seconds is not estimated: how long a provider takes is not known")
    return found
