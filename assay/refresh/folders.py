"""What a listing shows of folders: those that nobody can look into, and domains whose folder bears another name.

A folder that cannot be listed, or a file that cannot be looked at, tells nothing of what became of it: what was read
from there before stays as it is. A domain whose folder was renamed keeps its name, as a renamed file does: its
documents, their places in the collection and all tasks that name them stay true.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from assay.model.document import Source
from assay.stages.listing import Listed, Listing

Place: TypeAlias = tuple[str, str]
"""The domain of a file and the path at which it lies."""
Lying: TypeAlias = Mapping[Place, Source]
"""Known sources by the places at which their files lay when they were last seen."""
_Contents: TypeAlias = Mapping[str, Counter[tuple[str, int]]]


def out_of_sight(listing: Listing, lying: Lying) -> dict[Place, Source]:
    """Return the known sources that lie where nothing can be looked at now."""
    unseen = [entry.source.path for entry in listing.entries if entry.unseen]
    return {place: source for place, source in lying.items() if any(_is_in(place[1], one) for one in unseen)}


def in_sight(listing: Listing, hidden: Collection[Place]) -> Listing:
    """Return a listing without the known sources that are out of sight."""
    seen = (one for one in listing.entries if not one.unseen or place_of(one) not in hidden)
    return replace(listing, entries=tuple(seen))


def with_kept_domains(listing: Listing, lying: Lying) -> Listing:
    """Return a listing in which a folder that a domain's own was renamed to is of that domain."""
    names = {**_followed(listing, lying), **_renamed(listing, lying)}
    return replace(listing, entries=tuple(_within(names, entry) for entry in listing.entries)) if names else listing


def in_new_folders(listing: Listing, lying: Lying) -> dict[Place, Source]:
    """Return by place the known sources that bear their old names in a folder that their domain was renamed to."""
    present = {place_of(entry) for entry in listing.entries}
    left = {domain for domain, _ in lying.keys() & present}
    moved = {(domain, _below(path)): source for (domain, path), source in lying.items() if domain not in left}
    return {(domain, path): moved[key] for domain, path in present if (key := (domain, _below(path))) in moved}


def place_of(entry: Listed) -> Place:
    """Return the place of a listed file."""
    return entry.source.domain, entry.source.path


def _followed(listing: Listing, lying: Lying) -> dict[str, str]:
    """Return the domains of folders that an earlier look found renamed."""
    moved = {path: domain for (domain, path), source in lying.items() if _folder(path) != _folder(source.path)}
    found = ((one.source.domain, moved[one.source.path]) for one in listing.entries if one.source.path in moved)
    return {now: domain for now, domain in found if now != domain}


def _renamed(listing: Listing, lying: Lying) -> dict[str, str]:
    """Return by their new names the domains of which no file lies where it lay, and half or more in a new folder.

    Names and sizes tell. A domain whose files lie where they lay bears another name by the config, which is kept to.
    """
    here = {entry.source.path for entry in listing.entries}
    stay = {domain for domain, path in lying if path in here}
    before = _contents((domain, path, source.size) for (domain, path), source in lying.items())
    now = _contents((one.source.domain, one.source.path, one.source.size) for one in listing.entries)
    gone = {domain: held for domain, held in before.items() if domain not in stay and domain not in now}
    return dict(_pairs(gone, {domain: held for domain, held in now.items() if domain not in before}))


def _pairs(gone: _Contents, new: _Contents) -> Iterator[tuple[str, str]]:
    taken = set[str]()
    for domain, held in sorted(gone.items()):
        shared = {name: (held & new[name]).total() for name in sorted(new) if name not in taken}
        best = max(shared, key=lambda name: shared[name], default="")
        if best and 2 * shared[best] >= held.total():
            taken.add(best)
            yield best, domain


def _contents(files: Iterable[tuple[str, str, int]]) -> _Contents:
    """Return by domain the names below its folder and sizes of its files; empty ones tell nothing."""
    found = defaultdict[str, Counter[tuple[str, int]]](Counter)
    for domain, path, size in files:
        found[domain][_below(path), size] += 1 if size else 0
    return found


def _within(names: Mapping[str, str], entry: Listed) -> Listed:
    domain = names.get(entry.source.domain)
    return entry if domain is None else replace(entry, source=replace(entry.source, domain=domain))


def _folder(path: str) -> str:
    first, slash, _ = path.partition("/")
    return first if slash else ""


def _below(path: str) -> str:
    """Return a path without its first folder, which names its domain."""
    return path.partition("/")[2] or path


def _is_in(path: str, place: str) -> bool:
    return path == place or path.startswith(f"{place}/")
