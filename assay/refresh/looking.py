"""A fast look at an archive: which files may have changed since the last, by size, time and inode, and which moved.

A file whose time lies so near to the last look that it may have changed after it without another time is doubted, and
so are all where that is asked. Only doubted files are opened. A file that bears another name but has the bytes of one
that is gone stays that source: its document keeps its path, its place and every key, so what cites it is untouched.
So does what lies in a folder that its domain's own was renamed to, and what nobody can look at now.
So does a copy that was there already, where tasks cite what is gone and none the copy.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import file_digest
from pathlib import Path, PurePosixPath

from assay.model.canonical import Json
from assay.model.document import Source
from assay.refresh.folders import in_new_folders, in_sight, out_of_sight, place_of, with_kept_domains
from assay.stages.holdings import Unfetched
from assay.stages.listing import Listed, Listing
from assay.stages.terms import Described
from assay.store.database import Database
from assay.store.meta import note, noted
from assay.store.sources import cited_sources, listed, moved_files, read_contents
from assay.store.store import Store

# Some file systems keep times in steps of two seconds.
_GRANULARITY = 2_000_000_000
_LOOKED = "looked at the archive"


@dataclass(frozen=True, slots=True)
class Look:
    """A listing under the names that sources keep, with what is doubted and where renamed files lie, by source key.

    `gone` are the sources without a file, `hidden` those of which nobody can look whether they have one, `renamed`
    pairs names of sources with those that their files have now, and `hashed` counts the new files that were opened to
    see whether they are old ones.
    """

    listing: Listing
    began: int
    doubted: frozenset[str]
    files: Mapping[str, str]
    gone: tuple[Source, ...] = ()
    hidden: tuple[Source, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    hashed: int = 0


@dataclass(slots=True)
class Looked:
    """How many files a run listed, hashed and read, and how many sources came, left, changed or moved."""

    listed: int = 0
    hashed: int = 0
    extracted: int = 0
    same: int = 0
    added: int = 0
    removed: int = 0
    renamed: tuple[tuple[str, str], ...] = ()

    def saw(self, found: Look, added: int) -> None:
        """Count what a look shows."""
        self.listed, self.added, self.removed = len(found.listing.entries), added, len(found.gone)
        self.renamed, self.hashed = found.renamed, self.hashed + found.hashed

    def converted(self, hashed: int, same: int, extracted: int) -> None:
        """Count files that were hashed, those of them that are as they were, and files that were read."""
        self.hashed, self.same, self.extracted = self.hashed + hashed, self.same + same, self.extracted + extracted

    @property
    def body(self) -> dict[str, Json]:
        """The counts as JSON; a renamed file is told by the name that its source keeps and the one that it has now."""
        moved: list[Json] = [[kept, now] for kept, now in self.renamed]
        counts = {"looked": self.listed, "hashed": self.hashed, "extracted": self.extracted, "touched": self.same}
        return {**counts, "added": self.added, "removed": self.removed, "renamed": moved}


@dataclass(frozen=True, slots=True)
class _Known:
    """What the store knows of an archive's files: sources by the places where their files lay, and their contents."""

    lying: Mapping[tuple[str, str], Source]
    contents: Mapping[str, str]
    since: int


def look(listing: Listing, database: Database, began: int, *, every: bool = False) -> Look:
    """Return what a listing, made at a time, shows beside what the store knows; `every` doubts every file."""
    known = _known(database)
    hidden = out_of_sight(listing, known.lying)
    known = replace(known, lying={place: one for place, one in known.lying.items() if place not in hidden})
    listing = with_kept_domains(in_sight(listing, hidden), known.lying)
    moved, present = in_new_folders(listing, known.lying), {place_of(entry) for entry in listing.entries}
    stay = {place: source for place, source in known.lying.items() if place in present}
    kept = {place: source for place, source in (moved | stay).items() if _keeps(place, source, present)}
    gone = [one for one in known.lying.values() if one not in kept.values() and (one.domain, one.path) not in present]
    fresh = [one for one in listing.entries if place_of(one) not in kept]
    copies = _uncited_copies(listing, gone, known, cited_sources(database) if gone else ())
    found, hashed = _renamed(replace(listing, entries=(*fresh, *copies)), gone, known.contents)
    # a copy that stands in for what is cited is no source of its own any more
    gone += [kept[place] for place in found if place in kept]
    pairs = [(entry, _named(entry, kept | found, listing.described)) for entry in listing.entries]
    entries = sorted((one for _, one in pairs), key=lambda one: (one.source.domain, one.source.path))
    return Look(
        listing=replace(listing, entries=tuple(entries)),
        began=began,
        doubted=frozenset(one.source.key for one in entries if every or _is_racy(one.source, known.since)),
        files={one.source.key: entry.source.path for entry, one in pairs if entry.source.path != one.source.path},
        gone=tuple(source for source in gone if source not in found.values()),
        hidden=tuple(hidden.values()),
        renamed=tuple(sorted((source.path, path) for (_, path), source in (moved | found).items())),
        hashed=hashed,
    )


def now() -> int:
    """Return the time as files have it."""
    return time.time_ns()


def note_look(store: Store, found: Look) -> None:
    """Note when the archive was looked at."""
    note(store, {_LOOKED: str(found.began)})


def content_of(file: Path) -> str | None:
    """Return the digest of a file's bytes, None where it cannot be read."""
    try:
        with file.open("rb") as opened:
            return file_digest(opened, "sha256").hexdigest()
    except OSError:
        return None


def _known(database: Database) -> _Known:
    moved = moved_files(database)
    lying = {(source.domain, moved.get(source.key, source.path)): source for source in listed(database)}
    return _Known(lying, read_contents(database), int(noted(database, _LOOKED) or 0))


def _is_racy(source: Source, since: int) -> bool:
    """Whether a file may have changed after the last look and have the time that it had then."""
    return not source.marker and source.mtime_ns >= since - _GRANULARITY


def _keeps(place: tuple[str, str], source: Source, present: Collection[tuple[str, str]]) -> bool:
    """Whether a file stays the source that it was: another file that takes the source's own name ends that."""
    return place[1] == source.path or (source.domain, source.path) not in present


def _uncited_copies(listing: Listing, gone: Sequence[Source], known: _Known, cited: Collection[str]) -> list[Listed]:
    """Return the files that no task cites and that had the bytes of one that is gone and cited."""
    lost = {known.contents.get(source.key) for source in gone if source.key in cited} - {None}
    held = {place: source for place, source in known.lying.items() if source.key not in cited}
    return [
        entry
        for entry in listing.entries
        if lost and (source := held.get(place_of(entry))) is not None and known.contents.get(source.key) in lost
    ]


def _renamed(
    fresh: Listing, gone: Sequence[Source], contents: Mapping[str, str]
) -> tuple[dict[tuple[str, str], Source], int]:
    """Return the sources that are gone whose bytes a new file has, by its place, and how many files were opened."""
    left: defaultdict[tuple[str, int, str], list[Source]] = defaultdict(list)
    for source in gone:
        if source.size and source.key in contents:
            left[_likeness(source)].append(source)
    found, hashed = dict[tuple[str, str], Source](), 0
    for entry in fresh.entries:
        alike = left.get(_likeness(entry.source), [])
        if alike and entry.problem is None:
            hashed += 1
            content = _content(fresh, entry)
            same = next((source for source in alike if contents[source.key] == content), None)
            if same is not None:
                alike.remove(same)
                found[place_of(entry)] = same
    return found, hashed


def _content(listing: Listing, entry: Listed) -> str | None:
    try:
        with listing.fetched(entry) as file:
            return content_of(file)
    except Unfetched:
        return None


def _likeness(source: Source) -> tuple[str, int, str]:
    """What a renamed file has in common with what it was: another domain or kind of file is another document."""
    return source.domain, source.size, PurePosixPath(source.path).suffix.casefold()


def _named(entry: Listed, sources: Mapping[tuple[str, str], Source], described: Described) -> Listed:
    known = sources.get(place_of(entry))
    if known is None:
        return entry
    source = replace(entry.source, path=known.path)
    if entry.source.path not in described.terms and known.path in described.terms:
        # a file that was renamed before SOURCES.csv keeps its terms: none of them may be lost by that
        source = replace(source, **asdict(described.about(known.path)))
    return replace(entry, source=source)
