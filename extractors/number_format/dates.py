"""Serial numbers as Excel's dates, clock times and elapsed times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from extractors.number_format.code import Section, Token
from extractors.number_format.digits import digits_of
from extractors.number_format.languages import Names, names_of

OUT_OF_RANGE = "########"
LAST_DAY = 2958465
DAYS_TO_1904 = 1462

_SECONDS = {"h": 3600, "m": 60, "n": 60, "s": 1}


class Moment(NamedTuple):
    """A serial number taken apart, rounded once to the smallest unit that is shown."""

    day: int
    seconds: int
    fraction: str
    elapsed: int


Writer: TypeAlias = Callable[[Moment], str]


@dataclass(frozen=True, slots=True)
class DateLayout:
    """A date section made ready: what writes each piece, and how finely the value is rounded.

    `dated` says that a day is shown, `lone` that nothing but elapsed time is.
    """

    writers: tuple[Writer, ...]
    places: int
    dated: bool
    lone: bool


def date_layout_of(section: Section) -> DateLayout:
    """Return the layout of a date section."""
    dates = [token.text for token in section.tokens if token.kind == "date"]
    counted = {_unit(token) for token in section.tokens if token.kind == "elapsed"}
    twelve = any(token.kind == "half_day" for token in section.tokens)
    names = names_of(section.language)
    return DateLayout(
        writers=tuple(_writer(token, counted, twelve, names) for token in section.tokens),
        places=max((len(text) - 1 for text in dates if text.startswith(".")), default=0),
        dated=any(text[0] in "ymdebag" for text in dates),
        lone=bool(counted) and not dates,
    )


def show_date(value: float, layout: DateLayout, epoch_1904: bool) -> str:
    """Return a serial number under a date section; what no calendar holds is a row of hash signs."""
    if value < 0 and not layout.lone and not epoch_1904:
        return OUT_OF_RANGE
    moment = _moment(abs(value), layout.places, epoch_1904 and layout.dated)
    if moment is None:
        return OUT_OF_RANGE
    text = "".join([write(moment) for write in layout.writers])
    return "-" + text if value < 0 else text


def _moment(value: float, places: int, shifted: bool) -> Moment | None:
    number = digits_of(value)
    unit = 10**places
    ticks = _ticks(number.mantissa * 86400 * unit, number.exponent)
    seconds, parts = divmod(ticks, unit)
    day = seconds // 86400 + (DAYS_TO_1904 if shifted else 0)
    if day > LAST_DAY:
        return None
    return Moment(day, seconds % 86400, str(parts).zfill(places) if places else "", seconds)


def _ticks(mantissa: int, exponent: int) -> int:
    if exponent >= 0:
        return mantissa * 10**exponent
    divisor = 10**-exponent
    return (mantissa + divisor // 2) // divisor


@lru_cache(maxsize=16_384)
def _calendar(day: int) -> tuple[int, int, int]:
    """Return year, month and day of the month: Excel has a day 0 of January 1900 and a 29th of February 1900."""
    if day == 0:
        return 1900, 1, 0
    if day == 60:
        return 1900, 2, 29
    found = date(1899, 12, 30 if day > 60 else 31) + timedelta(days=day)
    return found.year, found.month, found.day


def _unit(token: Token) -> int:
    """Return the seconds of what an hour, a minute or a second counts; 0 for everything else."""
    if token.kind == "elapsed":
        return _SECONDS[token.text[0]]
    return _SECONDS.get(token.text[0], 0) if token.kind == "date" and token.text[0] != "m" else 0


def _writer(token: Token, counted: set[int], twelve: bool, names: Names) -> Writer:
    """Return what writes a token; once a unit counts all that has passed, the same unit further on does so too."""
    text, unit, width = token.text, _unit(token), len(token.text)
    if unit in counted:
        return lambda moment: str(moment.elapsed // unit).zfill(width)
    if token.kind == "half_day":
        return _half_day(text)
    if token.kind != "date":
        return lambda moment: text
    if unit or text[0] == ".":
        return _clock(text, twelve)
    return _day(text, names)


def _half_day(mark: str) -> Writer:
    before, after = ("AM", "PM") if "M" in mark.upper() else mark.split("/")
    return lambda moment: after if moment.seconds >= 43200 else before


def _clock(text: str, twelve: bool) -> Writer:
    width = min(len(text), 2)
    if text[0] == ".":
        return lambda moment: "." + moment.fraction[: len(text) - 1]
    if text[0] == "h" and twelve:
        return lambda moment: str((moment.seconds // 3600 - 1) % 12 + 1).zfill(width)
    unit, turn = {"h": (3600, 24), "n": (60, 60), "s": (1, 60)}[text[0]]
    return lambda moment: str(moment.seconds // unit % turn).zfill(width)


def _day(text: str, names: Names) -> Writer:
    length = len(text)
    match text[0]:
        case "y" | "e" | "b":
            return _year(543 if text[0] == "b" else 0, length > 2 or text[0] == "e")
        case "m":
            return _month(length, names)
        case "g":
            return lambda moment: ""
        case "d" if length <= 2:
            return lambda moment: str(_calendar(moment.day)[2]).zfill(length)
        case _:
            days = names.short_days if length == 3 else names.days
            return lambda moment: days[(moment.day - 1) % 7]


def _year(added: int, full: bool) -> Writer:
    if full:
        return lambda moment: str(_calendar(moment.day)[0] + added)
    return lambda moment: f"{(_calendar(moment.day)[0] + added) % 100:02d}"


def _month(length: int, names: Names) -> Writer:
    if length <= 2:
        return lambda moment: str(_calendar(moment.day)[1]).zfill(length)
    months = names.short_months if length == 3 else names.months
    if length == 5:
        return lambda moment: months[_calendar(moment.day)[1] - 1][:1]
    return lambda moment: months[_calendar(moment.day)[1] - 1]
