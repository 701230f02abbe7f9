"""Null answers with twins: beside each question that has no answer others in the same words that have one.

Who meets such words and answers null without looking is wrong at least as often as right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from assay.evaluation.absence import Holdings
from assay.model.gate import Context
from synthesis.absence.bridged import FAMILIES, absent_walk, may_have_role, twin_of, way_of
from synthesis.absence.changes import FORMS, absent_change, held_changes
from synthesis.absence.drafts import Way, null_draft
from synthesis.absence.gaps import Gap
from synthesis.drafts import Draft
from synthesis.rules.choosing import Chooser
from synthesis.rules.drafting import draft_of
from synthesis.rules.grammar import render_or_null
from synthesis.rules.ledger import Ledger

TWINS = 2
"""So many held ones stand beside a null, those first that need each of their documents."""


def twinned_drafts(
    found: Sequence[Gap], archive: Holdings, chooser: Chooser, context: Context, named: str
) -> Iterator[tuple[str, Draft]]:
    """Yield the drafts for gaps and their twins, each with its document: by role if one leads to a gap, else by name.

    `named` is the domain that questions have to name, empty where there is none besides.
    """
    ground = _Ground(archive, chooser, context, named)
    for gap in found:
        yield from ground.by_role(gap) or ground.by_name(gap)


def in_turn(found: Sequence[Gap], known: Ledger) -> list[Gap]:
    """Return gaps in an order in which those of entities that roles may lead to take turns with the others."""
    roles = [gap for gap in found if may_have_role(gap, known)]
    others = [gap for gap in found if gap not in roles]
    return [gap for pair in zip_longest(roles, others) for gap in pair if gap is not None]


@dataclass(frozen=True, slots=True)
class _Ground:
    archive: Holdings
    chooser: Chooser
    context: Context
    named: str

    def by_role(self, gap: Gap) -> list[tuple[str, Draft]]:
        """Return a question that finds the entity of a gap by its role, with its twins; nothing without any twin."""
        known, rng = self.chooser.known, self.chooser.rng
        twin = twin_of(gap, known, rng)
        for family in rng.sample(FAMILIES, len(FAMILIES)):
            absent = absent_walk(twin, family) if twin is not None else None
            held = self.chooser.few(family, TWINS) if absent is not None else []
            if absent is None or not held:
                continue
            walks = [absent, *(one.walk for one in held)]
            first, *others = render_or_null(walks, rng, self.named, [known.folder(one.paths) for one in walks])
            drafts = [
                draft_of(one, rendering, known, self.context, "search")
                for one, rendering in zip(held, others, strict=True)
            ]
            null = null_draft(gap, first, way_of(absent, gap, known), self.archive)
            paths = (gap.table.path, *(one.facts[0].path for one in held))
            return list(zip(paths, (null, *drafts), strict=True))
        return []

    def by_name(self, gap: Gap) -> Iterator[tuple[str, Draft]]:
        """Yield a question for a change of a gap's entity, and its twins; nothing without any twin."""
        rng = self.chooser.rng
        form = rng.randrange(FORMS)
        absent = absent_change(gap, self.archive, form, rng)
        held = held_changes(gap, self.chooser.known, self.chooser, form, rng) if absent is not None else ()
        for number, (rendering, one) in enumerate(held):
            if absent is not None and not number:
                yield gap.table.path, null_draft(gap, absent, Way(), self.archive)
            if number < TWINS:
                yield one.facts[0].path, draft_of(one, rendering, self.chooser.known, self.context, "search")
