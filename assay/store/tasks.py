"""Tasks and their revisions."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from assay.model.codec import from_json, to_text
from assay.model.task import Task
from assay.store.columns import IN_LIST, Row, text_list
from assay.store.database import Database
from assay.store.store import Store

_NAMES = (
    "id", "revision", "track", "domain", "author", "seed", "template", "question", "answer_type", "value", "labels",
    "hops", "documents", "record",
)  # fmt: skip


def commit_tasks(store: Store, tasks: Iterable[Task]) -> None:
    """Add task revisions; a revision that is there stays as it is, for verdicts and releases rest on it."""
    store.add("task", _NAMES, [_row(task) for task in tasks], "ignore")


def move_tasks(store: Store, tasks: Iterable[Task]) -> None:
    """Note where the evidence of task revisions stands now; nothing else of them may differ from what is there."""
    with store.transaction():
        for one in tasks:
            store.run("update task set record = $1 where id = $2 and revision = $3", to_text(one), one.id, one.revision)


def commit_written(store: Store, written: Iterable[Task]) -> None:
    """Add what authors wrote; a task that is written otherwise than the last time gets its next revision.

    Only what it says counts, not where it comes from: equal tasks keep their verdicts.
    """
    tasks_ = list(written)
    with store.transaction():
        names = text_list([one.id for one in tasks_])
        revised = "select task, revision + 1 from verdict where decision = 'revise' and task" + IN_LIST
        by_gates = set(store.rows(revised, names))
        last, newest = dict[str, Task](), dict[str, int]()
        for record in store.rows("select record from task where id" + IN_LIST + " order by id, revision", names):
            known = _task(*record)
            newest[known.id] = known.revision
            if (known.id, known.revision) not in by_gates:
                last[known.id] = known
        fresh = [one for one in tasks_ if one.id not in last or not _says_the_same(last[one.id], one)]
        commit_tasks(store, [replace(one, revision=newest.get(one.id, 0) + 1) for one in fresh])


def keep_tasks(store: Store, ids: Iterable[str]) -> None:
    """Retire every task but the named; a retired task that is named again is back, with its verdicts."""
    with store.transaction():
        gone = "select distinct id from task where id not" + IN_LIST
        retired = [name for (name,) in store.rows(gone, text_list(sorted(ids)))]
        store.run("delete from retired where task not" + IN_LIST, text_list(retired))
        store.add("retired", ("task",), [(name,) for name in retired], "ignore")


def is_retired(database: Database, name: str) -> bool:
    """Return whether a task is kept for its trail only."""
    return bool(database.rows("select task from retired where task = $1", name))


def tasks(database: Database, *, newest: bool = True) -> list[Task]:
    """Return the newest revision of every task that is not retired, or all revisions, sorted by id and revision."""
    table = "newest_task" if newest else "task"
    return [_task(record) for (record,) in database.rows(f"select record from {table} order by id, revision")]


def cited_artifacts(database: Database) -> dict[tuple[str, str], str]:
    """Return the digest of what each artifact holds that current tasks cite, by path and key."""
    rows = database.rows(
        "select path, key, sha256(concat(text, chr(0), payload::varchar)) from artifact join document using (reading) "
        "where (path, key) in (select path, artifact from evidence)"
    )
    return {(path, key): sha for path, key, sha in rows}


def task(database: Database, name: str, revision: int | None = None) -> Task | None:
    """Return a revision of a task (the newest where none is named), None where there is none."""
    query = "select record from task where id = $1 and ($2 is null or revision = $2) order by revision desc limit 1"
    return next((_task(record) for (record,) in database.rows(query, name, revision)), None)


def _says_the_same(first: Task, second: Task) -> bool:
    return to_text(replace(first, revision=second.revision, lineage=second.lineage)) == to_text(second)


def _row(task: Task) -> Row:
    lineage, answer = task.lineage, task.answer
    named = (task.id, task.revision, task.track, task.domain, lineage.author, lineage.seed, lineage.template)
    return *named, task.question, answer.type, answer.value, task.labels, task.hops, task.documents, to_text(task)


@lru_cache(maxsize=1 << 13)
def _task(record: str) -> Task:
    # each gate asks for all tasks, and reading one from its record takes a millisecond
    return from_json(Task, json.loads(record))
