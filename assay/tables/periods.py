"""Periods in headings and cells: years, fiscal years, quarters, months and days, and whether the text says more."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from assay.tables.records import Calendar, Period, normal

_YEAR = re.compile(r"(?P<year>(?:19|20)\d{2})\s*年?(?P<rest>.*)", re.DOTALL)
_FISCAL = re.compile(r"FY\s?(?P<year>(?:19|20)\d{2}(?:/\d{2,4})?)(?P<rest>.*)", re.DOTALL | re.IGNORECASE)
_SPLIT_YEAR = re.compile(r"(?P<year>(?:19|20)\d{2}/\d{2,4})(?P<rest>.*)", re.DOTALL)
# What may follow a year in a heading: a remark in brackets, a letter for "estimate" or "forecast", a footnote mark.
_REMARK = re.compile(r"\s*(?:[(\[（].*[)\]）]|[a-zA-Z]|[*†‡§¹²³⁰-⁹]+)\s*", re.DOTALL)
_HEADINGS = frozenset(
    {"year", "fiscal year", "period", "financial year", "年", "年份", "jahr"}
    | {"month", "quarter", "date", "monat", "quartal", "datum", "月份", "日期"}
)
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_FULL = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_NAMED_MONTH = re.compile(r"(?P<name>[A-Za-z]{3,9})\.? (?P<year>(?:19|20)\d{2})")
_MONTH = re.compile(r"(?P<year>(?:19|20)\d{2})-(?P<month>0[1-9]|1[0-2])")
_QUARTER = re.compile(r"(?P<year>(?:FY ?)?(?:19|20)\d{2})[- ]Q(?P<number>[1-4])", re.IGNORECASE)
_NAMED_QUARTER = re.compile(r"Q(?P<number>[1-4])[- ](?P<year>(?:FY ?)?(?:19|20)\d{2})", re.IGNORECASE)
_DATE = re.compile(r"(?:19|20)\d{2}-\d{2}-\d{2}")


def period_of(text: str) -> Period | None:
    """Return the period that a heading or cell names, None where it names none."""
    text = " ".join(text.split())
    for finer in _FINER:
        found = finer(text)
        if found is not None:
            return found
    for pattern, prefix in ((_FISCAL, "FY"), (_SPLIT_YEAR, ""), (_YEAR, "")):
        found = pattern.fullmatch(text)
        if found is not None:
            rest = found["rest"]
            if rest and not _REMARK.fullmatch(rest):
                return None
            calendar: Calendar = "year" if pattern is _YEAR else "fiscal"
            return Period(prefix + found["year"], calendar, not rest)
    return None


def heads_periods(heading: str) -> bool:
    """Return whether a column heading says that the cells below it are periods."""
    return normal(heading) in _HEADINGS


def _month(text: str) -> Period | None:
    if _MONTH.fullmatch(text):
        return Period(text, "month", True)
    found = _NAMED_MONTH.fullmatch(text)
    name = found["name"].casefold() if found else ""
    names = _FULL if name in _FULL else _MONTHS
    if found is None or name not in names:
        return None
    return Period(f"{found['year']}-{names.index(name) + 1:02d}", "month", True)


def _quarter(text: str) -> Period | None:
    found = _QUARTER.fullmatch(text) or _NAMED_QUARTER.fullmatch(text)
    year = found["year"].upper().replace(" ", "") if found else ""
    return Period(f"{year}-Q{found['number']}", "quarter", True) if found else None


def _day(text: str) -> Period | None:
    if not _DATE.fullmatch(text):
        return None
    try:
        return Period(date.fromisoformat(text).isoformat(), "date", True)
    except ValueError:
        return None


_FINER: tuple[Callable[[str], Period | None], ...] = (_month, _quarter, _day)
