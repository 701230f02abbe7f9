"""What documents restate or call otherwise: revisions of values, and other names of the measure that is asked for."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from assay.tables import Fact
from synthesis.rules.bridged import slot
from synthesis.rules.conversions import converted
from synthesis.rules.evaluating import NO_VALUE, Evaluation
from synthesis.rules.fields import Field, who_by
from synthesis.rules.ledger import Ledger, Vintage
from synthesis.rules.phrases import noun, percent_form, rankable, speakable
from synthesis.rules.trees import Choose, Look, applied
from synthesis.rules.walks import Slot, Walk, Who


def revisions(field: Field) -> Iterator[Walk]:
    """Yield by how many percent a later edition restates a value of an earlier one."""
    found = [(one, key) for one in field.known.vintages for key in one.restated if _speaks(field, one)]
    field.rng.shuffle(found)
    for vintage, (entity, period) in found:
        for who in _naming(field, entity, vintage):
            first, second = vintage.early.measure.unit, vintage.late.measure.unit
            if first is None or second is None:
                continue
            early = converted(Look(vintage.early, who.node, period), first, second)
            tree = applied("percent", applied("growth", early, Look(vintage.late, who.node, period)))
            ask = (
                f"the percentage revision of {{0}} for {period}, from the figure first published to the latest, "
                "restated one"
            )
            labels = ("reconcile.vintage", "vintage")
            yield Walk("revision", tree, percent_form(), ask, (slot(vintage.late),), who, labels=labels)


def _speaks(field: Field, vintage: Vintage) -> bool:
    same = bool(field.group) and vintage.late.entities == field.group[0].entities
    return same and speakable(vintage.late) and speakable(vintage.early)


def _naming(field: Field, entity: str, vintage: Vintage) -> Iterator[Who]:
    """Yield the roles that lead to an entity."""
    for series in filter(rankable, field.yearly()):
        if series.alone and series.kin != vintage.late.kin:
            for period in series.full_periods:
                for largest in (True, False):
                    who = who_by(series, period, largest=largest)
                    if who is not None and _found(who) == entity:
                        yield who


def _found(who: Who) -> str:
    try:
        return str(Evaluation().of(who.node).value) if isinstance(who.node, Choose) else ""
    except NO_VALUE:
        return ""


def retermed(walk: Walk, facts: Sequence[Fact], known: Ledger, rng: random.Random) -> Walk:
    """Return the walk with one measure under another name that documents give it, where none holds the facts by it."""
    for at, one in enumerate(walk.slots):
        names = other_names(one, facts, known)
        if names and rng.random() < _OFTEN:
            slots = [*walk.slots[:at], Slot(one.series, rng.choice(names)), *walk.slots[at + 1 :]]
            return replace(walk, slots=tuple(slots), labels=(*walk.labels, "reconcile.term"))
    return walk


_OFTEN = 0.6


def other_names(one: Slot, facts: Sequence[Fact], known: Ledger) -> list[str]:
    """Return the other names that documents give a measure, by none of which any holds the facts."""
    return sorted(set(_other_names(one, facts, known)))


def _other_names(one: Slot, facts: Sequence[Fact], known: Ledger) -> Iterator[str]:
    mine = (fact for fact in facts if (fact.path, fact.artifact, fact.measure.name) == one.series.place)
    used = {(fact.entity, fact.period.label) for fact in mine}
    kin = [other for other in known.series if other.kin == one.series.kin and not other.converted and speakable(other)]
    for other in kin:
        named = [series for series in kin if series.measure.name == other.measure.name]
        if noun(other.measure) != one.noun and not any(used & set(series.facts) for series in named):
            yield noun(other.measure)
