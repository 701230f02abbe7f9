"""The gates of a run as stages, in the order of the funnel."""

from __future__ import annotations

from collections.abc import Iterator

from assay.model.gate import SetGate
from assay.stages.filtering import Filter
from assay.stages.run import Run, Stage
from assay.stages.set_filtering import LastLook, SetFilter
from filters.registry import chosen, last


def gate_stages(run: Run) -> list[Stage]:
    """Return one stage for each gate that runs."""
    gates = chosen(run.settings)
    return [SetFilter(gate) if isinstance(gate, SetGate) else Filter(gate) for gate in gates]


def gating(run: Run) -> Iterator[Stage]:
    """Yield the gates' stages; they come again while revisions await their first gate, the last looks at the end.

    Gates that look at all tasks wait until those before them have no revision left.
    """
    stages = gate_stages(run)
    alone = next((at for at, stage in enumerate(stages) if isinstance(stage, SetFilter)), len(stages))
    for _ in range(run.settings.filters.rounds):
        yield from _until_settled(run, stages[:alone])
        yield from stages[alone:]
        if not alone or not stages[0].batches(run):
            break
    yield from (LastLook(gate) for gate in last(run.settings))


def _until_settled(run: Run, stages: list[Stage]) -> Iterator[Stage]:
    for _ in range(run.settings.filters.rounds):
        yield from stages
        if not stages or not stages[0].batches(run):
            break
