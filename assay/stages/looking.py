"""One file or one OUT looked at from the command line: documents as JSON, chunks with their scores."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from assay.config import Chunks
from assay.markdown import anchor_json, artifact_markdown
from assay.model.artifact import Artifact
from assay.model.canonical import Json
from assay.model.chunk import ScoredChunk
from assay.model.codec import to_json
from assay.model.document import Document, Source
from assay.model.errors import UnreadableInput
from assay.model.grid import Grid
from assay.store.chunks import Summarised
from extractors.extract import Extraction, extract
from filters.density import score, select_seeds
from filters.features import features_of
from synthesis.chunks import chunks

# The contract's names for the terms of AGORA's formula.
TERMS = {
    "density": "density", "rows": "rows", "cols": "columns", "numeric_cols": "numeric_columns", "time_col": "time",
    "year_span": "years", "table": "table", "list": "list",
}  # fmt: skip


def read_file(file: Path) -> Extraction:
    """Return what one file holds; a file that is not there raises UnreadableInput."""
    try:
        status = file.stat()
    except OSError as error:
        raise UnreadableInput(f"{file}: {error.strerror or error}") from None
    return extract(file, Source("main", str(file), status.st_size, status.st_mtime_ns, status.st_ino))


def readable(document: Document) -> Document:
    """Return the document; one that could not be read at all raises UnreadableInput with its problem."""
    problem = document.problem
    if problem is not None and problem.fatal:
        raise UnreadableInput(f"{document.path}: {problem.code}: {problem.detail}")
    return document


def document_body(document: Document) -> dict[str, Json]:
    """Return the JSON of `assay extract --json`."""
    problem = document.problem
    return {
        "document": {
            "source": document.source,
            "content": document.content,
            "extraction": document.extraction,
            "path": document.path,
            "app": document.app,
            "media_type": document.media_type,
            "title": document.title,
            "properties": dict(document.properties),
            "counts": _untagged(document.counts),
            "reader": document.reader,
            "problem": None if problem is None else {"code": problem.code, "detail": problem.detail},
        },
        "artifacts": [artifact_body(artifact) for artifact in document.artifacts],
        "edges": [{"from": edge.source, "to": edge.target, "type": edge.type} for edge in document.edges],
        "warnings": list(document.warnings),
    }


def artifact_body(artifact: Artifact) -> dict[str, Json]:
    """Return one artifact as the contract's JSON."""
    return {
        "key": artifact.key,
        "order": artifact.order,
        "kind": artifact.kind,
        "label": artifact.label,
        "at": anchor_json(artifact.at),
        "text": artifact_markdown(artifact),
        "payload": _payload(artifact),
        "blob": artifact.blob,
    }


def scored_chunks(document: Document, settings: Chunks) -> list[ScoredChunk]:
    """Return the chunks of one document with features and scores, no seeds chosen yet."""
    cut = chunks(document, settings.chars)
    found = features_of(document, cut)
    return [ScoredChunk(chunk, one, score(one)) for chunk, one in zip(cut, found, strict=True)]


def scored_file(document: Document, settings: Chunks) -> list[ScoredChunk]:
    """Return the chunks of one document with its seeds marked, as if it were the whole archive."""
    scored = scored_chunks(document, settings)
    return select_seeds(scored, floor=settings.floor, per_domain=settings.seeds_per_domain)


def score_body(scored: ScoredChunk, told: Summarised | None = None) -> dict[str, Json]:
    """Return one line of `assay score --json`, with what a model told of the chunk."""
    chunk, found = scored.chunk, scored.features
    terms = {TERMS[name]: value for name, value in scored.score.terms.items()}
    if found.format == "pdf":
        terms["ocr_table"] = terms.pop("table")
    return {
        "document": chunk.path,
        "chunk": chunk.index,
        "first": chunk.keys[0],
        "last": chunk.keys[-1],
        "rows": list(chunk.rows) if chunk.rows else None,
        "header": chunk.header or None,
        "format": found.format,
        "characters": found.chars,
        "tokens": found.tokens,
        "numeric_tokens": found.n_numeric,
        "features": _untagged(found),
        "terms": terms,
        "score": scored.score.score,
        "excluded": scored.score.excluded,
        "seed": scored.seed,
        "summary": told.summary if told else None,
        "tags": list[Json](told.tags) if told and told.tags is not None else None,
    }


def score_text(scored: ScoredChunk) -> str:
    """Return one line for people: score, chunk, terms above zero."""
    value = f"{scored.score.score:7.2f}" if scored.score.score is not None else "   none"
    terms = " ".join(f"{TERMS[name]} {term:g}" for name, term in scored.score.terms.items() if term)
    why = f" excluded: {scored.score.excluded}" if scored.score.excluded else ""
    return f"{value} {'seed' if scored.seed else '    '} {scored.chunk.path}#{scored.chunk.index}  {terms}{why}"


def write_media(document: Document, blobs: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Write each picture of the document once, named by its key, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for artifact in document.artifacts:
        data = blobs.get(artifact.blob or "")
        if data is not None:
            path = folder / f"{artifact.key}{_suffix(artifact)}"
            path.write_bytes(data)
            written.append(path)
    return written


_SUFFIXES = {
    "image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/svg+xml": ".svg", "image/bmp": ".bmp",
    "image/tiff": ".tif", "image/x-emf": ".emf", "image/x-wmf": ".wmf",
}  # fmt: skip


def _suffix(artifact: Artifact) -> str:
    return _SUFFIXES.get(str(getattr(artifact.payload, "media_type", "")), ".bin")


def _payload(artifact: Artifact) -> Json:
    payload = artifact.payload
    if not isinstance(payload, Grid):
        return _untagged(payload)
    return {
        "rows": payload.rows,
        "columns": payload.columns,
        "header_rows": payload.header_rows,
        "origin": payload.origin,
        "spans": [_untagged(span) for span in payload.spans],
        "children": [
            {"row": at // payload.columns, "column": at % payload.columns, "key": key} for at, key in payload.children
        ],
        "cells": [_untagged(payload.cell(row, column)) for row, column in payload.filled()],
    }


def _untagged(record: object) -> Json:
    return _without_tags(to_json(record))


def _without_tags(value: Json) -> Json:
    if isinstance(value, Mapping):
        mapping = cast(Mapping[str, Json], value)
        if mapping.get("is") == "Facts":
            return {
                str(cast(list[Json], pair)[0]): cast(list[Json], pair)[1]
                for pair in cast(list[Json], mapping["values"])
            }
        return {name: _without_tags(item) for name, item in mapping.items() if name != "is"}
    if isinstance(value, list):
        return [_without_tags(item) for item in value]
    return value
