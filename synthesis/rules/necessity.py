"""Which documents a walk cannot do without: those with a cited figure that stands in no other but their copies."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from assay.evaluation.figures import Figure, Figures, figures_of
from assay.model.gate import Context
from assay.search.duplicates import copies_in
from assay.tables import Fact
from synthesis.rules.evaluating import Place, place_of
from synthesis.rules.sensing import Worked
from synthesis.rules.series import Series
from synthesis.rules.walks import Walk


@dataclass(frozen=True, slots=True)
class Necessity:
    """What a domain says of each figure besides the place that is cited, and which documents are copies."""

    figures: Figures
    copies: Mapping[str, frozenset[str]]
    _rare: dict[Place, bool] = field(default_factory=dict[Place, bool])
    _telling: dict[Series, bool] = field(default_factory=dict[Series, bool])

    def may_hold(self, walk: Walk) -> bool:
        """Return whether a walk goes through no two copies and in each document over a figure of its own."""
        telling = frozenset(series.table.path for series in walk.series if self._tells(series))
        return telling == walk.paths and not self._doubled(walk.paths)

    def holds(self, found: Worked) -> bool:
        """Return whether each document of a walk is necessary, and the answer stands beside none of its entities."""
        return self.needs(found.facts) and not self._doubled(found.walk.paths) and not self._is_told(found)

    def needs(self, facts: Sequence[Fact]) -> bool:
        """Return whether each document of some facts has one that stands nowhere else."""
        return {fact.path for fact in facts if self.rare(fact)} == {fact.path for fact in facts}

    def rare(self, fact: Fact) -> bool:
        """Return whether a figure stands nowhere but in its document and the copies of it."""
        place = place_of(fact)
        if place not in self._rare:
            cell = self.figures.at.get(place)
            cluster = self.copies.get(fact.path, {fact.path})
            told = (cell.entity, cell.measure, cell.period, cell.amount) if cell else ("", "", "", None)
            self._rare[place] = self.figures.elsewhere(Figure(*place, fact.text, *told), cluster) is None
        return self._rare[place]

    def _tells(self, series: Series) -> bool:
        if series not in self._telling:
            self._telling[series] = any(map(self.rare, series.facts.values()))
        return self._telling[series]

    def _doubled(self, paths: Collection[str]) -> bool:
        return any(len(self.copies.get(path, frozenset()).intersection(paths)) > 1 for path in paths)

    def _is_told(self, found: Worked) -> bool:
        read = (lookup.value for lookup in found.plan.lookups)
        entities = {fact.entity for fact in found.facts if fact.entity}
        but = {(fact.path, fact.artifact) for fact in found.facts}
        return self.figures.computed(found.answer, read, entities, but) is not None


def necessity(domain: str, context: Context) -> Necessity:
    """Return what a domain's documents say of each figure; equal archives are looked through once."""
    return Necessity(figures_of(domain, context), copies_in(domain, context))
