"""The zip package of an Office file: parts, relationships, content types and properties, read tolerantly."""

from __future__ import annotations

import io
import posixpath
import re
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from lzma import LZMAError
from types import MappingProxyType
from typing import IO
from urllib.parse import unquote
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from assay.model.document import Problem
from extractors.markup import Element, R, local, parse_xml

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

# A ratio alone refuses real files (0.9 MB of strings unpack to 57 MB): below the floor nothing is a bomb, above it
# what unpacks to more than RATIO times its size is, and above the ceiling everything is.
BOMB_FLOOR = 256 * 2**20
BOMB_RATIO = 100
BOMB_CEILING = 2 * 2**30
MOST_PARTS = 65_536

# The start of a part in a zip file, and where in it the lengths of its name and extra field stand (APPNOTE, 4.3.7).
_LOCAL, _LENGTHS = b"PK\x03\x04", 26

_BROKEN = (BadZipFile, zlib.error, LZMAError, EOFError, RuntimeError, OSError, ValueError, struct.error)
_MEDIA_TYPES = MappingProxyType({
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "bmp": "image/bmp",
    "tif": "image/tiff", "tiff": "image/tiff", "svg": "image/svg+xml", "emf": "image/x-emf", "wmf": "image/x-wmf",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Relationship:
    """Where a part points: the last word of its type, and a part's name or, outside the package, an address."""

    id: str
    type: str
    target: str
    external: bool


@dataclass(frozen=True, slots=True)
class Property:
    """One document property: the part that states it (core, app, custom), its name and its value."""

    part: str
    name: str
    value: str


class PartStream:
    """A part that is read piece by piece; where it is damaged it ends, and that is noted."""

    def __init__(self, opened: IO[bytes], damaged: Callable[[str], None]) -> None:
        self._opened = opened
        self._damaged = damaged

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes, none at the end."""
        try:
            return self._opened.read(size)
        except _BROKEN as error:
            self._damaged(_told(error))
            return b""

    def seek(self, offset: int, /) -> int:
        """Go to a place in the part."""
        return self._opened.seek(offset)


class Package:
    """An open Office file; what cannot be read of it is told in `damaged` and `missing`, never raised."""

    def __init__(self, archive: ZipFile, data: bytes) -> None:
        self._archive = archive
        self._data = data
        self._parts: dict[str, ZipInfo] = {_plain_name(part.filename): part for part in archive.infolist()}
        self._relationships: dict[str, dict[str, Relationship]] = {}
        self.damaged: dict[str, str] = {}
        self.missing: dict[str, None] = {}

    def __contains__(self, part: str) -> bool:
        return _plain_name(part) in self._parts

    def names(self, pattern: str) -> list[str]:
        """Return the names (in lower case) of the parts that a pattern matches whole, numbers in numeric order."""
        found = [name for name in self._parts if re.fullmatch(pattern, name)]
        return sorted(found, key=lambda name: [int(run) if run.isdigit() else 0 for run in re.split(r"(\d+)", name)])

    def read(self, part: str) -> bytes | None:
        """Return a part's bytes; None where it is missing or damaged, which is noted."""
        info = self._parts.get(_plain_name(part))
        if info is None:
            self.missing[part] = None
            return None
        try:
            return _inflated(self._data, info) or self._archive.read(info)
        except _BROKEN as error:
            self.damaged[part] = _told(error)
            return None

    def stream(self, part: str) -> PartStream | None:
        """Return a part to be read piece by piece; None where it is missing or cannot be opened, which is noted."""
        info = self._parts.get(_plain_name(part))
        if info is None:
            self.missing[part] = None
            return None
        try:
            return PartStream(self._archive.open(info), partial(self.damaged.__setitem__, part))
        except _BROKEN as error:
            self.damaged[part] = _told(error)
            return None

    def size(self, part: str) -> int | None:
        """Return how many bytes a part has unpacked, None where it is missing."""
        info = self._parts.get(_plain_name(part))
        return info.file_size if info is not None else None

    def tree(self, part: str, unread: str = "") -> Element | None:
        """Return the root of a part's XML as far as it can be read; faults are noted.

        `unread` is the name of an element that nobody asks for, with its usual prefix: it is not parsed.
        """
        data = self.read(part)
        if data is None:
            return None
        parsed = parse_xml(_without(data, unread) if unread else data)
        if parsed.fault:
            self.damaged[part] = parsed.fault
        return parsed.root

    def relationships(self, part: str = "") -> dict[str, Relationship]:
        """Return a part's relationships by id, the package's own for the empty name."""
        if part not in self._relationships:
            self._relationships[part] = {found.id: found for found in self._related(part)}
        return self._relationships[part]

    def targets(self, part: str, type: str) -> list[str]:
        """Return the parts that a part points at with a type of relationship, in order."""
        related = self.relationships(part).values()
        return [found.target for found in related if found.type == type and not found.external]

    def media_type(self, part: str) -> str:
        """Return a part's media type as the package or, failing that, the part's ending says."""
        name = _plain_name(part)
        ending = posixpath.splitext(name)[1][1:]
        by_name, by_ending = self._content_types
        return by_name.get(name) or by_ending.get(ending) or _MEDIA_TYPES.get(ending, "")

    def main_part(self, *usual: str) -> str | None:
        """Return the part that is the document: as the package says, else the first of the usual names it holds."""
        stated = [target for target in self.targets("", "officeDocument") if target in self]
        return next(iter([*stated, *(name for name in usual if name in self)]), None)

    def properties(self) -> list[Property]:
        """Return the core, extended and custom properties that state a value."""
        found = [*self._stated("core", "core-properties"), *self._stated("app", "extended-properties")]
        return [*found, *self._custom()]

    @cached_property
    def _content_types(self) -> tuple[dict[str, str], dict[str, str]]:
        root = self.tree("[Content_Types].xml") if "[Content_Types].xml" in self else None
        by_name, by_ending = dict[str, str](), dict[str, str]()
        for entry in root if root is not None else ():
            type = entry.get("ContentType", "")
            if (part := entry.get("PartName")) is not None:
                by_name[_plain_name(part)] = type
            elif (ending := entry.get("Extension")) is not None:
                by_ending[ending.lower()] = type
        return by_name, by_ending

    def _related(self, part: str) -> Iterator[Relationship]:
        folder, name = posixpath.split(part)
        source = posixpath.join(folder, "_rels", f"{name}.rels")
        root = self.tree(source) if source in self else None
        for entry in root if root is not None else ():
            target, external = entry.get("Target", ""), entry.get("TargetMode") == "External"
            type = entry.get("Type", "").rpartition("/")[2]
            yield Relationship(
                entry.get("Id", ""), type, target if external else self._resolved(folder, target), external
            )

    def _resolved(self, folder: str, target: str) -> str:
        target = target.replace("\\", "/").partition("#")[0]
        joined = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        return joined if joined in self else unquote(joined)

    def _stated(self, part: str, type: str) -> Iterator[Property]:
        usual = f"docprops/{part}.xml"
        targets = [target for target in self.targets("", type) if target in self] or [usual] * (usual in self)
        for root in (self.tree(target) for target in targets[:1]):
            for entry in root if root is not None else ():
                if len(entry) == 0 and (entry.text or "").strip():
                    yield Property(part, local(entry), (entry.text or "").strip())

    def _custom(self) -> Iterator[Property]:
        for target in self.targets("", "custom-properties")[:1]:
            root = self.tree(target)
            for entry in root if root is not None else ():
                text = "".join(str(run) for run in entry.itertext()).strip()
                if text and entry.get("name"):
                    yield Property("custom", entry.get("name", ""), text)


def open_package(data: bytes) -> Package | Problem:
    """Return the package in a file's bytes, or why there is none."""
    if data.startswith(OLE):
        return _ole_problem(data)
    try:
        archive = ZipFile(io.BytesIO(data))
    except _BROKEN as error:
        return Problem("corrupt", f"The file is not a whole zip package: {error}.")
    parts = archive.infolist()
    size = sum(part.file_size for part in parts)
    if size > BOMB_CEILING or len(parts) > MOST_PARTS or (size > BOMB_FLOOR and size > BOMB_RATIO * len(data)):
        return Problem("bomb", f"{len(data)} bytes would unpack to {size} in {len(parts)} parts.")
    if parts and all(part.flag_bits & 1 for part in parts):
        return Problem("encrypted", "The zip package asks for a password.")
    return Package(archive, data)


def target_of(relationships: dict[str, Relationship], element: Element, attribute: str = "id") -> Relationship | None:
    """Return the relationship that an element's `r:` attribute names, None where it names none."""
    return relationships.get(element.get(f"{R}{attribute}", ""))


def _inflated(data: bytes, part: ZipInfo) -> bytes | None:
    """Return a part's bytes where it is deflated as usual and whole, None where the library has to look at it."""
    start = part.header_offset
    if part.compress_type != ZIP_DEFLATED or part.flag_bits & 1 or data[start : start + 4] != _LOCAL:
        return None
    name, extra = struct.unpack_from("<HH", data, start + _LENGTHS)
    first = start + _LENGTHS + 4 + name + extra
    try:
        # One byte more than is declared shows that there is more, and no bomb goes off.
        found = zlib.decompressobj(-zlib.MAX_WBITS).decompress(
            data[first : first + part.compress_size], part.file_size + 1
        )
    except zlib.error:
        return None
    return found if len(found) == part.file_size and zlib.crc32(found) == part.CRC else None


def _without(data: bytes, name: str) -> bytes:
    """Return XML without the first element of a name; unchanged where it has none or writes it in another way."""
    start, last = data.find(f"<{name} ".encode()), f"</{name}>".encode()
    end = data.find(last, start)
    return data[:start] + data[end + len(last) :] if 0 < start < end else data


def _told(error: BaseException) -> str:
    return str(error) or type(error).__name__


def _ole_problem(data: bytes) -> Problem:
    if any(name.encode("utf-16-le") in data for name in ("EncryptedPackage", "EncryptionInfo")):
        return Problem("encrypted", "The file is protected with a password; save it without one.")
    return Problem("unsupported", "The file is of the binary formats before 2007; save it as docx, xlsx or pptx.")


def _plain_name(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").lower()
