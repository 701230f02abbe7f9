"""Documents cut into chunks: runs of body artifacts, and row windows of large grids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact, Text
from assay.model.chunk import Chunk
from assay.model.document import Document
from assay.model.grid import Grid

# AGORA does not publish its chunk length; 4,000 characters is about a page of text and a screen of rows.
CHUNK_CHARS = 4000


@dataclass(slots=True)
class _Run:
    keys: list[str] = field(default_factory=list[str])
    texts: list[str] = field(default_factory=list[str])
    chars: int = 0
    place: str | None = None

    def add(self, artifact: Artifact, text: str) -> None:
        self.keys.append(artifact.key)
        self.texts.append(text)
        self.chars += len(text)
        self.place = _place(artifact)


@dataclass(frozen=True, slots=True)
class _Piece:
    keys: tuple[str, ...]
    rows: tuple[int, int] | None
    text: str
    header: str = ""


def chunks(document: Document, chars: int = CHUNK_CHARS) -> list[Chunk]:
    """Return the document's chunks in order; every body artifact with text is in exactly one, or in its windows."""
    pieces = _pieces(document.artifacts, chars)
    return [
        Chunk(document.source, document.path, document.domain, index, piece.keys, piece.rows, piece.text, piece.header)
        for index, piece in enumerate(pieces)
    ]


def _pieces(artifacts: Sequence[Artifact], chars: int) -> Iterator[_Piece]:
    run = _Run()
    for artifact in artifacts:
        text = artifact_markdown(artifact) if artifact.declared.layer == "body" else ""
        if not text:
            continue
        if run.keys and _ends(run, artifact, text, chars):
            yield _Piece(tuple(run.keys), None, "\n\n".join(run.texts))
            run = _Run()
        if isinstance(artifact.payload, Grid) and len(text) > chars:
            yield from _windows(artifact, artifact.payload, text, chars)
        else:
            run.add(artifact, text)
    if run.keys:
        yield _Piece(tuple(run.keys), None, "\n\n".join(run.texts))


def _ends(run: _Run, artifact: Artifact, text: str, chars: int) -> bool:
    heading = isinstance(artifact.payload, Text) and artifact.payload.role == "heading"
    too_long = run.chars + len(text) > chars
    return too_long or run.place != _place(artifact) or (heading and 2 * run.chars > chars)


def _place(artifact: Artifact) -> str | None:
    # a chunk stays on one sheet, since its features are those of the whole sheet
    return artifact.at.sheet


def _windows(artifact: Artifact, grid: Grid, text: str, chars: int) -> Iterator[_Piece]:
    lines = text.split("\n")
    rows = [lines[0], *lines[2:]]
    header = max(1, grid.header_rows)
    above = "\n".join([rows[0], lines[1], *rows[1:header]])
    start, size = 0, 0
    for row, line in enumerate(rows):
        if row > header and size + len(line) > chars and row > start:
            yield _window(artifact, start, rows[start:row], above)
            start, size = row, 0
        size += len(line) + 1
    yield _window(artifact, start, rows[start:], above)


def _window(artifact: Artifact, start: int, rows: Sequence[str], above: str) -> _Piece:
    return _Piece((artifact.key,), (start, start + len(rows)), "\n".join(rows), above if start else "")
