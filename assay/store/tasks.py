"""Tasks and their revisions."""

from __future__ import annotations

import json
from collections.abc import Iterable

from assay.model.codec import from_json, to_text
from assay.model.task import Task
from assay.store.columns import Row
from assay.store.database import Database
from assay.store.store import Store

_NAMES = (
    "id", "revision", "track", "domain", "author", "seed", "template", "question", "answer_type", "value", "labels",
    "hops", "documents", "record",
)  # fmt: skip


def commit_tasks(store: Store, tasks: Iterable[Task]) -> None:
    """Add task revisions; a revision that is there stays as it is, for verdicts and releases rest on it."""
    store.add("task", _NAMES, [_row(task) for task in tasks], "ignore")


def tasks(database: Database, *, newest: bool = True) -> list[Task]:
    """Return the newest revision of every task, or all revisions, sorted by id and revision."""
    table = "newest_task" if newest else "task"
    return [_task(record) for (record,) in database.rows(f"select record from {table} order by id, revision")]


def task(database: Database, name: str, revision: int | None = None) -> Task | None:
    """Return a revision of a task (the newest where none is named), None where there is none."""
    query = "select record from task where id = $1 and ($2 is null or revision = $2) order by revision desc limit 1"
    return next((_task(record) for (record,) in database.rows(query, name, revision)), None)


def _row(task: Task) -> Row:
    lineage, answer = task.lineage, task.answer
    named = (task.id, task.revision, task.track, task.domain, lineage.author, lineage.seed, lineage.template)
    return *named, task.question, answer.type, answer.value, task.labels, task.hops, task.documents, to_text(task)


def _task(record: str) -> Task:
    return from_json(Task, json.loads(record))
