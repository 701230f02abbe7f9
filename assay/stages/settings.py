"""The settings of the last run, kept in the store so that audit, filter and verify need no config file."""

from __future__ import annotations

import json

from assay.config import Settings, describe
from assay.model.canonical import canonical_json
from assay.store.database import Database
from assay.store.store import Store

_SETTINGS, _ARCHIVE = "settings", "archive"


def keep_settings(store: Store, settings: Settings, archive: str) -> None:
    """Keep what a run was told."""
    rows = [(_SETTINGS, canonical_json(describe(settings))), (_ARCHIVE, archive)]
    store.add("meta", ("name", "value"), rows, "replace")


def stored_settings(database: Database) -> Settings:
    """Return the settings of the last run, the defaults where there was none."""
    value = _meta(database, _SETTINGS)
    # an OUT of another version may have been told what this one does not know
    return Settings.model_validate(json.loads(value), extra="ignore") if value else Settings()


def stored_archive(database: Database) -> str | None:
    """Return the archive of the last run."""
    return _meta(database, _ARCHIVE)


def _meta(database: Database, name: str) -> str | None:
    found = database.rows("select value from meta where name = $1", name)
    return found[0][0] if found else None
