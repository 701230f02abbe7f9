"""Plain look-ups: one figure of a named entity, which the archive holds. Easy ones, for the gates to judge."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from assay.collection import collection_path
from assay.model.canonical import Json
from assay.model.codec import to_json
from assay.model.gate import Context
from assay.tables import Fact, Measure
from synthesis.drafts import Draft
from synthesis.rules.evaluating import Evaluation, plan_of
from synthesis.rules.ledger import Ledger, Series
from synthesis.rules.phrases import decimals_of, form_of, noun, of, speakable, was
from synthesis.rules.programs import NotWritten, program_of
from synthesis.rules.proposals import Output, proposal_of
from synthesis.rules.sensing import Worked
from synthesis.rules.terms import other_names
from synthesis.rules.trees import Look
from synthesis.rules.walks import Slot, Walk

_FORMS = ("What {was} the {noun} of {entity} in {period}{unit}?", "Find {of_noun} of {entity} for {period}{unit}.")


def plain_drafts(known: Ledger, context: Context, rng: random.Random, most: int) -> list[tuple[str, Draft]]:
    """Return at most this many drafts, each with its document, of different measures first.

    A measure that documents give another name is asked for by it. None says what to answer where there is nothing: what
    is easy to find would give away that such questions have no answer.
    """
    facts = [(one, fact) for one in known.series if _plain(one) for fact in one.facts.values() if fact.label]
    rng.shuffle(facts)
    first = {series.kin: (series, fact) for series, fact in facts}
    order = [*first.values(), *(pair for pair in facts if pair not in first.values())]
    made = ((fact.path, _draft(series, fact, known, context, rng)) for series, fact in order)
    return list(islice(_made(made), most))


def _plain(series: Series) -> bool:
    return series.yearly and not series.converted and speakable(series)


def _made(drafts: Iterator[tuple[str, Draft | None]]) -> Iterator[tuple[str, Draft]]:
    yield from ((path, draft) for path, draft in drafts if draft is not None)


def _draft(series: Series, fact: Fact, known: Ledger, context: Context, rng: random.Random) -> Draft | None:
    number, found = rng.randrange(len(_FORMS)), _worked(series, fact, decimals_of(fact.text))
    if found is None:
        return None
    names = other_names(found.walk.slots[0], found.facts, known)
    question = _question(series.measure, fact, number, rng.choice(names) if names else "")

    def submission(value: str, unrounded: str) -> Mapping[str, Json]:
        proposed = proposal_of(found, question, Output(unrounded, value), known, context)
        # the question asks for the figure as documents give it
        answer = replace(proposed.answer, unrounded=None, decimals=None, kind=None)
        body = to_json(replace(proposed, answer=answer, track="search"))
        return body if isinstance(body, Mapping) else {}

    return Draft(
        question=question,
        words=(series.measure.wording,),
        files=(collection_path(fact.domain, fact.path),),
        expected=found.answer,
        submission=submission,
        template=f"plain/{number + 1}",
        program=found.program,
    )


def _question(measure: Measure, fact: Fact, form: int, name: str) -> str:
    words, unit = name or noun(measure), measure.unit
    named = form_of(unit, 0).words.removesuffix("as a whole number").strip() if unit else ""
    # tonnes handled are tonnes already
    named = "" if unit and unit.base and not unit.scale and unit.base in words.split() else named
    return _FORMS[form].format(
        was=was(words),
        noun=words,
        of_noun=of(words) if words.startswith("number of") else f"the {words}",
        entity=fact.label,
        period=fact.period.label,
        unit=f", {named}" if named else "",
    )


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
