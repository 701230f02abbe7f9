"""Values, format codes and the text that the format's specification gives for them, worked out without the engine.

The specification is ECMA-376, part 1, 18.8.30 and 18.8.31. Dates are worked out by Python's calendar, elapsed times by
whole division, fractions by the fraction itself, conditions and locales by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Case:
    """A value under a code, and the text that the specification gives, with the rule that gives it."""

    area: str
    value: float
    code: str
    text: str
    rule: str
    epoch_1904: bool = False


def all_cases() -> list[Case]:
    """Return every case, in a fixed order."""
    return [*_dates(), *_early(), *_of_1904(), *_elapsed(), *_fractions(), *_conditions(), *_locales()]


# Where LibreOffice shows otherwise than the specification: why the specification is followed, by area and code.
_REASONS = (
    ("date", "m/d/yy h:mm", "the code is stored as id 22, which follows the machine; Excel's English exports have two "
                            "digits of the year, LibreOffice has four"),
    ("date of early 1900", "", "LibreOffice counts from 30 December 1899 and has no 29 February 1900; 18.17.4.1 has"),
    ("fraction", "# ?/8", "blanks stand for the gap, the numerator, the bar and the denominator; Excel's exports have "
                          "all four, LibreOffice leaves one out"),
    ("condition", "[Red][<0]0.0;[Blue][>=10]0;General", "a section for negative numbers alone says the sign itself; "
                                                        "Excel's results do, LibreOffice adds one"),
    ("locale", "[$-407]#,##0.00", "Excel's separators are the machine's whatever the tag; LibreOffice takes the tag's"),
)  # fmt: skip


def reason(case: Case) -> str:
    """Return why the specification is followed where LibreOffice differs; empty where no difference is known."""
    return next((why for area, code, why in _REASONS if area == case.area and code in ("", case.code)), "")


_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_Shown = Callable[[datetime], str]


def _half(moment: datetime) -> str:
    return "AM" if moment.hour < 12 else "PM"


def _twelve(moment: datetime) -> int:
    return (moment.hour + 11) % 12 + 1


def _tick(moment: datetime) -> datetime:
    """Return the moment rounded to the whole second that a clock without fractions shows."""
    return (moment + timedelta(microseconds=500_000)).replace(microsecond=0)


# Each code with what it is by the table of 18.8.31: y, m, d, h, s and AM/PM, each by its count of letters.
_DATE_CODES: dict[str, tuple[_Shown, str]] = {
    "yyyy-mm-dd": (lambda t: f"{t.year:04}-{t.month:02}-{t.day:02}", "four, two and two digits"),
    "m/d/yyyy": (lambda t: f"{t.month}/{t.day}/{t.year}", "m and d without leading zeros"),
    "dd.mm.yy": (lambda t: f"{t.day:02}.{t.month:02}.{t.year % 100:02}", "yy is two digits"),
    "d-mmm-yy": (lambda t: f"{t.day}-{_MONTHS[t.month - 1][:3]}-{t.year % 100:02}", "mmm is the month's short name"),
    "mmmm d, yyyy": (lambda t: f"{_MONTHS[t.month - 1]} {t.day}, {t.year}", "mmmm is the month's name"),
    "mmmmm": (lambda t: _MONTHS[t.month - 1][0], "mmmmm is the first letter of the month"),
    "mmm\\ yyyy": (lambda t: f"{_MONTHS[t.month - 1][:3]} {t.year}", "a backslash shows the next character"),
    "ddd, mmm d": (lambda t: f"{_DAYS[t.weekday()][:3]}, {_MONTHS[t.month - 1][:3]} {t.day}", "ddd is a short name"),
    "dddd": (lambda t: _DAYS[t.weekday()], "dddd is the day's name"),
    'd" of "mmmm': (lambda t: f"{t.day} of {_MONTHS[t.month - 1]}", "quoted text shows as it is"),
    "yy": (lambda t: f"{t.year % 100:02}", "yy is two digits"),
    "h:mm": (lambda t: f"{_tick(t).hour}:{_tick(t).minute:02}", "m right after h is minutes, cut and not rounded"),
    "hh:mm:ss": (lambda t: f"{_tick(t):%H:%M:%S}", "hh, mm and ss have two digits"),
    "h:mm AM/PM": (lambda t: f"{_twelve(_tick(t))}:{_tick(t).minute:02} {_half(_tick(t))}", "AM/PM makes h twelve"),
    "hh:mm:ss AM/PM": (lambda t: f"{_twelve(_tick(t)):02}:{_tick(t):%M:%S} {_half(_tick(t))}", "AM/PM makes hh twelve"),
    "h AM/PM": (lambda t: f"{_twelve(_tick(t))} {_half(_tick(t))}", "AM/PM makes h twelve"),
    "mm:ss": (lambda t: f"{_tick(t):%M:%S}", "mm right before ss is minutes"),
    "m/d/yy h:mm": (
        lambda t: f"{_tick(t).month}/{_tick(t).day}/{_tick(t).year % 100:02} {_tick(t).hour}:{_tick(t).minute:02}",
        "m is a month, and minutes after h",
    ),
    'yyyy\\-mm\\-dd"T"hh:mm:ss': (lambda t: f"{_tick(t):%Y-%m-%dT%H:%M:%S}", "quoted and escaped literals"),
    "yyyymmddhhmm": (lambda t: f"{_tick(t):%Y%m%d%H%M}", "mm right after hh is minutes"),
}  # fmt: skip
_MOMENTS = (
    datetime(1900, 3, 1), datetime(1952, 10, 11, 14, 35, 27), datetime(1999, 12, 31, 23, 59, 59),
    datetime(2000, 2, 29, 0, 0, 0), datetime(2003, 2, 1, 4, 5, 6), datetime(2020, 1, 1, 12, 0, 0),
    datetime(2024, 2, 29, 12, 30, 30), datetime(2025, 7, 4, 23, 5, 9), datetime(9999, 12, 31, 1, 2, 3),
)  # fmt: skip
_DAY = timedelta(days=1)


def _serial(moment: datetime, epoch: datetime = datetime(1899, 12, 30)) -> float:
    return (moment - epoch) / _DAY


def _dates() -> Iterator[Case]:
    for code, (shown, rule) in _DATE_CODES.items():
        for moment in _MOMENTS:
            yield Case("date", _serial(moment), code, shown(moment), rule)
    for moment, text in (
        (datetime(2020, 1, 1, 1, 2, 3, 456_000), "02:03.5"),
        (datetime(2020, 1, 1, 1, 2, 9), "02:09.0"),
    ):
        yield Case("date", _serial(moment), "mm:ss.0", text, "zeros after the point are parts of a second, rounded")
    for text, code in (("01:02:03.46", "hh:mm:ss.00"), ("1:2:3.456", "h:m:s.000")):
        moment = datetime(2020, 1, 1, 1, 2, 3, 456_000)
        yield Case("date", _serial(moment), code, text, "zeros after the point are parts of a second, rounded")


def _early() -> Iterator[Case]:
    rule = "days count from 1 January 1900, which has a 29 February (18.17.4.1)"
    for value, text in (
        (1, "1900-01-01"),
        (31, "1900-01-31"),
        (59, "1900-02-28"),
        (60, "1900-02-29"),
        (61, "1900-03-01"),
    ):
        yield Case("date of early 1900", value, "yyyy-mm-dd", text, rule)
    for value, text in ((1, "Sunday"), (59, "Tuesday"), (60, "Wednesday"), (61, "Thursday")):
        yield Case("date of early 1900", value, "dddd", text, "weekdays count back from March 1900 without a gap")
    yield Case("date of early 1900", 0, "m/d/yy", "1/0/00", "a time alone lies on day 0 of January 1900")
    yield Case("date of early 1900", 0.5, "h:mm AM/PM", "12:00 PM", "a time alone lies on day 0 of January 1900")


def _of_1904() -> Iterator[Case]:
    epoch, codes = datetime(1904, 1, 1), ("yyyy-mm-dd", "d-mmm-yy", "dddd", "h:mm", "hh:mm:ss")
    moments = (
        datetime(1904, 1, 1),
        datetime(1952, 10, 11, 14, 35, 27),
        datetime(2020, 1, 1, 12),
        datetime(2024, 2, 29),
    )
    for code in codes:
        for moment in moments:
            shown = _DATE_CODES[code][0](moment)
            yield Case("date of 1904", _serial(moment, epoch), code, shown, "days count from 1 January 1904", True)


def _elapsed() -> Iterator[Case]:
    for seconds in (0, 59, 60, 3599, 3600, 5025, 86399, 86400, 90061, 359999, 1_000_000):
        minutes, rest, value = seconds // 60, seconds % 60, seconds / 86400
        hours, rule = seconds // 3600, "brackets count all that has passed"
        yield Case("elapsed", value, "[h]:mm:ss", f"{hours}:{minutes % 60:02}:{rest:02}", rule)
        yield Case("elapsed", value, "[hh]:mm", f"{hours:02}:{minutes % 60:02}", rule)
        yield Case("elapsed", value, "[h]", f"{hours}", rule)
        yield Case("elapsed", value, "[mm]:ss", f"{minutes:02}:{rest:02}", rule)
        yield Case("elapsed", value, "[m]", f"{minutes}", rule)
        yield Case("elapsed", value, "[s]", f"{seconds}", rule)
        yield Case("elapsed", value, '[h]"h "mm"m"', f"{hours}h {minutes % 60:02}m", rule)
    for value, text in ((1.5, "36:00:00.0"), (0.123456, "2:57:46.6")):
        yield Case("elapsed", value, "[h]:mm:ss.0", text, "parts of a second follow brackets too")


def _mixed(value: Fraction, numerators: int, denominators: int) -> str:
    """Return a whole part and a fraction under `# ?/?`: # is nothing for 0, ? is a blank for a missing digit."""
    whole, rest = divmod(value, 1)
    if not rest:
        return f"{whole}" + " " * (numerators + denominators + 2)
    shown = f"{rest.numerator:>{numerators}}/{str(rest.denominator).ljust(denominators)}"
    return f"{whole or ''} {shown}"


def _fractions() -> Iterator[Case]:
    for one in ("1/2", "1/4", "3/4", "1/8", "7/8", "2/3", "1/6", "3/2", "17/8", "25/3", "0", "1", "12"):
        exact = Fraction(one)
        for places in (1, 2, 3):
            marks = "?" * places
            yield Case(
                "fraction", float(exact), f"# {marks}/{marks}", _mixed(exact, places, places), "the fraction itself"
            )
    for one, places in (("3/16", 2), ("41/99", 2), ("7/125", 3), ("5/64", 2), ("501/64", 2), ("12/97", 2)):
        marks = "?" * places
        yield Case("fraction", float(Fraction(one)), f"# {marks}/{marks}", _mixed(Fraction(one), places, places),
                   "the fraction itself")  # fmt: skip
    fixed = ((0.5, 2), (0.75, 4), (0.3, 8), (1.3, 8), (2.0, 8), (0.9, 10), (0.55, 16), (0.33, 100), (5.251, 100))
    for value, below in fixed:
        above = round(value % 1 * below)
        width = 2 if below > 10 else 1
        room = " " * (len(" ") + width + len("/") + len(str(below)))
        text = f"{int(value) or ''} {above:>{width}}/{below}" if above else f"{int(value)}{room}"
        yield Case("fraction", value, f"# {'?' * width}/{below}", text, "the nearest numerator of a given denominator")
    for value, text in ((1.5, "3/2"), (0.25, "1/4"), (2.0, "2/1"), (0.0, "0/1")):
        yield Case("fraction", value, "?/?", text, "without a whole part the numerator holds all of it")
    for value, text in ((1.25, "1 1/4"), (0.25, "0 1/4")):
        yield Case("fraction", value, "0 ?/?", text, "0 shows a zero")
    for value, text in ((-0.5, "- 1/2"), (-1.25, "-1 1/4"), (-3.0, "-3    ")):
        yield Case("fraction", value, "# ?/?", text, "a lone section puts a minus before all of it")


def _conditions() -> Iterator[Case]:
    rows = (
        ("[<100]0.00;0", ((5, "5.00"), (99.994, "99.99"), (100, "100"), (250.4, "250"))),
        ("[>=1000000]0.0,,\"M\";[>=1000]0.0,\"K\";0", ((5, "5"), (999, "999"), (1000, "1.0K"), (25_500, "25.5K"),
                                                       (1_250_000, "1.3M"))),
        ("[Red][<0]0.0;[Blue][>=10]0;General", ((12, "12"), (3.25, "3.25"), (-4.5, "4.5"))),
        ("[=1]\"one\";[=2]\"two\";\"many\"", ((1, "one"), (2, "two"), (3, "many"))),
        ("[<=9999999]###-####;(###) ###-####", ((5_551_234, "555-1234"), (8_005_551_234, "(800) 555-1234"))),
        ("[<>0]0.0;\"nil\"", ((2, "2.0"), (0, "nil"))),
        ("[>0]\"+\"0;[<0]\"-\"0;\"zero\"", ((7, "+7"), (-7, "-7"), (0, "zero"))),
        ("0.0;(0.0);\"-\"", ((1.25, "1.3"), (-1.25, "(1.3)"), (0, "-"))),
        ("0;-0;;@", ((1, "1"), (-1, "-1"), (0, ""))),
        ("#,##0_);[Red](#,##0)", ((1234, "1,234 "), (-1234, "(1,234)"))),
        ("[Color10]0%;[Color3]-0%", ((0.125, "13%"), (-0.125, "-13%"))),
        ("[>=0.5]0%;[<0.5]0.00%", ((0.5, "50%"), (0.125, "12.50%"))),
    )  # fmt: skip
    for code, pairs in rows:
        for value, text in pairs:
            yield Case("condition", value, code, text, "the first section whose condition holds; its sign is its own")


def _locales() -> Iterator[Case]:
    day = _serial(datetime(2021, 3, 9))
    rows = (
        ("[$-409]dddd, mmmm d, yyyy", "Tuesday, March 9, 2021"), ("[$-407]d. mmmm yyyy", "9. März 2021"),
        ("[$-407]dddd", "Dienstag"), ("[$-407]ddd", "Di"), ("[$-807]mmmm", "März"),
        ("[$-40C]d mmmm yyyy", "9 mars 2021"), ("[$-40C]dddd", "mardi"), ("[$-C0A]d \"de\" mmmm", "9 de marzo"),
        ("[$-C0A]dddd", "martes"),
        ("[$-410]mmmm", "marzo"), ("[$-410]dddd", "martedì"), ("[$-413]d mmmm", "9 maart"), ("[$-413]ddd", "di"),
        ("[$-416]mmmm", "março"), ("[$-416]dddd", "terça-feira"), ("[$-41D]dddd", "tisdag"), ("[$-41D]mmmm", "mars"),
        ("[$-406]dddd", "tirsdag"), ("[$-406]mmmm", "marts"), ("[$-414]mmmm", "mars"), ("[$-411]dddd", "火曜日"),
        ("[$-411]ddd", "火"), ("[$-804]dddd", "星期二"), ("[$-809]dd mmmm yyyy", "09 March 2021"),
        ("[$-409]mmm-yy", "Mar-21"), ("[$-407]yyyy-mm-dd", "2021-03-09"),
    )  # fmt: skip
    for code, text in rows:
        yield Case("locale", day, code, text, "a locale tag changes the names of months and days")
    money = (
        ("[$€-407]\\ #,##0.00", "€ 1,234.50"), ("#,##0.00\\ [$€-40C]", "1,234.50 €"), ("[$$-409]#,##0.00", "$1,234.50"),
        ("[$£-809]#,##0.00", "£1,234.50"), ("[$¥-411]#,##0", "¥1,235"), ("[$CHF-807]\\ #,##0.00", "CHF 1,234.50"),
        ("[$USD]\\ 0.0", "USD 1234.5"), ("#,##0.00\\ \"zł\"", "1,234.50 zł"), ("[$R$-416]\\ #,##0.00", "R$ 1,234.50"),
        ("[$kr-41D]\\ 0", "kr 1235"), ("[$₹-4009]\\ #,##0", "₹ 1,235"), ("[$-409]#,##0.00", "1,234.50"),
        ("[$-407]#,##0.00", "1,234.50"),
    )  # fmt: skip
    for code, text in money:
        yield Case("locale", 1234.5, code, text, "a currency tag shows its sign; the separators are the machine's")
        yield Case("locale", -1234.5, code, f"-{text}", "a lone section puts a minus before all of it")
