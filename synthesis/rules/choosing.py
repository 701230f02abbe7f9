"""Which walks a seed chunk's tables start: alternating kinds, no twins, few for each set of documents."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import islice

from assay.model.chunk import Chunk
from synthesis.rules.grammar import speakable
from synthesis.rules.ledger import Ledger, Series
from synthesis.rules.programs import program_of, shows_operand
from synthesis.rules.walks import (
    Bridge,
    GrowthWalk,
    LookUpWalk,
    Walk,
    bridges,
    expected,
    growth_gaps,
    look_ups,
    operands,
    paths,
)

MOST_AN_EPISODE = 6
MOST_FOR_DOCUMENTS = 3
# Bridges and walks that are looked at before a seed is given up.
_BRIDGES, _TRIES = 6, 40


class Chooser:
    """Chooses walks for one seed after the other and remembers what it chose; the generator makes it repeatable."""

    def __init__(self, known: Ledger, rng: random.Random) -> None:
        self.known, self.rng = known, rng
        self._groups = [[series for series in group if speakable(series)] for group in known.joins]
        self._twins: set[tuple[str, ...]] = set()
        self._documents: Counter[tuple[str, frozenset[str]]] = Counter()

    def walks(self, seed: Chunk, most: int) -> list[Walk]:
        """Return at most this many walks from or to a table of the seed, look-ups and growth gaps in turn."""
        chosen: list[Walk] = []
        starts = [(series, group) for group in self._groups for series in group if _holds(seed, series)]
        streams = [self._offers(series, group, kind) for series, group in starts for kind in (LookUpWalk, GrowthWalk)]
        while streams and len(chosen) < min(most, MOST_AN_EPISODE):
            stream = streams.pop(0)
            walk = next((walk for walk in islice(stream, _TRIES) if self._fits(walk)), None)
            if walk is not None:
                self._take(walk)
                chosen.append(walk)
                streams.append(stream)
        return chosen

    def _offers(self, series: Series, group: Sequence[Series], kind: type[Walk]) -> Iterator[Walk]:
        """Walks whose bridge is in the series, and walks from elsewhere that end in it, in turn."""
        others = self.rng.sample(group, len(group))
        for other in (series, *others):
            for bridge in islice(bridges(other, self.rng), _BRIDGES):
                ends = group if other is series else [series, *others] if kind is GrowthWalk else [series]
                yield from islice(self._from(bridge, ends, kind), 2)

    def _from(self, bridge: Bridge, group: Sequence[Series], kind: type[Walk]) -> Iterator[Walk]:
        return look_ups(bridge, group, self.rng) if kind is LookUpWalk else growth_gaps(bridge, group, self.rng)

    def _fits(self, walk: Walk) -> bool:
        crowded = self._documents[walk.template, paths(walk)] >= MOST_FOR_DOCUMENTS
        if crowded or len(paths(walk)) < 2 or _identity(walk) in self._twins:
            return False
        values = [fact.value for fact in (*walk.bridge.compared, *operands(walk))]
        return not shows_operand(program_of(walk), [*values, Decimal(expected(walk))])

    def _take(self, walk: Walk) -> None:
        self._documents[walk.template, paths(walk)] += 1
        self._twins.add(_identity(walk))


def _holds(seed: Chunk, series: Series) -> bool:
    return series.table.path == seed.path and series.table.artifact in seed.keys


def _identity(walk: Walk) -> tuple[str, ...]:
    """What makes two walks twins: the kind, the bridge's measure and the measures that are asked for."""
    asked = sorted({fact.measure.name for fact in operands(walk)})
    return (walk.template, walk.bridge.series.measure.name, *asked)
