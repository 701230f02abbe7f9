"""Figures that the archive holds, asked in the words that ask for absent ones: so no words give an answer away."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, zip_longest

from assay.collection import collection_path
from assay.model.canonical import Json
from assay.model.codec import to_json
from assay.model.gate import Context
from assay.model.task import Answer, Proposal
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
        made = ((s, f, one) for s, f in new if (one := _draft(s, f, known, context, rng)) is not None)
        for series, fact, draft in islice(made, MOST_FOR_A_GAP - 1):
            drafts[series.kin, fact.entity, fact.period.label] = fact.path, draft
        changes = ((f.path, _change(s, f, known, context, rng)) for s, f in _neighbours(gap, known, rng))
        for path, draft in changes:
            if draft is not None:
                drafts[gap.measure.name, gap.sought.entity, gap.sought.period] = path, draft
                break
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
    number, found = rng.randrange(FORMS), _worked(series, fact, decimals_of(fact.text))
    if found is None:
        return None
    question = question_of(series.measure, fact.label, fact.period.label, number, _other_name(found, known, rng))

    def proposal(output: Output) -> Proposal:
        proposed = proposal_of(found, question, output, known, context)
        return replace(proposed, answer=_as_shown(proposed.answer))

    return _held(found, question, f"{number + 1}", proposal)


def _change(series: Series, fact: Fact, known: Ledger, context: Context, rng: random.Random) -> Draft | None:
    """Return the draft for the change between a figure and another of its row, None where that says little."""
    others = [one for one in series.facts.values() if one.entity == fact.entity and one != fact]
    if not series.grows or not others:
        return None
    start, end = sorted((fact, rng.choice(others)), key=lambda one: one.period.label)
    ends = (Look(series, fact.entity, one.period.label) for one in (start, end))
    tree = applied("percent", applied("growth", *ends))
    found = worked(Walk("growth", tree, percent_form(), "{0}", (Slot(series, noun(series.measure)),)))
    if found is None:
        return None
    periods, form = (start.period.label, end.period.label), rng.randrange(CHANGE_FORMS)
    question = change_question(series.measure, fact.label, periods, form, _other_name(found, known, rng))
    return _held(found, question, f"change/{form + 1}", lambda out: proposal_of(found, question, out, known, context))


def _other_name(found: Worked, known: Ledger, rng: random.Random) -> str:
    """Return another name of the measure, drawn, empty where documents give it none."""
    names = other_names(found.walk.slots[0], found.facts, known)
    return rng.choice(names) if names else ""


def _held(found: Worked, question: str, form: str, proposal: Callable[[Output], Proposal]) -> Draft:
    def submission(value: str, unrounded: str) -> Mapping[str, Json]:
        body = to_json(replace(proposal(Output(unrounded, value)), track="search"))
        return body if isinstance(body, Mapping) else {}

    fact = found.facts[0]
    return Draft(
        question=question,
        words=(found.walk.slots[0].series.measure.wording,),
        files=(collection_path(fact.domain, fact.path),),
        expected=found.answer,
        submission=submission,
        template=f"absence/held/{form}",
        program=found.program,
    )


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
