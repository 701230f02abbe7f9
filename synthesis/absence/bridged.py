"""Questions that find an entity by its role and then need a figure that is absent, as others need one that is held.

A gap is filled as in a twin of the archive that tells the figure; what walks there over the figure, by the families
and in the words of all other walks, has no answer here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from synthesis.absence.drafts import Way
from synthesis.absence.gaps import Gap
from synthesis.rules.bridged import compound_rates, growth_gaps, growths, look_ups, rate_quotients
from synthesis.rules.chains import changes_since_peak, first_in_peak_years, peak_look_ups
from synthesis.rules.choosing import Family
from synthesis.rules.evaluating import NO_VALUE, Evaluation, Place, hops_of, place_of, plan_of
from synthesis.rules.fields import Field, field_of
from synthesis.rules.ledger import Ledger, Series
from synthesis.rules.trees import Choose, Every, Node, everything, series_of
from synthesis.rules.walks import Walk, Who

FAMILIES: tuple[Family, ...] = (
    look_ups, growths, compound_rates, growth_gaps, rate_quotients, peak_look_ups, changes_since_peak,
    first_in_peak_years,
)  # fmt: skip
"""The families whose answer needs each figure that it reads, whatever the others are, and is published nowhere."""
# So many draws of so many walks, of which one in a hundred comes by the gap; a family that reads no such measure is
# given up after a few.
_ROUNDS, _WALKS, _VAIN = 20, 40, 4


@dataclass(frozen=True, slots=True)
class Twin(Field):
    """A field in which a gap is filled, with the roles that lead to its entity; the filled series often comes first."""

    filled: Series
    entity: str
    place: Place

    def shuffled(self, series: Sequence[Series] | None = None) -> list[Series]:
        """Return the series shuffled, the filled one first every other time."""
        found = Field.shuffled(self, series)
        return sorted(found, key=lambda one: one is not self.filled) if self.rng.random() < 1 / 2 else found

    def pairs(self, series: Sequence[Series]) -> Iterator[tuple[Series, Series]]:
        """Yield the pairs that the filled series is one of."""
        yield from (pair for pair in Field.pairs(self, series) if any(one is self.filled for one in pair))

    def whos(self, *but: Series) -> Iterator[Who]:
        """Yield the roles that lead to the entity."""
        yield from (who for who in Field.whos(self, *but) if _found(who.node) == self.entity)


def may_have_role(gap: Gap, known: Ledger) -> bool:
    """Return whether a role may lead to a gap: it is the only one of its year, in a table that joins others."""
    filled = _filled(gap, known)
    joined = filled is not None and any(one.place == filled.place for group in known.joins for one in group)
    return filled is not None and joined and gap.sought.period in filled.full_periods


def twin_of(gap: Gap, known: Ledger, rng: random.Random) -> Twin | None:
    """Return the field in which a gap is filled; None where no role leads to it or its measure cannot be spoken of."""
    filled = _filled(gap, known) if may_have_role(gap, known) else None
    if filled is None:
        return None
    place = place_of(filled.facts[gap.sought.entity, gap.sought.period])
    for group in known.joins:
        ground = field_of(known, [filled if one.place == filled.place else one for one in group], rng)
        if any(one is filled for one in ground.group):
            return Twin(known, ground.group, ground.items, rng, filled, gap.sought.entity, place)
    return None


def absent_walk(twin: Twin, family: Family) -> Walk | None:
    """Return a walk of a family over the figure of a filled gap, None where none is found."""
    reached = False
    for number in range(_ROUNDS):
        for walk in islice(family(twin), _WALKS):
            reached = reached or twin.filled in walk.series
            if _lacks(walk, twin):
                return walk
        if number >= _VAIN and not reached:
            break
    return None


def way_of(walk: Walk, gap: Gap, known: Ledger) -> Way:
    """Return what leads to a gap on a walk over it."""
    evaluation = Evaluation()
    outcome = evaluation.of(walk.tree)
    own = gap.table.path, gap.table.artifact, gap.row, gap.column
    facts = [evaluation.facts[place] for place in sorted(outcome.uses) if place != own]
    tables = {series.place: series.table for series in walk.series}
    seen = [
        (fact, replace(tables[fact.path, fact.artifact, fact.measure.name].at, row=fact.row, column=fact.column))
        for fact in facts
    ]
    measures = {series.measure.name: series.measure for series in walk.series}
    hops = hops_of(plan_of(evaluation, outcome, None))
    bridged = ("bridge.extremum",) if any(isinstance(node, Choose) for node in everything(walk.tree)) else ()
    labels = ("cross_document", *bridged, *(("chain",) if hops >= 3 else ()))
    return Way(tuple(seen), hops, labels, tuple(known.scope(measure) for measure in measures.values()))


def _filled(gap: Gap, known: Ledger) -> Series | None:
    """Return the series of a gap's table with a figure in its place: that of another year stands for it."""
    for series in known.series:
        if series.place == (gap.table.path, gap.table.artifact, gap.measure.name) and gap.column is not None:
            row = [fact for (entity, _), fact in sorted(series.facts.items()) if entity == gap.sought.entity]
            column = [fact for (_, period), fact in sorted(series.facts.items()) if period == gap.sought.period]
            if row and column:
                made = replace(row[0], period=column[0].period, row=gap.row, column=gap.column)
                return replace(series, facts={**series.facts, (made.entity, made.period.label): made})
    return None


def _lacks(walk: Walk, twin: Twin) -> bool:
    """Whether a walk over several documents hangs on a gap, but neither its role nor any other choice does."""
    if len(walk.paths) < 2 or twin.filled not in walk.series or twin.known.told.tear(walk.series):
        return False
    chosen = [node for node in everything(walk.tree) if isinstance(node, Choose | Every)]
    if any(twin.filled in series_of(node) for node in chosen):
        return False
    try:
        return twin.place in Evaluation().of(walk.tree).uses
    except NO_VALUE:
        return False


@lru_cache(maxsize=1 << 12)
def _found(node: Node) -> str:
    try:
        return str(Evaluation().of(node).value)
    except NO_VALUE:
        return ""
