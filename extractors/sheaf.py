"""What a reader fills while it walks a file: artifacts in order with their keys, edges, blobs and warnings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from assay.model.artifact import Anchor, Artifact, Edge, EdgeType, Facts, Payload, artifact_key
from assay.model.canonical import digest_bytes
from assay.model.document import Counts, Problem, Reading
from assay.model.grid import Grid
from assay.model.kinds import KINDS, App


class Sheaf:
    """Gathers one document's artifacts; equals are counted within `place` (a sheet's name, a slide's id, or all)."""

    def __init__(self, app: App) -> None:
        self.app: App = app
        self.title = ""
        self.properties: dict[str, str] = {}
        self.problem: Problem | None = None
        self._artifacts: list[Artifact] = []
        self._edges: dict[Edge, None] = {}
        self._blobs: dict[str, bytes] = {}
        self._warnings: dict[str, None] = {}
        self._occurrences: Counter[str] = Counter()

    def add(
        self, kind: str, at: Anchor, text: str = "", payload: Payload | None = None, *,
        plain: str | None = None, place: str = "", blob: bytes | None = None,
    ) -> Artifact:  # fmt: skip
        """Return the new artifact, in reading order after those before it.

        `plain` is the identity of kinds that are identified by characters (the text itself where it is left out);
        grids and blobs identify themselves.
        """
        sha = self.keep_blob(blob) if blob is not None else None
        payload = payload if payload is not None else Facts()
        key = self._key(kind, _identity(self.app, kind, plain if plain is not None else text, payload, sha), place)
        artifact = Artifact(key, len(self._artifacts), self.app, kind, at, text, payload, sha)
        self._artifacts.append(artifact)
        return artifact

    @property
    def artifacts(self) -> Sequence[Artifact]:
        """What was gathered so far, in reading order."""
        return self._artifacts

    def link(self, source: Artifact | str, target: Artifact | str, type: EdgeType) -> None:
        """Draw an edge between two artifacts of this document; drawing it twice is drawing it once."""
        ends = [end if isinstance(end, str) else end.key for end in (source, target)]
        self._edges[Edge(ends[0], ends[1], type)] = None

    def keep_blob(self, data: bytes) -> str:
        """Return the sha256 of bytes that the store is to keep."""
        sha = digest_bytes(data)
        self._blobs[sha] = data
        return sha

    def warn(self, sentence: str) -> None:
        """Note something that a user should know of this file; the same sentence counts once."""
        self._warnings[sentence] = None

    def reading(self, *, pages: int = 0, sheets: int = 0, slides: int = 0, reader: str = "") -> Reading:
        """Return what was gathered; tokens are counted where the document is made."""
        return Reading(
            app=self.app,
            artifacts=tuple(self._artifacts),
            edges=tuple(self._edges),
            title=self.title,
            properties=tuple(sorted(self.properties.items())),
            counts=Counts(pages, sheets, slides),
            warnings=tuple(self._warnings),
            problem=self.problem,
            reader=reader or f"assay.{self.app}",
            blobs=self._blobs,
        )

    def _key(self, kind: str, identity: str, place: str) -> str:
        declared = KINDS[self.app, kind]
        first = artifact_key(declared, identity, place, 1)
        self._occurrences[first] += 1
        occurrence = self._occurrences[first]
        return first if occurrence == 1 else f"{first}-{occurrence}"


def _identity(app: App, kind: str, plain: str, payload: Payload, sha: str | None) -> str:
    declared = KINDS[app, kind].identity
    if declared == "grid" and isinstance(payload, Grid):
        return payload.identity()
    if declared == "blob" and sha is not None:
        return sha
    return plain
