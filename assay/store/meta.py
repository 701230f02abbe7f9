"""Single values that a store holds by name."""

from __future__ import annotations

from collections.abc import Mapping

from assay.store.database import Database
from assay.store.store import Store


def noted(database: Database, name: str) -> str | None:
    """Return the value that was noted under a name, None where there is none."""
    found = database.rows("select value from meta where name = $1", name)
    return found[0][0] if found else None


def note(store: Store, values: Mapping[str, str]) -> None:
    """Note values by name, in the place of those that were there."""
    store.add("meta", ("name", "value"), list(values.items()), "replace")
