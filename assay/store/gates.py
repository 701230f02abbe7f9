"""Attempts and verdicts: what was asked, what came of it, and what each gate decided."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from assay.model.canonical import canonical_json
from assay.model.codec import from_json, to_text
from assay.model.gate import Decision, Verdict
from assay.model.grades import Grades
from assay.model.probe import Attempt
from assay.store.columns import IN_LIST, Row, text_list
from assay.store.database import Database
from assay.store.store import Store

_ATTEMPT = (
    "key", "task", "revision", "subject", "view", "mode", "sample", "answer", "correct", "ending", "level", "calls",
    "cost", "seconds", "trace", "record",
)  # fmt: skip
_KEY = ("task", "revision", "gate", "gate_hash", "read")
_VERDICT = (*_KEY, "decision", "cause", "reason", "attempts", "patch")
_NOW = "ordinal", "decided_at"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict with what it rests on: the hash of the gate (fields, prompts, code) and the digest of what it read.

    `at` is when the store took it in (ISO 8601), empty before; it is for people and enters nothing.
    """

    verdict: Verdict
    gate_hash: str
    read: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Paid:
    """Calls and US dollars of an attempt, and the keys of the kept calls, where it knows them."""

    calls: int
    cost: float
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskGrades:
    """The grades of a task revision, and the subject that gave them."""

    subject: str
    grades: Grades


def commit_attempts(store: Store, attempts: Iterable[Attempt]) -> None:
    """Keep the outcomes of probes; a probe that was asked again has its newest outcome."""
    rows = {attempt.key: _attempt_row(attempt) for attempt in attempts}
    store.add("attempt", _ATTEMPT, list(rows.values()), "replace")


def attempts(database: Database, keys: Sequence[str]) -> dict[str, Attempt]:
    """Return the outcomes of the named probes, by key; those never made are left out."""
    rows = database.rows("select key, record from attempt where key" + IN_LIST, text_list(keys))
    return {key: from_json(Attempt, json.loads(record)) for key, record in rows}


def attempts_of(database: Database, task: str) -> dict[str, Attempt]:
    """Return every outcome about a task, by probe key."""
    rows = database.rows("select key, record from attempt where task = $1 order by key", task)
    return {key: from_json(Attempt, json.loads(record)) for key, record in rows}


def paid_attempts(database: Database) -> dict[str, Paid]:
    """Return what the attempts that called models took, by key."""
    rows = database.rows("select key, calls, cost, record from attempt where calls > 0")
    return {key: Paid(calls, cost, tuple(json.loads(record).get("kept", ()))) for key, calls, cost, record in rows}


def task_grades(database: Database) -> dict[tuple[str, int], TaskGrades]:
    """Return the grades that the gate `quality` decided by, by task and revision."""
    rows = database.rows("select task, revision, subject, clarity, precision, information_value from task_grade")
    return {(task, revision): TaskGrades(subject, Grades(*grades)) for task, revision, subject, *grades in rows}


def commit_verdicts(store: Store, rulings: Iterable[Ruling]) -> None:
    """Keep verdicts; each becomes its gate's latest on that revision, and one that is so already changes nothing."""
    batch = {_key(ruling): ruling for ruling in rulings}
    with store.transaction():
        latest = {_key(ruling): _content(ruling) for ruling in _latest_of(store, batch.values())}
        fresh = [ruling for key, ruling in batch.items() if latest.get(key) != _content(ruling)]
        ((last,),) = store.rows("select coalesce(max(ordinal), 0) from verdict")
        now = datetime.now(UTC).isoformat(timespec="seconds")
        rows = [(*_key(ruling), *_content(ruling), last + at, now) for at, ruling in enumerate(fresh, 1)]
        store.add("verdict", (*_VERDICT, *_NOW), rows, "replace")


def verdicts(database: Database, *, task: str | None = None, latest: bool = True) -> list[Ruling]:
    """Return rulings in the order in which they were made: the latest of each gate on each revision, or all."""
    table = "latest_verdict" if latest else "verdict"
    query = _select(table) + " where $1 is null or task = $1 order by ordinal"
    return [_ruling(row) for row in database.rows(query, task)]


def rulings(database: Database) -> dict[tuple[str, str, int], Ruling]:
    """Return the latest rulings by gate, task and revision."""
    return {(one.verdict.gate, one.verdict.task, one.verdict.revision): one for one in verdicts(database)}


def decided(database: Database, gates: Collection[str], *decisions: Decision) -> list[Verdict]:
    """Return the latest verdicts of some gates that are of some kinds, in the order in which they were made."""
    latest = (ruling.verdict for ruling in verdicts(database))
    return [one for one in latest if one.gate in gates and one.decision in decisions]


def sent_back(database: Database) -> frozenset[tuple[str, int]]:
    """Return the task revisions that a gate asked to be revised."""
    return frozenset(database.rows("select distinct task, revision from verdict where decision = 'revise'"))


def keep_gate_hashes(store: Store, release: int, hashes: Mapping[str, str]) -> None:
    """Note the rules of each gate for a release."""
    rows = [(release, gate, found) for gate, found in hashes.items()]
    store.add("release_gate", ("release", "gate", "gate_hash"), rows, "replace")


def gate_hashes(database: Database, release: int) -> dict[str, str]:
    """Return the hash of each gate's rules when a release was frozen, by name; none where nobody noted them."""
    return dict(database.rows("select gate, gate_hash from release_gate where release = $1 order by gate", release))


def _latest_of(store: Store, rulings: Iterable[Ruling]) -> list[Ruling]:
    names = sorted({ruling.verdict.task for ruling in rulings})
    return [_ruling(row) for row in store.rows(_select("latest_verdict") + " where task" + IN_LIST, text_list(names))]


def _select(table: str) -> str:
    return f"select {', '.join(_VERDICT)}, strftime(decided_at at time zone 'UTC', '%Y-%m-%dT%H:%M:%SZ') from {table}"


def _key(ruling: Ruling) -> tuple[str, int, str, str, str]:
    verdict = ruling.verdict
    return verdict.task, verdict.revision, verdict.gate, ruling.gate_hash, ruling.read


def _content(ruling: Ruling) -> tuple[str, str, str, tuple[str, ...], str]:
    verdict = ruling.verdict
    return verdict.decision, verdict.cause, verdict.reason, verdict.attempts, canonical_json(verdict.patch)


def _ruling(row: tuple[Any, ...]) -> Ruling:
    task, revision, gate, gate_hash, read, decision, cause, reason, keys, patch, at = row
    verdict = Verdict(task, revision, gate, decision, cause, reason, tuple(keys), json.loads(patch))
    return Ruling(verdict, gate_hash, read, at)


def _attempt_row(attempt: Attempt) -> Row:
    probe = attempt.probe
    asked = (attempt.key, probe.task, probe.revision, probe.subject, probe.view.name, probe.mode, probe.sample)
    ended = (attempt.answer, attempt.correct, attempt.ending, attempt.level, attempt.calls)
    return *asked, *ended, attempt.cost, attempt.seconds, attempt.trace, to_text(attempt)
