"""One operation on one table: the words that ask for it, and what it gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import median
from types import MappingProxyType

from assay.evaluation.baselines.asking import Asked, years_between
from assay.evaluation.baselines.periods import year_of

Numbers = Sequence[Fraction]
_QUARTERS = 4


def _cue(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


# What asks for an operation. A word may ask for several: the form of the answer and the longest match decide.
CUES: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "cagr": _cue(r"compound(?:ed)?(?: annual)?(?: average)? (?:growth|rate)", r"\bCAGR\b", r"per year on average",
                     r"(?:average|mean) annual (?:growth|rate)", r"annual(?:ised|ized) (?:growth|rate)"),
        "growth": _cue(r"\bgr[eo]w(?:n|th|s|ing)?\b", r"percent(?:age)? (?:change|increase|decrease|growth|rise|fall)",
                       r"(?:change|rise|fall|increase|decrease)\w*,? (?:in|by) (?:percent|per cent|relative)",
                       r"relative change", r"by (?:what|which) percentage", r"how many percent"),
        "difference": _cue(r"\bdifference\b", r"\bminus\b", r"\bless\b",
                           r"how much (?:more|higher|larger|greater|lower)",
                           r"\bgap\b", r"\bexceed", r"absolute change", r"by how (?:much|many)", r"\bsubtract",
                           r"(?:change|rise|fall|increase|decrease) (?:in|of)\b"),
        "share": _cue(r"\bshare of (?:the )?(?:total|all|whole|sum)",
                      r"\bpercent(?:age)? of (?:the )?(?:total|all|sum|whole)",
                      r"what (?:share|proportion|fraction|part)", r"\baccount(?:ed|s)? for\b", r"contribut",
                      r"percentage of the sum", r"as a (?:share|percentage) of"),
        "ratio": _cue(r"\bratio\b", r"\bdivid(?:e|ed|ing)\b", r"\btimes\b", r"\bper\b", r"\bquotient\b",
                      r"\brelative to\b",
                      r"\bfor (?:each|every)\b", r"\bas a percentage of\b", r"\bin percent of\b"),
        "mean": _cue(r"\baverage\b", r"\bmean\b", r"\barithmetic\b"),
        "median": _cue(r"\bmedian\b", r"\bmiddle value\b"),
        "sum": _cue(r"\btotal\b", r"\bsum\b", r"\bcombined\b", r"\baltogether\b", r"\btogether\b",
                    r"\badd(?:ed)? up\b"),
        "spread": _cue(r"\brange\b", r"\bspread\b", r"between the (?:highest|largest) and the (?:lowest|smallest)",
                       r"(?:highest|largest)\b.{0,40}\b(?:minus|less)\b.{0,20}\b(?:lowest|smallest)"),
        "count": _cue(r"\bhow many (?:of|\w+s had|\w+s were|\w+s)\b",
                      r"\bnumber of (?:the )?\w+s (?:whose|that|with)\b"),
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Result:
    """What an operation gives: a number in the series' unit, in percent or plain; `held` says how much it lacked."""

    value: Fraction | None
    kind: str
    told: str
    held: float = 1.0


def cues_of(text: str) -> dict[str, int]:
    """Return the operations that a question's words ask for, each with the length of its longest cue."""
    found = {name: max((len(one.group()) for one in cue.finditer(text)), default=0) for name, cue in CUES.items()}
    return {name: size for name, size in found.items() if size}


def growth(start: Fraction, end: Fraction) -> Fraction | None:
    """Return the change from start to end in percent, None where there is none."""
    return (end / start - 1) * 100 if start else None


def cagr(start: Fraction, end: Fraction, years: int) -> Fraction | None:
    """Return the compound yearly growth in percent, None where roots are not real."""
    if years <= 0 or not start or end / start <= 0:
        return None
    return (Fraction(float(end / start) ** (1 / years)) - 1) * 100


def over_time(values: Mapping[str, Fraction], asked: Asked) -> Iterator[tuple[str, Result]]:
    """Yield what the operations give on one entity's numbers between the periods that a question names."""
    times = sorted({one.period for one in asked.periods if one.period in values})
    if len(times) >= 2:
        first, last = times[0], times[-1]
        start, end = values[first], values[last]
        told = f"{first} to {last}"
        yield "difference", Result(end - start, "unit", f"difference {told}")
        yield "growth", Result(growth(start, end), "percent", f"growth {told}")
        years = (year_of(last) or 0) - (year_of(first) or 0)
        yield "cagr", Result(cagr(start, end, years), "percent", f"compound growth {told}")
        yield "ratio", Result(end / start if start else None, "plain", f"ratio {told}")
    span, wanted = _span(values, asked)
    if len(span) >= 2:
        for name, result in _summaries(span, f"over {len(span)} periods"):
            yield name, replace(result, held=len(span) / wanted)


def across(values: Mapping[str, Fraction], entities: Sequence[str]) -> Iterator[tuple[str, Result]]:
    """Yield what the operations give on the numbers of one period, for the entities that a question names."""
    held = [values[entity] for entity in entities if entity in values]
    if held and sum(values.values()):
        yield "share", Result(held[0] / sum(values.values()) * 100, "percent", f"share of {entities[0]}")
    if len(held) >= 2:
        told = f"{entities[0]} and {entities[1]}"
        yield "difference", Result(held[0] - held[1], "unit", f"difference of {told}")
        yield "ratio", Result(held[0] / held[1] if held[1] else None, "plain", f"ratio of {told}")
        yield from _summaries(held, told)
    elif not held and len(values) >= 2:
        yield from _summaries(list(values.values()), f"over {len(values)} rows")


def _summaries(values: Numbers, told: str) -> Iterator[tuple[str, Result]]:
    summaries: dict[str, Callable[[Numbers], Fraction]] = {
        "sum": lambda held: Fraction(sum(held)),
        "mean": lambda held: Fraction(sum(held)) / len(held),
        "median": lambda held: Fraction(median(held)),
        "spread": lambda held: max(held) - min(held),
        "largest": max,
        "smallest": min,
    }
    for name, summary in summaries.items():
        yield name, Result(summary(values), "unit", f"{name} {told}")


def _span(values: Mapping[str, Fraction], asked: Asked) -> tuple[list[Fraction], int]:
    """Return the numbers from the first period to the last that a question names, and how many there should be."""
    named = [one.period for one in asked.periods]
    if not named:
        return [], 1
    if len(named) == 1:
        parts = [value for period, value in sorted(values.items()) if period.startswith(f"{named[0]}-")]
        return parts, 12 if len(parts) > _QUARTERS else _QUARTERS
    wanted = named if len(named) > 2 else _steps(named[0], named[-1])
    return [values[period] for period in wanted if period in values], len(wanted)


def _steps(first: str, last: str) -> list[str]:
    """Return the years or months from one period to another."""
    if re.fullmatch(r"\d{4}-\d\d", first) and re.fullmatch(r"\d{4}-\d\d", last):
        start, end = (int(one[:4]) * 12 + int(one[5:]) - 1 for one in (first, last))
        return [f"{month // 12}-{month % 12 + 1:02}" for month in range(start, end + 1)]
    return years_between(first, last)
