"""`assay audit`: the funnel, the trail of one task, the decisions of one gate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from assay.config import Settings
from assay.evaluation.funnel import FunnelRow
from assay.export.facts import COUNTED
from assay.model.canonical import Json
from assay.model.counts import most_first
from assay.model.errors import UsageError
from assay.model.probe import Attempt
from assay.model.task import Task
from assay.report import Corpus
from assay.stages.figures import Judged, corpus, judged, labels, problem_counts, subjects
from assay.stages.grading import grades_of, quality_of
from assay.stages.newest import newest_release
from assay.stages.settings import stored_doubts, stored_settings
from assay.stages.sharing import shared, withheld_now
from assay.stages.spending import spending
from assay.stages.summarizing import unfit_replies
from assay.store.chunks import summaries
from assay.store.database import Database
from assay.store.gates import Ruling, attempts, verdicts
from assay.store.snapshot import Snapshot
from assay.store.tasks import is_retired, tasks
from assay.store.tasks import task as find_task
from filters.registry import chosen_names

# So many tags are told, the most frequent first.
_TAGS = 20


def audit_body(out: Path) -> dict[str, Json]:
    """Return the JSON of `assay audit`: archive, chunks, coverage, funnel, released, subjects, calls, quality."""
    with Snapshot.open(out) as snapshot:
        settings = stored_settings(snapshot)
        found = judged(snapshot, chosen_names(settings))
        newest = newest_release(snapshot)
        kinds = corpus(snapshot, settings.collection.context_window)
        return {
            "archive": _archive(snapshot, kinds),
            "chunks": _chunks(snapshot, settings),
            "coverage": dict(kinds.labels),
            "covered": _covered(snapshot, found),
            "funnel": [funnel_body(row) for row in found.funnel()],
            "released": len(newest.tasks) if newest else 0,
            "release": newest.number if newest else None,
            "kept_back": list[Json](shared(found.survivors(), withheld_now(snapshot)).kept_back),
            "subjects": list[Json](subjects(snapshot, found.verdicts)),
            "models": spending(snapshot.out),
            "quality": quality.body if (quality := quality_of(snapshot, found.tasks, settings)) else None,
        }


def funnel_body(row: FunnelRow) -> dict[str, Json]:
    """Return one row of the funnel as JSON."""
    return {
        "gate": row.gate,
        "entered": row.entered,
        "kept": row.kept,
        "dropped": row.dropped,
        "revised": row.revised,
        "undecided": row.undecided,
        "causes": dict(row.causes),
        "calls": row.calls,
        "cost": row.cost,
    }


def trail_body(out: Path, task: str) -> dict[str, Json]:
    """Return every decision on a task in the order they were made, with the attempts each rests on."""
    with Snapshot.open(out) as snapshot:
        found = find_task(snapshot, task)
        if found is None:
            raise UsageError(f"{out} holds no task {task}; `assay audit {out} --json` and the report name them.")
        rulings = verdicts(snapshot, task=task, latest=False)
        made = _attempts(snapshot, rulings)
        trail: list[Json] = [_decision(ruling, made) for ruling in rulings]
        grades = grades_of(snapshot, task)
        retired = is_retired(snapshot, task)
        return {"task": task, "question": found.question, "retired": retired, "grades": grades, "trail": trail}


def gate_body(out: Path, gate: str) -> list[dict[str, Json]]:
    """Return a gate's latest decision on each revision of the tasks that are not retired.

    A gate that never ran here is wrong usage.
    """
    with Snapshot.open(out) as snapshot:
        gates = chosen_names(stored_settings(snapshot))
        if gate not in gates:
            raise UsageError(f"no gate {gate!r} runs here; the gates are {', '.join(gates)}.")
        names = {one.id for one in tasks(snapshot)}
        rulings = [one for one in verdicts(snapshot) if one.verdict.gate == gate and one.verdict.task in names]
        made = _attempts(snapshot, rulings)
        return [{"task": ruling.verdict.task, **_decision(ruling, made)} for ruling in rulings]


def _attempts(database: Database, rulings: Sequence[Ruling]) -> Mapping[str, Attempt]:
    return attempts(database, sorted({key for ruling in rulings for key in ruling.verdict.attempts}))


def _decision(ruling: Ruling, made: Mapping[str, Attempt]) -> dict[str, Json]:
    verdict = ruling.verdict
    return {
        "revision": verdict.revision,
        "gate": verdict.gate,
        "decision": verdict.decision,
        "cause": verdict.cause,
        "reason": verdict.reason,
        "attempts": [_attempt(made[key]) for key in verdict.attempts if key in made],
        "at": ruling.at,
    }


def _attempt(attempt: Attempt) -> dict[str, Json]:
    probe = attempt.probe
    return {
        "subject": probe.subject,
        "mode": probe.mode,
        "view": probe.view.name,
        "hidden": list(probe.view.hidden),
        "without": [list(place) for place in probe.view.without],
        "cells": [
            [change.path, change.artifact, change.row, change.column, change.text] for change in probe.view.cells
        ],
        "place": probe.place.path if probe.place else None,
        "sample": probe.sample,
        "answer": attempt.answer,
        "correct": attempt.correct,
        "ending": attempt.ending,
        "detail": attempt.detail,
        "arm": attempt.arm,
        "calls": attempt.calls,
        "cost": attempt.cost,
        "seconds": attempt.seconds,
        "prompts": dict(attempt.prompts),
        "kept": list(attempt.kept),
        "level": attempt.level,
        "files": list(attempt.files_read),
    }


def _archive(database: Database, found: Corpus) -> dict[str, Json]:
    domains: dict[str, Json] = {
        one.domain: {
            "documents": one.documents,
            "tokens": one.tokens,
            "source_kinds": list(one.source_kinds),
            "exceeds_context": one.exceeds_context,
            "restricted": one.restricted,
        }
        for one in found.domains
    }
    return {
        "sources": found.sources,
        "documents": found.documents,
        "tokens": found.tokens,
        "context_window": found.window,
        "exceeds_context": found.tokens > found.window,
        "counted": COUNTED,
        "problems": dict(problem_counts(database)),
        "domains": domains,
        "restricted": [asdict(one) for one in found.restricted],
        "doubts": [asdict(one) for one in stored_doubts(database)],
    }


def _covered(database: Database, found: Judged) -> dict[str, Json]:
    """Return for each kind of artifact how many there are, and how many tasks cite one: candidates and survivors."""
    apps = dict(database.rows("select path, app from document where readable"))
    candidates, survivors = _cited(found.tasks, apps), _cited(found.survivors(), apps)
    return {
        label: {"artifacts": count, "candidates": candidates[label], "survivors": survivors[label]}
        for label, count in labels(database)
    }


def _cited(cited: Iterable[Task], apps: Mapping[str, str]) -> Counter[str]:
    pairs = ({(apps.get(one.path, ""), one.kind) for one in task.evidence} for task in cited)
    return Counter(f"{app}.{kind}" for kinds in pairs for app, kind in kinds)


def _chunks(database: Database, settings: Settings) -> dict[str, Json]:
    ((chunks, scored, seeds),) = database.rows("select count(*), count(score), count(*) filter (seed) from chunk")
    excluded = database.rows("select excluded, count(*) from chunk where excluded is not null group by 1 order by 1")
    told = summaries(database)
    tags = Counter(tag for one in told.values() for tag in one.tags or ())
    return {
        "chunks": chunks,
        "scored": scored,
        "seeds": seeds,
        "excluded": dict(excluded),
        "summarised": len(told),
        "unfit": dict(unfit_replies(database, settings)),
        "tags": dict(most_first(tags)[:_TAGS]),
    }
