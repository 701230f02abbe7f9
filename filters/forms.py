"""What a question leaves open of the form of its answer, said in a sentence behind it: unit, decimals, sign."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from types import MappingProxyType

from assay.model.task import Answer
from assay.tables.units import mentions_unit, unit_of

COUNTS = MappingProxyType({"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6})
"""The words by which questions count decimals."""

UNIT_WORDS = MappingProxyType(
    {
        "%": r"%|\bper ?cent\b|\bpercentage\b",
        "pp": r"percentage points?|\bpp\b",
        "bp": r"basis points?|\bbps?\b",
        "x": r"\bmultiple\b|\btimes\b|\bratio\b|\bquotient\b|\bx\b",
        "USD": r"\bUSD\b|\$|dollars?",
        "EUR": r"\bEUR\b|€|euros?",
        "GBP": r"\bGBP\b|£|pounds?",
        "JPY": r"\bJPY\b|¥|\byen\b",
        "CNY": r"\bCNY\b|\bRMB\b|¥|\byuan\b",
    }
)
"""The patterns of the words by which a question names a unit, where these are more than the unit itself."""

_SAID = MappingProxyType(
    {"%": "in percent", "pp": "in percentage points", "bp": "in basis points", "x": "as a multiple"}
)
_MENDED = frozenset({"unit_unstated", "scale_unstated", "decimals_unstated", "sign_unstated"})
_WORD = re.compile(r"[^\s,;:.?!()]+")


def form_told(question: str, answer: Answer, open_: Collection[str]) -> str | None:
    """Return the question with what is open of its answer's form, None where that cannot be told or contradicts it.

    `open_` are the causes of faults of the gate `spec`.
    """
    if not open_ or not _MENDED.issuperset(open_):
        return None
    if "unit_unstated" not in open_ and "scale_unstated" in open_:
        # who asks for euros does not ask for thousands of them
        return None
    if "unit_unstated" in open_ and names_unit(question):
        return None
    return f"{question.rstrip()} Give the answer {', '.join(_parts(answer, open_))}."


def names_unit(text: str) -> bool:
    """Return whether a text names a unit of whatever kind, a count of things not among them."""
    if mentions_unit(text) or any(re.search(words, text, re.IGNORECASE) for words in UNIT_WORDS.values()):
        return True
    units = (unit_of(word) for word in _WORD.findall(text))
    return any(unit is not None and unit.dimension != "number" for unit in units)


def _parts(answer: Answer, open_: Collection[str]) -> Iterator[str]:
    unit = answer.unit or ""
    if "unit_unstated" in open_:
        scaled = f"in {answer.scale} {unit}" if answer.scale not in (None, "", "none") else f"in {unit}"
        yield _SAID.get(unit, scaled)
    if "decimals_unstated" in open_:
        yield _rounded(answer.decimals or 0)
    if "sign_unstated" in open_:
        yield "with its sign"


def _rounded(decimals: int) -> str:
    if not decimals:
        return "as a whole number"
    words = {count: word for word, count in COUNTS.items()}
    return f"to {words.get(decimals, str(decimals))} decimal place{'s' if decimals > 1 else ''}"
