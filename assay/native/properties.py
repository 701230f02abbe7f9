"""Document properties taken out, and the copies that a package keeps of what its documents show."""

from __future__ import annotations

from functools import partial

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, fact
from assay.native.names import local, remove
from assay.native.package import OfficeFile

_TYPES = {"core": "core-properties", "app": "extended-properties", "custom": "custom-properties"}
# Properties that words of a document are copied into, and the strings of lists and of custom properties.
_COPYING = frozenset({"title", "subject", "description", "keywords", "category", "lpstr", "lpwstr"})


def cut_property(file: OfficeFile, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a property out."""
    named = fact(artifact, "name")
    roots = [file.tree(part) for part in _parts(file, artifact.at.part or "")]
    entries = [entry for root in roots if root is not None for entry in root]
    return [partial(remove, one) for one in entries if named in (one.get("name"), local(one))]


def forget_copies(file: OfficeFile, texts: set[str]) -> None:
    """Take out what a package tells of its content besides: its small picture, and titles that are gone.

    What content controls are bound to goes too, where it says what is gone: Word would fill them again.
    """
    file.unrelate("", *(one.id for one in file.relations() if one.type == "thumbnail"))
    bound = file.targets(file.main_part(), "customXml")
    for part in [*(one for type in _TYPES for one in _parts(file, type)), *bound] if texts else ():
        root = file.tree(part)
        for entry in root.iter() if root is not None else ():
            if (part in bound or local(entry) in _COPYING) and folded(entry.text or "") in texts:
                entry.text = ""


def folded(text: str) -> str:
    """Return a text on one line in small letters: what a copy of it has in common with it."""
    return " ".join(text.split()).casefold()


def _parts(file: OfficeFile, part: str) -> list[str]:
    usual = f"docProps/{part}.xml"
    return file.targets("", _TYPES[part]) or [usual] * (usual in file) if part in _TYPES else []
