"""The files of an archive as sources: domains from first-level folders, origin and terms from SOURCES.csv."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from pathlib import Path, PurePosixPath

from assay.model.document import Problem, Source
from assay.stages.addresses import open_archive
from assay.stages.holdings import Address, Held, Holdings
from assay.stages.terms import SOURCES, Described, Doubt, near_names, read_terms

ROOT_DOMAIN = "main"
_COPIES = 2 << 30


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of the archive: its source, where it lies, and why it is not opened (None for ordinary files).

    Where it is `unseen`, nobody knows whether it, or what is below it, changed.
    """

    source: Source
    at: str
    problem: Problem | None = None
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """All sources of an archive, sorted by domain and path, what its SOURCES.csv says and what in that is doubtful."""

    holdings: Holdings
    entries: tuple[Listed, ...]
    described: Described
    doubts: tuple[Doubt, ...] = ()

    def fetched(self, entry: Listed) -> AbstractContextManager[Path]:
        """Return a block in which a file lies on this machine; Unfetched is raised where it cannot be fetched."""
        return self.holdings.fetched(entry.at, entry.source.size)


def list_archive(
    archive: Address, domains: Mapping[str, str], out: Path | None = None, copies: int = _COPIES
) -> Listing:  # fmt: skip
    """Return the archive's listing: every file but SOURCES.csv itself, records of version control and an OUT inside.

    `copies` bounds the bytes of remote files that lie on this machine at once.
    """
    holdings = open_archive(archive, copies)
    found = [held for held in holdings.held(out) if held.name != SOURCES]
    said = holdings.terms()
    described = read_terms(*said) if said else Described({}, {})
    near = near_names([held.name for held in found], there=said is not None)
    entries = list(_apart(_listed(held, domains, described) for held in found))
    entries.sort(key=lambda entry: (entry.source.domain, entry.source.path))
    unseen = tuple(f"{held.name}/" for held in found if held.unseen)
    doubted = described.doubted({entry.source.path for entry in entries})
    # what lies below a folder that cannot be listed may be there
    doubts = (*near, *(one for one in doubted if one.code != "no_such_file" or not one.path.startswith(unseen)))
    return Listing(holdings, tuple(entries), described, doubts)


def _listed(held: Held, domains: Mapping[str, str], described: Described) -> Listed:
    folder, below, _ = held.name.partition("/")
    domain = domains.get(folder, folder) if below and folder else ROOT_DOMAIN
    look = (held.size, held.mtime_ns, held.inode)
    source = Source(domain, held.name, *look, **asdict(described.about(held.name)), marker=held.marker)
    return Listed(source, held.at, held.problem, held.unseen)


def _apart(entries: Iterable[Listed]) -> Iterator[Listed]:
    """Give the later of two files whose names print alike another name: none is lost."""
    taken: set[str] = set()
    for entry in entries:
        name = path = entry.source.path
        number = 1
        while path in taken:
            number += 1
            path = str(PurePosixPath(name).with_name(f"{number}~{PurePosixPath(name).name}"))
        taken.add(path)
        yield entry if path == name else replace(entry, source=replace(entry.source, path=path))
