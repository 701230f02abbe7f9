"""Which walks a seed chunk's tables start: families in turn, no twins, few for each set of documents."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice
from typing import TypeAlias

from assay.model.chunk import Chunk
from synthesis.rules.bridged import (
    annual_rates,
    branches,
    changes_from_largest,
    compound_rates,
    growth_gaps,
    growths,
    log_trends,
    look_ups,
    mean_growth_gaps,
    rate_quotients,
    shares,
)
from synthesis.rules.chains import changes_since_peak, first_in_peak_years, peak_look_ups
from synthesis.rules.conversions import in_other_units
from synthesis.rules.fields import Field, field_of
from synthesis.rules.ledger import Ledger
from synthesis.rules.necessity import Necessity
from synthesis.rules.overall import bulk_sums, counts, item_sums, medians_of_rates, weighted_means
from synthesis.rules.premiums import premiums
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
MOST_A_DOMAIN = 80
MOST_FOR_DOCUMENTS = 3
# One in so many is chosen strictly; the rest is offered as it comes, for the gates to judge.
_STRICT = 40
# One, two or three of a handful is guessed.
_FEWEST_COUNTED = 4
# Walks of a family that are looked at in vain before it is given up.
_TRIES = 200
Family: TypeAlias = Callable[[Field], Iterator[Walk]]
# What few documents allow chooses first: several units, currencies, calendars, editions, and chains of three hops.
RARE: tuple[Family, ...] = (
    currencies, fiscal_sums, differences, ratios, fiscal_growths, revisions, growths_across,
    in_other_units(look_ups), in_other_units(peak_look_ups), in_other_units(month_sums),
    first_in_peak_years, peak_look_ups, changes_since_peak,
)  # fmt: skip
FAMILIES: tuple[Family, ...] = (
    *RARE, month_sums, annual_rates, bulk_sums, item_sums, medians_of_rates, weighted_means, counts, premiums, branches,
    rate_quotients, mean_growth_gaps, log_trends, changes_from_largest, compound_rates, shares, growth_gaps, growths,
    look_ups,
)  # fmt: skip

# Of what many documents allow these hardly survive: what they need is mostly told twice, and a small count is guessed.
HARD: tuple[Family, ...] = (counts, premiums, branches, weighted_means)
# These survive by chance once in several archives: one is looked for that needs each of its documents, in every domain.
SCARCE: tuple[Family, ...] = (ratios, month_sums)


class Chooser:
    """Chooses walks for one seed after the other and remembers what it chose; the generator makes it repeatable."""

    def __init__(self, known: Ledger, rng: random.Random, necessity: Necessity | None = None) -> None:
        self.known, self.rng, self._necessity = known, rng, necessity
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

    def few(self, family: Family, most: int) -> list[Worked]:
        """Return at most this many walks of a family, those first of which each document is necessary."""
        first = list(islice(self._in_turn(self._needing, [family(field) for field in self._fields]), most))
        rest = self._in_turn(self._fitting, [family(field) for field in self._fields])
        return [*first, *islice(rest, most - len(first))]

    def of_one_document(self, walks: Sequence[Walk]) -> list[Worked]:
        """Return what is worked out of walks over one document, that first for which no other document can stand in."""
        made = [found for walk in walks if (found := worked(walk)) is not None]
        strict = self._necessity
        return sorted(made, key=lambda found: strict is not None and not strict.holds(found))

    @cached_property
    def _fields(self) -> list[Field]:
        return [field for group in self.known.joins if (field := field_of(self.known, group, self.rng)).group]

    def everything(self, most: int) -> Iterator[Worked]:
        """Yield at most this many walks that are worth asking, those first of which each document is necessary.

        Of these each is of a family of its own but for the scarce ones, which come before all.
        """
        strict = -(-most // _STRICT) if self._necessity else 0
        fields = self._fields
        mixed = (chain.from_iterable(map(family, self.rng.sample(fields, len(fields)))) for family in self._mixed())
        scarce = (self._in_turn(self._needing, map(family, fields)) for family in SCARCE if strict)
        first = [found for stream in scarce for found in islice(stream, 1)]
        first += islice(self._in_turn(self._needing, mixed), strict)
        yield from first[:most]
        rest = (*RARE, *self._shuffled(FAMILIES[len(RARE) :]))
        streams = (family(field) for family in rest for field in fields)
        yield from islice(self._in_turn(self._fitting, streams), max(0, most - len(first)))

    def _mixed(self) -> list[Family]:
        """Return another family, drawn, after each two rare ones, the hard ones first: any may be chosen strictly."""
        rest = [family for family in FAMILIES[len(RARE) :] if family not in HARD]
        rare, others = list(RARE), [*self._shuffled(HARD), *self._shuffled(rest)]
        return [family for other in others for family in (*_taken(rare, 2), other)]

    def _shuffled(self, families: Sequence[Family]) -> list[Family]:
        return self.rng.sample(families, len(families))

    def _in_turn(
        self, fitting: Callable[[Walk], Worked | None], walks: Iterable[Iterator[Walk]]
    ) -> Iterator[Worked]:  # fmt: skip
        """Yield one walk of each stream after the other, while there are any."""
        streams = list(walks)
        while streams:
            stream = streams.pop(0)
            found = next((one for walk in islice(stream, _TRIES) if (one := fitting(walk)) is not None), None)
            if found is not None:
                yield found
                streams.append(stream)

    def _needing(self, walk: Walk) -> Worked | None:
        """Return a walk worked out of which each document is necessary, None where it is not one."""
        strict = self._necessity
        if strict is None or self._is_known(walk) or not strict.may_hold(walk):
            return None
        found = worked(walk, strict.needs)
        guessed = walk.form.counted and found is not None and int(found.answer) < _FEWEST_COUNTED
        return self._kept(walk, found) if found is not None and not guessed and strict.holds(found) else None

    def _fitting(self, walk: Walk) -> Worked | None:
        return None if self._is_known(walk) else self._kept(walk, worked(walk))

    def _is_known(self, walk: Walk) -> bool:
        """Whether the documents of a walk have enough of them, it has a twin, is of one document, or joins what parts.

        Tables of one measure that contradict each other are joined by questions after a revision alone.
        """
        if len(walk.paths) < 2 or self._documents[walk.paths] >= MOST_FOR_DOCUMENTS:
            return True
        if walk.identity in self._twins or walk.asked in self._twins:
            return True
        return "vintage" not in walk.labels and self.known.told.tear(walk.series)

    def _kept(self, walk: Walk, found: Worked | None) -> Worked | None:
        if found is None or (walk.family, found.answer) in self._answers:
            return None
        self._answers.add((walk.family, found.answer))
        self._documents[walk.paths] += 1
        self._twins |= {walk.identity, walk.asked}
        return replace(found, walk=retermed(walk, found.facts, self.known, self.rng))


def _taken(families: list[Family], number: int) -> list[Family]:
    """Take the first families off a list."""
    taken, families[:] = families[:number], families[number:]
    return taken


def _holds(seed: Chunk, walk: Walk) -> bool:
    return any(series.table.path == seed.path and series.table.artifact in seed.keys for series in walk.series)
