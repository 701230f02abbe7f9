"""Periods in headings and cells: years and fiscal years, and whether the text says more than the period."""

from __future__ import annotations

import re

from assay.tables.records import Period

_YEAR = re.compile(r"(?P<year>(?:19|20)\d{2})\s*年?(?P<rest>.*)", re.DOTALL)
_FISCAL = re.compile(r"FY\s?(?P<year>(?:19|20)\d{2}(?:/\d{2,4})?)(?P<rest>.*)", re.DOTALL | re.IGNORECASE)
_SPLIT_YEAR = re.compile(r"(?P<year>(?:19|20)\d{2}/\d{2,4})(?P<rest>.*)", re.DOTALL)
# What may follow a year in a heading: a remark in brackets, a letter for "estimate" or "forecast", a footnote mark.
_REMARK = re.compile(r"\s*(?:[(\[（].*[)\]）]|[a-zA-Z]|[*†‡§¹²³⁰-⁹]+)\s*", re.DOTALL)
_HEADINGS = frozenset({"year", "fiscal year", "period", "financial year", "年", "年份", "jahr"})


def period_of(text: str) -> Period | None:
    """Return the period that a heading or cell names, None where it names none."""
    text = " ".join(text.split())
    for pattern, prefix in ((_FISCAL, "FY"), (_SPLIT_YEAR, ""), (_YEAR, "")):
        found = pattern.fullmatch(text)
        if found is not None:
            rest = found["rest"]
            if rest and not _REMARK.fullmatch(rest):
                return None
            calendar = "year" if pattern is _YEAR else "fiscal"
            return Period(prefix + found["year"], calendar, not rest)
    return None


def heads_periods(heading: str) -> bool:
    """Return whether a column heading says that the cells below it are periods."""
    return " ".join(heading.split()).casefold() in _HEADINGS
