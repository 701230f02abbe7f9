"""Figures that the archive holds, asked in the words that ask for absent ones: so no words give an answer away."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, zip_longest

from assay.collection import collection_path
from assay.model.canonical import Json
from assay.model.codec import to_json
from assay.model.gate import Context
from assay.model.task import Answer
from assay.tables import Fact
from synthesis.absence.drafts import CHANGE_FORMS, FORMS, change_question, question_of
from synthesis.absence.gaps import Gap
from synthesis.drafts import Draft
from synthesis.rules.evaluating import Evaluation, plan_of
from synthesis.rules.ledger import Ledger, Series
from synthesis.rules.phrases import decimals_of, form_of, noun, percent_form, speakable
from synthesis.rules.programs import NotWritten, program_of
from synthesis.rules.proposals import Output, proposal_of
from synthesis.rules.sensing import Worked, worked
from synthesis.rules.terms import other_names
from synthesis.rules.trees import Look, applied
from synthesis.rules.walks import Slot, Walk

MOST_FOR_A_GAP = 4
"""Who is asked for several figures and told that they may be absent cannot do better than to look."""


def held_drafts(
    found: Sequence[Gap], known: Ledger, context: Context, rng: random.Random
) -> list[tuple[str, Draft]]:  # fmt: skip
    """Return the drafts for the neighbours of gaps, each with its document: other years and entities.

    A measure that documents give another name is asked for by it.
    """
    drafts: dict[tuple[str, str, str], tuple[str, Draft]] = {}
    for gap in found:
        new = ((s, f) for s, f in _neighbours(gap, known, rng) if (s.kin, f.entity, f.period.label) not in drafts)
        made = ((series, fact, _draft(series, fact, known, context, rng)) for series, fact in new)
        for series, fact, draft in islice((one for one in made if one[2] is not None), MOST_FOR_A_GAP - 1):
            if draft is not None:
                drafts[series.kin, fact.entity, fact.period.label] = fact.path, draft
        changes = (_change(series, fact, known, context, rng) for series, fact in _neighbours(gap, known, rng))
        for path, draft in islice((one for one in changes if one is not None), 1):
            drafts[gap.measure.name, gap.sought.entity, gap.sought.period] = path, draft
    return list(drafts.values())


def _neighbours(gap: Gap, known: Ledger, rng: random.Random) -> Iterator[tuple[Series, Fact]]:
    """Yield figures of a gap's measure: of its entity and of its period in turn, by chance."""
    kin = {one.kin for one in known.series if one.measure.name == gap.measure.name}
    series = [one for one in known.series if one.kin in kin and one.yearly and not one.converted and speakable(one)]
    facts = [(one, fact) for one in series for fact in one.facts.values() if fact.label]
    rng.shuffle(facts)
    own = [one for one in facts if one[1].entity == gap.sought.entity]
    others = [one for one in facts if one[1].period.label == gap.sought.period and one not in own]
    yield from (one for pair in zip_longest(own, others) for one in pair if one is not None)


def _draft(series: Series, fact: Fact, known: Ledger, context: Context, rng: random.Random) -> Draft | None:
    decimals, number = decimals_of(fact.text), rng.randrange(FORMS)
    found = _worked(series, fact, decimals)
    if found is None:
        return None
    names = other_names(found.walk.slots[0], found.facts, known)
    name = rng.choice(names) if names else ""
    question = question_of(series.measure, fact.label, fact.period.label, number, name)

    def submission(value: str, unrounded: str) -> Mapping[str, Json]:
        proposal = proposal_of(found, question, Output(unrounded, value), known, context)
        body = to_json(replace(proposal, track="search", answer=_as_shown(proposal.answer)))
        return body if isinstance(body, Mapping) else {}

    return Draft(
        question=question,
        words=(series.measure.wording,),
        files=(collection_path(fact.domain, fact.path),),
        expected=found.answer,
        submission=submission,
        template=f"absence/held/{number + 1}",
        program=found.program,
    )


def _change(
    series: Series, fact: Fact, known: Ledger, context: Context, rng: random.Random
) -> tuple[str, Draft] | None:  # fmt: skip
    """Return the draft for the change between a figure and another of its row, None where that says little."""
    others = [one for one in series.facts.values() if one.entity == fact.entity and one != fact]
    if not series.grows or not others:
        return None
    start, end = sorted((fact, rng.choice(others)), key=lambda one: one.period.label)
    ends = (Look(series, fact.entity, one.period.label) for one in (start, end))
    tree = applied("percent", applied("growth", *ends))
    slots = (Slot(series, noun(series.measure)),)
    found = worked(Walk("growth", tree, percent_form(), "{0}", slots))
    if found is None:
        return None
    names, form = other_names(slots[0], found.facts, known), rng.randrange(CHANGE_FORMS)
    name = rng.choice(names) if names else ""
    question = change_question(series.measure, fact.label, (start.period.label, end.period.label), form, name)

    def submission(value: str, unrounded: str) -> Mapping[str, Json]:
        body = to_json(replace(proposal_of(found, question, Output(unrounded, value), known, context), track="search"))
        return body if isinstance(body, Mapping) else {}

    draft = Draft(
        question=question,
        words=(series.measure.wording,),
        files=(collection_path(fact.domain, fact.path),),
        expected=found.answer,
        submission=submission,
        template=f"absence/held/change/{form + 1}",
        program=found.program,
    )
    return fact.path, draft


def _as_shown(answer: Answer) -> Answer:
    """Return an answer without decimals of its own: the question asks for the figure as documents give it."""
    return replace(answer, unrounded=None, decimals=None, kind=None)


def _worked(series: Series, fact: Fact, decimals: int) -> Worked | None:
    """Return one look-up worked out, None where no program can be written for it."""
    tree = Look(series, fact.entity, fact.period.label)
    evaluation = Evaluation()
    outcome = evaluation.of(tree)
    try:
        program = program_of(tree, decimals, plus=False)
    except NotWritten:
        return None
    answer = f"{fact.value:.{decimals}f}"
    walk = Walk("figure", tree, form_of(series.measure.unit, decimals), "{0}", (Slot(series, noun(series.measure)),))
    return Worked(walk, answer, (fact,), plan_of(evaluation, outcome, answer), program, 1)
