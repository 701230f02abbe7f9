"""Files of an OUT that went missing or that somebody else changed, found without reading those that nobody touched.

A file whose time of change (ctime, which only the system sets) lies before the last look is as it was then; the others
are hashed. So a build over a large archive that did not change hashes nothing, and an edit is seen whatever size and
modification time say. Where the clock was set back since the last look, times prove nothing and all are hashed. What
spoils a file without a trace, as a failing disk does, is found when it is read.
"""

from __future__ import annotations

import os
import stat
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path

from assay.model.canonical import digest_bytes
from assay.store.columns import IN_LIST, text_list
from assay.store.disk import disk_errors
from assay.store.meta import note, noted
from assay.store.store import Store

# Times of change come from a clock that ticks every few milliseconds; some file systems keep whole seconds.
_SLACK = 2_000_000_000
# An empty original has a digest and no blob.
_KEPT = """
    select source, content from reading where content not in ('', $1)
    union select source, markdown from reading where readable
    union select source, blob from artifact join reading using (reading) where blob is not null
"""


def recall_lost(store: Store) -> list[str]:
    """Return the keys of the sources that became due because a blob that was kept of them is gone or damaged.

    Damaged blobs are removed; reading the source again puts them back.
    """
    wanted = defaultdict[str, list[str]](list)
    for source, sha in store.rows(_KEPT, digest_bytes(b"")):
        wanted[sha].append(source)
    found = dict(_listing(store.out.blobs))
    with looked_through(store, "blobs") as since:
        damaged = [sha for sha in wanted if sha in found and differs(found[sha], sha, since)]
        for sha in damaged:
            with disk_errors(found[sha]):
                found.pop(sha).unlink()
        due = sorted({source for sha, sources in wanted.items() if sha not in found for source in sources})
        store.run("update source set changed = true where key" + IN_LIST, text_list(due))
    return due


@contextmanager
def looked_through(store: Store, name: str) -> Generator[int]:
    """Yield the time of the last look at a folder; this one counts once the block has ended.

    It is 0 before the first, and where the last lies in what is the future by the clock of now.
    """
    now, named = time.time_ns(), f"looked through {name}"
    last = int(noted(store, named) or 0)
    yield last if last <= now else 0
    note(store, {named: str(now - _SLACK)})


def differs(path: Path, sha: str, since: int) -> bool:
    """Return whether a file is not there with the bytes of a digest, if it may have changed since a time."""
    with disk_errors(path):
        if not path.exists():
            return True
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            return True
        if status.st_ctime_ns < since:
            return False
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest() != sha


def _listing(folder: Path) -> Iterator[tuple[str, Path]]:
    for place, _, names in os.walk(folder):
        yield from ((name, Path(place, name)) for name in names)
