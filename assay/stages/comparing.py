"""`assay audit --against`: two runs, or a release and the newest one: what has another fate, and why."""

from __future__ import annotations

from pathlib import Path

from assay.evaluation.changes import KEPT, Change, Fate, changes, fates
from assay.model.canonical import Json
from assay.model.errors import UsageError
from assay.stages.newest import Newest
from assay.stages.settings import stored_settings
from assay.store.database import Database
from assay.store.gates import verdicts
from assay.store.releases import released, releases
from assay.store.snapshot import Snapshot
from assay.store.tasks import tasks
from filters.registry import chosen_names


def comparison(out: Path, against: str) -> dict[str, Json]:
    """Return as JSON what differs in an OUT from another OUT, or in its newest release from the one of a number."""
    with Snapshot.open(out) as now:
        if against.isdecimal():
            numbers = releases(now)
            if int(against) not in numbers:
                raise UsageError(f"{out} has no release {against}; it has {', '.join(map(str, numbers)) or 'none'}.")
            last = numbers[-1]
            before, after = _of_release(now, int(against)), _of_release(now, last)
            return _body(f"release {against}", f"release {last}", before, after, _fates(now))
        after = _fates(now)
        with Snapshot.open(Path(against)) as other:
            return _body(against, str(out), _fates(other), after, after)


def _fates(database: Database) -> dict[str, Fate]:
    names = chosen_names(stored_settings(database))
    return fates(names, tasks(database), verdicts(database))


def _of_release(database: Database, number: int) -> dict[str, Fate]:
    found = Newest(number, tuple(released(database, number))).records(database)
    return {task.id: Fate(task.id, task.revision, task.question, KEPT) for task in found}


def _body(before: str, now: str, old: dict[str, Fate], new: dict[str, Fate], held: dict[str, Fate]) -> dict[str, Json]:
    # a task that left a release is in the store still, with the verdict that made it leave
    left = {name: fate for name, fate in held.items() if name in old and name not in new and fate.decision != KEPT}
    found = changes(old, {**new, **left})
    shown: list[Json] = [_change(change) for change in found]
    return {"before": before, "now": now, "same": len({*old, *new}) - len(found), "changed": shown}


def _change(change: Change) -> Json:
    return {
        "task": change.task,
        "question": change.question,
        "before": _fate(change.before),
        "now": _fate(change.now),
        "why": change.why,
    }


def _fate(fate: Fate | None) -> Json:
    if fate is None:
        return None
    told = {"decision": fate.decision, "gate": fate.gate, "cause": fate.cause, "reason": fate.reason}
    return {"revision": fate.revision, **told}
