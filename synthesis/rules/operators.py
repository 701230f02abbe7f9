"""The arithmetic of plans: each function's text is pasted into the programs that use it."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

Number: TypeAlias = Fraction | float
Value: TypeAlias = "Number | str | bool | tuple[Number, ...]"


def growth(start: Number, end: Number) -> Number:
    """Return the relative change from start to end."""
    return end / start - 1


def cagr(start: Number, end: Number, years: Number) -> float:
    """Return the compound annual growth rate over a number of years."""
    return float(end / start) ** (1 / float(years)) - 1


def annualised(start: Number, end: Number, days: Number) -> float:
    """Return the change as a yearly rate over the exact number of days, with 365 days a year."""
    return float(end / start) ** (365 / float(days)) - 1


def days(start: str, end: str) -> Number:
    """Return the days that lie between two dates."""
    return Fraction((date.fromisoformat(end) - date.fromisoformat(start)).days)


def growths(values: Sequence[Number]) -> tuple[Number, ...]:
    """Return the relative change from each value to the next."""
    return tuple(values[at] / values[at - 1] - 1 for at in range(1, len(values)))


def log_growth(values: Sequence[Number]) -> float:
    """Return exp(b) - 1, where b is the least-squares slope of the values' natural logarithms over their order."""
    logs = [math.log(value) for value in values]
    middle, mean_log = (len(logs) - 1) / 2, sum(logs) / len(logs)
    above = sum((at - middle) * (log - mean_log) for at, log in enumerate(logs))
    return math.exp(above / sum((at - middle) ** 2 for at in range(len(logs)))) - 1


def mean(values: Sequence[Number]) -> Number:
    """Return the arithmetic mean."""
    return sum(values) / Fraction(len(values))


def median(values: Sequence[Number]) -> Number:
    """Return the middle value, or the mean of the two in the middle."""
    ordered, middle = sorted(values), len(values) // 2
    return (ordered[middle] + ordered[-middle - 1]) / 2


def total(values: Sequence[Number]) -> Number:
    """Return the sum."""
    return sum(values, Fraction(0))


def largest(values: Sequence[Number]) -> Number:
    """Return the largest value."""
    return max(values)


def count(values: Sequence[Number]) -> Number:
    """Return how many values there are."""
    return Fraction(len(values))


def difference(first: Number, second: Number) -> Number:
    """Return the first less the second."""
    return first - second


def quotient(first: Number, second: Number) -> Number:
    """Return the first divided by the second."""
    return first / second


def product(first: Number, second: Number) -> Number:
    """Return the first times the second."""
    return first * second


def percent(value: Number) -> Number:
    """Return a ratio in percent."""
    return 100 * value


def difference_pp(first: Number, second: Number) -> Number:
    """Return the first ratio less the second in percentage points."""
    return 100 * (first - second)


def above(first: Number, second: Number) -> bool:
    """Return whether the first is larger than the second."""
    return first > second


def below(first: Number, second: Number) -> bool:
    """Return whether the first is smaller than the second."""
    return first < second


def both(first: bool, second: bool) -> bool:
    """Return whether both hold."""
    return first and second


def neither(first: bool, second: bool) -> bool:
    """Return whether none of the two holds."""
    return not first and not second


def same(first: str, second: str) -> bool:
    """Return whether two texts are the same but for case and white space."""
    return " ".join(first.split()).casefold() == " ".join(second.split()).casefold()


def only_first(first: bool, second: bool) -> bool:
    """Return whether the first holds and the second does not."""
    return first and not second


def round_half_up(value: Number, decimals: int, plus: bool) -> str:
    """Return the value with so many decimals, halves away from zero; with `plus` its sign is always shown."""
    units = int(abs(Fraction(value)) * 10**decimals + Fraction(1, 2))
    whole, part = divmod(units, 10**decimals)
    sign = "-" if value < 0 and units else "+" if plus else ""
    return f"{sign}{whole}.{part:0{decimals}d}" if decimals else f"{sign}{whole}"


_FUNCTIONS: tuple[Callable[..., Value], ...] = (
    growth, cagr, annualised, days, growths, log_growth, mean, median, total, largest, count, difference, quotient,
    product, percent, difference_pp, above, below, both, neither, only_first,
    same,
)  # fmt: skip
OPERATORS: Mapping[str, Callable[..., Value]] = MappingProxyType({one.__name__: one for one in _FUNCTIONS})
"""The operators by the name that plans and programs give them."""


def compute(operator: str, inputs: Sequence[Value]) -> Value:
    """Return what an operator makes of its inputs."""
    return OPERATORS[operator](*inputs)


def source_of(names: Sequence[str]) -> str:
    """Return the text of the named operators and of the rounding, without annotations, as programs paste it."""
    return "\n\n".join(_text(name) for name in (*OPERATORS, _ROUNDING) if name in names or name == _ROUNDING)


_ROUNDING = "round_half_up"


@lru_cache
def _text(name: str) -> str:
    function: Callable[..., object] = round_half_up if name == _ROUNDING else OPERATORS[name]
    return _unannotated(inspect.getsource(function))


def _unannotated(text: str) -> str:
    head, _, body = text.partition("\n")
    name, _, rest = head.partition("(")
    given = rest.rpartition(")")[0]
    parameters = [part.partition(":")[0].strip() for part in given.split(", ") if ":" in part]
    return f"{name}({', '.join(parameters)}):\n{body}"
