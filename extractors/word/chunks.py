"""Documents that a Word document takes in as they are (alternative format chunks): HTML, text or another Word file."""

from __future__ import annotations

from assay.model.artifact import Anchor
from assay.model.document import Reading
from extractors.markup import Element
from extractors.package import Relationship, target_of
from extractors.word.document import Word

# What a chunk gives to the body; what is about it stays out.
_TAKEN = frozenset({"text", "table"})


def add_chunk(word: Word, related: dict[str, Relationship], element: Element, at: Anchor) -> None:
    """Add the texts and tables of a chunk at the place where it stands."""
    found = target_of(related, element)
    if found is None or found.external:
        word.sheaf.warn("A part that the document takes in is missing.")
        return
    data = word.package.read(found.target)
    reading = _read(word.package.media_type(found.target), found.target, data) if data is not None else None
    if reading is None:
        word.sheaf.warn(f"The part {found.target}, which the document takes in, is of a format that is not read.")
        return
    for artifact in reading.artifacts:
        if artifact.kind in _TAKEN:
            word.sheaf.add(artifact.kind, at, artifact.text, artifact.payload)


def _read(media_type: str, part: str, data: bytes) -> Reading | None:
    ending = part.rpartition(".")[2].lower()
    if "html" in media_type or ending in ("htm", "html", "xhtml", "mht"):
        from extractors.web import read_html

        return read_html(data)
    if media_type.startswith("text/plain") or ending == "txt":
        from extractors.plain import read_plain

        return read_plain(data)
    if "rtf" in media_type or ending == "rtf":
        from extractors.converted import read_rtf

        return read_rtf(data)
    if data.startswith(b"PK"):
        from extractors.word.reader import read_chunk

        return read_chunk(data)
    return None
