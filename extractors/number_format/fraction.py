"""Numbers as Excel's fractions: the last convergent of the continued fraction that fits the places."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from extractors.number_format.code import Section, Token
from extractors.number_format.digits import fill_whole

# Where the remainder of the continued fraction is this small, Excel takes the value as met.
_MET = 5e-8


@dataclass(frozen=True, slots=True)
class Pieces:
    """A fraction section taken apart, from left to right."""

    head: tuple[Token, ...]
    whole: tuple[Token, ...]
    gap: str
    numerator: tuple[Token, ...]
    bar: str
    denominator: tuple[Token, ...]
    tail: str

    @property
    def padded(self) -> bool:
        """Whether a place takes blanks, so that what is not shown keeps its room."""
        return "?" in _marks(self.whole) + _marks(self.numerator)


def show_fraction(value: float, section: Section) -> str:
    """Return the magnitude as the section's fraction, with a whole part where the section has a place for it."""
    pieces = _pieces(section.tokens)
    below = _text(pieces.denominator)
    whole, numerator, denominator = _parts(value, below, bool(pieces.whole))
    head = _text(pieces.head)
    if pieces.whole and not numerator and "0" not in _marks(pieces.numerator):
        return head + _whole_alone(whole, pieces) + pieces.tail
    fraction = "".join(fill_whole(pieces.numerator, str(numerator))) + pieces.bar + _below(denominator, below)
    return head + _before(whole, numerator, pieces) + fraction + pieces.tail


def _pieces(tokens: Sequence[Token]) -> Pieces:
    slash = next(index for index, token in enumerate(tokens) if token.kind == "slash")
    last = max(index for index in range(slash) if tokens[index].kind == "place")
    start = last
    while start and tokens[start - 1].kind == "place":
        start -= 1
    first = next(index for index in range(slash, len(tokens)) if tokens[index].kind in ("place", "digit"))
    end = first
    while end < len(tokens) and tokens[end].kind in ("place", "digit"):
        end += 1
    places = [index for index in range(start) if tokens[index].kind == "place"]
    left, right = (places[0], places[-1] + 1) if places else (start, start)
    return Pieces(
        head=tuple(tokens[:left]),
        whole=tuple(tokens[left:right]),
        gap=_text(tokens[right:start]),
        numerator=tuple(tokens[start : last + 1]),
        bar=_text(tokens[last + 1 : first]),
        denominator=tuple(tokens[first:end]),
        tail=_text(tokens[end:]),
    )


def _text(tokens: Sequence[Token]) -> str:
    return "".join(token.text for token in tokens)


def _marks(tokens: Sequence[Token]) -> str:
    return "".join(token.text for token in tokens if token.kind == "place")


def _whole_alone(whole: int, pieces: Pieces) -> str:
    """Return the whole part where there is no fraction: blanks of its width, or nothing, follow."""
    room = len(pieces.gap) + len(pieces.numerator) + len(pieces.bar) + len(pieces.denominator)
    blank = pieces.padded or "?" in _marks(pieces.denominator)
    return "".join(fill_whole(pieces.whole, str(whole))) + (" " * room if blank else "")


def _before(whole: int, numerator: int, pieces: Pieces) -> str:
    """Return the whole part with its gap; where no digit of it shows, the gap is blank or goes with it."""
    marks = _marks(pieces.whole)
    if not marks:
        return pieces.gap
    shown = str(whole) if whole or (not numerator and marks[-1] != "#") else ""
    text = "".join(fill_whole(pieces.whole, shown))
    if shown or "0" in marks:
        return text + pieces.gap
    return text + (" " * len(pieces.gap) if pieces.padded else "")


def _below(denominator: int, mark: str) -> str:
    text = str(denominator).zfill(mark.count("0"))
    return text.ljust(len(mark)) if "?" in mark else text


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
