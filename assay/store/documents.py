"""What was read: documents with their artifacts and edges, in and out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from assay.markdown import anchor_json, document_markdown
from assay.model.artifact import Anchor, Artifact, Box, Edge, Payload
from assay.model.canonical import canonical_json
from assay.model.codec import from_json, to_text
from assay.model.document import Counts, Document, Problem
from assay.model.kinds import App
from assay.store.archive import place_markdown
from assay.store.blobs import read_blob, write_blob, write_blobs
from assay.store.columns import IN_LIST, Row, text_list
from assay.store.database import Database
from assay.store.sources import drop_readings
from assay.store.store import Store

_READING = (
    "source", "reading", "content", "extraction", "app", "media_type", "title", "properties", "pages", "sheets",
    "slides", "tokens", "reader", "problem", "detail", "readable", "markdown",
)  # fmt: skip
_ARTIFACT = ("reading", "key", "ordinal", "app", "kind", "label", "anchor", "text", "payload", "blob")
_EDGE = ("reading", "ordinal", "source", "target", "type")
_WARNING = ("reading", "ordinal", "text")
_DOCUMENT = """select reading, source, content, extraction, domain, path, app, media_type, title, properties,
    pages, sheets, slides, tokens, reader, problem, detail from document"""
_AT_ONCE = 32


class Extracted(Protocol):
    """What comes back from reading one source: the document, its pictures by digest and the bytes that were read."""

    @property
    def document(self) -> Document:
        """The document."""
        ...

    @property
    def blobs(self) -> Mapping[str, bytes]:
        """Bytes of pictures by sha256."""
        ...

    @property
    def data(self) -> bytes:
        """The source's bytes, empty where it could not be opened."""
        ...


@dataclass(frozen=True, slots=True)
class _Read:
    document: Document
    markdown: str

    def state(self) -> tuple[str, str | None, str | None, str]:
        """What makes a second commit needless; an extraction key stands for all that was read."""
        problem = self.document.problem
        code, detail = (problem.code, problem.detail) if problem else (None, None)
        return self.document.extraction, code, detail, self.markdown


def commit_documents(store: Store, extractions: Iterable[Extracted]) -> None:
    """Keep what was read: files first, then every row of the batch at once; what is there already stays as it is.

    A document that differs from the one before loses its chunks, which are due again.
    """
    batch = {extracted.document.source: _kept(store, extracted) for extracted in extractions}
    place_markdown(store, {key: read.markdown for key, read in batch.items()})
    with store.transaction():
        store.run("update source set changed = false where key" + IN_LIST, text_list(list(batch)))
        known = _known(store, list(batch))
        fresh = [read for key, read in batch.items() if key not in known or known[key][1] != read.state()]
        keys = [read.document.source for read in fresh]
        drop_readings(store, keys)
        store.run("delete from chunk where source" + IN_LIST, text_list(keys))
        _add(store, fresh, {key: number for key, (number, _) in known.items()})


def domains(database: Database) -> dict[str, str]:
    """Return the domains of the readable documents by their paths, which are sorted."""
    return dict(database.rows("select path, domain from document where readable order by path"))


def document(database: Database, path: str) -> Document | None:
    """Return the document at an archive path, its problem included; None where no such source was read."""
    return next(documents(database, [path]), None)


def documents(database: Database, only: Sequence[str] | None = None) -> Iterator[Document]:
    """Yield documents in the order of their paths (all that were read, or the named), a few in memory at a time."""
    wanted = sorted(only if only is not None else [path for (path,) in database.rows("select path from document")])
    for start in range(0, len(wanted), _AT_ONCE):
        chosen = text_list(wanted[start : start + _AT_ONCE])
        rows = database.rows(_DOCUMENT + " where path" + IN_LIST, chosen)
        parts = _Parts.of(database, [row[0] for row in rows])
        yield from sorted((_document(row, parts) for row in rows), key=lambda found: found.path)


def markdown(database: Database, path: str) -> str | None:
    """Return the collection's Markdown of an archive path, None where there is no readable document."""
    found = database.rows("select markdown from document where readable and path = $1", path)
    return read_blob(database.out, found[0][0]).decode() if found else None


def _kept(store: Store, extracted: Extracted) -> _Read:
    write_blobs(store.out, extracted.blobs)
    if extracted.data:
        write_blob(store.out, extracted.data)
    if not extracted.document.readable:
        return _Read(extracted.document, "")
    text = document_markdown(extracted.document).encode("utf-8", "replace")
    return _Read(extracted.document, write_blob(store.out, text))


def _known(store: Store, keys: Sequence[str]) -> dict[str, tuple[int, tuple[str, str | None, str | None, str]]]:
    query = "select source, reading, extraction, problem, detail, markdown from reading where source" + IN_LIST
    return {row[0]: (row[1], row[2:]) for row in store.rows(query, text_list(keys))}


def _add(store: Store, fresh: Sequence[_Read], numbers: Mapping[str, int]) -> None:
    (next_number,) = store.rows("select coalesce(max(reading), 0) + 1 from reading")[0]
    rows, artifacts, edges, warnings = list[Row](), list[Row](), list[Row](), list[Row]()
    for offset, read in enumerate(fresh):
        number = numbers.get(read.document.source, next_number + offset)
        rows.append(_reading_row(read, number))
        artifacts.extend(_artifact_row(number, artifact) for artifact in read.document.artifacts)
        pairs = enumerate(read.document.edges)
        edges.extend((number, at, edge.source, edge.target, edge.type) for at, edge in pairs)
        warnings.extend((number, at, text) for at, text in enumerate(read.document.warnings))
    store.add("reading", (*_READING, "scored"), [(*row, None) for row in rows], "replace")
    store.add("artifact", _ARTIFACT, artifacts)
    store.add("edge", _EDGE, edges)
    store.add("warning", _WARNING, warnings)


def _reading_row(read: _Read, number: int) -> Row:
    found, counts = read.document, read.document.counts
    _, code, detail, sha = read.state()
    properties = canonical_json([list(pair) for pair in found.properties])
    known = (found.source, number, found.content, found.extraction, found.app, found.media_type, found.title)
    sizes = (counts.pages, counts.sheets, counts.slides, counts.tokens)
    return *known, properties, *sizes, found.reader, code, detail, found.readable, sha


def _artifact_row(number: int, artifact: Artifact) -> Row:
    anchor = canonical_json(anchor_json(artifact.at))
    named = (number, artifact.key, artifact.order, artifact.app, artifact.kind, artifact.label)
    return *named, anchor, artifact.text, to_text(artifact.payload), artifact.blob


@dataclass(frozen=True, slots=True)
class _Parts:
    """Artifacts, edges and warnings of a few readings, by reading."""

    artifacts: Mapping[int, list[Artifact]]
    edges: Mapping[int, list[Edge]]
    warnings: Mapping[int, list[str]]

    @staticmethod
    def of(database: Database, readings: Sequence[int]) -> _Parts:
        """Return what the readings hold, each in its order."""
        artifacts = {number: list[Artifact]() for number in readings}
        edges, warnings = {number: list[Edge]() for number in readings}, {number: list[str]() for number in readings}
        parts = _Parts(artifacts, edges, warnings)
        chosen = canonical_json(list(readings))
        where = "where reading in (select unnest(from_json($1, '[\"BIGINT\"]'))) order by reading, ordinal"
        names = "reading, key, ordinal, app, kind, anchor, text, payload, blob"
        for row in database.rows(f"select {names} from artifact {where}", chosen):
            parts.artifacts[row[0]].append(_artifact(row[1:]))
        for number, *edge in database.rows(f"select reading, source, target, type from edge {where}", chosen):
            parts.edges[number].append(Edge(*edge))
        for number, text in database.rows(f"select reading, text from warning {where}", chosen):
            parts.warnings[number].append(text)
        return parts


def _artifact(row: tuple[str, int, App, str, str, str, str, str | None]) -> Artifact:
    key, order, app, kind, anchor, text, payload, blob = row
    read = from_json(cast("type[Payload]", Payload), json.loads(payload))
    return Artifact(key, order, app, kind, _anchor(json.loads(anchor)), text, read, blob)


def _anchor(fields: dict[str, Any]) -> Anchor:
    # By hand: half of the time of reading a document went into the general way.
    box = cast("Box | None", fields.pop("box", None))
    return Anchor(**fields, box=None if box is None else (box[0], box[1], box[2], box[3]))


def _document(row: tuple[Any, ...], parts: _Parts) -> Document:
    number, source, content, extraction, domain, path, app, media_type, title, properties = row[:10]
    pages, sheets, slides, tokens, reader, code, detail = row[10:]
    return Document(
        source=source,
        content=content,
        extraction=extraction,
        domain=domain,
        path=path,
        app=app,
        media_type=media_type,
        title=title,
        properties=tuple((name, value) for name, value in json.loads(properties)),
        counts=Counts(pages, sheets, slides, tokens),
        reader=reader,
        problem=Problem(code, detail) if code else None,
        artifacts=tuple(parts.artifacts[number]),
        edges=tuple(parts.edges[number]),
        warnings=tuple(parts.warnings[number]),
    )
