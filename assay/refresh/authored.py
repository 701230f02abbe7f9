"""An author's domain after the archive changed: which of its tasks stand, what becomes of each, what is new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from assay.evaluation.reproving import Reprover
from assay.model.task import Task
from assay.refresh.places import Places
from assay.refresh.standing import Refreshing, Turn
from assay.refresh.whereabouts import Whereabouts
from assay.stages.archive import context_of, spare_copies
from assay.stages.run import Run
from assay.store.blobs import read_blob
from assay.store.database import Database
from assay.store.fates import Fate
from assay.store.gates import decided
from assay.store.releases import frozen_manifest, releases
from assay.store.tasks import tasks
from filters.registry import chosen_names


@dataclass(frozen=True, slots=True)
class Authored:
    """What becomes of the standing tasks of one author, what it wrote beside them, and whose evidence only moved."""

    turns: tuple[Turn, ...]
    fresh: tuple[Task, ...]
    moved: tuple[Task, ...]

    @property
    def fates(self) -> list[Fate]:
        """The fates of the tasks that were due."""
        due = (turn for turn in self.turns if turn.causes)
        return [Fate(turn.task.id, turn.task.revision, turn.outcome, turn.causes, turn.reason) for turn in due]

    @property
    def kept(self) -> list[str]:
        """The ids of the tasks that were not due."""
        return [turn.task.id for turn in self.turns if turn.outcome == "untouched"]

    @property
    def revised(self) -> list[Task]:
        """The next revisions of tasks that were due."""
        return [turn.task for turn in self.turns if turn.outcome in ("kept", "reanswered")]


def authored(
    run: Run, mine: Sequence[Task], written: Sequence[Task], paths: Collection[str], most: int | None
) -> Authored:  # fmt: skip
    """Return what becomes of an author's tasks over the archive as it is now, with at most so many in all.

    Those that no gate drops stand. `written` is what their author wrote over it, having seen the tables of `paths`.
    """
    frozen = frozen_manifest(run.store, max(releases(run.store), default=0))
    now = context_of(run.store, without=spare_copies(run.store))
    prover = Reprover(run.store.out.archive, run.sandbox, run.sandbox_limits)
    places, changed = Places(now, _old_markdown(run.store, frozen)), _changed(run.store, frozen)
    refreshing = Refreshing(
        places, paths, changed, written, _questions(run.store), prover.printed, Whereabouts(run.store, frozen).told
    )
    gone = decided(run.store, chosen_names(run.settings), "drop")
    dropped, names = {(one.task, one.revision) for one in gone}, {task.id for task in written}
    stand = [refreshing.turn(task) for task in mine if (task.id, task.revision) not in dropped]
    # what a gate drops is its author's to write again; where nothing of it changed the gate is not asked again
    idle = [refreshing.turn(task) for task in mine if (task.id, task.revision) in dropped and task.id in names]
    turns = (*stand, *(turn for turn in idle if not turn.causes))
    left = {turn.task.id for turn in turns if turn.outcome != "retired"}
    fresh = refreshing.fresh(left)
    as_they_were = {task.id: task for task in mine}
    moved = (turn.task for turn in turns if turn.outcome == "untouched" and turn.task != as_they_were[turn.task.id])
    return Authored(turns, tuple(fresh if most is None else fresh[: max(0, most - len(left))]), tuple(moved))


def tasks_of(run: Run, author: str, domain: str | None) -> list[Task]:
    """Return the tasks of an author, in one domain or in all, that are not retired."""
    mine = (task for task in tasks(run.store) if task.lineage.author == author)
    return [task for task in mine if domain in (None, task.domain)]


def _questions(database: Database) -> Mapping[str, Collection[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for task in tasks(database, newest=False):
        found[task.id].add(task.question)
    return found


def _changed(database: Database, frozen: Mapping[str, str]) -> frozenset[str]:
    """Return the documents that are new or others than in a release."""
    rows = database.rows("select path, collection, markdown from document where readable")
    return frozenset(path for path, place, markdown in rows if frozen.get(place) != markdown)


def _old_markdown(database: Database, frozen: Mapping[str, str]) -> Callable[[str], str]:
    places = dict(database.rows("select path, collection from source"))

    @cache
    def before(path: str) -> str:
        sha = frozen.get(places.get(path, ""))
        return read_blob(database.out, sha).decode("utf-8", "replace") if sha else ""

    return before
