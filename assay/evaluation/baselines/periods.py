"""Periods as documents and questions write them: years, fiscal years, quarters, months and days."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_GERMAN = (
    "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november",
    "dezember",
)  # fmt: skip
_NUMBERS = MappingProxyType(
    {name: number for names in (_MONTHS, _GERMAN) for number, name in enumerate(names, 1)}
    | {name[:3]: number for number, name in enumerate(_MONTHS, 1)}
)
_ORDINALS = MappingProxyType({"first": 1, "second": 2, "third": 3, "fourth": 4})
_MONTH = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_YEAR = r"(?:19|20)\d\d"
_PATTERN = re.compile(
    rf"(?P<iso>\b{_YEAR}-\d\d-\d\d(?!\d))"
    rf"|(?P<dayfirst>\b\d{{1,2}}\.? (?:{_MONTH})\.? {_YEAR}\b)"
    rf"|(?P<isomonth>\b{_YEAR}-\d\d\b)"
    rf"|(?P<named>\b(?:{_MONTH})\.? {_YEAR}\b)"
    rf"|(?P<quarter>\bq(?P<q1>[1-4])[ ,/-]*(?:of )?(?P<y1>(?:fy ?)?{_YEAR})\b)"
    rf"|(?P<turned>\b(?P<y2>(?:fy ?)?{_YEAR})[ ,/-]*q(?P<q2>[1-4])\b)"
    rf"|(?P<ordinal>\b(?P<q3>first|second|third|fourth) quarter (?:of )?(?P<y3>(?:fy ?|fiscal year )?{_YEAR})\b)"
    rf"|(?P<fiscal>\b(?:fy ?|fiscal year ){_YEAR}\b)"
    rf"|(?P<year>(?<![\d.,/]){_YEAR}(?![\d]|[.,]\d|[/-]\d))"
    rf"|(?P<month>^(?:{_MONTH})\.?$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A period that a text names, and where."""

    period: str
    start: int
    end: int


def periods(text: str) -> tuple[Mention, ...]:
    """Return the periods that a text names in order; a month that stands alone is `-04`."""
    return tuple(Mention(_period(found), found.start(), found.end()) for found in _PATTERN.finditer(text))


def period_of(label: str) -> str | None:
    """Return the period that a label is, None where it is more or something else."""
    found = periods(label.strip())
    if len(found) != 1:
        return None
    rest = label.strip()[: found[0].start] + re.sub(
        r"[ (][a-z]\b", "", label.strip()[found[0].end :], flags=re.IGNORECASE
    )
    return None if re.sub(r"[\W_]|年度?", "", rest) else found[0].period


def without_periods(text: str) -> str:
    """Return a text with its periods taken out."""
    return _PATTERN.sub(" ", text)


def year_of(period: str) -> int | None:
    """Return the year of a period, None where it has none."""
    found = re.search(_YEAR, period)
    return int(found.group()) if found else None


def same(one: str, other: str) -> bool:
    """Whether two periods are one, fiscal and calendar years of one number told apart by one side only."""
    return one == other or one.removeprefix("FY") == other.removeprefix("FY")


def _period(found: re.Match[str]) -> str:
    kind, text = str(found.lastgroup), found.group().casefold()
    if found.group("iso") or found.group("isomonth"):
        return text
    quarter = found.group("q1") or found.group("q2") or found.group("q3")
    if quarter:
        year = found.group("y1") or found.group("y2") or found.group("y3")
        return f"{_plain_year(year)}-Q{_ORDINALS.get(quarter.casefold(), quarter)}"
    if found.group("dayfirst"):
        day, month, year = text.replace(".", "").split()
        return f"{year}-{_NUMBERS[month]:02}-{int(day):02}"
    if found.group("named"):
        month, year = text.replace(".", "").split()
        return f"{year}-{_NUMBERS[month]:02}"
    return f"-{_NUMBERS[text.strip('.')]:02}" if kind == "month" else _plain_year(text)


def _plain_year(text: str) -> str:
    digits = re.sub(r"\D", "", text)
    return f"FY{digits}" if text.casefold().startswith("f") else digits
