"""The fidelity drafts of one document: at most two of a kind, the kinds in order of priority."""

from __future__ import annotations

import random
from collections.abc import Mapping

from assay.collection import collection_path
from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact
from assay.model.canonical import Json
from assay.model.codec import to_json
from assay.model.document import Document
from assay.model.task import Assertion, Proposal
from synthesis.citing import cite
from synthesis.drafts import Draft
from synthesis.fidelity.families import FAMILIES
from synthesis.fidelity.offers import Offer, Subject, subject_of

MOST_OF_A_KIND = 2
_SEEN_CHARS = 60


def fidelity_drafts(document: Document, name: str, rng: random.Random) -> list[Draft]:
    """Return a document's drafts: kinds by priority, the facets of a kind as the generator draws them."""
    subject = subject_of(document, name)
    drafts: list[Draft] = []
    for label in FAMILIES:
        facets = [artifact for artifact in document.artifacts if artifact.label == label]
        offers = (FAMILIES[label](subject, facet) for facet in rng.sample(facets, len(facets)))
        drafts += _distinct([offer for offer in offers if offer is not None], subject)
    return drafts


def _distinct(offers: list[Offer], subject: Subject) -> list[Draft]:
    # a question that two facets would make has two answers, and so none
    asked = [offer.question for offer in offers]
    clear = [offer for offer in offers if asked.count(offer.question) == 1]
    return [_draft(offer, subject.document) for offer in clear[:MOST_OF_A_KIND]]


def _draft(offer: Offer, document: Document) -> Draft:
    def submission(value: str, unrounded: str) -> Mapping[str, Json]:
        return _submission(offer, document)

    shown = artifact_markdown(offer.artifact).split("\n")[0]
    return Draft(
        question=offer.question,
        words=(f"<!-- {offer.artifact.key} ",),
        files=(collection_path(document.domain, document.path),),
        expected=offer.answer.value,
        submission=submission,
        template=f"fidelity/{offer.artifact.label}",
        shown=shown[:_SEEN_CHARS],
    )


def _submission(offer: Offer, document: Document) -> Mapping[str, Json]:
    artifact: Artifact = offer.artifact
    evidence = cite(document, artifact, offer.at or artifact.at, offer.quote, offer.modality)
    value = offer.answer.value
    statement = Assertion(text=offer.statement, value=value, quotes=(offer.quote,), evidence=(0,))
    proposal = Proposal(
        track="fidelity",
        domain=document.domain,
        question=offer.question,
        answer=offer.answer,
        evidence=(evidence,),
        reasoning=(offer.statement,),
        program="",
        plan=None,
        labels=(artifact.label,),
        hops=1,
        assertions=(statement,),
    )
    body = to_json(proposal)
    return body if isinstance(body, Mapping) else {}
