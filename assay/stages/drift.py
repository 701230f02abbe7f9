"""`assay audit --drift`: how far the newest run is from an earlier one, and whether it moved past its bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from assay.config import Auditing
from assay.model.canonical import Json
from assay.model.errors import UsageError
from assay.stages.figures import Judged, problem_counts
from assay.stages.newest import Newest
from assay.stages.settings import stored_settings
from assay.store.runs import RunFigures, newest_run, note_run, run_before
from assay.store.snapshot import Snapshot
from assay.store.store import Store


@dataclass(frozen=True, slots=True)
class Moved:
    """One figure of two runs; `change` and `bound` have the unit that is named: `points` or `percent`."""

    figure: str
    before: float
    now: float
    change: float
    unit: str
    bound: float

    @property
    def beyond(self) -> bool:
        """Whether the figure moved further than it may."""
        return abs(self.change) > self.bound

    @property
    def sentence(self) -> str:
        """What moved, and by how much it may."""
        return (
            f"{self.figure}: {self.before:g} became {self.now:g} ({self.change:+.1f} {self.unit}, bound {self.bound:g})"
        )

    @property
    def body(self) -> dict[str, Json]:
        """The figure as JSON."""
        told: dict[str, Json] = {"figure": self.figure, "before": self.before, "now": self.now, "beyond": self.beyond}
        return told | {"change": round(self.change, 2), "unit": self.unit, "bound": self.bound}


@dataclass(frozen=True, slots=True)
class Drift:
    """Two runs of an OUT and every figure of theirs."""

    before: RunFigures
    now: RunFigures
    moved: tuple[Moved, ...]

    @property
    def beyond(self) -> tuple[Moved, ...]:
        """The figures that moved past their bounds."""
        return tuple(one for one in self.moved if one.beyond)

    @property
    def alone(self) -> str | None:
        """Why there is nothing to compare, None where there are two runs."""
        if self.before.number != self.now.number:
            return None
        if self.now.number == 1:
            return "there is no earlier run to compare with, or every one came to the same figures"
        return "its figures held so many days ago already: nothing moved since"

    @property
    def body(self) -> dict[str, Json]:
        """The drift as JSON; `before` is null where there is no earlier run."""
        ends: list[Json] = [
            {"run": run.number, "ended_at": run.ended_at, "release": run.release} for run in (self.before, self.now)
        ]
        before = None if self.alone else ends[0]
        return {
            "before": before,
            "now": ends[1],
            "moved": [one.body for one in self.moved],
            "ok": not self.beyond,
            "note": self.alone,
        }


def note_figures(store: Store, found: Judged, newest: Newest | None) -> None:
    """Keep what a run came to, for audits of its drift."""
    funnel = found.funnel()
    figures: dict[str, Json] = {
        "candidates": len(found.tasks),
        "released": len(newest.tasks) if newest else 0,
        "sources": store.rows("select count(*) from source")[0][0],
        "problems": dict(problem_counts(store)),
        "funnel": {row.gate: [row.entered, row.kept] for row in funnel},
        "cost": sum(row.cost for row in funnel),
    }
    note_run(store, newest.number if newest else None, figures)


def drift(out: Path, days: float | None = None) -> Drift:
    """Return how far the newest run is from the one so many days before; an OUT without a run is wrong usage."""
    with Snapshot.open(out) as snapshot:
        bounds = stored_settings(snapshot).audit
        now = newest_run(snapshot)
        before = run_before(snapshot, bounds.days if days is None else days)
        if now is None or before is None:
            raise UsageError(f"{out} notes no finished run; `assay build` or `assay refresh` notes one.")
        moved = _moved(before.figures, now.figures, bounds) if before.number != now.number else ()
        return Drift(before, now, tuple(moved))


def _moved(before: Mapping[str, Json], now: Mapping[str, Json], bounds: Auditing) -> Iterator[Moved]:
    then = _kept(before)
    for gate, kept in _kept(now).items():
        old = then.get(gate)
        if old is not None:
            yield Moved(f"kept by {gate} (%)", old, kept, kept - old, "points", bounds.kept_points)
    for figure, bound in (("candidates", bounds.tasks_percent), ("released", bounds.tasks_percent)):
        yield _relative(figure, _number(before[figure]), _number(now[figure]), bound)
    old, new = _unread(before), _unread(now)
    yield Moved("sources with a problem (%)", old, new, new - old, "points", bounds.problem_points)
    yield _relative("cost", _number(before["cost"]), _number(now["cost"]), bounds.cost_percent)


def _kept(figures: Mapping[str, Json]) -> dict[str, float]:
    """Return the percentage that each gate keeps of what enters it, of gates that anything enters."""
    funnel = figures["funnel"]
    rows = funnel.items() if isinstance(funnel, dict) else ()
    counts = {gate: row for gate, row in rows if isinstance(row, list)}
    return {gate: round(100 * _number(row[1]) / _number(row[0]), 1) for gate, row in counts.items() if _number(row[0])}


def _unread(figures: Mapping[str, Json]) -> float:
    """Return the percentage of sources that have a problem."""
    problems, sources = figures["problems"], _number(figures["sources"])
    counts = map(_number, problems.values()) if isinstance(problems, dict) else ()
    return round(100 * sum(counts) / sources, 1) if sources else 0.0


def _relative(figure: str, before: float, now: float, bound: float) -> Moved:
    change = 100 * (now - before) / before if before else 100.0 if now else 0.0
    return Moved(figure, before, now, change, "percent", bound)


def _number(value: Json) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
