"""The worst case of a call, and what to make of the tokens that a provider says it counted."""

from __future__ import annotations

from dataclasses import dataclass

from assay.config.models import Model
from assay.gateway.amounts import Amount, milliseconds
from assay.gateway.prices import Tariff
from assay.gateway.reading import Counted
from assay.gateway.records import Request, Usage

# Chat templates open with words of their own, and put some around each message.
_OPENING, _AROUND_MESSAGE = 128, 32
# Some providers put a page about tools in front of them (Anthropic's documentation states up to 700 tokens).
_TOOLS = 1000
# No tokenizer makes fewer tokens of text than this; whoever counts fewer did not count.
_BYTES_PER_TOKEN = 64


@dataclass(frozen=True, slots=True)
class Worst:
    """The most that a call can take: a token is at least one byte, and a reply ends at `max_tokens`."""

    input: int
    output: int
    least_input: int
    milliseconds: int
    tariff: Tariff | None

    @property
    def amount(self) -> Amount:
        """What the call reserves."""
        cost = self.tariff.worst(self.input, self.output) if self.tariff else None
        return Amount(cost, self.input + self.output, 1, self.milliseconds)


def worst_case(model: Model, request: Request, size: int, tariff: Tariff | None) -> Worst:
    """Return the most that a call of so many bytes can take. A tariff of None is an unknown price."""
    pictures = sum(len(one.pictures) for one in request.messages) * model.picture_tokens
    around = _OPENING + _AROUND_MESSAGE * (len(request.messages) + 1) + (_TOOLS if request.tools else 0)
    said = sum(len(one.text.encode("utf-8", "surrogatepass")) for one in request.messages)
    most = size + pictures + around
    return Worst(most, model.settings.max_tokens, said // _BYTES_PER_TOKEN, milliseconds(model.timeout), tariff)


def usage_of(worst: Worst, counted: Counted, text: str) -> Usage:
    """Return the tokens that a call counts for: those that the provider states, its worst case where they cannot be."""
    into, out = counted.input, counted.output
    least_output = max(1, len(text.encode("utf-8", "surrogatepass")) // _BYTES_PER_TOKEN) if text else 0
    if into is None or out is None:
        return Usage(worst.input, worst.output, doubted=True)
    if not max(1, worst.least_input) <= into <= worst.input or not least_output <= out <= worst.output:
        return Usage(worst.input, worst.output, doubted=True)
    return Usage(into, out)


def settlement(worst: Worst, usage: Usage, seconds: float) -> Amount:
    """Return what a call with this usage settles at; never more than it reserved."""
    took = min(milliseconds(seconds), worst.milliseconds)
    cost = worst.tariff.cost(usage.input, usage.output) if worst.tariff else None
    if usage.doubted:
        cost = worst.amount.nanodollars
    return Amount(cost, usage.input + usage.output, 1, took)
