"""The folder for temporary files of a run, which the next run over the same OUT clears if this one is killed."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from assay.model.canonical import digest
from assay.store.disk import disk_errors
from assay.store.folder import OutFolder


@contextmanager
def scratch(out: OutFolder) -> Generator[Path]:
    """Yield the folder in which this process makes its temporary files until the end of the block.

    It is named by OUT, whose lock the caller holds, so whatever is found in it was left by a run that was killed.
    """
    before = tempfile.tempdir
    with disk_errors(Path(tempfile.gettempdir())):
        folder = _fresh(out)
    tempfile.tempdir = str(folder)
    try:
        yield folder
    finally:
        tempfile.tempdir = before
        shutil.rmtree(folder, ignore_errors=True)


def _fresh(out: OutFolder) -> Path:
    name = f"assay-{os.geteuid()}-{digest(str(out.root.resolve()))[:16]}"
    folder = Path(tempfile.gettempdir(), name)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:  # somebody else's: temporary folders are shared
        return Path(tempfile.mkdtemp(prefix="assay-"))
    return folder
