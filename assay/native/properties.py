"""Document properties taken out, and the copies that a package keeps of what its documents show."""

from __future__ import annotations

from functools import partial

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, fact
from assay.native.names import local, remove
from assay.native.package import OfficeFile

_TYPES = {"core": "core-properties", "app": "extended-properties", "custom": "custom-properties"}


def cut_property(file: OfficeFile, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a property out."""
    named = fact(artifact, "name")
    roots = [file.tree(part) for part in _parts(file, artifact.at.part or "")]
    entries = [entry for root in roots if root is not None for entry in root]
    return [partial(remove, one) for one in entries if named in (one.get("name"), local(one))]


def forget_copies(file: OfficeFile, texts: set[str]) -> None:
    """Take out what a package tells of its content besides: its small picture, and titles that are gone."""
    file.unrelate("", *(one.id for one in file.relations() if one.type == "thumbnail"))
    for part in _parts(file, "app"):
        root = file.tree(part)
        for entry in root.iter() if root is not None else ():
            if local(entry) == "lpstr" and (entry.text or "").strip() in texts:
                entry.text = ""
    _forget_bound(file, texts)


def _forget_bound(file: OfficeFile, texts: set[str]) -> None:
    """Empty what content controls are bound to where it says what is gone: Word would fill them again."""
    for part in file.targets(file.main_part(), "customXml"):
        root = file.tree(part)
        for entry in root.iter() if root is not None else ():
            if (entry.text or "").strip() in texts:
                entry.text = ""


def _parts(file: OfficeFile, part: str) -> list[str]:
    usual = f"docProps/{part}.xml"
    return file.targets("", _TYPES[part]) or [usual] * (usual in file) if part in _TYPES else []
