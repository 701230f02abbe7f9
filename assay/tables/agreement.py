"""Facts of several documents held against each other: what they differ in, or cannot be compared in, is not certain."""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction

from assay.tables.records import Fact, Measure

# Words before a measure that make no other one of it: a count's, and those of another issue of the same figures.
_SAME = re.compile(
    r"^(?:(?:the|total|overall|number of|no\. of|annual|yearly|restated|revised|corrected|provisional|preliminary"
    r"|estimated|unaudited|audited|final|reported|published|actual) )+"
)


def agreed(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts in order, uncertain where another document says otherwise of the same value."""
    kept = list(facts)
    groups: defaultdict[tuple[str, str, str, str], list[Fact]] = defaultdict(list)
    for fact in kept:
        groups[_value(fact)].append(fact)
    differing = {key for key, group in groups.items() if not _agree(group)}
    return [dataclasses.replace(fact, certain=False) if _value(fact) in differing else fact for fact in kept]


def subject(measure: Measure) -> str:
    """Return what a measure is of, without words that make no other measure of it."""
    return _SAME.sub("", measure.name)


def _value(fact: Fact) -> tuple[str, str, str, str]:
    return fact.domain, fact.entity, subject(fact.measure), fact.period.label


def _agree(group: Sequence[Fact]) -> bool:
    first = group[0]
    return all(_comparable(first, other) and _amount(first) == _amount(other) for other in group[1:])


def _comparable(one: Fact, other: Fact) -> bool:
    return one.unit is not None and other.unit is not None and one.unit.dimension == other.unit.dimension


def _amount(fact: Fact) -> Fraction:
    return Fraction(fact.value) * (fact.unit.factor if fact.unit else 1)
