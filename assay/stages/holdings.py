"""What an archive is to a run, wherever it lies: files with names and marks, each fetched when it is to be read."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from assay.model.document import Problem

Address: TypeAlias = Path | str
"""A folder or zip file on this machine, or an address such as `s3://bucket/folder`."""


@dataclass(frozen=True, slots=True)
class Held:
    """A file that an archive holds: its name below the archive, where it lies, and by what a change of it shows.

    That is another size, time or inode for files on this machine, another `marker` (ETag or checksum) for others.
    What is `unseen` is there and cannot be looked at, so nobody knows whether it, or what is below it, changed.
    """

    name: str
    at: str
    size: int = 0
    mtime_ns: int = 0
    inode: int = 0
    marker: str = ""
    problem: Problem | None = None
    unseen: bool = False


class Unfetched(Exception):
    """One file could not be fetched while the archive as a whole can be reached; its source has the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


class Holdings(Protocol):
    """The files of one archive."""

    def held(self, out: Path | None) -> Iterable[Held]:
        """Return every file but records of version control and those of an OUT inside; UsageError where none can be."""
        ...

    def terms(self) -> tuple[bytes, str] | None:
        """Return the bytes of the archive's SOURCES.csv and how messages call it, None where there is none."""
        ...

    def fetched(self, at: str, size: int) -> AbstractContextManager[Path]:
        """Return a block in which a file lies on this machine; raise Unfetched where it cannot be fetched."""
        ...

    def close(self) -> None:
        """Let go of what is open."""
        ...


def printable(name: str) -> str:
    """Return a name as it is stored and printed; names that are not UTF-8 stay distinct."""
    return os.fsencode(name).decode("utf-8", "backslashreplace").replace("\0", "")
