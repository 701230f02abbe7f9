"""What calls cost, in whole numbers, so that sums are exact: billionths of a dollar, tokens, calls, milliseconds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from assay.config.models import Cap

_NANO, _MILLI = 1_000_000_000, 1_000
_Quantity: TypeAlias = tuple[str, int | None, int | None, int | None, Callable[[int], str]]


@dataclass(frozen=True, slots=True)
class Amount:
    """What calls cost together; as a cap, None leaves a quantity without one.

    `nanodollars` is None for calls of unknown price, which add nothing that can be counted.
    """

    nanodollars: int | None = 0
    tokens: int | None = 0
    calls: int | None = 0
    milliseconds: int | None = 0

    def __add__(self, other: Amount) -> Amount:
        """Return both together; of unknown quantities nothing is added."""
        return Amount(
            (self.nanodollars or 0) + (other.nanodollars or 0),
            (self.tokens or 0) + (other.tokens or 0),
            (self.calls or 0) + (other.calls or 0),
            (self.milliseconds or 0) + (other.milliseconds or 0),
        )

    def __neg__(self) -> Amount:
        """Return what takes this away again."""
        return Amount(
            -(self.nanodollars or 0), -(self.tokens or 0), -(self.calls or 0), -(self.milliseconds or 0)
        )  # fmt: skip

    @property
    def dollars(self) -> float | None:
        """US dollars, None where the price is unknown."""
        return None if self.nanodollars is None else self.nanodollars / _NANO

    @property
    def seconds(self) -> float:
        """Seconds of waiting for replies."""
        return (self.milliseconds or 0) / _MILLI


NOTHING = Amount()


@dataclass(frozen=True, slots=True)
class Took:
    """How many calls something took and what they count for, None where the price of one is unknown."""

    calls: int = 0
    nanodollars: int | None = 0

    def __add__(self, other: Took) -> Took:
        """Return both together."""
        known = self.nanodollars is not None and other.nanodollars is not None
        both = (self.nanodollars or 0) + (other.nanodollars or 0)
        return Took(self.calls + other.calls, both if known else None)

    @property
    def dollars(self) -> float | None:
        """US dollars, None where the price is unknown."""
        return None if self.nanodollars is None else self.nanodollars / _NANO


def cap_of(cap: Cap) -> Amount:
    """Return a cap of the config in whole numbers."""
    dollars = None if cap.dollars is None else math.floor(cap.dollars * _NANO)
    seconds = None if cap.seconds is None else math.floor(cap.seconds * _MILLI)
    return Amount(dollars, cap.tokens, cap.calls, seconds)


def milliseconds(seconds: float) -> int:
    """Return seconds as whole milliseconds, rounded up."""
    return math.ceil(seconds * _MILLI)


def short_of(cap: Amount, held: Amount, worst: Amount, stage: str | None) -> str | None:
    """Return the sentence about what a cap leaves too little of for a call, None where it leaves enough."""
    for name, most, spent, need, shown in _quantities(cap, held, worst):
        if most is not None and (spent or 0) + (need or 0) > most:
            where = f"budget.stages.{stage}.{name}" if stage else f"budget.{name}"
            left, wanted = shown(most - (spent or 0)), shown(need or 0)
            return (
                f"the budget is used up: {shown(spent or 0)} of {shown(most)} {name} are spent and the next call may "
                f"take {wanted}, {left} are left. Raise {where} in the config and run the command again; "
                "what was finished is kept."
            )
    return None


def _quantities(cap: Amount, held: Amount, worst: Amount) -> Iterator[_Quantity]:
    yield "dollars", cap.nanodollars, held.nanodollars, worst.nanodollars, _dollars
    yield "tokens", cap.tokens, held.tokens, worst.tokens, str
    yield "calls", cap.calls, held.calls, worst.calls, str
    yield "seconds", cap.milliseconds, held.milliseconds, worst.milliseconds, _seconds


def _dollars(nano: int) -> str:
    return f"{nano / _NANO:.6f}".rstrip("0").rstrip(".")


def _seconds(milli: int) -> str:
    return f"{milli / _MILLI:g}"
