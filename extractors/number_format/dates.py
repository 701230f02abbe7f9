"""Serial numbers as Excel's dates, clock times and elapsed times."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from extractors.number_format.code import Section, Token
from extractors.number_format.digits import digits_of
from extractors.number_format.languages import Names, names_of

OUT_OF_RANGE = "########"
LAST_DAY = 2958465
DAYS_TO_1904 = 1462


@dataclass(frozen=True, slots=True)
class Moment:
    """A serial number taken apart, rounded once to the smallest unit that is shown."""

    day: int
    seconds: int
    fraction: str
    elapsed: int
    year: int
    month: int
    day_of_month: int
    twelve_hours: bool

    @property
    def hour(self) -> int:
        """The hour as shown, from 1 to 12 where the code has a half of the day."""
        hour = self.seconds // 3600
        return (hour - 1) % 12 + 1 if self.twelve_hours else hour


def show_date(value: float, section: Section, epoch_1904: bool) -> str:
    """Return a serial number under a date section; what no calendar holds is a row of hash signs."""
    dated = any(token.kind == "date" and token.text[0] in "ymdebag" for token in section.tokens)
    elapsed = any(token.kind == "elapsed" for token in section.tokens)
    lone = elapsed and sum(token.kind == "date" for token in section.tokens) == 0
    if value < 0 and not lone and not epoch_1904:
        return OUT_OF_RANGE
    moment = _moment(abs(value), section, epoch_1904 and dated)
    if moment is None:
        return OUT_OF_RANGE
    units = {_unit(token) for token in section.tokens if token.kind == "elapsed"}
    names = names_of(section.language)
    text = "".join(
        _elapsed(token, moment) if _unit(token) in units else _show(token, moment, names) for token in section.tokens
    )
    return "-" + text if value < 0 else text


def _moment(value: float, section: Section, shifted: bool) -> Moment | None:
    places = max((len(token.text) - 1 for token in section.tokens if token.text.startswith(".")), default=0)
    places = places if any(token.kind == "date" and token.text.startswith(".") for token in section.tokens) else 0
    number = digits_of(value)
    unit = 10**places
    ticks = _ticks(number.mantissa * 86400 * unit, number.exponent)
    seconds, parts = divmod(ticks, unit)
    day = seconds // 86400 + (DAYS_TO_1904 if shifted else 0)
    if day > LAST_DAY:
        return None
    year, month, day_of_month = _calendar(day)
    half_day = any(token.kind == "half_day" for token in section.tokens)
    fraction = str(parts).zfill(places) if places else ""
    return Moment(day, seconds % 86400, fraction, seconds, year, month, day_of_month, half_day)


def _ticks(mantissa: int, exponent: int) -> int:
    if exponent >= 0:
        return mantissa * 10**exponent
    divisor = 10**-exponent
    return (mantissa + divisor // 2) // divisor


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
        return {"h": 3600, "m": 60, "s": 1}[token.text[0]]
    return {"h": 3600, "n": 60, "s": 1}.get(token.text[0], 0) if token.kind == "date" else 0


def _elapsed(token: Token, moment: Moment) -> str:
    # Once a unit counts all that has passed, the same unit further on does so too.
    return str(moment.elapsed // _unit(token)).zfill(len(token.text))


def _show(token: Token, moment: Moment, names: Names) -> str:
    if token.kind == "half_day":
        return _half_day(token.text, moment)
    if token.kind != "date":
        return token.text
    return _clock(token.text, moment) if token.text[0] in "hns." else _day(token.text, moment, names)


def _half_day(mark: str, moment: Moment) -> str:
    after_noon = moment.seconds >= 43200
    if "M" in mark.upper():
        return "PM" if after_noon else "AM"
    return mark.split("/")[after_noon]


def _clock(text: str, moment: Moment) -> str:
    if text[0] == ".":
        return "." + moment.fraction.ljust(len(text) - 1, "0")[: len(text) - 1]
    amount = {"h": moment.hour, "n": moment.seconds // 60 % 60, "s": moment.seconds % 60}[text[0]]
    return str(amount).zfill(min(len(text), 2))


def _day(text: str, moment: Moment, names: Names) -> str:
    match text[0]:
        case "y" | "e":
            return str(moment.year) if len(text) > 2 or text[0] == "e" else f"{moment.year % 100:02d}"
        case "b":
            year = moment.year + 543
            return str(year) if len(text) > 2 else f"{year % 100:02d}"
        case "m":
            return _month(moment.month, len(text), names)
        case "g":
            return ""
        case _:
            return _weekday(text, moment, names)


def _month(month: int, length: int, names: Names) -> str:
    if length <= 2:
        return str(month).zfill(length)
    if length == 3:
        return names.short_months[month - 1]
    return names.months[month - 1][:1] if length == 5 else names.months[month - 1]


def _weekday(text: str, moment: Moment, names: Names) -> str:
    if text[0] == "d" and len(text) <= 2:
        return str(moment.day_of_month).zfill(len(text))
    weekday = (moment.day - 1) % 7
    return names.short_days[weekday] if len(text) == 3 else names.days[weekday]
