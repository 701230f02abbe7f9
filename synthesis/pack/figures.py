"""The figures of a brief: the very functions that its program pastes in."""

from __future__ import annotations

import inspect
import json
from fractions import Fraction

from synthesis.rules.operators import round_half_up


def rounded(value: Fraction, decimals: int) -> float:
    """Return a value with so many decimals, halves away from zero."""
    return float(round_half_up(value, decimals, False))


def brief(
    now: dict[str, Fraction], then: dict[str, Fraction], book: Fraction, factor: Fraction, decimals: int, own: int
) -> dict[str, object]:
    """Return levels, changes, shares, sums, ranks and what the two documents differ in."""
    total, earlier = sum(now.values(), Fraction(0)), sum(then.values(), Fraction(0))
    change = {name: 100 * (now[name] / then[name] - 1) for name in now}
    figures: dict[str, object] = {
        "level": {name: rounded(now[name], decimals) for name in now},
        "change": {name: rounded(change[name], 1) for name in now},
        "share": {name: rounded(100 * now[name] / total, 1) for name in now},
        "sum": rounded(total, decimals),
        "sum_earlier": rounded(earlier, decimals),
        "sum_change": rounded(100 * (total / earlier - 1), 1),
        "highest": max(now, key=lambda name: now[name]),
        "lowest": min(now, key=lambda name: now[name]),
        "fastest": max(change, key=lambda name: change[name]),
        "slowest": min(change, key=lambda name: change[name]),
        "workbook_sum": rounded(book, own),
        "difference": rounded(total - book * factor, decimals),
    }
    return figures if factor == 1 else {**figures, "workbook_sum_converted": rounded(book * factor, decimals)}


def written(figures: dict[str, object]) -> str:
    """Return the figures as one line of JSON."""
    return json.dumps(figures, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


SOURCE = "\n\n".join(inspect.getsource(function).strip("\n") + "\n" for function in (rounded, brief, written))
"""The text of these functions, as the program of a brief holds them."""
