"""The frozen collection: one Markdown file for each readable document, below OUT/archive."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path

from assay.store.blobs import read_blob
from assay.store.columns import IN_LIST, text_list
from assay.store.database import Database
from assay.store.disk import disk_errors, write_file
from assay.store.folder import OutFolder
from assay.store.mending import differs, looked_through
from assay.store.store import Store


def place_markdown(database: Database, texts: Mapping[str, str]) -> None:
    """Write the Markdown blob of each source key to its place; an empty digest takes the file away."""
    query = "select key, collection from source where key" + IN_LIST
    for key, place in database.rows(query, text_list(list(texts))):
        if texts[key]:
            _write(database.out, place, texts[key])
        else:
            _remove(database.out.archive / place)


def settle_collection(store: Store) -> int:
    """Return how many files had to be written or removed so that the collection is what the store says.

    A killed run may leave the file of a source that is gone, and people may delete or edit files.
    """
    expected = dict(store.rows("select collection, markdown from document where readable"))
    strays = _strays(store.out.archive, expected.keys())
    for stray in strays:
        _remove(stray)
    with looked_through(store, "archive") as since:
        wrong = [place for place, sha in expected.items() if differs(store.out.archive / place, sha, since)]
        for place in wrong:
            _write(store.out, place, expected[place])
    return len(strays) + len(wrong)


def _write(out: OutFolder, place: str, sha: str) -> None:
    data, path = read_blob(out, sha), out.archive / place
    with disk_errors(path):
        same = path.is_file() and not path.is_symlink() and path.read_bytes() == data
    if not same:
        write_file(out, path, data)


def _strays(archive: Path, expected: Collection[str]) -> list[Path]:
    found = [Path(folder, name) for folder, _, names in os.walk(archive) for name in names]
    return [path for path in found if path.relative_to(archive).as_posix() not in expected]


def _remove(path: Path) -> None:
    """Remove a file and the folders that it leaves empty."""
    with disk_errors(path):
        path.unlink(missing_ok=True)
        with suppress(OSError):
            for folder in path.parents:
                folder.rmdir()
