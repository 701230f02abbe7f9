"""The form in which a question wants its answer, read from its words, and a number written in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from benchmarks.truth_faults import Unreadable
from benchmarks.truth_units import Quantity, converted

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_DECIMALS = rf"(?:{'|'.join(_NUMBERS)}) decimals?"
_UNIT = r"(?:as a percentage|as a plain number|in [^,:?]+?)"
_PLACES = rf"(?:as a whole number|with {_DECIMALS}|with a plus or minus sign(?:, as a whole number| and {_DECIMALS}))"
# The words of a form, to be found inside a question.
FORM = rf"(?:{_UNIT},? )?{_PLACES}"

_PARTS = re.compile(rf"(?:(?P<unit>{_UNIT}),? )?(?P<places>{_PLACES})")
_NAMED = {"as a percentage": "%", "as a plain number": "", "in percentage points": "pp", "in percent": "%"}


@dataclass(frozen=True, slots=True)
class Form:
    """The unit, the decimals, and whether a plus is written."""

    unit: str
    decimals: int
    signed: bool

    def written(self, quantity: Quantity) -> str:
        """Return a quantity as the form wants it, rounded half away from zero."""
        number = converted(quantity, self.unit)
        text = rounded(number, self.decimals)
        return f"+{text}" if self.signed and not text.startswith("-") else text


def form_of(words: str) -> Form:
    """Return the form that words describe."""
    found = _PARTS.fullmatch(words.strip())
    if found is None:
        raise Unreadable(f"no form of an answer is “{words}”")
    unit, places = found["unit"] or "", found["places"]
    named = next((number for number, word in enumerate(_NUMBERS) if f" {word} decimal" in places), 0)
    return Form(_NAMED.get(unit, unit.removeprefix("in ")), named, "plus or minus sign" in places)


def rounded(number: Fraction, decimals: int) -> str:
    """Return a number with so many decimals, half away from zero; zero has no sign."""
    shifted = abs(number) * 10**decimals
    whole = (2 * shifted.numerator + shifted.denominator) // (2 * shifted.denominator)
    digits = str(whole).rjust(decimals + 1, "0")
    text = f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits
    return f"-{text}" if number < 0 and whole else text
