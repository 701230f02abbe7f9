"""The drafts of null answers: questions that a careful person would ask, and the queries that find nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from assay.collection import collection_path
from assay.evaluation.absence import Holdings
from assay.markdown import artifact_markdown
from assay.model.artifact import Anchor
from assay.model.canonical import Json
from assay.model.codec import to_json
from assay.model.document import Document
from assay.model.task import Answer, Evidence, Proposal, Scope
from assay.tables import Fact
from synthesis.absence.gaps import Gap
from synthesis.citing import cite
from synthesis.drafts import Draft
from synthesis.rules.grammar import Rendering
from synthesis.rules.phrases import noun

_SEEN_CHARS = 60


@dataclass(frozen=True, slots=True)
class Way:
    """What leads to a gap from what a question says: the facts that are looked up, each with its place, and hops.

    `scope` are the queries besides those for the figure itself, `labels` what kinds of reasoning the way takes.
    """

    facts: tuple[tuple[Fact, Anchor], ...] = ()
    hops: int = 1
    labels: tuple[str, ...] = ()
    scope: tuple[Scope, ...] = ()


def null_draft(gap: Gap, rendering: Rendering, way: Way, archive: Holdings) -> Draft:
    """Return the draft of a question that cannot be answered without the figure of a gap."""
    documents = {document.path: document for document in archive.documents}
    document = documents[gap.table.path]
    body = to_json(_proposal(gap, rendering.question, way, archive, documents))

    def submission(value: str, unrounded: str) -> Mapping[str, Json]:
        return body if isinstance(body, Mapping) else {}

    artifact = document.artifact(gap.table.artifact)
    shown = artifact_markdown(artifact).split("\n")[0] if artifact else ""
    return Draft(
        question=rendering.question,
        words=(f"<!-- {gap.table.artifact} ",),
        files=(collection_path(document.domain, document.path),),
        expected="null",
        submission=submission,
        template=rendering.template,
        shown=shown[:_SEEN_CHARS],
    )


def _proposal(gap: Gap, question: str, way: Way, archive: Holdings, documents: Mapping[str, Document]) -> Proposal:
    return Proposal(
        track="search",
        domain=archive.domain,
        question=question,
        answer=Answer("null", "null"),
        evidence=(*_evidence(gap, documents[gap.table.path]), *_on_the_way(way, documents)),
        reasoning=tuple(_reasoning(gap, way)),
        program="",
        plan=None,
        labels=("abstinence", *way.labels, f"{gap.table.app}.{gap.table.kind}"),
        hops=way.hops,
        scope=(*gap.sought.scopes(archive), *way.scope),
    )


def _evidence(gap: Gap, document: Document) -> Iterator[Evidence]:
    artifact = document.artifact(gap.table.artifact)
    if artifact is not None and gap.column is not None:
        at = replace(artifact.at, row=gap.row, column=gap.column)
        yield cite(document, artifact, at, gap.shown)


def _on_the_way(way: Way, documents: Mapping[str, Document]) -> Iterator[Evidence]:
    for fact, at in way.facts:
        artifact = documents[fact.path].artifact(fact.artifact)
        if artifact is not None:
            yield cite(documents[fact.path], artifact, at, fact.text)


def _reasoning(gap: Gap, way: Way) -> Iterator[str]:
    for fact, _ in way.facts:
        yield f"{fact.path} gives the {noun(fact.measure)} of {fact.label} in {fact.period.label}: {fact.text}."
    what = f"the {noun(gap.measure)} of {gap.label.text}"
    if gap.column is not None:
        yield f"{gap.table.path} shows “{gap.shown}” where {what} in {gap.sought.period} would stand."
    else:
        yield f"{gap.table.path} gives {what} for other years, not for {gap.sought.period}."
    yield "Other documents give it for other years or other entities; none gives this figure, nor what it follows from."
