"""What each run came to: the figures at its end, kept where they differ from those of the run before."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from assay.model.canonical import Json, canonical_json
from assay.store.database import Database
from assay.store.store import Store

_NAMES = ("number", "ended_at", "release", "figures")
_AT = "strftime(ended_at at time zone 'UTC', '%Y-%m-%dT%H:%M:%SZ')"


@dataclass(frozen=True, slots=True)
class RunFigures:
    """A run's number from 1, when it ended (UTC), its newest release if any, and its figures."""

    number: int
    ended_at: str
    release: int | None
    figures: Mapping[str, Json]


def note_run(store: Store, release: int | None, figures: Mapping[str, Json]) -> None:
    """Keep the figures of a run that ends now, unless the run before came to the same."""
    last = newest_run(store)
    if last is None or (last.release, dict(last.figures)) != (release, dict(figures)):
        now = datetime.now(UTC).isoformat(timespec="seconds")
        number = last.number + 1 if last else 1
        store.add("run", _NAMES, [(number, now, release, canonical_json(dict(figures)))])


def newest_run(database: Database) -> RunFigures | None:
    """Return the newest run whose figures are kept, None before the first."""
    return _one(database, "order by number desc limit 1")


def run_before(database: Database, days: float) -> RunFigures | None:
    """Return the run whose figures held so many days before now, the first one where none is that old.

    The order of runs is that of their numbers: a clock that was set back makes none of them older.
    """
    old = _one(
        database, f"where ended_at <= now() - interval ({int(days * 86400)}) second order by number desc limit 1"
    )
    return old or _one(database, "order by number limit 1")


def _one(database: Database, which: str) -> RunFigures | None:
    rows = database.rows(f"select number, {_AT}, release, figures from run {which}")
    return next((RunFigures(number, at, release, json.loads(text)) for number, at, release, text in rows), None)
