"""Files that appear whole or not at all, and the sentences for a disk that refuses."""

from __future__ import annotations

import errno
import os
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from assay.model.errors import StoreError
from assay.store.folder import OutFolder

_ADVICE = {
    errno.ENOSPC: "the disk is full; free some space and run the command again, what was finished is kept",
    errno.EDQUOT: "the disk quota is used up; free some space and run the command again, what was finished is kept",
    errno.EACCES: "permission denied; choose another --out or change the permissions",
    errno.EPERM: "permission denied; choose another --out or change the permissions",
    errno.EROFS: "the file system is read-only; choose another --out",
    errno.ENOTDIR: "a file stands where a folder is needed; move it away or choose another --out",
    errno.EEXIST: "a file stands where a folder is needed; move it away or choose another --out",
}


def refusal(path: Path, error: OSError) -> str:
    """Return the sentence that says what the disk refused and what to do."""
    return f"cannot write {path}: {_ADVICE.get(error.errno or 0, error.strerror or str(error))}"


@contextmanager
def disk_errors(path: Path) -> Generator[None]:
    """Turn what the operating system refuses inside into a StoreError about the path."""
    try:
        yield
    except OSError as error:
        raise StoreError(refusal(path, error)) from error


def write_file(out: OutFolder, path: Path, data: bytes, *, durable: bool = False) -> None:
    """Put a file in its place in one step; `durable` waits until it would survive a power cut.

    A kill at any moment leaves either the old file or the new one. Waiting for the disk costs milliseconds for each
    file, so only releases do; blobs are checked against their digest when they are read.
    """
    with disk_errors(path), partial_file(out) as temporary:
        with temporary.open("wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.replace(path)


@contextmanager
def partial_file(out: OutFolder) -> Generator[Path]:
    """Yield the path of a new empty file on the same disk; what is left of it at the end is removed."""
    out.partial.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=out.partial)
    os.close(handle)
    os.chmod(name, 0o644)
    path = Path(name)
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


def copy_file(source: Path, target: Path) -> None:
    """Copy a file's bytes, sharing its blocks where the file system can.

    In a process of its own: a process that closes a file loses all its locks on it, DuckDB's among them.
    """
    done = subprocess.run(["cp", "--reflink=auto", "--", source, target], capture_output=True, text=True, check=False)
    if done.returncode:
        full = os.strerror(errno.ENOSPC) in done.stderr
        raise OSError(errno.ENOSPC if full else errno.EIO, done.stderr.strip(), str(target))
