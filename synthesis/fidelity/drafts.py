"""The fidelity drafts of one document: at most two of a kind, the kinds in order of priority."""

from __future__ import annotations

import random
from collections import Counter
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
from synthesis.fidelity.families import FAMILIES, Family
from synthesis.fidelity.offers import Offer, Subject, subject_of

MOST_OF_A_KIND = 2
_SEEN_CHARS = 60


def fidelity_drafts(document: Document, name: str, rng: random.Random) -> list[Draft]:
    """Return a document's drafts: kinds by priority, the facets of a kind as the generator draws them."""
    subject = subject_of(document, name)
    drafts: list[Draft] = []
    for label, family in FAMILIES.items():
        facets = [artifact for artifact in document.artifacts if artifact.label == label]
        offers = [family.offer(subject, facet) for facet in _distinct(rng.sample(facets, len(facets)), family, subject)]
        drafts += [_draft(offer, document) for offer in offers if offer is not None][:MOST_OF_A_KIND]
    return drafts


def _distinct(facets: list[Artifact], family: Family, subject: Subject) -> list[Artifact]:
    """Return the facets whose words fit no other facet, also none that is no question itself."""
    claims = [[claim.casefold() for claim in family.claims(subject, facet)] for facet in facets]
    claimed = Counter(claim for each in claims for claim in dict.fromkeys(each))
    return [facet for facet, each in zip(facets, claims, strict=True) if each and claimed[each[0]] == 1]


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
