"""The gates with the config's models in their seats; without models they are as they stand in the funnel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from assay.config import Settings
from assay.config.gates import PanelHarness
from assay.evaluation.players import players
from assay.evaluation.seated import BASH, BLIND, CLOSED, GRADE, GUIDED, REVIEW, digests
from assay.model.gate import Gate, SetGate
from assay.model.grades import Grades
from filters.ablation import Ablation
from filters.asked_ablated import AskedAblated
from filters.asked_closed import AskedClosed
from filters.asked_panel import AskedPanel
from filters.closed_book import ClosedBook
from filters.panel import Panel
from filters.quality import QUALITY, Quality
from filters.review import Review


def seated(gate: Gate | SetGate, settings: Settings) -> Gate | SetGate:
    """Return a gate that asks the config's models, the gate as it is where none of them sits in it."""
    if not isinstance(gate, ClosedBook | Ablation | Panel):
        return gate
    return _SEATED[type(gate)](settings) or gate


def reviewing(settings: Settings) -> list[Gate]:
    """Return the gate of the reviewer, nothing where the config names none."""
    found, harness = players(settings.models, "reviewer"), settings.filters.review.harness
    if not found:
        return []
    prompts = digests(BASH, REVIEW) if harness == "bash" else digests(BLIND, GUIDED, REVIEW)
    return [Review(found[0], harness, prompts=prompts)]


def grading(settings: Settings) -> list[Gate]:
    """Return the gate of the grader; nothing where the config names neither it nor a grader."""
    found, asked = players(settings.models, "grader"), settings.filters.quality
    bounds = Grades(asked.clarity, asked.precision, asked.information_value)
    if found:
        return [Quality(found[0], bounds, prompts=digests(GRADE))]
    # without a grader it passes no task off as graded, unless somebody asks for it by name
    return [Quality(None, bounds)] if QUALITY in (settings.filters.gates or ()) else []


def _prompts(harness: PanelHarness) -> tuple[str, ...]:
    return digests(BLIND if harness == "chat" else BASH)


def _closed(settings: Settings) -> Gate | None:
    found = players(settings.models, "closed_book")
    return AskedClosed(found, settings.filters.closed_book.samples, prompts=digests(CLOSED)) if found else None


def _ablated(settings: Settings) -> Gate | None:
    found, asked = players(settings.models, "panel"), settings.filters.ablation.harness
    return AskedAblated(found, asked, prompts=_prompts(asked)) if found else None


def _panel(settings: Settings) -> Gate | None:
    found, asked = players(settings.models, "panel"), settings.filters.panel
    return AskedPanel(found, asked.harness, asked.early_stop, prompts=_prompts(asked.harness)) if found else None


_SEATED: Mapping[type, Callable[[Settings], Gate | None]] = MappingProxyType(
    {ClosedBook: _closed, Ablation: _ablated, Panel: _panel}
)
