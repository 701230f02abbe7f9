"""Questions of the rules author: phrases for measures, roles and forms, in several clause orders for each walk."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from assay.tables import Measure, Unit
from synthesis.rules.ledger import Series
from synthesis.rules.walks import GAP_DECIMALS, GrowthWalk, LookUpWalk, Walk

_ROLE = re.compile(r"[A-Za-z][a-z]+(?: [a-z]+)?")
_WORDS = ("no", "one", "two", "three", "four", "five", "six")
_YEAR_END = MappingProxyType({"at the end of the year": "year-end", "at year end": "year-end", "": ""})
_SCALES = frozenset({"", "thousand", "million", "billion"})
# What is high or low rather than large or small: prices, shares, averages, anything per something.
_LEVEL = re.compile(r"\b(?:price|rate|share|average|mean|satisfaction|index|per|cost)\b")
# A run of more than six words in common with the evidence would point at it.
_MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class Rendering:
    """A question and the name of the wording that it was made by."""

    question: str
    template: str


@dataclass(frozen=True, slots=True)
class _Parts:
    role: str
    roles: str
    top: str
    measure: str
    period: str
    first: str
    second: str
    start: str
    end: str
    form: str


def speakable(series: Series) -> bool:
    """Return whether the words of a series fit the grammar: an English role and measure, a scale with a name."""
    measure, unit = series.measure, series.measure.unit
    words = len(noun(measure).split()) if measure.qualifier in _YEAR_END else _MOST_WORDS + 1
    scaled = unit is not None and unit.scale in _SCALES
    return scaled and measure.name.isascii() and words <= _MOST_WORDS and _role(series) != ""


def render(walk: Walk, rng: random.Random, domain: str = "") -> Rendering:
    """Return one of the walk's wordings, drawn by the generator; it names the domain where there are several."""
    wordings = _LOOK_UP if isinstance(walk, LookUpWalk) else _GROWTH_GAP
    number = rng.randrange(len(wordings))
    within = f"This is about the documents of the domain {domain}. " if domain else ""
    return Rendering(within + wordings[number](_parts(walk)), f"{walk.template}/{number + 1}")


def noun(measure: Measure) -> str:
    """Return the measure as a noun that takes a possessive: a count is `number of stores`."""
    counted = measure.unit is not None and measure.unit.dimension == "number"
    name = f"number of {measure.wording}" if counted and not measure.wording.startswith("number") else measure.wording
    return f"{_YEAR_END.get(measure.qualifier, '')} {name}".strip()


def decimals_of(text: str) -> int:
    """Return how many decimals a displayed number has."""
    return len(text.rstrip(" %").partition(".")[2])


def form_of(unit: Unit | None, decimals: int) -> str:
    """Return how an answer in this unit is to be given."""
    places = "as a whole number" if decimals == 0 else f"with {_count(decimals)}"
    if unit is None or (not unit.base and not unit.scale):
        return places
    if not unit.base:
        return f"in {unit.scale}s {places}"
    named = "percent" if unit.base in ("%", "percent") else unit.base
    return f"in {unit.scale} {named} {places}".replace("  ", " ")


def _count(decimals: int) -> str:
    word = _WORDS[decimals] if decimals < len(_WORDS) else str(decimals)
    return f"{word} decimal{'' if decimals == 1 else 's'}"


def _parts(walk: Walk) -> _Parts:
    bridge = walk.bridge
    role = _role(bridge.series)
    shared = {
        "role": role,
        "roles": _plural(role),
        "top": _top(bridge.series.measure, bridge.largest),
        "measure": noun(bridge.series.measure),
        "period": bridge.period,
    }
    if isinstance(walk, LookUpWalk):
        form = form_of(walk.target.unit, decimals_of(walk.target.text))
        first = noun(walk.series.measure)
        return _Parts(**shared, first=first, second="", start=walk.target.period.label, end="", form=form)
    return _Parts(**shared, **_gap_parts(walk))


def _gap_parts(walk: GrowthWalk) -> dict[str, str]:
    start, end = (fact.period.label for fact in walk.first_span)
    form = f"in percentage points, with a plus or minus sign and {_count(GAP_DECIMALS)}"
    return {
        "first": noun(walk.first.measure), "second": noun(walk.second.measure),
        "start": start, "end": end, "form": form,
    }  # fmt: skip


def _role(series: Series) -> str:
    heading = series.table.label_heading
    return heading.lower() if _ROLE.fullmatch(heading) and not heading.endswith("s") else ""


def _plural(role: str) -> str:
    if role.endswith("y") and role[-2:-1] not in "aeiou":
        return f"{role[:-1]}ies"
    return f"{role}es" if role.endswith(("ch", "sh", "x")) else f"{role}s"


def _top(measure: Measure, largest: bool) -> str:
    level = _LEVEL.search(noun(measure)) or (measure.unit is not None and measure.unit.base in ("%", "percent"))
    if level:
        return "highest" if largest else "lowest"
    return "largest" if largest else "smallest"


_LOOK_UP: tuple[Callable[[_Parts], str], ...] = (
    lambda p: (
        f"Take the {p.role} with the {p.top} {p.measure} in {p.period}. Which value is reported for its {p.first} in "
        f"{p.start}? Answer {p.form}."
    ),
    lambda p: (
        f"Which value is given for the {p.first} in {p.start} of the {p.role} that had the {p.top} {p.measure} in "
        f"{p.period}? Give it {p.form}."
    ),
    lambda p: (
        f"In {p.period}, one {p.role} had the {p.top} {p.measure} of all {p.roles}. State that {p.role}'s {p.first} in "
        f"{p.start} {p.form}."
    ),
    lambda p: (
        f"Answer {p.form}: what did the {p.first} of the {p.role} with the {p.top} {p.measure} in {p.period} come to "
        f"in {p.start}?"
    ),
    lambda p: (
        f"Compare all {p.roles} by their {p.measure} in {p.period} and pick the one with the {p.top} value. Report its "
        f"{p.first} in {p.start} {p.form}."
    ),
    lambda p: (
        f"Give, {p.form}, the {p.first} that is recorded for {p.start} in the {p.role} that shows the {p.top} "
        f"{p.measure} of all {p.roles} in {p.period}."
    ),
    lambda p: (
        f"Look for the {p.start} figure for {p.first}, but only for the {p.role} whose {p.period} figure for "
        f"{p.measure} is the {p.top} of all. What is it {p.form}?"
    ),
)

_GROWTH_GAP: tuple[Callable[[_Parts], str], ...] = (
    lambda p: (
        f"Take the {p.role} with the {p.top} {p.measure} in {p.period}. From {p.start} to {p.end}, what is the "
        f"percentage growth of its {p.first} minus the percentage growth of its {p.second}? Answer {p.form}."
    ),
    lambda p: (
        f"For the {p.role} that had the {p.top} {p.measure} in {p.period}, subtract the percentage growth of its "
        f"{p.second} between {p.start} and {p.end} from the percentage growth of its {p.first} between the same years. "
        f"Give the difference {p.form}."
    ),
    lambda p: (
        f"One {p.role} had the {p.top} {p.measure} of all {p.roles} in {p.period}. How far did its {p.first} outgrow "
        f"its {p.second} from {p.start} to {p.end}, taken as percentage growth of the former minus that of the latter? "
        f"State it {p.form}."
    ),
    lambda p: (
        f"Answer {p.form}: by how much did the percentage growth of the {p.first} from {p.start} to {p.end} differ "
        f"from that of the {p.second} (the former minus the latter) in the {p.role} with the {p.top} {p.measure} in "
        f"{p.period}?"
    ),
    lambda p: (
        f"Between {p.start} and {p.end}, find the percentage growth of the {p.first} and the percentage growth of the "
        f"{p.second} for the {p.role} whose {p.period} figure for {p.measure} is the {p.top} of all {p.roles}. Report "
        f"the first minus the second {p.form}."
    ),
    lambda p: (
        f"Compare all {p.roles} by their {p.measure} in {p.period} and keep the one with the {p.top} value. Report, "
        f"{p.form}, the percentage growth of its {p.first} less the percentage growth of its {p.second}, both from "
        f"{p.start} to {p.end}."
    ),
)
