"""How the reading of an Office file ends: its properties, and what its faults make of it."""

from __future__ import annotations

from collections import Counter

from assay.model.artifact import Anchor, Artifact, Facts
from assay.model.document import Problem, Reading
from extractors.markup import whole
from extractors.package import Package, Property
from extractors.sheaf import Sheaf

# A file with nothing but these holds nothing that one could ask about.
_WITHOUT_CONTENT = frozenset({"metadata", "layout", "slide", "hidden", "header_footer", "position", "language"})
# Properties that repeat words of a document, and the artifacts that they may repeat.
_COPYING = frozenset({"title", "subject", "description", "keywords", "category"})
_SAYING = frozenset({"text", "textbox", "slide_text", "shape_text"})


def add_properties(sheaf: Sheaf, package: Package, count: str = "") -> int:
    """Add each property as an artifact, the title and the rest to the sheaf; return the count of a named one."""
    properties = package.properties()
    said = _said_once(sheaf, max((len(found.value) for found in properties if _copies(found)), default=0))
    for index, found in enumerate(properties):
        facts = Facts((("name", found.name), ("value", found.value)))
        told = sheaf.add("metadata", Anchor(part=found.part, index=index), f"{found.name}: {found.value}", facts)
        if _copies(found) and (original := said.get(_folded(found.value))) is not None:
            sheaf.link(told, original, "drawn_from")
        sheaf.properties.setdefault(found.name, found.value)
    sheaf.title = sheaf.properties.get("title", "") or sheaf.title
    return max(whole(sheaf.properties.get(count)), 0)


def _copies(found: Property) -> bool:
    """Whether a property may repeat words of the document: applications fill titles with them."""
    return found.name in _COPYING or found.part == "custom"


def _said_once(sheaf: Sheaf, longest: int) -> dict[str, Artifact]:
    """Return the artifacts whose words no other one says, by their words, as far as these are short.

    White space beside single spaces may make them up to twice as long as the longest property.
    """
    told = [one for one in sheaf.artifacts if one.kind in _SAYING and len(one.text) <= 2 * longest]
    words = [_folded(one.text) for one in told]
    counts = Counter(words)
    return {said: one for said, one in zip(words, told, strict=True) if said and counts[said] == 1}


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def finished(sheaf: Sheaf, package: Package, *, pages: int = 0, slides: int = 0) -> Reading:
    """Return what was read with what the package's faults make of it: whole, partial, corrupt or empty."""
    for part in package.missing:
        sheaf.warn(f"The part {part} is referred to but missing.")
    reading = sheaf.reading(pages=pages, slides=slides)
    full = any(artifact.kind not in _WITHOUT_CONTENT for artifact in reading.artifacts)
    faults = "; ".join(f"{part}: {fault}" for part, fault in package.damaged.items())
    if not full:
        code, why = ("corrupt", faults) if faults else ("empty", "no text and nothing else to ask about")
        return Reading(sheaf.app, problem=Problem(code, f"Nothing can be read: {why}."), reader=reading.reader)
    if faults:
        sheaf.problem = Problem("partial", f"Parts of the file are damaged: {faults}.")
        return sheaf.reading(pages=pages, slides=slides)
    return reading
