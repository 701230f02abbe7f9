"""An archive that is a folder on this machine: its files are read where they lie."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from assay.model.document import Problem
from assay.model.errors import UsageError
from assay.stages.holdings import Held, printable
from assay.stages.terms import SOURCES

VERSION_CONTROL = frozenset({".git", ".hg", ".svn"})
# What 64 bits with a sign hold: times after the year 2262 and inodes of some network file systems lie beyond.
_MOST = 2**63 - 1
# Links to what is not there, and in a circle: all that there is to see of them was seen.
_LEADS_NOWHERE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP})


@dataclass(frozen=True, slots=True)
class FolderHoldings:
    """The files below a folder."""

    folder: Path

    def held(self, out: Path | None) -> Iterator[Held]:
        """Yield every file but records of version control and those of an OUT inside, sorted."""
        for path in sorted(_walk(self.folder, out)):
            yield _held(self.folder, path, printable(path.relative_to(self.folder).as_posix()))

    def terms(self) -> tuple[bytes, str] | None:
        """Return the bytes of the folder's SOURCES.csv and its path, None where there is none."""
        file = self.folder / SOURCES
        if not file.is_file():
            return None
        try:
            return file.read_bytes(), str(file)
        except OSError as error:
            raise UsageError(f"{file} cannot be read ({error.strerror}); mend it or take it out.") from None

    @contextmanager
    def fetched(self, at: str, size: int) -> Generator[Path]:
        """Yield where the file lies."""
        yield Path(at)

    def close(self) -> None:
        """Nothing is open."""


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
            elif entry.name not in VERSION_CONTROL and (own is None or _identity(path) != own):
                folders.append(path)


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _held(archive: Path, path: Path, name: str) -> Held:
    try:
        status = path.stat()
    except OSError as error:
        problem = Problem("corrupt", f"the file cannot be looked at ({error.strerror})")
        return Held(name, str(path), problem=problem, unseen=error.errno not in _LEADS_NOWHERE)
    folder = stat.S_ISDIR(status.st_mode) and not path.is_symlink()
    mtime = max(-_MOST, min(status.st_mtime_ns, _MOST))
    look = (status.st_size, mtime, status.st_ino & _MOST)
    return Held(name, str(path), *look, problem=_problem(archive, path, status, folder), unseen=folder)


def _problem(archive: Path, path: Path, status: os.stat_result, folder: bool) -> Problem | None:
    if folder:
        problem = Problem("corrupt", "this folder cannot be listed; make it readable and run again")
    elif not stat.S_ISREG(status.st_mode):
        problem = Problem("unsupported", "this is a device, pipe or link to a folder, not a file")
    elif path.is_symlink() and not path.resolve().is_relative_to(archive.resolve()):
        problem = Problem("unsupported", "this link leads out of the archive; copy the file in to use it")
    else:
        problem = None
    return problem
