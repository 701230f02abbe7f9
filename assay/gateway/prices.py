"""What tokens cost: from the config, else from litellm's own table; a price that nobody knows is never zero."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from assay.config.models import Price

# Dollars a million tokens are a thousandth of that in billionths of a dollar a token.
_NANO_PER_TOKEN = 1_000
_TIER = re.compile(r"input_cost_per_token_above_(\d+)k_tokens")


@dataclass(frozen=True, slots=True)
class Rate:
    """Billionths of a dollar for a token of input and of output, where the input has more than `above` tokens."""

    above: int
    input: float
    output: float


@dataclass(frozen=True, slots=True)
class Tariff:
    """The rates of a model, by length of input."""

    rates: tuple[Rate, ...]

    def cost(self, tokens_in: int, tokens_out: int) -> int:
        """Return what a call costs in billionths of a dollar, rounded up."""
        rate = max((one for one in self.rates if tokens_in > one.above or not one.above), key=lambda one: one.above)
        return math.ceil(tokens_in * rate.input + tokens_out * rate.output)

    def worst(self, most_in: int, most_out: int) -> int:
        """Return the most that a call of at most so many tokens can cost; a higher tier may be the cheaper one."""
        return max(math.ceil(most_in * one.input + most_out * one.output) for one in self.rates)


def tariff_of(price: Price) -> Tariff:
    """Return the tariff of a price in the config."""
    return Tariff((Rate(0, price.input * _NANO_PER_TOKEN, price.output * _NANO_PER_TOKEN),))


def tariff_in_table(entry: Mapping[str, object]) -> Tariff | None:
    """Return the tariff of an entry in litellm's table, None where it states no price of tokens."""
    into, out = _nano(entry, "input_cost_per_token"), _nano(entry, "output_cost_per_token")
    if into is None or out is None:
        return None
    # reasoning is output; the dearer of both bounds it
    out = max(out, _nano(entry, "output_cost_per_reasoning_token") or 0)
    tiers = [int(found[1]) for name in entry if (found := _TIER.fullmatch(name))]
    return Tariff((Rate(0, into, out), *(_tier(entry, thousands, into, out) for thousands in sorted(tiers))))


def _tier(entry: Mapping[str, object], thousands: int, into: float, out: float) -> Rate:
    dearer_in = _nano(entry, f"input_cost_per_token_above_{thousands}k_tokens")
    dearer_out = _nano(entry, f"output_cost_per_token_above_{thousands}k_tokens")
    return Rate(thousands * 1000, dearer_in or into, max(dearer_out or out, out))


def _nano(entry: Mapping[str, object], name: str) -> float | None:
    value = entry.get(name)
    return float(value) * 1e9 if isinstance(value, int | float) else None
