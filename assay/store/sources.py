"""The listing of the archive: which sources there are, and which are to be read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from assay.collection import collection_paths
from assay.model.document import Source
from assay.store.columns import IN_LIST, text_list
from assay.store.database import Database
from assay.store.disk import disk_errors
from assay.store.store import Store

# What an extraction key would be now, from content, media type and reader.
ExtractionKey: TypeAlias = Callable[[str, str, str], str]

_LISTED = (
    "domain", "path", "size", "mtime_ns", "inode", "origin", "licence", "source_kind", "original_format",
    "conversion_tool", "restriction", "marker",
)  # fmt: skip
_NAMES = ("key", *_LISTED, "collection", "changed", "file")
_TABLES_OF_A_READING = ("artifact", "edge", "warning")


def commit_sources(
    store: Store, sources: Iterable[Source], *, doubted: Collection[str] = (), files: Mapping[str, str] | None = None
) -> None:  # fmt: skip
    """Add or update sources; those whose size, time, inode or marker differ, and doubted ones, become due.

    `files` names by key the files of sources that do not lie under their paths any more.
    """
    fresh = {source.key: source for source in sources}
    lying = files or {}
    with store.transaction():
        known, moved = {source.key: source for source in listed(store)}, moved_files(store)
        due = {*_column(store.rows("select key from source where changed")), *doubted}
        places = _places(store, fresh.values())
        rows = [
            (
                *_row(source), places[source.domain, source.path],
                key in due or _looks_changed(source, known.get(key)), lying.get(key, ""),
            )
            for key, source in fresh.items()
            if source != known.get(key) or lying.get(key, "") != moved.get(key, "") or key in doubted
        ]  # fmt: skip
        store.add("source", _NAMES, rows, "replace")


def remove_sources(store: Store, keys: Sequence[str]) -> None:
    """Forget sources that left the archive, with all that was read from them and their collection files."""
    chosen = text_list(keys)
    with store.transaction():
        gone = _column(store.rows("select collection from source where key" + IN_LIST, chosen))
        drop_readings(store, keys)
        store.run("delete from reading where source" + IN_LIST, chosen)
        store.run("delete from chunk where source" + IN_LIST, chosen)
        store.run("delete from source where key" + IN_LIST, chosen)
    for place in gone:
        path = store.out.archive / place
        with disk_errors(path):
            path.unlink(missing_ok=True)


def settle_sources(store: Store, keys: Sequence[str]) -> None:
    """Note that the sources were looked at and hold what was read from them before."""
    store.run("update source set changed = false where key" + IN_LIST, text_list(keys))


def recall_sources(store: Store, keys: Sequence[str]) -> None:
    """Make sources due, whatever was read from them."""
    store.run("update source set changed = true where key" + IN_LIST, text_list(keys))


def listed(database: Database) -> list[Source]:
    """Return every source, sorted by domain and path."""
    rows = database.rows(f"select {', '.join(_LISTED)} from source")
    return sorted((Source(*row) for row in rows), key=lambda source: (source.domain, source.path))


def moved_files(database: Database) -> dict[str, str]:
    """Return where in the archive the files of renamed sources lie, by source key."""
    return dict(database.rows("select key, file from source where file <> ''"))


def read_contents(database: Database, current: ExtractionKey | None = None) -> dict[str, str]:
    """Return by source key the digest of the bytes that were last read, where the current extractor read them."""
    rows = database.rows("select source, content, media_type, reader, extraction from reading where content <> ''")
    return {row[0]: row[1] for row in rows if not _outdated(row[1:], current)}


def cited_sources(database: Database) -> frozenset[str]:
    """Return the keys of the sources that current tasks cite."""
    rows = database.rows("select distinct source.key from source join evidence using (path)")
    return frozenset(_column(rows))


def due_sources(database: Database, current: ExtractionKey | None = None) -> list[Source]:
    """Return the sources to read: new, changed, or read by another extractor than the current one."""
    columns = ", ".join(f"source.{name}" for name in _LISTED)
    rows = database.rows(
        f"select {columns}, changed, content, media_type, reader, extraction "
        "from source left join reading on reading.source = source.key"
    )
    count = len(_LISTED)
    due = [Source(*row[:count]) for row in rows if row[count] or _outdated(row[count + 1 :], current)]
    return sorted(due, key=lambda source: (source.domain, source.path))


def collection_places(database: Database) -> dict[str, str]:
    """Return where each readable document's Markdown stands in the collection, by archive path."""
    return dict(database.rows("select path, collection from document where readable order by path"))


def drop_readings(store: Store, keys: Sequence[str]) -> None:
    """Remove artifacts, edges and warnings of the sources."""
    readings = "(select reading from reading where source" + IN_LIST + ")"
    for table in _TABLES_OF_A_READING:
        store.run(f"delete from {table} where reading in {readings}", text_list(keys))


def _row(source: Source) -> tuple[str | int, ...]:
    look = (source.size, source.mtime_ns, source.inode)
    terms = (source.origin, source.licence, source.source_kind, source.original_format, source.conversion_tool)
    return source.key, source.domain, source.path, *look, *terms, source.restriction, source.marker


def _looks_changed(source: Source, known: Source | None) -> bool:
    seen = (source.size, source.mtime_ns, source.inode, source.marker)
    return known is None or seen != (known.size, known.mtime_ns, known.inode, known.marker)


def _places(store: Store, sources: Iterable[Source]) -> dict[tuple[str, str], str]:
    taken = {(domain, path): place for domain, path, place in store.rows("select domain, path, collection from source")}
    return collection_paths([(source.domain, source.path) for source in sources], taken)


def _outdated(reading: tuple[str, str, str, str], current: ExtractionKey | None) -> bool:
    content, media_type, reader, extraction = reading
    return bool(extraction) and current is not None and current(content, media_type, reader) != extraction


def _column(rows: Iterable[tuple[str, ...]]) -> list[str]:
    return [row[0] for row in rows]
