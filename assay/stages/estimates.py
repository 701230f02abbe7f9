"""What a build would ask of models, told before it is paid for: by stage and seat, beside the caps of the budget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from operator import add
from typing import Literal, TypeAlias

from assay.config.models import Budget, Cap
from assay.gateway import Estimate
from assay.model.canonical import Json

Enough: TypeAlias = Literal["yes", "perhaps", "no", "unknown"]
"""Whether a cap holds all that may be asked, only what is known, not even that, or cannot be held to a price."""

_QUANTITIES = ("dollars", "tokens", "calls")


@dataclass(frozen=True, slots=True)
class Row:
    """What one seat is asked in one stage: `known` calls are those that are due now, `more` those that may follow.

    How many follow hangs on replies: turns of an episode, another model of a panel, questions that nobody has written.
    """

    stage: str
    seat: str
    model: str
    known: Estimate
    more: Estimate

    @property
    def body(self) -> dict[str, Json]:
        """The row as JSON."""
        place: dict[str, Json] = {"stage": self.stage, "seat": self.seat, "model": self.model}
        return {**place, **asdict(self.known), "more": asdict(self.more)}


@dataclass(frozen=True, slots=True)
class CapRow:
    """A cap of the budget beside what is spent of it, and what known calls and all that may follow take at most."""

    cap: str
    limit: float
    spent: float
    known: float
    most: float
    enough: Enough


@dataclass(frozen=True, slots=True)
class Estimates:
    """The rows of a dry run, its caps, how many questions models may still write, and what cannot be known."""

    rows: tuple[Row, ...]
    caps: tuple[CapRow, ...]
    proposals: int
    sentences: tuple[str, ...]

    @property
    def known(self) -> Estimate:
        """What is due now, of all seats together."""
        return total(row.known for row in self.rows)

    @property
    def more(self) -> Estimate:
        """What may follow, of all seats together."""
        return total(row.more for row in self.rows)

    @property
    def body(self) -> dict[str, Json]:
        """The JSON of `assay build --dry-run --json`."""
        return {
            "rows": [row.body for row in self.rows],
            "total": {**asdict(self.known), "more": asdict(self.more)},
            "caps": [asdict(one) for one in self.caps],
            "proposals": self.proposals,
            "sentences": list(self.sentences),
        }


def total(estimates: Iterator[Estimate]) -> Estimate:
    """Return all of them together."""
    return reduce(add, estimates, Estimate())


def caps_of(budget: Budget, rows: Sequence[Row], spent: Mapping[str | None, Mapping[str, float]]) -> list[CapRow]:
    """Return each cap of a run and of its stages; `spent` holds what the run has spent, by stage, None for all."""
    found = list(_caps(budget, "budget", rows, spent.get(None, {})))
    for stage, cap in budget.stages.items():
        mine = [row for row in rows if row.stage == stage]
        found += _caps(cap, f"budget.stages.{stage}", mine, spent.get(stage, {}))
    return found


def _caps(cap: Cap, name: str, rows: Sequence[Row], spent: Mapping[str, float]) -> Iterator[CapRow]:
    known, more = total(row.known for row in rows), total(row.more for row in rows)
    for quantity in _QUANTITIES:
        limit: float | None = getattr(cap, quantity)
        if limit is not None:
            before = spent.get(quantity, 0)
            now = before + getattr(known, quantity)
            most = now + getattr(more, quantity)
            priced = quantity != "dollars" or not known.unpriced + more.unpriced
            enough: Enough = _enough(limit, now, most) if priced else "unknown"
            yield CapRow(f"{name}.{quantity}", limit, before, now - before, most - before, enough)


def _enough(limit: float, known: float, most: float) -> Enough:
    if most <= limit:
        return "yes"
    return "perhaps" if known <= limit else "no"
