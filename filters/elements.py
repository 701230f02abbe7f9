"""What is taken out of a document to see whether a question on fidelity needs it (Office Comprehension Bench, 14.2).

Text goes with its chunk; a table alone, then with all else that is no text; a picture with all that is no text; of
structure the whole class for headers, footers, notes, layout and fonts, else the element.
"""

from __future__ import annotations

from collections.abc import Iterator

from assay.model.artifact import Artifact, Text
from assay.model.document import Document

_TEXTS = frozenset({"text", "slide_text", "shape_text", "smartart_text", "unstructured"})
_TABLES = frozenset({"table", "tlr"})
_PICTURES = frozenset({"image", "video", "media", "ink"})
_CLASSES = frozenset(
    {"header", "footer", "header_footer", "footnote", "note", "layout", "position", "font", "highlight", "language"}
)
# As long as a chunk of AGORA, appendix B.
_CHUNK = 4000


def removals(document: Document, key: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield for an element what is left without, in words, and the keys that go; nothing where there is no such."""
    found = document.artifact(key)
    if found is None:
        return
    if found.kind in _TEXTS:
        yield "its chunk", tuple(_chunk(document, found))
    elif found.kind in _TABLES:
        yield "the table", (key,)
        yield "all but text", tuple(_no_text(document))
    elif found.kind in _PICTURES:
        yield "all but text", tuple(_no_text(document))
    elif found.kind in _CLASSES:
        yield f"every {found.kind}", tuple(one.key for one in document.artifacts if one.kind == found.kind)
    else:
        yield f"the {found.kind}", (key,)


def _no_text(document: Document) -> Iterator[str]:
    gone = _TABLES | _PICTURES | {"chart", "pivot"}
    yield from (one.key for one in document.artifacts if one.kind in gone)


def _chunk(document: Document, about: Artifact) -> Iterator[str]:
    """Yield the keys of a text's chunk: from the heading before it to the next one, as far as a chunk is long."""
    run = [one for one in document.artifacts if one.kind in _TEXTS and _near(one, about)]
    at = run.index(about)
    first, last, left = at, at, _CHUNK - len(about.text)
    while first > 0 and not _is_heading(run[first]) and (left := left - len(run[first - 1].text)) >= 0:
        first -= 1
    while last + 1 < len(run) and not _is_heading(run[last + 1]) and (left := left - len(run[last + 1].text)) >= 0:
        last += 1
    yield from (one.key for one in run[first : last + 1])


def _near(one: Artifact, about: Artifact) -> bool:
    """Whether two texts may stand in one chunk: on one sheet, slide or part."""
    return (one.at.sheet, one.at.slide, one.at.part) == (about.at.sheet, about.at.slide, about.at.part)


def _is_heading(one: Artifact) -> bool:
    return isinstance(one.payload, Text) and one.payload.role == "heading"
