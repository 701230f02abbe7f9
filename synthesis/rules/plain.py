"""Plain look-ups: one figure of a named entity, which the archive holds. Easy ones, for the gates to judge."""

from __future__ import annotations

import random
from itertools import islice

from assay.model.gate import Context
from assay.tables import Fact, Measure
from synthesis.drafts import Draft
from synthesis.rules.drafting import draft_of
from synthesis.rules.evaluating import Evaluation, plan_of
from synthesis.rules.grammar import Rendering
from synthesis.rules.ledger import Ledger, Series
from synthesis.rules.phrases import decimals_of, form_of, noun, of, speakable, was
from synthesis.rules.programs import NotWritten, program_of
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
    first = {pair[0].kin: pair for pair in facts}
    taken = {id(pair) for pair in first.values()}
    order = [*first.values(), *(pair for pair in facts if id(pair) not in taken)]
    drafts = ((fact.path, _draft(series, fact, known, context, rng)) for series, fact in order)
    return list(islice(((path, draft) for path, draft in drafts if draft is not None), most))


def _plain(series: Series) -> bool:
    return series.yearly and not series.converted and speakable(series)


def _draft(series: Series, fact: Fact, known: Ledger, context: Context, rng: random.Random) -> Draft | None:
    number, found = rng.randrange(len(_FORMS)), _worked(series, fact, decimals_of(fact.text))
    if found is None:
        return None
    names = other_names(found.walk.slots[0], found.facts, known)
    question = _question(series.measure, fact, number, rng.choice(names) if names else "")
    return draft_of(found, Rendering(question, f"plain/{number + 1}"), known, context, "search", as_shown=True)


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
