"""Words for measures, roles, ranks and forms of answers, each in correct English or not spoken at all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType

from assay.tables import Measure, Unit
from synthesis.rules.series import Series

_ROLE = re.compile(r"[A-Za-z][a-z]+(?: [a-z]+)?")
_WORDS = ("no", "one", "two", "three", "four", "five", "six")
_YEAR_END = MappingProxyType({"at the end of the year": "year-end", "at year end": "year-end", "": ""})
_SCALES = frozenset({"", "thousand", "million", "billion"})
# What is high or low rather than large or small: prices, shares, averages, anything per something.
_LEVEL = re.compile(r"\b(?:price|rate|share|average|mean|satisfaction|index|per|tariff|time|occupancy|stay)\b")
_COSTS = re.compile(r"\bcosts?\b")
# A run of more than six words in common with the evidence would point at it.
_MOST_WORDS = 6
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


TELLING = 3
"""A figure of fewer digits says little: growth of nearly nothing divided, a premium of a few thousandths."""


@dataclass(frozen=True, slots=True)
class Form:
    """How an answer is to be given: unit and scale, decimals, whether its sign is shown, and all that in words.

    An answer of fewer than `telling` digits says too little in this form.
    """

    unit: str | None
    scale: str | None
    decimals: int
    plus: bool
    counted: bool
    words: str
    telling: int = 1


def speakable(series: Series) -> bool:
    """Return whether the words of a series fit the grammar: an English role and measure, a scale with a name."""
    measure, unit = series.measure, series.measure.unit
    words = len(noun(measure).split()) if measure.qualifier in _YEAR_END else _MOST_WORDS + 1
    scaled = unit is not None and unit.scale in _SCALES and not _is_odd_count(measure)
    plain = measure.name.isascii() and "(" not in measure.name and "," not in measure.name
    return scaled and plain and words <= _MOST_WORDS and role_of(series) != ""


def noun(measure: Measure) -> str:
    """Return the measure as a noun that takes a possessive: `number of stores`, `number of tonnes handled`."""
    name, unit = measure.wording, measure.unit
    named = unit is not None and bool(unit.base) and name.startswith(f"{unit.base} ")
    if (is_count(measure) or named) and not name.startswith("number"):
        plural_head = named or was(name) == "were" or name.endswith("staff")
        name = f"number of {name}" if plural_head else f"{name} count"
    return f"{_YEAR_END.get(measure.qualifier, '')} {name}".strip()


def is_count(measure: Measure) -> bool:
    """Return whether a measure counts things."""
    return measure.unit is not None and measure.unit.dimension == "number"


def _is_odd_count(measure: Measure) -> bool:
    """Whether a count is named by a singular with more behind it, such as `workforce on site`."""
    singular = was(measure.wording) == "was" and not measure.wording.endswith("staff")
    return is_count(measure) and singular and re.search(r"\b(?:of|on|in|at|for|per)\b", measure.wording) is not None


def rankable(series: Series) -> bool:
    """Return whether one can say `the largest` of a measure: not of `tonnes handled`."""
    unit = series.measure.unit
    return unit is not None and (not unit.base or not series.measure.wording.startswith(unit.base))


def of(words: str) -> str:
    """Return a noun as it stands after `of`: a singular takes an article."""
    return f"the {words}" if was(words) == "was" else words


def role_of(series: Series) -> str:
    """Return what the entities of a series are called, empty where that is no English noun in the singular."""
    heading = series.table.role
    return heading.lower() if _ROLE.fullmatch(heading) and not heading.endswith("s") else ""


def plural(role: str) -> str:
    """Return the plural of a role."""
    if role.endswith("y") and role[-2:-1] not in "aeiou":
        return f"{role[:-1]}ies"
    return f"{role}es" if role.endswith(("ch", "sh", "x", "s")) else f"{role}s"


def rank(measure: Measure, *, first: bool) -> str:
    """Return the superlative that a measure takes."""
    if is_level(measure) or _COSTS.search(noun(measure)):
        return "highest" if first else "lowest"
    return "largest" if first else "smallest"


def is_level(measure: Measure) -> bool:
    """Return whether a measure is a level, such as a price, a share or an average, which does not add up."""
    unit = measure.unit
    return _LEVEL.search(noun(measure)) is not None or (
        unit is not None and (unit.base in ("%", "percent") or " per " in unit.base or "points" in unit.base)
    )


def was(words: str) -> str:
    """Return the verb that a noun takes."""
    head = re.split(r"\b(?:of|per|in|at|for|from|by|before)\b", words)[0].split()
    if len(head) > 1 and _PARTICIPLE.fullmatch(head[-1]):
        head.pop()
    return "were" if head and head[-1].endswith("s") and not head[-1].endswith(("ss", "us", "is")) else "was"


_PARTICIPLE = re.compile(r"\w+ed|sold|held|built|lost|paid|sent|kept|driven|given")


def one_of(wording: str) -> str | None:
    """Return the singular of a counted plural: `store` of `stores`, None where no rule gives it."""
    if not re.fullmatch(r"[a-z]+(?: [a-z]+)?", wording) or not wording.endswith("s") or wording.endswith("ss"):
        return None
    if wording.endswith("ies"):
        return f"{wording[:-3]}y"
    return wording[:-1]


def decimals_of(text: str) -> int:
    """Return how many decimals a displayed number has."""
    return len(text.rstrip(" %").partition(".")[2])


def counted_decimals(decimals: int) -> str:
    """Return `one decimal`, `two decimals`, `no decimals`."""
    word = _WORDS[decimals] if decimals < len(_WORDS) else str(decimals)
    return f"{word} decimal{'' if decimals == 1 else 's'}"


def form_of(unit: Unit | None, decimals: int, *, plus: bool = False) -> Form:
    """Return the form of an answer in a unit."""
    places = "as a whole number" if decimals == 0 else f"with {counted_decimals(decimals)}"
    if plus:
        places = (
            f"with a plus or minus sign, {places}"
            if decimals == 0
            else f"with a plus or minus sign and {counted_decimals(decimals)}"
        )
    base, scale = (unit.base, unit.scale) if unit else ("", "")
    counted = not base and not scale and decimals == 0 and not plus
    if base:
        named = "percent" if base in ("%", "percent") else base
        words = f"in {scale} {named} {places}".replace("  ", " ")
    else:
        words = f"in {scale}s {places}" if scale else places
    return Form(base or None, scale or None, decimals, plus, counted, words)


def percent_form(decimals: int = 2) -> Form:
    """Return the form of a signed percentage."""
    words = f"as a percentage with a plus or minus sign and {counted_decimals(decimals)}"
    return Form("%", None, decimals, True, False, words)


def share_form(decimals: int = 2) -> Form:
    """Return the form of a percentage that has no sign."""
    return Form("%", None, decimals, False, False, f"as a percentage with {counted_decimals(decimals)}")


def points_form() -> Form:
    """Return the form of a difference in percentage points."""
    words = f"in percentage points, with a plus or minus sign and {counted_decimals(2)}"
    return Form("pp", None, 2, True, False, words)


def ratio_form(decimals: int = 3) -> Form:
    """Return the form of a plain quotient."""
    words = f"as a plain number with {counted_decimals(decimals)}"
    return Form(None, None, decimals, False, False, words, TELLING)


def month_name(period: str) -> str:
    """Return `February 2024` of `2024-02`."""
    year, month = period.split("-")
    return f"{_MONTHS[int(month) - 1]} {year}"
