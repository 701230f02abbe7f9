"""The files of an archive as sources: domains from first-level folders, origin and licence from SOURCES.csv."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path, PurePosixPath

from assay.model.document import Problem, Source
from assay.model.errors import UsageError
from assay.stages.terms import SOURCES, Described, Doubt, read_terms

ROOT_DOMAIN = "main"
_VERSION_CONTROL = frozenset({".git", ".hg", ".svn"})


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of the archive: its source, where it lies, and why it is not opened (None for ordinary files)."""

    source: Source
    file: Path
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """All sources of an archive, sorted by domain and path, what its SOURCES.csv says and what in that is doubtful."""

    archive: Path
    entries: tuple[Listed, ...]
    described: Described
    doubts: tuple[Doubt, ...] = ()


def list_archive(archive: Path, domains: Mapping[str, str], out: Path | None = None) -> Listing:
    """Return the archive's listing: every file but SOURCES.csv itself, records of version control and an OUT inside."""
    check_archive(archive)
    described = _described(archive / SOURCES)
    files = [path for path in _walk(archive, out) if path != archive / SOURCES]
    entries = list(_apart(_listed(archive, path, domains, described) for path in sorted(files)))
    entries.sort(key=lambda entry: (entry.source.domain, entry.source.path))
    return Listing(archive, tuple(entries), described, described.doubted({entry.source.path for entry in entries}))


def check_archive(archive: Path) -> None:
    """Raise UsageError where the archive is not a folder."""
    if not archive.exists():
        raise UsageError(f"{archive} does not exist; name the folder that holds your files.")
    if not archive.is_dir():
        raise UsageError(f"{archive} is a file; ARCHIVE is a folder. For one file use `assay extract`.")


def _walk(archive: Path, out: Path | None) -> Iterator[Path]:
    """Yield every file, and the folders that cannot be listed; a list of folders has room for any depth."""
    own = _identity(out) if out is not None else None
    folders = [archive]
    while folders:
        folder = folders.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError as error:
            if folder == archive:
                raise UsageError(f"{folder} cannot be listed ({error.strerror}); make it readable.") from None
            yield folder
            continue
        for entry in entries:
            path = Path(entry.path)
            if not entry.is_dir(follow_symlinks=False):
                yield path
            elif entry.name not in _VERSION_CONTROL and (own is None or _identity(path) != own):
                folders.append(path)


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _listed(archive: Path, path: Path, domains: Mapping[str, str], described: Described) -> Listed:
    relative = path.relative_to(archive)
    name = _printable(relative.as_posix())
    folder = relative.parts[0] if len(relative.parts) > 1 else None
    domain = ROOT_DOMAIN if folder is None else domains.get(folder, _printable(folder))
    size, mtime, inode, problem = _status(archive, path)
    return Listed(Source(domain, name, size, mtime, inode, **asdict(described.about(name))), path, problem)


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


def _status(archive: Path, path: Path) -> tuple[int, int, int, Problem | None]:
    try:
        status = path.stat()
    except OSError as error:
        return 0, 0, 0, Problem("corrupt", f"the file cannot be looked at ({error.strerror})")
    if stat.S_ISDIR(status.st_mode) and not path.is_symlink():
        problem = Problem("corrupt", "this folder cannot be listed; make it readable and run again")
    elif not stat.S_ISREG(status.st_mode):
        problem = Problem("unsupported", "this is a device, pipe or link to a folder, not a file")
    elif path.is_symlink() and not path.resolve().is_relative_to(archive.resolve()):
        problem = Problem("unsupported", "this link leads out of the archive; copy the file in to use it")
    else:
        problem = None
    return status.st_size, status.st_mtime_ns, status.st_ino, problem


def _described(file: Path) -> Described:
    if not file.is_file():
        return Described({}, {})
    try:
        return read_terms(file.read_bytes(), str(file))
    except OSError as error:
        raise UsageError(f"{file} cannot be read ({error.strerror}); mend it or take it out.") from None


def _printable(name: str) -> str:
    # names that are not UTF-8 stay distinct and can be stored and printed
    return os.fsencode(name).decode("utf-8", "backslashreplace").replace("\0", "")
