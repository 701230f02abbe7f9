"""The draft of a walk that is worked out: what to run for it, and what is submitted of the output."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from assay.collection import collection_path
from assay.model.canonical import Json
from assay.model.codec import to_json
from assay.model.gate import Context
from assay.model.task import Track
from synthesis.drafts import Draft
from synthesis.rules.grammar import Rendering
from synthesis.rules.ledger import Ledger
from synthesis.rules.proposals import Output, proposal_of
from synthesis.rules.sensing import Worked


def draft_of(
    found: Worked,
    rendering: Rendering,
    known: Ledger,
    context: Context,
    track: Track = "numeric",
    *,
    as_shown: bool = False,
) -> Draft:
    """Return the draft of a walk in a wording; `as_shown` where this asks for a figure as documents give it."""

    def submission(value: str, unrounded: str) -> Mapping[str, Json]:
        proposal = proposal_of(found, rendering.question, Output(unrounded, value), known, context)
        answer = replace(proposal.answer, unrounded=None, decimals=None, kind=None) if as_shown else proposal.answer
        body = to_json(replace(proposal, track=track, answer=answer))
        return body if isinstance(body, Mapping) else {}

    return Draft(
        question=rendering.question,
        words=tuple(dict.fromkeys(fact.measure.wording for fact in found.facts)),
        files=tuple(dict.fromkeys(collection_path(fact.domain, fact.path) for fact in found.facts)),
        expected=found.answer,
        submission=submission,
        template=rendering.template,
        program=found.program,
    )
