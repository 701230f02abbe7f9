"""Numbers as Excel's fractions: the last convergent of the continued fraction that fits the places."""

from __future__ import annotations

import math
from collections.abc import Sequence

from extractors.number_format.code import Section, Token

# Where the remainder of the continued fraction is this small, Excel takes the value as met.
_MET = 5e-8


def show_fraction(value: float, section: Section) -> str:
    """Return the magnitude as the section's fraction, with a whole part where the section has a place for it."""
    tokens = section.tokens
    slash = next(index for index, token in enumerate(tokens) if token.kind == "slash")
    start = _run_start(tokens, slash)
    end = _run_end(tokens, slash)
    mixed = any(token.kind == "place" for token in tokens[:start])
    numerator_width = sum(token.kind == "place" for token in tokens[start:slash])
    below = "".join(token.text for token in tokens[slash + 1 : end])
    whole, numerator, denominator = _parts(value, below, mixed)
    width = len(below)
    if mixed and not numerator:
        fraction = " " * (numerator_width + 1 + width)
    else:
        fraction = f"{numerator:>{numerator_width}}/{str(denominator).ljust(width)}"
    return _before(tokens[:start], whole, numerator) + fraction + "".join(token.text for token in tokens[end:])


def _run_start(tokens: Sequence[Token], slash: int) -> int:
    start = slash
    while start and tokens[start - 1].kind == "place":
        start -= 1
    return start


def _run_end(tokens: Sequence[Token], slash: int) -> int:
    end = slash + 1
    while end < len(tokens) and (tokens[end].kind in ("place", "digit")):
        end += 1
    return end


def _parts(value: float, below: str, mixed: bool) -> tuple[int, int, int]:
    magnitude = float(f"{abs(value):.14e}")
    whole = math.floor(magnitude) if mixed else 0
    fixed = below.replace("#", "").replace("?", "")
    if fixed.strip("0"):
        denominator = int(fixed)
        numerator = math.floor((magnitude - whole) * denominator + 0.5)
    else:
        numerator, denominator = _convergent(magnitude, 10 ** len(below) - 1)
        numerator -= whole * denominator
    if mixed and numerator == denominator:
        return whole + 1, 0, denominator
    return whole, numerator, denominator


def _convergent(value: float, limit: int) -> tuple[int, int]:
    """Return the last convergent of a value whose denominator is within the limit."""
    before, now, rest = (0, 1), (1, 0), value
    while True:
        term = math.floor(rest)
        after = (term * now[0] + before[0], term * now[1] + before[1])
        if after[1] > limit:
            return now
        before, now = now, after
        if rest - term < _MET:
            return now
        rest = 1 / (rest - term)


def _before(tokens: Sequence[Token], whole: int, numerator: int) -> str:
    """Return the whole part and the literals around it; a whole part that is not shown takes its gap with it."""
    places = [index for index, token in enumerate(tokens) if token.kind == "place"]
    if not places:
        return "".join(token.text for token in tokens)
    digits = str(whole) if whole or not numerator else ""
    marks = [tokens[index].text for index in places]
    blanks = "".join({"0": "0", "?": " "}.get(mark, "") for mark in marks[: len(marks) - len(digits)])
    head = "".join(token.text for token in tokens[: places[0]])
    tail = "".join(token.text for token in tokens[places[-1] + 1 :])
    return head + blanks + digits + (tail if blanks or digits else "")
