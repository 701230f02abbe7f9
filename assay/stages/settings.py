"""The settings of the last run, and its doubts about SOURCES.csv, kept in the store for the commands that follow."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from assay.config import Settings, describe
from assay.model.canonical import canonical_json
from assay.stages.terms import Doubt
from assay.store.database import Database
from assay.store.meta import note, noted
from assay.store.store import Store

_SETTINGS, _ARCHIVE, _DOUBTS = "settings", "archive", "doubts"


def keep_settings(store: Store, settings: Settings, archive: str) -> None:
    """Keep what a run was told."""
    note(store, {_SETTINGS: canonical_json(describe(settings)), _ARCHIVE: archive})


def stored_settings(database: Database) -> Settings:
    """Return the settings of the last run, the defaults where there was none."""
    value = noted(database, _SETTINGS)
    # an OUT of another version may have been told what this one does not know
    return Settings.model_validate(json.loads(value), extra="ignore") if value else Settings()


def stored_archive(database: Database) -> str | None:
    """Return the archive of the last run."""
    return noted(database, _ARCHIVE)


def keep_doubts(store: Store, doubts: Sequence[Doubt]) -> None:
    """Keep what is doubtful in the archive's SOURCES.csv, in place of what was."""
    note(store, {_DOUBTS: canonical_json([asdict(one) for one in doubts])})


def stored_doubts(database: Database) -> list[Doubt]:
    """Return what was doubtful in the archive's SOURCES.csv in the last run, by line."""
    value = noted(database, _DOUBTS)
    return [Doubt(**one) for one in json.loads(value)] if value else []
