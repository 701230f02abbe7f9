"""Evidence of artifacts and cells, with the digest of what was cited."""

from __future__ import annotations

from assay.markdown import artifact_markdown
from assay.model.artifact import Anchor, Artifact
from assay.model.canonical import digest
from assay.model.document import Document
from assay.model.task import Evidence, Modality


def cite(
    document: Document, artifact: Artifact, at: Anchor, quote: str, modality: Modality = "textual"
) -> Evidence:  # fmt: skip
    """Return the evidence of words at a place; its digest is that of the artifact's whole text."""
    return Evidence(
        document=document.source,
        path=document.path,
        artifact=artifact.key,
        kind=artifact.kind,
        at=at,
        quote=quote,
        page=at.page,
        modality=modality,
        digest=digest(artifact_markdown(artifact)),
    )
