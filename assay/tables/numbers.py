"""Numbers in cells: the exact value, and the footnote mark that stands behind it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

# Groups of three never follow a lone zero: `0,123` is a decimal comma.
_NUMBER = re.compile(
    r"(?P<sign>[+\-−]?)(?P<digits>(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?)(?P<percent>\s?%)?(?P<mark>.*)", re.DOTALL
)
_MARK = re.compile(r"\s*(?:[*†‡§#]+|[¹²³⁰-⁹ᵃ-ᶻ]+|\(?[a-z\d]\)|\([a-z\d]\)|\s[a-z])\s*", re.IGNORECASE)
_OTHER_CONVENTION = re.compile(r"[+\-−]?(?:\d{1,3}(?:\.\d{3}){2,}|\d[\d.]*,\d{1,2}|\d{1,3}(?:\.\d{3})+,\d+|0,\d+)")


@dataclass(frozen=True, slots=True)
class Numeral:
    """A cell's number and the footnote mark behind it, empty where there is none."""

    value: Decimal
    percent: bool
    mark: str


def numeral_of(text: str) -> Numeral | None:
    """Return the number that a cell shows, None where it shows anything else."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None or (found["mark"] and not _MARK.fullmatch(found["mark"])):
        return None
    value = Decimal(found["digits"].replace(",", ""))
    return Numeral(-value if found["sign"] in ("-", "−") else value, bool(found["percent"]), found["mark"].strip())


def other_convention(texts: Iterable[str]) -> bool:
    """Return whether any text can only be a number with a decimal comma, so that commas and stops are ambiguous."""
    return any(_OTHER_CONVENTION.fullmatch(text.strip()) for text in texts)
