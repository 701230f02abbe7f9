"""Where a build reads and where it writes: what cannot go well is refused before anything is written."""

from __future__ import annotations

import os
from pathlib import Path

from assay.model.errors import StoreError, UsageError
from assay.stages.addresses import check_archive
from assay.stages.holdings import Address
from assay.store.disk import disk_errors
from assay.store.folder import OutFolder


def check_places(archive: Address, out: Path) -> None:
    """Raise UsageError where ARCHIVE cannot be one, OUT cannot be written, or one of the two would spoil the other."""
    check_archive(archive)
    if isinstance(archive, Path) and archive.resolve().is_relative_to(out.resolve()):
        raise UsageError(f"{archive} is {out} or lies in it; choose an --out that does not hold the archive.")
    folder = OutFolder(out.absolute())
    _check_writable(folder.root)
    # a store that was damaged is moved away; the copy of it that readers open still tells whose folder this is
    ours = folder.database.exists() or folder.snapshot.exists()
    if not ours and _holds_files(folder.archive):
        raise UsageError(f"{folder.archive} holds files that no build has put there; choose another --out.")


def _check_writable(folder: Path) -> None:
    try:
        with disk_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
    except StoreError as error:
        raise UsageError(str(error)) from None
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        raise UsageError(f"cannot write {folder}: the file system is read-only; choose another --out")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"cannot write {folder}: permission denied; choose another --out or change the permissions")


def _holds_files(folder: Path) -> bool:
    return any(names for _, _, names in os.walk(folder))
