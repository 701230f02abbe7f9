"""What a simulated organisation consists of: its measures, its entities, and every value that is true of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from assay.enterprise.plans import Domain

# entity, measure, period
Key: TypeAlias = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity of a domain: its unit, the digits it is known to, and how it moves from one period to the next.

    `low` and `high` bound the first period of an entity of ordinary size; `drift` and `noise` are per mille a period.
    A `sized` measure grows with the entity and adds up to totals, an intensive one does neither. `months`,
    `quarters` and `dates` say for how many years there are months or quarters, and how many dated observations.
    """

    name: str
    unit: str
    decimals: int
    low: int
    high: int
    drift: int
    noise: int
    sized: bool = True
    aliases: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    fiscal: bool = False
    item: bool = False
    months: int = 0
    quarters: int = 0
    dates: int = 0


@dataclass(frozen=True, slots=True)
class Entity:
    """A region, a brand, a product: its name, and the names that it bears in other documents, some by language."""

    name: str
    aliases: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = ()

    def named(self, language: str) -> str:
        """Return the name in a language, the usual one where it has none of its own there."""
        return dict(self.words).get(language, self.name)


@dataclass(frozen=True, slots=True)
class Fact:
    """One value that is true in the world, or was published as such before it was restated (`current` is false).

    A fact told in words has them in `words`, and no value that counts.
    """

    entity: str
    measure: str
    period: str
    unit: str
    value: Decimal
    vintage: str
    current: bool = True
    words: str = ""


@dataclass(frozen=True, slots=True)
class Show:
    """A fact as one document displays it: the unit there, the value in that unit, the characters.

    `rate` is what one unit of the fact's currency costs in the shown one; `rounded` says that digits were left out.
    """

    fact: Fact
    unit: str
    value: Decimal
    text: str
    rate: Decimal | None = None
    rounded: bool = False


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two or more values shown for one thing, on purpose."""

    facts: tuple[Fact, ...]
    why: str


@dataclass(frozen=True, slots=True)
class World:
    """One organisation: who it is, its entities and items, and every value that is true there.

    `earlier` holds what was published before it was restated, `slips` what a draft got wrong, `withheld` the keys
    whose value no document tells.
    """

    domain: Domain
    number: int
    place: Entity
    entities: tuple[Entity, ...]
    items: tuple[Entity, ...]
    zones: tuple[Entity, ...]
    people: tuple[str, ...]
    facts: Mapping[Key, Fact]
    earlier: Mapping[Key, Fact] = field(default_factory=dict[Key, Fact])
    slips: Mapping[Key, Fact] = field(default_factory=dict[Key, Fact])
    withheld: frozenset[Key] = frozenset()
    rates: Mapping[str, Decimal] = field(default_factory=dict[str, Decimal])
    conflicts: tuple[Conflict, ...] = ()
    reveal: bool = False

    def measure(self, name: str) -> Measure:
        """Return the measure of a name."""
        return next(measure for measure in self.domain.measures if measure.name == name)

    def zone(self, index: int) -> tuple[Entity, ...]:
        """Return the entities of a zone: the first one holds the first half."""
        half = (len(self.entities) + 1) // 2
        return self.entities[:half] if index == 0 else self.entities[half:]
