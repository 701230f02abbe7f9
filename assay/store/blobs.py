"""Files named by their content: originals, pictures, Markdown and traces."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from assay.model.canonical import digest_bytes
from assay.model.errors import StoreError
from assay.store.disk import disk_errors, write_file
from assay.store.folder import OutFolder


def write_blob(out: OutFolder, data: bytes) -> str:
    """Return the digest under which the bytes are kept; bytes that are there already cost nothing."""
    sha = digest_bytes(data)
    _write(out, out.blob(sha), data)
    return sha


def write_blobs(out: OutFolder, blobs: Mapping[str, bytes]) -> None:
    """Keep bytes whose digests are known."""
    for sha, data in blobs.items():
        _write(out, out.blob(sha), data)


def write_trace(out: OutFolder, data: bytes) -> str:
    """Return the digest under which a trace (JSON lines) is kept."""
    sha = digest_bytes(data)
    _write(out, out.trace(sha), data)
    return sha


def read_blob(out: OutFolder, sha: str) -> bytes:
    """Return the bytes of a digest; StoreError where they are gone or damaged."""
    return _read(out, out.blob(sha), sha)


def read_trace(out: OutFolder, sha: str) -> bytes:
    """Return a trace's bytes; StoreError where they are gone or damaged."""
    return _read(out, out.trace(sha), sha)


def _write(out: OutFolder, path: Path, data: bytes) -> None:
    if not _there(path, len(data)):
        write_file(out, path, data)


def _there(path: Path, size: int) -> bool:
    with disk_errors(path):
        # A power cut may leave an empty file under the right name.
        return path.exists() and path.stat().st_size == size


def _read(out: OutFolder, path: Path, sha: str) -> bytes:
    again = f"`assay build ARCHIVE --out {out.root}` reads its source again"
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise StoreError(f"{path} is missing; {again}") from error
    if digest_bytes(data) != sha:
        raise StoreError(f"{path} is damaged; delete it, then {again}")
    return data
