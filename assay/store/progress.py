"""What each stage has finished, item by item, and the traces that it left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assay.store.database import Database
from assay.store.store import Store


@dataclass(frozen=True, slots=True)
class TraceEntry:
    """A trace file: its digest, the stage and item that it is about, how the episode ended, after how many steps."""

    sha: str
    stage: str
    item: str
    ending: str
    steps: int


def commit_progress(store: Store, stage: str, version: str, finished: Mapping[str, str]) -> None:
    """Note items of a stage as finished, each with a word on what came of it; `version` names the stage's rules."""
    rows = [(stage, version, item, note) for item, note in finished.items()]
    store.add("progress", ("stage", "version", "item", "note"), rows, "replace")


def finished(database: Database, stage: str, version: str) -> dict[str, str]:
    """Return the items that a stage has finished by these rules, with what came of them."""
    query = "select item, note from progress where stage = $1 and version = $2 order by item"
    return dict(database.rows(query, stage, version))


def commit_traces(store: Store, entries: Iterable[TraceEntry]) -> None:
    """Note traces; equal episodes share one file and one row."""
    rows = {entry.sha: (entry.sha, entry.stage, entry.item, entry.ending, entry.steps) for entry in entries}
    store.add("trace", ("sha", "stage", "item", "ending", "steps"), list(rows.values()), "ignore")


def traces(database: Database) -> list[TraceEntry]:
    """Return every trace, sorted by stage and item."""
    rows = database.rows("select sha, stage, item, ending, steps from trace order by stage, item, sha")
    return [TraceEntry(*row) for row in rows]
