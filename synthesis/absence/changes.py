"""Changes between two years of a named entity: absent where one figure is, and held ones in the same words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from assay.evaluation.absence import Holdings
from assay.tables import Fact, Measure
from synthesis.absence.gaps import Gap
from synthesis.rules.choosing import Chooser
from synthesis.rules.grammar import Rendering
from synthesis.rules.ledger import Ledger, Series
from synthesis.rules.phrases import noun, percent_form, speakable
from synthesis.rules.sensing import Worked
from synthesis.rules.series import is_relative
from synthesis.rules.terms import other_names
from synthesis.rules.trees import Look, applied
from synthesis.rules.walks import Slot, Walk

_FORMS = (
    "What was the percentage change of the {noun} of {entity} from {start} to {end}? Answer as a percentage with a "
    "plus or minus sign and two decimals, or null if the documents do not give both figures.",
    "Find the percentage by which the {noun} of {entity} changed from {start} to {end}, with a plus or minus sign and "
    "two decimals. If the documents do not give both figures, answer null.",
)
FORMS = len(_FORMS)
"""How many forms there are of questions for a change that may have an end that no document tells."""


def absent_change(gap: Gap, archive: Holdings, form: int, rng: random.Random) -> Rendering | None:
    """Return a question for the change between a gap and another year of its row, None where there is no such year."""
    known = archive.by_measure.get(archive.named(gap.measure.name), {})
    mine = [(when, amount) for (entity, when), amount in known.items() if entity == gap.sought.entity]
    years = sorted(when for when, amount in mine if len(when) == len(gap.sought.period) and amount > 0)
    if not years or is_relative(gap.measure.unit):
        return None
    return _asked(gap.measure, gap.label.text, (rng.choice(years), gap.sought.period), form)


def held_changes(
    gap: Gap, known: Ledger, chooser: Chooser, form: int, rng: random.Random
) -> Iterator[tuple[Rendering, Worked]]:
    """Yield changes of a gap's measure that the archive holds, in the same form, whose document is needed first.

    A measure that documents give another name is asked for by it.
    """
    walks = [_walk(series, one, other) for series, one, other in _neighbours(gap, known, rng)]
    for found in chooser.of_one_document(walks):
        first, last = sorted(found.facts, key=lambda fact: fact.period.label)
        names = other_names(found.walk.slots[0], found.facts, known)
        name = rng.choice(names) if names else ""
        yield _asked(first.measure, first.label, (first.period.label, last.period.label), form, name), found


def _asked(measure: Measure, entity: str, periods: tuple[str, str], form: int, name: str = "") -> Rendering:
    start, end = sorted(periods)
    question = _FORMS[form].format(noun=name or noun(measure), entity=entity, start=start, end=end)
    return Rendering(question, f"change/{form + 1}")


def _neighbours(gap: Gap, known: Ledger, rng: random.Random) -> list[tuple[Series, Fact, Fact]]:
    """Return pairs of figures of one row, of the gap's measure: for each row of a table one, by chance."""
    kin = {one.kin for one in known.series if one.measure.name == gap.measure.name}
    series = [one for one in known.series if one.kin in kin and one.yearly and one.grows and speakable(one)]
    found: list[tuple[Series, Fact, Fact]] = []
    for one in series:
        for entity in sorted(one.entities):
            row = [fact for (name, _), fact in sorted(one.facts.items()) if name == entity and fact.label]
            if len(row) > 1:
                first, last = sorted(rng.sample(row, 2), key=lambda fact: fact.period.label)
                found.append((one, first, last))
    rng.shuffle(found)
    return found


def _walk(series: Series, first: Fact, last: Fact) -> Walk:
    ends = (Look(series, first.entity, one.period.label) for one in (first, last))
    tree = applied("percent", applied("growth", *ends))
    shape = f"{first.entity} {first.period.label} {last.period.label}"
    walk = Walk("growth", tree, percent_form(), "{0}", (Slot(series, noun(series.measure)),))
    return replace(walk, shape=shape)
