"""Why tasks of a release are not what they were in the one before, for CHANGES.md and the JSON of a refresh."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from assay.config import Settings
from assay.export.changes import Because
from assay.model.canonical import Json
from assay.model.gate import Decision, Verdict
from assay.model.task import Task
from assay.refresh.standing import SOURCE_GONE
from assay.refresh.whereabouts import Whereabouts
from assay.store.database import Database
from assay.store.fates import Fate, fates_since
from assay.store.gates import decided, gate_hashes
from assay.store.releases import frozen_manifest
from assay.store.tasks import is_retired
from filters.registry import chosen, chosen_names, gate_hash

RESTRICTED = "restricted"
_DECIDED = {"drop": "drops it", "undecided": "could not decide on it and is asked again in the next run"}


def reasons(database: Database, since: int, before: Sequence[Task], settings: Settings) -> dict[str, Because]:
    """Return why each task of a release became due or left, by id; those to which nothing happened are left out."""
    fates = {fate.task: fate for fate in fates_since(database, since)}
    found = {name: Because(fate.causes, fate.reason) for name, fate in fates.items()}
    stopped = _stopped(database, chosen_names(settings), "undecided", "drop")
    paths = {path for (path,) in database.rows("select path from document where readable")}
    whereabouts = Whereabouts(database, frozen_manifest(database, since))
    for task in before:
        verdict = stopped.get(task.id)
        if verdict is not None and not is_retired(database, task.id):
            fate = found.get(task.id)
            said = f"the gate {verdict.gate} {_DECIDED[verdict.decision]} ({verdict.cause}): {verdict.reason}"
            found[task.id] = Because(fate.causes, f"{fate.reason}; {said}") if fate else Because((verdict.cause,), said)
        elif task.id not in found and is_retired(database, task.id):
            found[task.id] = _unwritten(task, paths, whereabouts)
    return found


def restricted(
    database: Database, held: Sequence[Task], quoted: Sequence[Task], found: Mapping[str, Because]
) -> dict[str, Because]:
    """Return by id why tasks that every gate keeps are held back, and why others are quoted otherwise than before."""
    terms = dict(database.rows("select path, restriction from document where restriction <> ''"))
    told = {task.id: _kept_back(task, terms, found.get(task.id)) for task in held}
    return told | {task.id: Because((RESTRICTED,), _terms_of(task, terms)) for task in quoted}


def _terms_of(task: Task, terms: Mapping[str, str]) -> str:
    held = [f"{path} is {terms[path]}" for path in _cited(task) if path in terms]
    return held[0] if held else "none of its sources is restricted any more"


def _cited(task: Task) -> list[str]:
    return list(dict.fromkeys(one.path for one in (*task.evidence, *(task.plan.lookups if task.plan else ()))))


def _kept_back(task: Task, terms: Mapping[str, str], fate: Because | None) -> Because:
    said = f"{_terms_of(task, terms)}, and the task cannot be asked without more of its words"
    return Because((*fate.causes, RESTRICTED), f"{fate.reason}; {said}") if fate else Because((RESTRICTED,), said)


def gate_notes(database: Database, since: int, settings: Settings) -> list[str]:
    """Return a sentence for each gate that came, left or has other rules since a release; none where it is unknown."""
    then, now = gate_hashes(database, since), {gate.name: gate_hash(gate) for gate in chosen(settings)}
    if not then:
        return []
    left = [f"`{name}` does not run any more" for name in then if name not in now]
    came = [f"`{name}` is new" for name in now if name not in then]
    other = [
        f"`{name}` has other rules: its verdicts alone were due"
        for name in now
        if then.get(name, now[name]) != now[name]
    ]
    return [*came, *other, *left]


def stale(database: Database, fates: Sequence[Fate], settings: Settings) -> list[Json]:
    """Return as JSON what became of the tasks that were due, with the gate that dropped their new revisions."""
    dropped = _stopped(database, chosen_names(settings), "drop")
    return [_body(fate, dropped.get(fate.task)) for fate in fates]


def _body(fate: Fate, dropped: Verdict | None) -> Json:
    gone = dropped if dropped is not None and fate.outcome != "retired" else None
    body: dict[str, Json] = {
        "task": fate.task,
        "revision": fate.revision,
        "cause": fate.causes[0],
        "causes": list(fate.causes),
        "outcome": fate.outcome,
        "reason": fate.reason,
        "dropped_by": {"gate": gone.gate, "cause": gone.cause, "reason": gone.reason} if gone else None,
    }
    return cast(Json, body)


def _stopped(database: Database, gates: Sequence[str], *decisions: Decision) -> Mapping[str, Verdict]:
    """Return by task the first gate's verdict of the last of these kinds that its newest revision met."""
    newest = dict(database.rows("select id, max(revision) from task group by id"))
    found: dict[str, Verdict] = {}
    made = decided(database, gates, *decisions)
    for verdict in sorted(made, key=lambda one: (decisions.index(one.decision), -gates.index(one.gate))):
        if newest.get(verdict.task) == verdict.revision:
            found[verdict.task] = verdict
    return found


def _unwritten(task: Task, paths: set[str], whereabouts: Whereabouts) -> Because:
    gone = [one.path for one in task.evidence if one.path not in paths]
    if gone:
        return Because((SOURCE_GONE,), whereabouts.told(task.domain, gone[0]))
    return Because((), "its author does not write it any more")
