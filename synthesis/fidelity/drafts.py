"""The fidelity drafts of one document: at most two of a kind, the kinds in order of priority."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby, zip_longest

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
    """Return a document's drafts: kinds by priority, the facets of a kind as the generator draws them.

    Forms of one kind take turns, from one that the generator draws on; no facet is asked for in two of them, since
    each question gives the other's answer away.
    """
    subject = subject_of(document, name)
    drafts: list[Draft] = []
    for _, group in groupby(FAMILIES, key=lambda family: family.label):
        families = list(group)
        start = rng.randrange(len(families))
        offers = [list(_offers(family, subject, rng)) for family in (*families[start:], *families[:start])]
        drafts += [_draft(offer, template, document) for offer, template in _in_turn(offers)]
    return drafts


def _offers(family: Family, subject: Subject, rng: random.Random) -> Iterator[tuple[Offer, str]]:
    facets = [artifact for artifact in subject.document.artifacts if artifact.label == family.label]
    for facet in _distinct(rng.sample(facets, len(facets)), family, subject):
        offer = family.offer(subject, facet)
        if offer is not None:
            yield offer, family.template


def _in_turn(forms: list[list[tuple[Offer, str]]]) -> list[tuple[Offer, str]]:
    chosen: dict[str, tuple[Offer, str]] = {}
    for turn in zip_longest(*forms):
        for found in turn:
            if found is not None:
                chosen.setdefault(found[0].artifact.key, found)
    return list(chosen.values())[:MOST_OF_A_KIND]


def _distinct(facets: list[Artifact], family: Family, subject: Subject) -> list[Artifact]:
    """Return the facets whose words fit no other facet, also none that is no question itself."""
    claims = [[claim.casefold() for claim in family.claims(subject, facet)] for facet in facets]
    claimed = Counter(claim for each in claims for claim in dict.fromkeys(each))
    return [facet for facet, each in zip(facets, claims, strict=True) if each and claimed[each[0]] == 1]


def _draft(offer: Offer, template: str, document: Document) -> Draft:
    def submission(value: str, unrounded: str) -> Mapping[str, Json]:
        return _submission(offer, document)

    shown = artifact_markdown(offer.artifact).split("\n")[0]
    return Draft(
        question=offer.question,
        words=(f"<!-- {offer.artifact.key} ",),
        files=(collection_path(document.domain, document.path),),
        expected=offer.answer.value,
        submission=submission,
        template=template,
        shown=shown[:_SEEN_CHARS],
    )


def _submission(offer: Offer, document: Document) -> Mapping[str, Json]:
    proofs = offer.proofs
    evidence = tuple(
        cite(document, proof.artifact, proof.at or proof.artifact.at, proof.quote, offer.modality) for proof in proofs
    )
    statement = Assertion(
        text=offer.statement,
        value=offer.answer.value,
        quotes=tuple(proof.quote for proof in proofs),
        evidence=tuple(range(len(proofs))),
    )
    proposal = Proposal(
        track="fidelity",
        domain=document.domain,
        question=offer.question,
        answer=offer.answer,
        evidence=evidence,
        reasoning=(offer.statement,),
        program="",
        plan=None,
        labels=(offer.artifact.label,),
        hops=1,
        assertions=(statement,),
    )
    body = to_json(proposal)
    return body if isinstance(body, Mapping) else {}
