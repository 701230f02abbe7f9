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

_SEEN_CHARS = 60
# Each asks for one figure and says what to answer where there is none.
_FORMS = (
    "What {was} the {noun} of {entity} in {period}{unit}? If no document gives this figure, answer null.",
    "Find {of_noun} of {entity} for {period}{unit}. Answer null if the documents do not hold it.",
    "According to these documents, what {was} {entity}’s {noun} in {period}{unit}? If they do not say, answer null.",
)

FORMS = len(_FORMS)
"""How many forms of question there are."""


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


def _draft(gap: Gap, document: Document, archive: Holdings, rng: random.Random) -> Draft:
    form = rng.randrange(FORMS)
    question = question_of(gap.measure, gap.label.text, gap.sought.period, form)

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
        template=f"absence/{'withheld' if gap.column is not None else 'missing'}/{form + 1}",
        shown=shown[:_SEEN_CHARS],
    )


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
