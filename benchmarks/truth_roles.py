"""Whom a question means by a role: `the region with the largest peak load in 2023`, read and found in the key."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from benchmarks.truth_faults import Unanswerable, Unreadable
from benchmarks.truth_frames import plural
from benchmarks.truth_key import Key
from benchmarks.truth_units import Quantity, akin, converted

YEAR = r"(?:FY)?(?:19|20)\d\d"
SUPERLATIVE = r"(?:largest|highest|smallest|lowest)"
_ROLES = (
    re.compile(rf"the (?P<role>.+?) recorded for the (?P<item>.+?) with the (?P<top>{SUPERLATIVE}) (?P<thing>.+)"),
    re.compile(rf"the (?P<role>.+?) with the (?P<top>{SUPERLATIVE}) (?P<thing>.+)"),
    re.compile(rf"the (?P<role>.+?) whose (?P<thing>.+) (?:was|were) the (?P<top>{SUPERLATIVE}) of all (?P<all>.+)"),
)
_GROWTH = re.compile(rf"percentage growth of (?P<m>.+) from (?P<p>{YEAR}) to (?P<q>{YEAR})")
_RATIO = re.compile(rf"ratio of (?P<m>.+) to (?P<n>.+) in (?P<p>{YEAR})")
_LEADER = re.compile(
    rf"(?P<m>.+) in the year, of those from (?P<p>{YEAR}) to (?P<q>{YEAR}), "
    rf"in which the sum of the (?P<n>.+) of all (?P<all>.+) was (?P<top>{SUPERLATIVE})"
)
_CURRENCY = re.compile(r"(?P<words>.+?),? \(?in (?P<unit>(?:(?:thousand|million) )?(?:crowns|euros))\)?")
_LEVEL = re.compile(rf"(?P<m>.+) in (?P<p>{YEAR})")


@dataclass(frozen=True, slots=True)
class Scene:
    """A domain of the key as a question looks at it: the entity that it is about, empty where it is all.

    `unit` is what the answer is wanted in; a figure that a document shows in that currency is taken from there.
    """

    key: Key
    domain: str
    entity: str = ""
    unit: str = ""

    def value(self, measure: str, period: str, entity: str = "") -> Quantity:
        """Return the value of what words name, of the scene's entity or another.

        Words may name the currency themselves: `its operating profit in crowns`.
        """
        words, currency = _named(measure)
        name = self.key.measure(self.domain, words)
        fact = self.key.current(self.domain, entity or self.entity, name.canonical, period)
        own = Quantity(fact.number, fact.unit)
        shown = [Quantity(Fraction(str(at["value"])), str(at["unit"])) for at in fact.places if "rate" in at]
        wanted = currency or self.unit
        return next((other for other in shown if not akin(own.unit, wanted) and akin(other.unit, wanted)), own)

    def numbers(self, measure: str, period: str, who: list[str]) -> dict[str, Fraction]:
        """Return the values of these, in the unit of the first."""
        found = {entity: self.value(measure, period, entity) for entity in who}
        unit = next(iter(found.values())).unit
        return {entity: converted(quantity, unit) for entity, quantity in found.items()}

    def all_of(self, words: str) -> list[str]:
        """Return the entities or the items that a plural names."""
        for singular in (*self.key.roles(self.domain), *self.key.things(self.domain)):
            if plural(singular) == words:
                return self.each(singular)
        raise Unreadable(f"“{words}” are neither entities nor items")

    def each(self, word: str) -> list[str]:
        """Return all that a singular may stand for: the entities or the items of the domain."""
        if word in self.key.roles(self.domain):
            return self.key.entities(self.domain)
        return self.things(word)

    def things(self, word: str) -> list[str]:
        """Return the items of the domain, which a singular has to name."""
        if word not in self.key.things(self.domain):
            raise Unreadable(f"“{word}” is no item")
        return self.key.items(self.domain)


def _named(measure: str) -> tuple[str, str]:
    """The words for a measure without the currency that they may name, and that currency."""
    found = _CURRENCY.fullmatch(measure)
    return (found["words"], found["unit"]) if found else (measure, "")


def found(scene: Scene, words: str) -> str:
    """Return the entity that a role names."""
    for pattern in _ROLES:
        parts = pattern.fullmatch(words)
        if parts is not None:
            return _resolved(scene, parts.groupdict())
    raise Unreadable(f"no role is “{words}”")


def _resolved(scene: Scene, parts: Mapping[str, str]) -> str:
    if "item" in parts:
        item = first(_felt(scene, parts["thing"], scene.things(parts["item"])), parts["top"])
        return scene.key.owner(scene.domain, item, parts["role"])
    who = scene.each(parts["role"])
    if "all" in parts and scene.all_of(parts["all"]) != who:
        raise Unreadable(f"“{parts['role']}” is none of “{parts['all']}”")
    return first(_felt(scene, parts["thing"], who), parts["top"])


def first(values: Mapping[str, Fraction], top: str) -> str:
    """Return the one that is first by a superlative."""
    best = (max if top in ("largest", "highest") else min)(values.values())
    names = [name for name, value in values.items() if value == best]
    if len(names) != 1:
        raise Unanswerable(f"{' and '.join(names)} share the {top} value")
    return names[0]


def _felt(scene: Scene, thing: str, who: list[str]) -> dict[str, Fraction]:
    """What a superlative compares, for each candidate."""
    return {entity: _reading(scene, thing)(entity) for entity in who}


def _reading(scene: Scene, thing: str) -> Callable[[str], Fraction]:
    for pattern, read in ((_LEADER, _leader), (_GROWTH, _growth), (_RATIO, _ratio), (_LEVEL, _level)):
        parts = pattern.fullmatch(thing)
        if parts is not None:
            return read(scene, parts.groupdict())
    raise Unreadable(f"nothing to compare is “{thing}”")


def _level(scene: Scene, parts: Mapping[str, str]) -> Callable[[str], Fraction]:
    return lambda entity: scene.value(parts["m"], parts["p"], entity).number


def _growth(scene: Scene, parts: Mapping[str, str]) -> Callable[[str], Fraction]:
    def growth(entity: str) -> Fraction:
        end, start = (scene.value(parts["m"], parts[at], entity).number for at in "qp")
        return end / start - 1

    return growth


def _ratio(scene: Scene, parts: Mapping[str, str]) -> Callable[[str], Fraction]:
    def ratio(entity: str) -> Fraction:
        return scene.value(parts["m"], parts["p"], entity).number / scene.value(parts["n"], parts["p"], entity).number

    return ratio


def _leader(scene: Scene, parts: Mapping[str, str]) -> Callable[[str], Fraction]:
    who = scene.all_of(parts["all"])
    span = years(parts["p"], parts["q"])
    sums = {year: sum(scene.numbers(parts["n"], year, who).values(), Fraction(0)) for year in span}
    year = first(sums, parts["top"])
    return lambda entity: scene.value(parts["m"], year, entity).number


def years(start: str, end: str) -> list[str]:
    """Return the years from one to another, both counted."""
    mark = start[:-4]
    if end[:-4] != mark or start >= end:
        raise Unreadable(f"no years run from {start} to {end}")
    return [f"{mark}{year}" for year in range(int(start[-4:]), int(end[-4:]) + 1)]
