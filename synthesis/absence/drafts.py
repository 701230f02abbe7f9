"""The drafts of null answers: questions that a careful person would ask, and the queries that find nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from assay.collection import collection_path
from assay.evaluation.absence import Holdings
from assay.markdown import artifact_markdown
from assay.model.canonical import Json
from assay.model.codec import to_json
from assay.model.document import Document
from assay.model.task import Answer, Evidence, Proposal
from assay.tables import Measure
from synthesis.absence.gaps import Gap
from synthesis.citing import cite
from synthesis.drafts import Draft
from synthesis.rules.phrases import form_of, noun, of, was
from synthesis.rules.series import is_relative

_SEEN_CHARS = 60
# Each asks for one figure and says what to answer where there is none.
_FORMS = (
    "What {was} the {noun} of {entity} in {period}{unit}? If no document gives this figure, answer null.",
    "Find {of_noun} of {entity} for {period}{unit}. Answer null if the documents do not hold it.",
    "According to these documents, what {was} {entity}’s {noun} in {period}{unit}? If they do not say, answer null.",
)

_CHANGE_FORMS = (
    "What was the percentage change of the {noun} of {entity} from {start} to {end}? Answer as a percentage with a "
    "plus or minus sign and two decimals, or null if the documents do not give both figures.",
    "Find the percentage by which the {noun} of {entity} changed from {start} to {end}, with a plus or minus sign and "
    "two decimals. If the documents do not give both figures, answer null.",
)
FORMS, CHANGE_FORMS = len(_FORMS), len(_CHANGE_FORMS)
"""How many forms there are of questions for a figure, and for a change between two."""
# So many ask for a change: figures that the archive holds are mostly too easy, changes of them stay beside the nulls.
_CHANGING = 2 / 3


def absence_drafts(archive: Holdings, found: Sequence[Gap], rng: random.Random) -> list[tuple[str, Draft]]:
    """Return the drafts of null answers for gaps, each with the path of the document that tempts most."""
    documents = {document.path: document for document in archive.documents}
    return [(gap.table.path, _draft(gap, documents[gap.table.path], archive, rng)) for gap in found]


def question_of(measure: Measure, entity: str, period: str, form: int, name: str = "") -> str:
    """Return a question for a figure that may be absent, in the form of a number; `name` is another of the measure."""
    words, unit = name or noun(measure), measure.unit
    named = form_of(unit, 0).words.removesuffix("as a whole number").strip() if unit else ""
    # tonnes handled are tonnes already
    named = "" if unit and unit.base and not unit.scale and unit.base in words.split() else named
    return _FORMS[form].format(
        was=was(words),
        noun=words,
        of_noun=of(words) if words.startswith("number of") else f"the {words}",
        entity=entity,
        period=period,
        unit=f", {named}" if named else "",
    )


def change_question(measure: Measure, entity: str, periods: tuple[str, str], form: int, name: str = "") -> str:
    """Return a question for the change between two figures of which one may be absent."""
    start, end = sorted(periods)
    return _CHANGE_FORMS[form].format(noun=name or noun(measure), entity=entity, start=start, end=end)


def _changing(gap: Gap, archive: Holdings, rng: random.Random) -> str | None:
    """Return another year of a gap's row, from or to which a change may be asked for."""
    known = archive.by_measure.get(archive.named(gap.measure.name), {})
    mine = [(when, amount) for (entity, when), amount in known.items() if entity == gap.sought.entity]
    years = sorted(when for when, amount in mine if len(when) == len(gap.sought.period) and amount > 0)
    return rng.choice(years) if years and not is_relative(gap.measure.unit) else None


def _draft(gap: Gap, document: Document, archive: Holdings, rng: random.Random) -> Draft:
    other = _changing(gap, archive, rng) if rng.random() < _CHANGING else None
    form = rng.randrange(FORMS if other is None else CHANGE_FORMS)
    entity, period = gap.label.text, gap.sought.period
    if other is None:
        question = question_of(gap.measure, entity, period, form)
    else:
        question = change_question(gap.measure, entity, (other, period), form)

    def submission(value: str, unrounded: str) -> Mapping[str, Json]:
        return _submission(gap, question, document, archive)

    artifact = document.artifact(gap.table.artifact)
    shown = artifact_markdown(artifact).split("\n")[0] if artifact else ""
    return Draft(
        question=question,
        words=(f"<!-- {gap.table.artifact} ",),
        files=(collection_path(document.domain, document.path),),
        expected="null",
        submission=submission,
        template=f"absence/{_kind(gap)}/{'change/' if other else ''}{form + 1}",
        shown=shown[:_SEEN_CHARS],
    )


def _kind(gap: Gap) -> str:
    return "withheld" if gap.column is not None else "missing"


def _submission(gap: Gap, question: str, document: Document, archive: Holdings) -> Mapping[str, Json]:
    proposal = Proposal(
        track="search",
        domain=archive.domain,
        question=question,
        answer=Answer("null", "null"),
        evidence=tuple(_evidence(gap, document)),
        reasoning=tuple(_reasoning(gap)),
        program="",
        plan=None,
        labels=("abstinence", f"{gap.table.app}.{gap.table.kind}"),
        hops=1,
        scope=gap.sought.scopes(archive),
    )
    body = to_json(proposal)
    return body if isinstance(body, Mapping) else {}


def _evidence(gap: Gap, document: Document) -> Iterator[Evidence]:
    artifact = document.artifact(gap.table.artifact)
    if artifact is not None and gap.column is not None:
        at = replace(artifact.at, row=gap.row, column=gap.column)
        yield cite(document, artifact, at, gap.shown)


def _reasoning(gap: Gap) -> Iterator[str]:
    what = f"the {noun(gap.measure)} of {gap.label.text}"
    if gap.column is not None:
        yield f"{gap.table.path} shows “{gap.shown}” where {what} in {gap.sought.period} would stand."
    else:
        yield f"{gap.table.path} gives {what} for other years, not for {gap.sought.period}."
    yield "Other documents give it for other years or other entities; none gives this figure, nor what it follows from."
