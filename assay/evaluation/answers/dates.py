"""Comparison of dates and partial dates; a form that two countries read differently is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from assay.evaluation.answers.cleaning import BIDI_MARKS, Refusal, bounded, plain, unwrapped
from assay.evaluation.answers.spec import Spec

LONGEST_DATE = 60

# English, German, French, Spanish, Italian, Portuguese, Dutch; one line a month.
MONTH_NAMES = (
    "january jan januar jänner janvier janv enero ene gennaio gen janeiro januari",
    "february feb februar février fevrier févr fevr febrero febbraio fevereiro fev februari",
    "march mar märz mär maerz mars marzo março marco maart mrt",
    "april apr avril avr abril abr aprile",
    "may mai mayo maggio mag maio mei",
    "june jun juni juin junio giugno giu junho",
    "july jul juli juillet juil julio luglio lug julho",
    "august aug août aout agosto ago augustus",
    "september sep sept septembre septiembre settembre set setembro",
    "october oct oktober okt octobre octubre ottobre ott outubro out",
    "november nov novembre noviembre novembro",
    "december dec dezember dez décembre decembre déc diciembre dic dicembre dezembro",
)
MONTHS = {name: number for number, line in enumerate(MONTH_NAMES, 1) for name in line.split()}
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

YEAR_FIRST = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})(?:\2([0-9]{1,2}))?(?:[t ]00:00(?::00)?z?)?")
YEAR_LAST = re.compile(r"([0-9]{1,2})([-/.]) ?([0-9]{1,2})\2 ?([0-9]{4})")
MONTH_YEAR = re.compile(r"([0-9]{1,2})[-/.]([0-9]{4})")
COMPACT = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
EAST_ASIAN = re.compile(r"([0-9]{4}) ?[年년](?: ?([0-9]{1,2}) ?[月월](?: ?([0-9]{1,2}) ?[日号號일])?)?")
DAY_WORD = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th|er|º|ª)?")
YEAR_WORD = re.compile(r"[0-9]{4}")


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date, or a month or year, whose finer parts are 0."""

    year: int
    month: int = 0
    day: int = 0


def compare_dates(expected: str, response: str, asked: Spec) -> str:
    """Return why the response is not the expected date, or "match"."""
    gold, given = read_date(expected), read_date(response)
    if gold == given:
        return "match"
    coarse = (bool(gold.month), bool(gold.day)) != (bool(given.month), bool(given.day))
    return "precision" if coarse and overlaps(gold, given) else "value"


def overlaps(one: PartialDate, other: PartialDate) -> bool:
    """Return whether one of the two dates is a part of the other."""
    pairs = ((one.year, other.year), (one.month, other.month), (one.day, other.day))
    return all(left == right or not left or not right for left, right in pairs)


def read_date(text: str) -> PartialDate:
    """Return the date that the text denotes; impossible and ambiguous ones are refused."""
    written = plain(bounded(text, LONGEST_DATE))
    if BIDI_MARKS.search(written):
        raise Refusal("malformed")
    written = unwrapped(" ".join(written.split())).casefold()
    found = read_figures(written) or read_words(written)
    if found is None or not is_possible(found):
        raise Refusal("malformed")
    return found


def is_possible(found: PartialDate) -> bool:
    """Return whether the calendar has this date."""
    try:
        date(found.year, found.month or 1, found.day or 1)
    except ValueError:
        return False
    return True


def read_figures(text: str) -> PartialDate | None:
    """Return a date that is written in figures, or None."""
    if YEAR_WORD.fullmatch(text):
        return PartialDate(int(text))
    for pattern, year, month, day in ((YEAR_FIRST, 1, 3, 4), (COMPACT, 1, 2, 3), (EAST_ASIAN, 1, 2, 3)):
        found = pattern.fullmatch(text)
        if found:
            return stated(found.group(year), found.group(month), found.group(day))
    found = MONTH_YEAR.fullmatch(text)
    if found:
        return stated(found.group(2), found.group(1), None)
    found = YEAR_LAST.fullmatch(text)
    return read_year_last(int(found.group(1)), int(found.group(3)), int(found.group(4))) if found else None


def stated(year: str, month: str | None, day: str | None) -> PartialDate:
    """Return the date of these figures; a stated part must not be zero."""
    parts = [int(part) for part in (year, month, day) if part is not None]
    if 0 in parts:
        raise Refusal("malformed")
    return PartialDate(*parts)


def read_year_last(first: int, second: int, year: int) -> PartialDate:
    """Return the date of day and month in unknown order, where only one order is possible."""
    if first == second or second > 12 >= first:
        return stated(str(year), str(first), str(second))
    if first > 12 >= second:
        return stated(str(year), str(second), str(first))
    raise Refusal("malformed")


def read_words(text: str) -> PartialDate | None:
    """Return a date with the name of its month, or None."""
    words = [word for word in re.split(r"[ ,.\-/]+", text) if word not in ("", "of", "de", "del", "the")]
    weekday = words.pop(0) if words and words[0] in WEEKDAYS else ""
    months = [word for word in words if word in MONTHS]
    rest = [word for word in words if word not in MONTHS]
    if len(months) != 1 or not 0 < len(rest) < 3:
        return None
    years = [word for word in rest if YEAR_WORD.fullmatch(word)]
    days = [found.group(1) for found in map(DAY_WORD.fullmatch, rest) if found]
    if len(years) != 1 or len(days) != len(rest) - 1:
        return None
    found = stated(years[0], str(MONTHS[months[0]]), days[0] if days else None)
    return found if not weekday or is_weekday(found, weekday) else None


def is_weekday(found: PartialDate, name: str) -> bool:
    """Return whether a full date falls on the named day of the week."""
    return bool(found.day) and is_possible(found) and WEEKDAYS[weekday_number(found)] == name


def weekday_number(found: PartialDate) -> int:
    """Return 0 for Monday to 6 for Sunday."""
    return date(found.year, found.month, found.day).weekday()
