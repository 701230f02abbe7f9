"""How many calls of models a gate may make for one task, at most: what a dry run says before anything is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from assay.agent.loop import TURNS
from assay.config.gates import PanelHarness
from assay.evaluation.players import Player, mode_of, seat_of
from assay.model.gate import Context, Gate, SetGate
from assay.model.task import Task
from filters.asked_ablated import AskedAblated, cuts_of
from filters.asked_closed import AskedClosed
from filters.asked_panel import AskedPanel
from filters.closed_book import closed_probes
from filters.quality import Quality
from filters.review import Review

CITED = 5
"""Documents that a question of a model is taken to cite, where it is not written yet: no setting bounds them."""


def most_calls(gate: Gate | SetGate, task: Task | None, context: Context) -> Counter[str]:
    """Return the most calls by seat that a gate makes for a task, or for one that is not written yet.

    Rounds that mend a reply, new tries and revisions come on top.
    """
    return Counter(dict.fromkeys(seats(gate), _calls(gate, task, context)))


def seats(gate: Gate | SetGate) -> list[str]:
    """Return the seats whose models a gate asks, none where it asks none."""
    found = (seat_of(model.subject) for model in _models(gate))
    return [seat.name for seat in found if seat is not None]


def _models(gate: Gate | SetGate) -> Sequence[Player]:
    match gate:
        case AskedClosed(models=models) | AskedAblated(models=models) | AskedPanel(models=models):
            return models
        case Review(model=model) | Quality(model=Player() as model):
            return [model]
        case _:
            return []


def _calls(gate: Gate | SetGate, task: Task | None, context: Context) -> int:
    """Return the most calls of one of the models."""
    match gate:
        case AskedClosed(samples=samples):
            return len(closed_probes(task, "", samples)) if task else samples
        case AskedAblated(harness=harness):
            return _views(task, context) * _of_probe(harness)
        case AskedPanel(harness=harness):
            return _of_probe(harness)
        case Review(harness=harness):
            # two solvers, then the reviewer
            return 2 * _of_probe(harness) + 1
        case _:
            return 1


def _of_probe(harness: PanelHarness) -> int:
    return TURNS if mode_of(harness) == "agent" else 1


def _views(task: Task | None, context: Context) -> int:
    """Return how many views a model is shown: each control once, and each view without something."""
    if task is None:
        return 1 + CITED
    cuts = list(cuts_of(task, context))
    return len({(cut.control, cut.place) for cut in cuts}) + len(cuts)
