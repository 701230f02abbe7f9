"""What Excel shows: a stored value under a number format code, as text, whatever the column's width."""

from __future__ import annotations

import math
from functools import lru_cache

from extractors.number_format.builtin import BUILT_IN, GENERAL, code_of
from extractors.number_format.code import BadCode, Section, sections_of
from extractors.number_format.dates import OUT_OF_RANGE, DateLayout, date_layout_of, show_date
from extractors.number_format.digits import Layout, layout_of, show_general, show_number, show_scientific
from extractors.number_format.fraction import show_fraction

__all__ = ["BUILT_IN", "GENERAL", "NumberFormat", "code_of", "number_format", "show"]


class NumberFormat:
    """A code made ready once; `show` is what Excel displays for a value under it."""

    __slots__ = ("_conditional", "_dates", "_layouts", "_numbers", "_positive", "_text", "code", "dated", "general")

    def __init__(self, code: str) -> None:
        self.code = code
        sections = _parsed(code)
        last_is_text = sections[-1].kind == "text" or len(sections) > 3
        self._text: Section | None = sections[-1] if last_is_text else None
        numbers = sections[:-1] if last_is_text and len(sections) > 1 else sections
        self._numbers: list[Section] = numbers[:3]
        self._layouts: list[Layout | None] = [
            layout_of(section) if section.kind in ("number", "scientific") else None for section in self._numbers
        ]
        self._dates: list[DateLayout | None] = [
            date_layout_of(section) if section.kind == "date" else None for section in self._numbers
        ]
        self._conditional: bool = any(section.condition for section in self._numbers[:2])
        first = numbers[0]
        plain = first.kind == "text" or (first.kind == "general" and len(first.tokens) == 1)
        lone_general = plain and first.condition is None
        usual = self._numbers[0].kind == "number" and not self._conditional
        self._positive: Layout | None = self._layouts[0] if usual else None
        self.general: bool = lone_general and len(numbers) == 1
        self.dated: bool = any(section.kind == "date" for section in numbers)

    def show(self, value: str | float | bool, *, epoch_1904: bool = False) -> str:
        """Return what Excel displays for a stored value; error values are text and show as they are."""
        if isinstance(value, bool):
            return "TRUE" if value else "FALSE"
        if isinstance(value, str):
            return self.show_text(value)
        return self.show_number(value, epoch_1904)

    def show_text(self, text: str) -> str:
        """Return a text under the text section; without one it shows as it is."""
        if self._text is None:
            return text
        return "".join(text if token.kind == "text" else token.text for token in self._text.tokens)

    def show_number(self, value: float, epoch_1904: bool = False) -> str:
        """Return a number under the section that its size chooses."""
        if not math.isfinite(value):
            return "#NUM!"
        if self.general:
            return show_general(value)
        if self._positive is not None and value > 0:
            return show_number(value, self._positive)[0]
        index, signed = self._choice(value)
        if index < 0:
            return self._unmet(value)
        section, layout = self._numbers[index], self._layouts[index]
        dates = self._dates[index]
        if dates is not None:
            return show_date(value, dates, epoch_1904)
        if layout is not None:
            lay = show_scientific if section.kind == "scientific" else show_number
            text, nonzero = lay(value, layout)
            return "-" + text if signed and nonzero else text
        return ("-" if signed else "") + _unlaid(value, section)

    def _unmet(self, value: float) -> str:
        """Return a number that no section takes: General stands in for all but a lone section's condition."""
        condition = self._numbers[0].condition
        if len(self._numbers) > 1 or condition is None:
            return OUT_OF_RANGE
        return show_general(abs(value) if condition.leaves_signs else value)

    def _choice(self, value: float) -> tuple[int, bool]:
        """Return the section's index (-1 where none takes the value) and whether a minus goes before it."""
        sections = self._numbers
        if self._conditional:
            return self._by_condition(value)
        if value < 0 and len(sections) > 1:
            return 1, False
        if value == 0 and len(sections) > 2:
            return 2, False
        return 0, value < 0

    def _by_condition(self, value: float) -> tuple[int, bool]:
        for index, section in enumerate(self._numbers):
            condition = section.condition
            if condition is None:
                takes, silent = self._default(index, value)
            else:
                takes, silent = condition.admits(value), condition.negative_only
            if takes:
                return index, value < 0 and not silent
        return -1, False

    def _default(self, index: int, value: float) -> tuple[bool, bool]:
        """Whether a section without a condition takes the value, and whether it says the sign itself."""
        if index == 0:
            return (value > 0 if len(self._numbers) > 2 else value >= 0), False
        if index == 1 and len(self._numbers) > 2:
            return value < 0, True
        first = self._numbers[0].condition
        return True, index == 1 and first is not None and first.leaves_signs


def _parsed(code: str) -> list[Section]:
    try:
        return sections_of(code or GENERAL)
    except BadCode:
        return sections_of(GENERAL)


def _unlaid(value: float, section: Section) -> str:
    if section.kind == "fraction":
        return show_fraction(value, section)
    number = show_general(abs(value))
    if section.kind == "text":
        # A section that is for texts alone shows a number as if it had no format.
        return number
    return "".join(number if token.kind == "general" else token.text for token in section.tokens)


@lru_cache(maxsize=4096)
def number_format(code: str) -> NumberFormat:
    """Return the format of a code, made ready once."""
    return NumberFormat(code)


def show(value: str | float | bool, code: str = GENERAL, *, epoch_1904: bool = False) -> str:
    """Return what Excel displays for a stored value under a number format code."""
    return number_format(code).show(value, epoch_1904=epoch_1904)
