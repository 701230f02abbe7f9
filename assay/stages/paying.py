"""Whose budget calls to models count against: a run that did not come to its end goes on under its name."""

from __future__ import annotations

from assay.config import Settings
from assay.store.store import Store

_PAYING = "paying"


def paying(store: Store) -> str:
    """Return the name under which calls are paid for now."""
    return f"run-{_number(store)}"


def paid(store: Store, settings: Settings) -> None:
    """Note that a run that may have called models came to its end: the next one has a budget of its own."""
    if not settings.models.seats():
        return
    store.add("meta", ("name", "value"), [(_PAYING, str(_number(store) + 1))], "replace")


def _number(store: Store) -> int:
    found = store.rows("select value from meta where name = $1", _PAYING)
    return int(found[0][0]) if found else 1
