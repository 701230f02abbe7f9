"""Whether a whole document says of itself that its figures do not hold yet."""

from __future__ import annotations

import re

from assay.model.artifact import Text
from assay.model.document import Document

_DRAFT = re.compile(
    r"(?<![a-z])(?:drafts?|half[- ]finished|work in progress|entwurf|do not quote|unverified)(?![a-z])", re.IGNORECASE
)
_KINDS = ("header", "footer")
# A title page and its lines; what comes later speaks of other drafts.
_FIRST = 4


def draft_doubt(document: Document) -> str | None:
    """Return that a document is a draft, where its name, title, first lines or margins say so."""
    body = [one for one in document.artifacts if one.declared.layer == "body" and isinstance(one.payload, Text)]
    margins = [one.text for one in document.artifacts if one.kind in _KINDS]
    told = [document.path.rpartition("/")[2], document.title, *(one.text for one in body[:_FIRST]), *margins]
    return "its document is a draft" if any(_DRAFT.search(text.replace("_", " ")) for text in told) else None
