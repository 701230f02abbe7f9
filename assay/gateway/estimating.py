"""A dry run: what asking would take at most, without asking."""

from __future__ import annotations

from dataclasses import dataclass

from assay.gateway.amounts import Amount
from assay.gateway.records import Request


@dataclass(frozen=True, slots=True)
class Ask:
    """A request that may be put to the model of a seat."""

    seat: str
    request: Request
    stage: str = ""
    sample: int = 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """What asks would take at most: how many are kept already, how many calls are left, and their worst cases.

    `unpriced` of these calls have an unknown price and add no dollars. A repair round or a new try would add a call.
    """

    kept: int = 0
    calls: int = 0
    tokens: int = 0
    dollars: float = 0.0
    unpriced: int = 0

    def __add__(self, other: Estimate) -> Estimate:
        """Return both together."""
        return Estimate(
            self.kept + other.kept, self.calls + other.calls, self.tokens + other.tokens,
            self.dollars + other.dollars, self.unpriced + other.unpriced,
        )  # fmt: skip


def estimate_of(kept: int, worst: list[Amount]) -> Estimate:
    """Return the estimate of so many kept calls and of these worst cases."""
    priced = [one.nanodollars for one in worst if one.nanodollars is not None]
    tokens = sum(one.tokens or 0 for one in worst)
    return Estimate(kept, len(worst), tokens, sum(priced) / 1e9, len(worst) - len(priced))
