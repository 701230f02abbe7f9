"""Series: a measure or an attribute of a table, with a spot for each entity and period."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from assay.evaluation.baselines.amounts import Unit
from assay.evaluation.baselines.words import content, tokens

_ENDING = 0.7


@dataclass(frozen=True, slots=True)
class Spot:
    """One cell of a series: what it shows, the number that this is, and where it stands."""

    text: str
    value: Fraction | None
    row: int
    column: int
    total: bool = False


@dataclass(frozen=True)
class Series:
    """A measure or an attribute of a table: its names, its unit, and its spots by entity and period."""

    path: str
    artifact: str
    order: int
    name: str
    context: str
    noun: str
    unit: Unit | None
    spots: dict[tuple[str, str], Spot]
    numeric: bool
    labels: dict[str, str]

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the name that carry meaning."""
        return content(self.name)

    @cached_property
    def around(self) -> frozenset[str]:
        """The words that stand around the series: captions, headings, the document's title."""
        return frozenset(content(f"{self.context} {self.noun}"))

    @cached_property
    def full(self) -> dict[tuple[str, ...], str]:
        """The words of each entity that is no total, and the entity."""
        names = sorted({entity for (entity, _), spot in self.spots.items() if entity and not spot.total})
        return {tuple(name.split()): name for name in names}

    @cached_property
    def short(self) -> dict[tuple[str, ...], str]:
        """The words of each entity without the last one, where nearly all entities end with it."""
        last = Counter(run[-1] for run in self.full if len(run) > 1)
        ending, size = max(last.items(), key=lambda one: (one[1], one[0]), default=("", 0))
        if size < max(2, _ENDING * len(self.full)):
            return {}
        return {run[:-1]: name for run, name in self.full.items() if len(run) > 1 and run[-1] == ending}

    @cached_property
    def holders(self) -> tuple[tuple[tuple[str, ...], str], ...]:
        """The words in the cells of a column of words, each with the entity beside them; none for numbers."""
        spots = () if self.numeric else self.spots.items()
        found = ((tokens(spot.text), entity) for (entity, _), spot in spots)
        return tuple((run, entity) for run, entity in found if run)

    @cached_property
    def entities(self) -> frozenset[str]:
        """The entities that the series has spots for."""
        return frozenset(entity for entity, _ in self.spots)

    @cached_property
    def periods(self) -> frozenset[str]:
        """The periods that the series has spots for."""
        return frozenset(period for _, period in self.spots)

    def at(self, period: str) -> dict[str, Spot]:
        """Return the numbers of a period by entity, totals left out."""
        return {
            entity: spot
            for (entity, when), spot in self.spots.items()
            if when == period and not spot.total and spot.value is not None
        }

    def of(self, entity: str) -> dict[str, Spot]:
        """Return the numbers of an entity by period."""
        return {when: spot for (who, when), spot in self.spots.items() if who == entity and spot.value is not None}
