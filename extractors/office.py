"""How the reading of an Office file ends: its properties, and what its faults make of it."""

from __future__ import annotations

from assay.model.artifact import Anchor, Facts
from assay.model.document import Problem, Reading
from extractors.markup import whole
from extractors.package import Package
from extractors.sheaf import Sheaf

# A file with nothing but these holds nothing that one could ask about.
_WITHOUT_CONTENT = frozenset({"metadata", "layout", "slide", "hidden", "header_footer", "position", "language"})


def add_properties(sheaf: Sheaf, package: Package, count: str = "") -> int:
    """Add each property as an artifact, the title and the rest to the sheaf; return the count of a named one."""
    for index, found in enumerate(package.properties()):
        facts = Facts((("name", found.name), ("value", found.value)))
        sheaf.add("metadata", Anchor(part=found.part, index=index), f"{found.name}: {found.value}", facts)
        sheaf.properties.setdefault(found.name, found.value)
    sheaf.title = sheaf.properties.get("title", "") or sheaf.title
    return max(whole(sheaf.properties.get(count)), 0)


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
