"""What the models of an OUT took so far, by stage: all calls of its ledger, whatever came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from assay.gateway.amounts import NOTHING, Amount
from assay.gateway.journal import read_journal
from assay.gateway.ledger import Entry
from assay.gateway.live import LEDGER
from assay.model.canonical import Json
from assay.store.folder import OutFolder


@dataclass(frozen=True, slots=True)
class Spent:
    """Calls with what they count for; `unsettled` of them count at their worst case, `unpriced` add no dollars."""

    amount: Amount = NOTHING
    unsettled: int = 0
    unpriced: int = 0

    @property
    def body(self) -> dict[str, Json]:
        """The numbers as JSON; `cost` is in US dollars."""
        return {
            "calls": self.amount.calls,
            "cost": self.amount.dollars,
            "tokens": self.amount.tokens,
            "unsettled": self.unsettled,
            "unpriced": self.unpriced,
        }


def spending(out: OutFolder) -> dict[str, Json]:
    """Return what all calls of an OUT took as JSON, and by stage, in the order in which the stages first called."""
    entries = read_journal(out.calls / LEDGER)
    stages = dict.fromkeys(entry.purpose.stage for entry in entries)
    by_stage = {stage: [one for one in entries if one.purpose.stage == stage] for stage in stages}
    return {**_spent(entries).body, "stages": {stage: _spent(mine).body for stage, mine in by_stage.items()}}


def spending_lines(found: Mapping[str, Json]) -> list[str]:
    """Return what `spending` found in two lines: what all calls took, and how that spreads over the stages."""
    if not found["calls"]:
        return []
    stages = cast(Mapping[str, Mapping[str, Json]], found["stages"]).items()
    unpriced = f"; of unknown price: {found['unpriced']}" if found["unpriced"] else ""
    by_stage = ", ".join(f"{stage} {_took(spent)}" for stage, spent in stages)
    return [f"models: {_took(found)}; unsettled: {found['unsettled']}{unpriced}", f"models by stage: {by_stage}"]


def _took(spent: Mapping[str, Json]) -> str:
    calls = "1 call" if spent["calls"] == 1 else f"{spent['calls']} calls"
    return f"{calls}, {spent['cost']:.4f} dollars"


def _spent(entries: Sequence[Entry]) -> Spent:
    amount = sum((entry.counted for entry in entries), NOTHING)
    unsettled = sum(entry.settled is None for entry in entries)
    return Spent(amount, unsettled, sum(entry.counted.nanodollars is None for entry in entries))
