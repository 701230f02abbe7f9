"""Whose budget calls to models count against: a run that did not come to its end goes on under its name."""

from __future__ import annotations

from assay.config import Settings
from assay.store.meta import note, noted
from assay.store.store import Store

_PAYING = "paying"


def paying(store: Store) -> str:
    """Return the name under which calls are paid for now."""
    return f"run-{_number(store)}"


def paid(store: Store, settings: Settings) -> None:
    """Note that a run that may have called models came to its end: the next one has a budget of its own."""
    if not settings.models.seats():
        return
    note(store, {_PAYING: str(_number(store) + 1)})


def _number(store: Store) -> int:
    return int(noted(store, _PAYING) or 1)
