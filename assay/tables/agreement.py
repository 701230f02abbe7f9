"""Facts of several documents held against each other: what they differ in, or cannot be compared in, is not certain."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from assay.tables.kindred import Name
from assay.tables.records import Fact
from assay.tables.subjects import subject

_NONE: Mapping[Name, str] = MappingProxyType({})


def agreed(facts: Iterable[Fact], kin: Mapping[Name, str] = _NONE) -> list[Fact]:
    """Return the facts in order, uncertain where another document says otherwise of the same value.

    `kin` has the one name of measures that bear several.
    """
    kept = list(facts)
    groups: defaultdict[tuple[str, str, str, str], list[Fact]] = defaultdict(list)
    for fact in kept:
        groups[_value(fact, kin)].append(fact)
    differing = {key for key, group in groups.items() if not _agree(group)}
    return [
        dataclasses.replace(fact, certain=False) if _value(fact, kin) in differing else fact for fact in kept
    ]  # fmt: skip


def _value(fact: Fact, kin: Mapping[Name, str]) -> tuple[str, str, str, str]:
    named = subject(fact.measure)
    return fact.domain, fact.entity, kin.get((fact.domain, named), named), fact.period.label


def _agree(group: Sequence[Fact]) -> bool:
    first = group[0]
    return all(_comparable(first, other) and _amount(first) == _amount(other) for other in group[1:])


def _comparable(one: Fact, other: Fact) -> bool:
    return one.unit is not None and other.unit is not None and one.unit.dimension == other.unit.dimension


def _amount(fact: Fact) -> Fraction:
    return Fraction(fact.value) * (fact.unit.factor if fact.unit else 1)
