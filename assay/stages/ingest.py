"""Ingest: the archive is listed; convert: what is new or changed is read, each file by a child process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from assay.model.document import Source
from assay.model.errors import AssayError
from assay.stages.listing import Listed, list_archive
from assay.stages.run import Batch, Commit, Run
from assay.store.archive import settle_collection
from assay.store.documents import commit_documents
from assay.store.mending import recall_lost
from assay.store.sources import commit_sources, due_sources, listed, remove_sources
from extractors.extract import Extraction, extraction_key, refused

# A batch is a task run in Prefect, so it is worth a second or more; and little enough to lose by a kill.
_FILES, _BYTES = 32, 16 << 20


class Ingest:
    """Brings the store's sources up to the archive's listing."""

    name = "ingest"
    unit = "sources"

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return one batch: listing an archive takes less time than cutting it up."""
        if run.archive is None:
            return []
        run.listing = list_archive(run.archive, run.settings.domains, run.store.out.root)
        if not run.listing.entries:
            raise AssayError(f"{run.archive} holds no files; name a folder with documents in it.")
        sources = [entry.source for entry in run.listing.entries]
        return [Batch("listing", len(sources), lambda: partial(_commit_listing, run, sources))]

    def finish(self, run: Run) -> None:
        """Nothing is left to do."""


def _commit_listing(run: Run, sources: Sequence[Source]) -> None:
    here = {source.key for source in sources}
    with run.store.transaction():
        commit_sources(run.store, sources)
        gone = [source.key for source in listed(run.store) if source.key not in here]
        remove_sources(run.store, gone)


class Convert:
    """Reads what is due and puts it into the store and the collection."""

    name = "convert"
    unit = "files"

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return the files that are new, changed, lost or read by an older reader, a few in each batch."""
        recall_lost(run.store)
        entries = {entry.source.key: entry for entry in run.listing.entries} if run.listing else {}
        due = [entries[source.key] for source in due_sources(run.store, extraction_key) if source.key in entries]
        groups = enumerate(_groups(due))
        return [Batch(f"files-{number}", len(group), partial(_read, run, group)) for number, group in groups]

    def finish(self, run: Run) -> None:
        """Make the collection's files what the store says."""
        settle_collection(run.store)


def _groups(entries: Sequence[Listed]) -> Iterator[list[Listed]]:
    group: list[Listed] = []
    size = 0
    for entry in entries:
        if group and (len(group) >= _FILES or size + entry.source.size > _BYTES):
            yield group
            group, size = [], 0
        group.append(entry)
        size += entry.source.size
    if group:
        yield group


def _read(run: Run, group: Sequence[Listed]) -> Commit:
    extractions = [_extract(run, entry) for entry in group]
    return partial(commit_documents, run.store, extractions)


def _extract(run: Run, entry: Listed) -> Extraction:
    if entry.problem is not None:
        return refused(entry.source, entry.problem)
    return run.server.extract(entry.file, entry.source, run.extraction_limits)
