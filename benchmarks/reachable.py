"""Whether a stored number can give a text under any number format at all, told without a format engine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from fractions import Fraction

_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")
_WHOLE = re.compile(r"(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)?(?:\.[0-9]*)?(?:E[+-]?[0-9]+)?")
_RATIO = re.compile(r"(?:([0-9]+) )? *([0-9]+)/([0-9]+) *")
_CLOCK = re.compile(r"[0-9][/:-][0-9]|[0-9]-?[A-Z][a-z]{2}|[A-Z][a-z]{2,8}[- ,]+[0-9]")
_BELOW_ZERO = re.compile(r" *[-(]")
_SIGNED = re.compile(r"[-(]|\[[<>=]")
_LAST_DAY = 2_958_466
# Divided by a thousand, a million or more by commas, or times a hundred for each percent sign.
_SCALES = (0, 2, 4, -3, -6, -9, -12)


def reachable(value: float, text: str, code: str) -> bool:
    """Whether some format shows the value so: False only for texts that are plainly of another number.

    The cell's own format is asked for its signs alone: where its first section has none, a text with one is of a
    number below zero.
    """
    digits = _NUMBER.findall(text)
    if not digits:
        return True
    if value > 0 and _BELOW_ZERO.match(text) and not _SIGNED.search(code.partition(";")[0]):
        return False
    number = re.sub(r"[^0-9.,E+-]|(?<![0-9])E", "", text).strip("-+,")
    if _CLOCK.search(text):
        return _is_moment(abs(value), digits) or _is_ratio(abs(value), text)
    if _WHOLE.fullmatch(number) and number.strip("."):
        return any(_rounds(abs(value), number.replace(",", ""), scale) for scale in _SCALES)
    return True


def _rounds(value: float, shown: str, scale: int) -> bool:
    mantissa, _, exponent = shown.partition("E")
    unit = Fraction(10) ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    told = Fraction(mantissa.rstrip(".") or "0") * Fraction(10) ** int(exponent or 0)
    return abs(Fraction(value) * Fraction(10) ** scale - told) <= unit * Fraction(51, 100)


def _is_ratio(value: float, text: str) -> bool:
    found = _RATIO.fullmatch(text.strip("-"))
    if found is None or not int(found[3]):
        return False
    return abs(value - int(found[1] or 0) - int(found[2]) / int(found[3])) <= 1 / int(found[3])


def _is_moment(value: float, digits: list[str]) -> bool:
    """Whether every number of the text is a part of the moment, under one of the two epochs."""
    parts = [{part for moment in _moments(days) for part in _parts(*moment)} for days in (value, value + 1462)]
    return any(all(_bare(one) in known for one in digits) for known in parts)


def _bare(digits: str) -> str:
    return digits.partition(".")[0].lstrip("0") or "0"


def _moments(days: float) -> Iterator[tuple[datetime, int]]:
    """Yield the moment with its neighbours by rounding; days before March 1900 have Excel's own count."""
    if not 0 <= days < _LAST_DAY:
        return
    for seconds in (-1, 0, 1):
        elapsed = max(0, int(days * 86400) + seconds)
        for epoch in (datetime(1899, 12, 30), datetime(1899, 12, 31)) if days < 61 else (datetime(1899, 12, 30),):
            yield epoch + timedelta(seconds=elapsed), elapsed


def _parts(moment: datetime, elapsed: int) -> Iterator[str]:
    clock = (moment.hour, moment.hour % 12 or 12, moment.minute, moment.second)
    dated = (moment.year, moment.year % 100, moment.month, moment.day)
    for number in (*clock, *dated, elapsed // 3600, elapsed // 60, elapsed, 0):
        yield str(number)
