"""Names of one measure in several documents, told by their numbers: what agrees in nearly all is the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from assay.tables.records import Fact
from assay.tables.subjects import subject

Name: TypeAlias = tuple[str, str]
_Cell: TypeAlias = tuple[str, str, str, str]

# Numbers of fewer digits may agree by chance.
_FEWEST_DIGITS = 3
_FEWEST_SHARED = 6
# What is left may have been restated, or is a slip.
_MOST_UNLIKE = Fraction(2, 5)


def kindred(facts: Iterable[Fact]) -> Mapping[Name, str]:
    """Return, by domain and subject of a measure, the one name that stands for all of its names."""
    cells: defaultdict[_Cell, dict[str, Fraction]] = defaultdict(dict)
    for fact in facts:
        if fact.unit is not None and len(fact.value.as_tuple().digits) >= _FEWEST_DIGITS:
            key = fact.domain, fact.entity, fact.period.label, fact.unit.dimension
            cells[key].setdefault(subject(fact.measure), Fraction(fact.value) * fact.unit.factor)
    shared, equal = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    for (domain, *_), amounts in cells.items():
        for one, other in combinations(sorted(amounts), 2):
            shared[domain, one, other] += 1
            equal[domain, one, other] += amounts[one] == amounts[other]
    named: dict[Name, str] = {}
    for domain, one, other in sorted(shared):
        enough = equal[domain, one, other] >= _FEWEST_SHARED
        if enough and equal[domain, one, other] >= (1 - _MOST_UNLIKE) * shared[domain, one, other]:
            _join(named, domain, one, other)
    return named


def _join(named: dict[Name, str], domain: str, one: str, other: str) -> None:
    first, second = named.get((domain, one), one), named.get((domain, other), other)
    for name in {one, other, *(name for (where, name), kin in named.items() if where == domain and kin == second)}:
        named[domain, name] = first
