"""What commands read from the published snapshot of an OUT."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assay.model.chunk import ScoredChunk
from assay.store.chunks import Summarised, chunks, summaries
from assay.store.snapshot import Snapshot


def stored_chunks(out: Path) -> Iterator[ScoredChunk]:
    """Yield the chunks of all documents of an OUT with scores and seeds."""
    with Snapshot.open(out) as snapshot:
        yield from chunks(snapshot)


def stored_summaries(out: Path) -> dict[str, Summarised]:
    """Return what models told of chunks of an OUT, by the chunk's name."""
    with Snapshot.open(out) as snapshot:
        return summaries(snapshot)
