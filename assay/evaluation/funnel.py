"""The funnel: how many tasks entered each gate and what became of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from assay.model.counts import most_first
from assay.model.gate import Verdict
from assay.model.task import Task


@dataclass(frozen=True, slots=True)
class FunnelRow:
    """One gate: entered = kept + dropped + undecided; `revised` counts older revisions that it sent back."""

    gate: str
    entered: int
    kept: int
    dropped: int
    revised: int
    undecided: int
    causes: Mapping[str, int] = field(default_factory=dict[str, int])
    calls: int = 0
    cost: float = 0.0


def funnel(gates: Sequence[str], tasks: Sequence[Task], verdicts: Iterable[Verdict]) -> list[FunnelRow]:
    """Return one row a gate over the newest revision of each task; the next gate's entered is this one's kept.

    A gate that has not decided on a task yet counts it as undecided; of two verdicts on one revision the later counts.
    """
    by_gate: defaultdict[str, dict[tuple[str, int], Verdict]] = defaultdict(dict)
    for verdict in verdicts:
        by_gate[verdict.gate][verdict.task, verdict.revision] = verdict
    rows: list[FunnelRow] = []
    entering = [(task.id, task.revision) for task in tasks]
    for gate in gates:
        row, entering = _row(gate, entering, by_gate[gate])
        rows.append(row)
    return rows


def survivors(gates: Sequence[str], tasks: Sequence[Task], verdicts: Iterable[Verdict]) -> list[Task]:
    """Return the tasks that every gate keeps."""
    latest = {(verdict.gate, verdict.task, verdict.revision): verdict.decision for verdict in verdicts}
    return [task for task in tasks if all(latest.get((gate, task.id, task.revision)) == "keep" for gate in gates)]


def _row(
    gate: str, entering: Sequence[tuple[str, int]], verdicts: Mapping[tuple[str, int], Verdict]
) -> tuple[FunnelRow, list[tuple[str, int]]]:
    decisions = {key: verdicts[key].decision if key in verdicts else "undecided" for key in entering}
    counts = Counter(decisions.values())
    revised = sum(1 for verdict in verdicts.values() if verdict.decision == "revise")
    causes = Counter(verdicts[key].cause for key in entering if key in verdicts)
    kept = [key for key in entering if decisions[key] == "keep"]
    dropped, undecided = counts["drop"], len(entering) - len(kept) - counts["drop"]
    ordered = dict(most_first(causes))
    return FunnelRow(gate, len(entering), len(kept), dropped, revised, undecided, ordered), kept
