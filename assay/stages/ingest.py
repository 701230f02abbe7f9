"""Ingest: the archive is listed; convert: what is new or changed is read, each file by a child process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from assay.model.errors import AssayError
from assay.refresh.looking import Look, content_of, look, note_look, now
from assay.stages.holdings import Unfetched
from assay.stages.listing import Listed, Listing, list_archive
from assay.stages.restrictions import restrain_copies, restrained
from assay.stages.run import Batch, Commit, Run
from assay.stages.settings import keep_doubts, stored_doubts
from assay.stages.terms import doubt_sentences
from assay.store.archive import settle_collection
from assay.store.documents import commit_documents
from assay.store.mending import recall_lost
from assay.store.sources import (
    commit_sources,
    due_sources,
    listed,
    read_contents,
    recall_sources,
    remove_sources,
    settle_sources,
)
from extractors.extract import Extraction, extraction_key, refused, too_large

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
        began = now()
        copies = run.settings.extraction.copies_mb << 20
        listing = list_archive(run.archive, run.settings.domains, run.store.out.root, copies)
        if not listing.entries:
            raise AssayError(f"{run.archive} holds no files; name a folder with documents in it.")
        return [Batch("listing", len(listing.entries), partial(_look, run, listing, began), here=True)]

    def finish(self, run: Run) -> None:
        """Nothing is left to do."""


def _look(run: Run, listing: Listing, began: int) -> Commit:
    return partial(_commit, run, look(listing, run.store, began, every=run.every_file))


def _commit(run: Run, seen: Look) -> None:
    found, stay = restrained(seen, run.store)
    doubts = [*stay, *found.listing.doubts]
    sources = [entry.source for entry in found.listing.entries]
    with run.store.transaction():
        added = len({source.key for source in sources} - {source.key for source in listed(run.store)})
        remove_sources(run.store, [source.key for source in found.gone])
        commit_sources(run.store, sources, doubted=found.doubted, files=found.files)
        note_look(run.store, found)
        keep_doubts(run.store, doubts)
    run.sentences.extend((*_out_of_sight(run, seen), *doubt_sentences(doubts)))
    run.listing = found.listing
    run.looked.saw(found, added)


def _out_of_sight(run: Run, seen: Look) -> Iterator[str]:
    """Yield a sentence where files that were read before lie where nothing can be looked at now."""
    known = read_contents(run.store)
    hidden = sorted(source.path for source in seen.hidden if source.key in known)
    if hidden:
        yield (
            f"{len(hidden)} files cannot be looked at, the first is {hidden[0]}: what was read of them before stays as "
            "it is. Make them and their folders readable and run again, or take them out of the archive."
        )


class Convert:
    """Reads what is due and puts it into the store and the collection; a file with the bytes of before is not read."""

    name = "convert"
    unit = "files"

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return the files that are new, doubted, lost or read by an older reader, a few in each batch."""
        lost, listing = recall_lost(run.store), run.listing
        if listing is None:
            return []
        entries = {entry.source.key: entry for entry in listing.entries}
        due = [entries[source.key] for source in due_sources(run.store, extraction_key) if source.key in entries]
        # what another reader is to read or what lost a blob is read whatever its bytes are
        contents = {key: sha for key, sha in read_contents(run.store, extraction_key).items() if key not in lost}
        return [
            Batch(f"files-{at}", len(group), partial(_read, run, listing, group, _of(group, contents)), apart=True)
            for at, group in enumerate(_groups(due))
        ]

    def finish(self, run: Run) -> None:
        """Make the collection's files what the store says; nothing of the archive is read after this."""
        settle_collection(run.store)
        if run.listing is not None:
            run.listing.holdings.close()
            _restrain(run, run.listing)


def _restrain(run: Run, listing: Listing) -> None:
    """Restrict copies of restricted files, which are told apart once all are read; their doubts are told first."""
    copies = restrain_copies(run.store, listing)
    keep_doubts(run.store, [*copies, *stored_doubts(run.store)])
    run.sentences[:0] = doubt_sentences(copies)


def _of(group: Sequence[Listed], contents: Mapping[str, str]) -> dict[str, str]:
    keys = (entry.source.key for entry in group)
    return {key: contents[key] for key in keys if key in contents}


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


@dataclass(frozen=True, slots=True)
class _Told:
    """What a file holds, None where its bytes are those of before; a file whose bytes could not be had stays due.

    Nothing about it need look changed when they can be: permissions leave size, time and inode as they are.
    """

    key: str
    extraction: Extraction | None
    without_bytes: bool = False


def _read(run: Run, listing: Listing, group: Sequence[Listed], contents: Mapping[str, str]) -> Commit:
    told = [_tell(run, listing, entry, contents.get(entry.source.key)) for entry in group]
    hashed = sum(1 for entry in group if entry.source.key in contents and entry.problem is None)
    return partial(_keep, run, hashed, told)


def _keep(run: Run, hashed: int, told: Sequence[_Told]) -> None:
    same = [one.key for one in told if one.extraction is None]
    extractions = [one.extraction for one in told if one.extraction is not None]
    with run.store.transaction():
        settle_sources(run.store, same)
        commit_documents(run.store, extractions)
        recall_sources(run.store, [one.key for one in told if one.without_bytes])
    run.looked.converted(hashed, len(same), len(extractions))


def _tell(run: Run, listing: Listing, entry: Listed, content: str | None) -> _Told:
    source = entry.source
    # what is too large is not even fetched
    problem = entry.problem or too_large(source.size, run.extraction_limits.file_size)
    if problem is not None:
        return _Told(source.key, refused(source, problem))
    try:
        with listing.fetched(entry) as file:
            if content is not None and content_of(file) == content:
                return _Told(source.key, None)
            extraction = run.server.extract(file, source, run.extraction_limits)
            return _Told(source.key, extraction, without_bytes=not extraction.document.content)
    except Unfetched as error:
        return _Told(source.key, refused(source, error.problem), without_bytes=True)
