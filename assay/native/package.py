"""An Office file being rewritten: parts as trees, relationships, and what nothing refers to any more left out."""

from __future__ import annotations

import io
import posixpath
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from lxml import etree

from assay.model.errors import UnreadableInput
from assay.native.names import Element, name, short

_CONTENT_TYPES = "[Content_Types].xml"
_BROKEN = (BadZipFile, zlib.error, EOFError, RuntimeError, OSError, ValueError, struct.error)


@dataclass(frozen=True, slots=True)
class Relation:
    """Where a part points: the last word of its type, and a part's name or, outside the package, an address."""

    id: str
    type: str
    target: str
    external: bool


class OfficeFile:
    """The parts of one Office file; trees that were changed are written back by `save`, the rest byte by byte."""

    def __init__(self, data: bytes) -> None:
        try:
            with ZipFile(io.BytesIO(data)) as archive:
                self._infos = [info for info in archive.infolist() if not info.is_dir()]
                self._bytes = {_plain(info.filename): archive.read(info) for info in self._infos}
        except _BROKEN as error:
            raise UnreadableInput(f"the package cannot be rewritten: {error}") from error
        # Part names are compared without regard to case, as the reader does.
        self._names = {part.lower(): part for part in self._bytes}
        self._trees: dict[str, Element] = {}
        self._before: dict[str, bytes] = {}
        self._named: dict[str, frozenset[str]] = {}
        self._reached = self._reachable()

    def __contains__(self, part: str) -> bool:
        return part.lower() in self._names

    def read(self, part: str) -> bytes:
        """Return a part's bytes as they came, empty where there is none."""
        return self._bytes.get(self._names.get(part.lower(), ""), b"")

    def tree(self, part: str) -> Element | None:
        """Return the root of a part; what is changed in it is saved."""
        part = self._names.get(part.lower(), "")
        if part in self._bytes and part not in self._trees:
            root = _parsed(self._bytes[part])
            if root is not None:
                self._trees[part] = root
                self._before[part] = etree.tostring(root)
                self._named[part] = _mentioned(root)
        return self._trees.get(part)

    def changed(self, part: str) -> bool:
        """Whether a part's tree was asked for, and may have been changed."""
        return self._names.get(part.lower(), "") in self._trees

    def relations(self, part: str = "") -> list[Relation]:
        """Return what a part refers to, the package's own relations for the empty name."""
        root = self.tree(_relations_part(part))
        return [self._relation(part, entry) for entry in root] if root is not None else []

    def related(self, part: str, id: str) -> str:
        """Return the part, or outside the package the address, that an id stands for; empty where none does."""
        return next((found.target for found in self.relations(part) if found.id == id), "")

    def targets(self, part: str, type: str) -> list[str]:
        """Return the parts that a part refers to with a type, in order."""
        return [one.target for one in self.relations(part) if one.type == type and not one.external]

    def unrelate(self, part: str, *ids: str) -> None:
        """Take relations away from a part; what nothing else refers to is then left out of the file."""
        root = self.tree(_relations_part(part))
        for entry in list(root) if root is not None else ():
            if entry.get("Id") in ids and root is not None:
                root.remove(entry)

    def unrelate_target(self, part: str, target: str) -> None:
        """Take all relations from one part to another away."""
        self.unrelate(part, *(one.id for one in self.relations(part) if one.target.lower() == target.lower()))

    def main_part(self) -> str:
        """Return the part that is the document, empty where the package names none that it holds."""
        return next((part for part in self.targets("", "officeDocument") if part in self), "")

    def save(self) -> bytes:
        """Return the file without the relations that nothing names and the parts that nothing reaches any more."""
        for part, named in self._named.items():
            if not part.endswith(".rels") and part in self._reached:
                self.unrelate(part, *(named - _mentioned(self._trees[part])))
        gone = self._reached - self._reachable()
        gone |= {_relations_part(part) for part in gone}
        self._declare(gone)
        out = io.BytesIO()
        with ZipFile(out, "w", ZIP_DEFLATED) as archive:
            for info in self._infos:
                part = _plain(info.filename)
                if part not in gone:
                    archive.writestr(_like(info), self._content(part))
        return out.getvalue()

    def _content(self, part: str) -> bytes:
        root = self._trees.get(part)
        if root is None or etree.tostring(root) == self._before[part]:
            return self._bytes[part]
        return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)

    def _declare(self, gone: set[str]) -> None:
        root, names = self.tree(_CONTENT_TYPES), {part.lower() for part in gone}
        for entry in list(root) if root is not None else ():
            if _plain(entry.get("PartName", "")).lower() in names and root is not None:
                root.remove(entry)

    def _reachable(self) -> set[str]:
        found, waiting = set[str](), [""]
        while waiting:
            for one in self.relations(waiting.pop()):
                target = self._names.get(one.target.lower(), "")
                if not one.external and target and target not in found:
                    found.add(target)
                    waiting.append(target)
        return found

    def _relation(self, part: str, entry: Element) -> Relation:
        target, external = entry.get("Target", ""), entry.get("TargetMode") == "External"
        if not external:
            inner = target.replace("\\", "/").partition("#")[0]
            joined = posixpath.normpath(posixpath.join("/", posixpath.dirname(part), inner)).lstrip("/")
            target = joined if joined in self else unquote(joined)
        return Relation(entry.get("Id", ""), entry.get("Type", "").rpartition("/")[2], target, external)


def _parsed(data: bytes) -> Element | None:
    parser = etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_comments=True, recover=True
    )
    try:
        return etree.fromstring(data.lstrip(), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def _mentioned(root: Element) -> frozenset[str]:
    """Return the relationship ids that a part's XML names."""
    return frozenset(_ids(root))


def _ids(root: Element) -> Iterator[str]:
    for element in root.iter():
        if name(element):
            for key, value in element.attrib.items():
                named = short(str(key))
                if named.startswith("r:") or named.lower() in ("o:relid", "relid"):
                    yield str(value)


def _relations_part(part: str) -> str:
    folder, file = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{file}.rels")


def _plain(part: str) -> str:
    return part.replace("\\", "/").lstrip("/")


def _like(info: ZipInfo) -> ZipInfo:
    made = ZipInfo(_plain(info.filename), info.date_time)
    made.compress_type = ZIP_DEFLATED
    return made
