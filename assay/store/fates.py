"""What became of standing tasks each time that the archive changed, for the release that follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assay.store.columns import Row
from assay.store.database import Database
from assay.store.releases import releases
from assay.store.store import Store

_NAMES = ("ordinal", "since", "task", "revision", "outcome", "causes", "reason")


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a task that was due: the revision that it has now, the outcome, its causes and a sentence."""

    task: str
    revision: int
    outcome: str
    causes: tuple[str, ...]
    reason: str


def commit_fates(store: Store, fates: Iterable[Fate]) -> None:
    """Keep what became of tasks since the newest release."""
    with store.transaction():
        ((last,),) = store.rows("select coalesce(max(ordinal), 0) from fate")
        since = max(releases(store), default=0)
        store.add("fate", _NAMES, [_row(last + at, since, fate) for at, fate in enumerate(fates, 1)])


def fates_since(database: Database, release: int) -> list[Fate]:
    """Return what became of tasks after a release and before the next; of several the last of each task, by task."""
    query = "select task, revision, outcome, causes, reason from fate where since = $1 order by ordinal"
    rows = database.rows(query, release)
    last = {row[0]: Fate(row[0], row[1], row[2], tuple(row[3]), row[4]) for row in rows}
    return [last[name] for name in sorted(last)]


def _row(ordinal: int, since: int, fate: Fate) -> Row:
    return ordinal, since, fate.task, fate.revision, fate.outcome, fate.causes, fate.reason
