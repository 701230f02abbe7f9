"""Which walks a seed chunk's tables start: families in turn, no twins, few for each set of documents."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from assay.model.chunk import Chunk
from synthesis.rules.bridged import (
    annual_rates,
    branches,
    changes_from_largest,
    compound_rates,
    growth_gaps,
    log_trends,
    look_ups,
    mean_growth_gaps,
    premiums,
    rate_quotients,
    shares,
)
from synthesis.rules.chains import changes_since_peak, first_in_peak_years, peak_look_ups
from synthesis.rules.fields import Field, field_of
from synthesis.rules.ledger import Ledger
from synthesis.rules.overall import bulk_sums, counts, item_sums, medians_of_rates, weighted_means
from synthesis.rules.reconciled import (
    currencies,
    differences,
    fiscal_growths,
    fiscal_sums,
    growths_across,
    month_sums,
    ratios,
)
from synthesis.rules.sensing import Worked, worked
from synthesis.rules.terms import retermed, revisions
from synthesis.rules.walks import Walk

MOST_AN_EPISODE = 6
# Each walk is proven by dozens of runs.
MOST_A_DOMAIN = 60
MOST_FOR_DOCUMENTS = 3
# Walks of a family that are looked at in vain before it is given up.
_TRIES = 120
FAMILIES: tuple[Callable[[Field], Iterator[Walk]], ...] = (
    revisions, currencies, fiscal_sums, fiscal_growths, month_sums, growths_across, differences, ratios, annual_rates,
    first_in_peak_years, peak_look_ups, changes_since_peak, bulk_sums, item_sums, medians_of_rates, weighted_means,
    counts, premiums, branches, rate_quotients, mean_growth_gaps, log_trends, changes_from_largest, compound_rates,
    shares, growth_gaps, look_ups,
)  # fmt: skip


class Chooser:
    """Chooses walks for one seed after the other and remembers what it chose; the generator makes it repeatable."""

    def __init__(self, known: Ledger, rng: random.Random) -> None:
        self.known, self.rng = known, rng
        self._twins: set[tuple[str, ...]] = set()
        self._answers: set[tuple[str, str]] = set()
        self._documents: Counter[frozenset[str]] = Counter()
        self._ready: list[Worked] | None = None

    def walks(self, seed: Chunk, most: int) -> list[Worked]:
        """Return at most this many walks that read a table of the seed's document, of as many families as there are."""
        if self._ready is None:
            self._ready = list(self.everything(MOST_A_DOMAIN))
        mine = [found for found in self._ready if seed.path in found.walk.paths and _holds(seed, found.walk)]
        chosen = mine[: min(most, MOST_AN_EPISODE)]
        self._ready = [found for found in self._ready if not any(found is one for one in chosen)]
        return chosen

    def everything(self, most: int) -> Iterator[Worked]:
        """Yield at most this many walks that are worth asking, families in turn."""
        fields = [field_of(self.known, group, self.rng) for group in self.known.joins]
        streams = [family(field) for family in FAMILIES for field in fields if field.group]
        left = most
        while streams and left:
            stream = streams.pop(0)
            found = next((one for walk in islice(stream, _TRIES) if (one := self._fitting(walk)) is not None), None)
            if found is not None:
                yield found
                left -= 1
                streams.append(stream)

    def _fitting(self, walk: Walk) -> Worked | None:
        crowded = self._documents[walk.paths] >= MOST_FOR_DOCUMENTS
        twin = walk.identity in self._twins or walk.asked in self._twins
        if crowded or len(walk.paths) < 2 or twin:
            return None
        found = worked(walk)
        if found is None or (walk.family, found.answer) in self._answers:
            return None
        self._answers.add((walk.family, found.answer))
        self._documents[walk.paths] += 1
        self._twins |= {walk.identity, walk.asked}
        return replace(found, walk=retermed(walk, found.facts, self.known, self.rng))


def _holds(seed: Chunk, walk: Walk) -> bool:
    return any(series.table.path == seed.path and series.table.artifact in seed.keys for series in walk.series)
