"""Other numbers than a displayed one, in its own format, for changes that a program must see."""

from __future__ import annotations

import re
from decimal import Decimal

# Far up, far down, to the other side of nothing, then near: past an extremum, across a median, beyond rounding.
_FACTORS = (Decimal("1.7"), Decimal("0.4"), Decimal("13"), Decimal("0.03"), Decimal("-1"), Decimal("1.05"))
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_CODES = re.compile(r"USD|EUR|GBP|CHF|JPY|CNY")


def other_numbers(displayed: str) -> list[str]:
    """Return the text with other numbers in it, in the order in which to try them; none where it is a label."""
    found = _NUMBER.search(displayed)
    if found is None or _is_label(displayed[: found.start()]):
        return []
    number = Decimal(found.group().replace(",", ""))
    changed = [_formatted(number * factor + (number == 0), found.group()) for factor in _FACTORS]
    texts = [displayed[: found.start()] + text + displayed[found.end() :] for text in changed]
    return [text for text in dict.fromkeys(texts) if text != displayed]


def neighbour_numbers(displayed: str) -> tuple[str, str]:
    """Return the text with its number one unit of its last place up, and one down; as it stands without a number."""
    found = _NUMBER.search(displayed)
    if found is None:
        return displayed, displayed
    number = Decimal(found.group().replace(",", ""))
    step = Decimal(1).scaleb(-len(found.group().partition(".")[2]))
    before, after = displayed[: found.start()], displayed[found.end() :]
    up, down = (before + _formatted(number + way * step, found.group()) + after for way in (1, -1))
    return up, down


def _is_label(before: str) -> bool:
    # "Plant 4" or "North 2020" is a name with a digit in it; a value has no letters but a currency before its digits
    return any(character.isalpha() for character in _CODES.sub("", before))


def _formatted(number: Decimal, like: str) -> str:
    decimals = len(like.partition(".")[2])
    grouping = "," if "," in like else ""
    return f"{number:{grouping}.{decimals}f}"
