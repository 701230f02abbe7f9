"""Documents: what one source holds once it was read, or the problem that kept it from being read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from assay.model.artifact import Artifact, Edge
from assay.model.canonical import digest
from assay.model.kinds import App

ProblemCode: TypeAlias = Literal[
    "encrypted", "corrupt", "unsupported", "too_large", "timeout", "memory", "bomb", "empty",
    "partial", "needs_ocr", "template", "language",
]  # fmt: skip

Restriction: TypeAlias = Literal["", "research-only", "link-only"]
"""What may not be done with a source: neither may be redistributed, and one may be used for research alone."""

# With these, the artifacts that could be read are kept; the other codes come without artifacts.
READABLE: frozenset[str] = frozenset({"partial", "needs_ocr", "template", "language"})


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a source could not be read, or only in part; `detail` is one sentence for people."""

    code: ProblemCode
    detail: str

    @property
    def fatal(self) -> bool:
        """Whether nothing could be read."""
        return self.code not in READABLE


@dataclass(frozen=True, slots=True)
class Counts:
    """Sizes of a document: pages, sheets, slides (0 where it has none) and tokens of its artifact texts."""

    pages: int = 0
    sheets: int = 0
    slides: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader returns for one file's bytes; `blobs` maps sha256 to the bytes of pictures."""

    app: App
    artifacts: tuple[Artifact, ...] = ()
    edges: tuple[Edge, ...] = ()
    title: str = ""
    properties: tuple[tuple[str, str], ...] = ()
    counts: Counts = Counts()
    warnings: tuple[str, ...] = ()
    problem: Problem | None = None
    reader: str = ""
    blobs: dict[str, bytes] = field(default_factory=dict[str, bytes])


@dataclass(frozen=True, slots=True)
class Source:
    """One file of an archive as a listing shows it; `path` is relative to the archive with forward slashes.

    Another `marker` (an ETag, a checksum) means another content; local files have none, but time and inode.
    """

    domain: str
    path: str
    size: int
    mtime_ns: int = 0
    inode: int = 0
    origin: str = ""
    licence: str = ""
    source_kind: str = ""
    original_format: str = ""
    conversion_tool: str = ""
    restriction: Restriction = ""
    marker: str = ""

    @property
    def key(self) -> str:
        """The source key: domain and path, nothing of the content."""
        return digest([self.domain, self.path])


@dataclass(frozen=True, slots=True)
class Document:
    """A source's artifacts in a flat tuple, body first in reading order, with what is known of the whole."""

    source: str
    content: str
    extraction: str
    domain: str
    path: str
    app: App
    media_type: str
    title: str
    properties: tuple[tuple[str, str], ...]
    counts: Counts
    reader: str
    problem: Problem | None
    artifacts: tuple[Artifact, ...]
    edges: tuple[Edge, ...]
    warnings: tuple[str, ...]

    @property
    def readable(self) -> bool:
        """Whether the document has a place in the collection."""
        return self.problem is None or not self.problem.fatal

    def artifact(self, key: str) -> Artifact | None:
        """Return the artifact of a key, None where the document has none."""
        return next((artifact for artifact in self.artifacts if artifact.key == key), None)

    def of_kind(self, *kinds: str) -> Iterator[Artifact]:
        """Yield the artifacts of the named kinds in order."""
        return (artifact for artifact in self.artifacts if artifact.kind in kinds)
