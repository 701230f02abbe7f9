"""The archive of an OUT as gates and authors see it: documents and originals fetched from the store when asked for."""

from __future__ import annotations

from collections.abc import Sequence

from assay.evaluation.context import ArchiveContext
from assay.model.document import Document
from assay.model.task import Task
from assay.store.blobs import read_blob
from assay.store.database import Database
from assay.store.documents import document, domains


def context_of(database: Database, tasks: Sequence[Task] = ()) -> ArchiveContext:
    """Return the context over everything that could be read."""

    def fetch(path: str) -> Document | None:
        return document(database, path)

    def original(found: Document) -> bytes:
        return read_blob(database.out, found.content)

    placed = domains(database)
    return ArchiveContext(placed.keys(), fetch, original, tasks, placed)


def extractions(database: Database) -> dict[str, str]:
    """Return the extraction key of each readable document, by path."""
    return dict(database.rows("select path, extraction from document where readable"))
