"""The archive of an OUT as gates and authors see it: documents and originals fetched from the store when asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from assay.evaluation.context import ArchiveContext
from assay.model.document import Document
from assay.model.task import Task
from assay.store.blobs import read_blob
from assay.store.database import Database
from assay.store.documents import document, domains
from assay.store.sources import cited_sources


def context_of(database: Database, tasks: Sequence[Task] = (), without: Collection[str] = ()) -> ArchiveContext:
    """Return the context over everything that could be read but some paths."""

    def fetch(path: str) -> Document | None:
        return document(database, path)

    def original(found: Document) -> bytes:
        return read_blob(database.out, found.content)

    placed = {path: domain for path, domain in domains(database).items() if path not in without}
    return ArchiveContext(placed.keys(), fetch, original, tasks, placed)


def spare_copies(database: Database) -> frozenset[str]:
    """Return the paths of the documents that say byte for byte what another says, and that no current task cites.

    Nothing is asked of these: one file under two names gives each question once, whichever name came first.
    """
    cited = cited_sources(database)
    rows = database.rows("select content, path, source from document where readable and content <> '' order by path")
    groups: defaultdict[str, list[tuple[bool, str]]] = defaultdict(list)
    for content, path, source in rows:
        groups[content].append((source not in cited, path))
    spare = (sorted(group)[1:] for group in groups.values())
    return frozenset(path for others in spare for uncited, path in others if uncited)


def extractions(database: Database) -> dict[str, str]:
    """Return the extraction key of each readable document, by path."""
    return dict(database.rows("select path, extraction from document where readable"))
