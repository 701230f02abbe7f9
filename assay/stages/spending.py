"""What the models of an OUT took so far, by stage: all calls of its ledger, whatever came of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


def _spent(entries: Sequence[Entry]) -> Spent:
    amount = sum((entry.counted for entry in entries), NOTHING)
    unsettled = sum(entry.settled is None for entry in entries)
    return Spent(amount, unsettled, sum(entry.counted.nanodollars is None for entry in entries))
