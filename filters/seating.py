"""The gates with the config's models in their seats; without models they are as they stand in the funnel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from assay.config import Settings
from assay.evaluation.players import players
from assay.model.gate import Gate, SetGate
from filters.ablation import Ablation
from filters.asked_ablated import AskedAblated
from filters.asked_closed import AskedClosed
from filters.asked_panel import AskedPanel
from filters.closed_book import ClosedBook
from filters.panel import Panel
from filters.review import Review


def seated(gate: Gate | SetGate, settings: Settings) -> Gate | SetGate:
    """Return a gate that asks the config's models, the gate as it is where none of them sits in it."""
    if not isinstance(gate, ClosedBook | Ablation | Panel):
        return gate
    return _SEATED[type(gate)](settings) or gate


def reviewing(settings: Settings) -> list[Gate]:
    """Return the gate of the reviewer, nothing where the config names none."""
    found = players(settings.models, "reviewer")
    return [Review(found[0], settings.filters.review.harness)] if found else []


def _closed(settings: Settings) -> Gate | None:
    found = players(settings.models, "closed_book")
    return AskedClosed(found, settings.filters.closed_book.samples) if found else None


def _ablated(settings: Settings) -> Gate | None:
    found = players(settings.models, "panel")
    return AskedAblated(found, settings.filters.ablation.harness) if found else None


def _panel(settings: Settings) -> Gate | None:
    found, asked = players(settings.models, "panel"), settings.filters.panel
    return AskedPanel(found, asked.harness, asked.early_stop) if found else None


_SEATED: Mapping[type, Callable[[Settings], Gate | None]] = MappingProxyType(
    {ClosedBook: _closed, Ablation: _ablated, Panel: _panel}
)
