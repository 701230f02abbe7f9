"""The one validator that every author's proposal passes: its form, and that everything it cites exists."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from typing import get_args

from assay.evaluation.golds import gold_fault
from assay.evaluation.programs import UNPARSABLE
from assay.model.canonical import Json, canonical_json
from assay.model.codec import from_json
from assay.model.gate import Context
from assay.model.kinds import KINDS
from assay.model.source_text import parsed
from assay.model.task import Evidence, Proposal, Track

_LABEL = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)*")
_FEWEST_DOCUMENTS = {"numeric": 2}
_ARTIFACT_LABELS = frozenset(kind.label for kind in KINDS.values())


def validate(body: Mapping[str, Json], context: Context) -> tuple[Proposal | None, tuple[str, ...]]:
    """Return the proposal of a submission's JSON, or None and every fault as a sentence."""
    try:
        canonical_json(body).encode()
        proposal = from_json(Proposal, body)
    except (ValueError, RecursionError) as error:
        return None, (f"the proposal has another form: {error}",)
    faults = tuple(_faults(proposal, context))
    return (None if faults else proposal), faults


def _faults(proposal: Proposal, context: Context) -> Iterator[str]:
    if proposal.track not in get_args(Track):
        yield f"there is no track {proposal.track!r}; the tracks are {', '.join(get_args(Track))}"
    if not proposal.question.strip():
        yield "the question is empty"
    fault = gold_fault(proposal.answer)
    if fault:
        yield f"the answer does not pass its own format: {fault}"
    yield from _evidence_faults(proposal, context)
    yield from _assertion_faults(proposal)
    if proposal.answer.type == "null":
        yield from _null_faults(proposal, context)
    yield from _label_faults(proposal)
    yield from _program_faults(proposal)


def _null_faults(proposal: Proposal, context: Context) -> Iterator[str]:
    if proposal.track != "search":
        yield f"a {proposal.track} task has an answer; only a search can find that there is none"
    if not context.within(proposal.domain):
        yield f"the archive has no domain {proposal.domain!r}"


def _assertion_faults(proposal: Proposal) -> Iterator[str]:
    for assertion in proposal.assertions:
        for index in assertion.evidence:
            if not 0 <= index < len(proposal.evidence):
                yield f"assertion {assertion.text!r} rests on evidence {index}, which is not cited; they count from 0"


def _evidence_faults(proposal: Proposal, context: Context) -> Iterator[str]:
    if not proposal.evidence and proposal.answer.type != "null":
        yield "no evidence is cited"
    for evidence in proposal.evidence:
        yield from _one_evidence(evidence, proposal, context)
    fewest = _FEWEST_DOCUMENTS.get(proposal.track, 1)
    cited = len({evidence.path for evidence in proposal.evidence})
    if proposal.evidence and cited < fewest:
        yield f"a {proposal.track} task cites at least {fewest} documents, this one cites {cited}"


def _one_evidence(evidence: Evidence, proposal: Proposal, context: Context) -> Iterator[str]:
    document = context.document(evidence.path)
    if document is None:
        yield f"{evidence.path} is no readable document of the archive"
        return
    if document.domain != proposal.domain:
        yield f"{evidence.path} belongs to domain {document.domain}, the task to {proposal.domain}"
    artifact = document.artifact(evidence.artifact)
    if artifact is None:
        yield f"{evidence.path} holds no artifact {evidence.artifact}"
    elif artifact.kind != evidence.kind:
        yield f"{evidence.artifact} is of kind {artifact.kind}, not {evidence.kind}"


def _label_faults(proposal: Proposal) -> Iterator[str]:
    for label in proposal.labels:
        if not _LABEL.fullmatch(label):
            yield f"label {label!r} is not words of small letters joined by dots"
    if proposal.track == "fidelity" and not _ARTIFACT_LABELS & set(proposal.labels):
        yield "a fidelity task has at least one artifact label such as word.font"


def _program_faults(proposal: Proposal) -> Iterator[str]:
    if proposal.track == "numeric" and not proposal.program.strip():
        yield "a numeric task has a program"
    if proposal.hops < 1:
        yield "hops counts from 1"
    try:
        tree = parsed(proposal.program)
    except UNPARSABLE as error:
        yield f"the program is not Python: {error}"
        return
    yield from _import_faults(tree)


def _import_faults(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            if name.partition(".")[0] not in sys.stdlib_module_names:
                yield f"the program imports {name}; only the standard library is there"
