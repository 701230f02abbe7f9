"""Writes a simulated archive and its key, and refuses to write over anything else."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.enterprise.energy import energy_documents
from assay.enterprise.key import key_lines
from assay.enterprise.records import Rendered
from assay.enterprise.retail import retail_documents
from assay.enterprise.world import energy_world, retail_world
from assay.model.errors import NotAvailable, UsageError

SOURCES = "SOURCES.csv"
_HEADER = ("path", "origin", "licence", "source_kind")
_MAKER = "simulated by assay enterprise: "


@dataclass(frozen=True, slots=True)
class Built:
    """What was written: the archive, its key, and how much stands in them."""

    archive: Path
    key: Path
    documents: int
    facts: int
    places: int
    marks: int


def build(seed: int, to: Path, documents: int | None = None) -> Built:
    """Write the archive of a seed into a folder and its key beside it; `documents` keeps only the first so many."""
    worlds = (energy_world(seed), retail_world(seed))
    files = _broken(energy_documents(worlds[0])) + retail_documents(worlds[1]) + [_stub()]
    files = files[: _count(documents, len(files))]
    key = key_path(to)
    lines = list(key_lines(worlds, files))
    _clear(to)
    for file in files:
        _write(to / file.path, file.data)
    _write(to / SOURCES, _sources(files))
    _write(key, ("\n".join(lines) + "\n").encode())
    facts = {place.show.fact for file in files for place in file.places}
    places, marks = sum(len(file.places) for file in files), sum(len(file.marks) for file in files)
    return Built(to, key, len(files), len(facts), places, marks)


def key_path(archive: Path) -> Path:
    """Return where the key of an archive stands: beside it."""
    return archive.with_name(f"{archive.name}.key.jsonl")


def _count(asked: int | None, most: int) -> int:
    if asked is None:
        return most
    if asked < 1:
        raise UsageError(f"--documents must be at least 1, not {asked}.")
    if asked > most:
        raise NotAvailable(f"an archive of more than {most} documents")
    return asked


def _broken(files: list[Rendered]) -> list[Rendered]:
    """Return the files and, after them, the second of them cut off in the middle, as a failed copy leaves it."""
    whole = files[1]
    half = Rendered("energy/yearbook-draft.xlsx", whole.data[: len(whole.data) // 2], whole.origin, "broken copy")
    return [*files, half]


def _stub() -> Rendered:
    return Rendered("retail/notes.md", b"# Notes\n", "unknown", "half-finished draft")


def _sources(files: Sequence[Rendered]) -> bytes:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_HEADER)
    rows.writerows((file.path, _MAKER + file.origin, "CC0-1.0", file.source_kind) for file in files)
    return text.getvalue().encode()


def _clear(to: Path) -> None:
    """Remove an archive that an earlier run made; anything else in the folder is a reason to stop."""
    if to.is_file():
        raise UsageError(f"{to} is a file; name a folder that is new, empty or made by assay enterprise.")
    present = sorted(path for path in to.rglob("*") if not path.is_dir()) if to.is_dir() else []
    ours = _made_before(to)
    strangers = [path for path in present if path.relative_to(to).as_posix() not in ours]
    if strangers:
        raise UsageError(f"{to} holds {strangers[0].name}, which assay enterprise did not make; name an empty folder.")
    for path in present:
        path.unlink()


def _made_before(to: Path) -> set[str]:
    listing = to / SOURCES
    if not listing.is_file():
        return set()
    rows = list(csv.DictReader(io.StringIO(listing.read_text("utf-8", "replace"))))
    made = {row.get("path") or "" for row in rows if (row.get("origin") or "").startswith(_MAKER)}
    return made | {SOURCES} if made else set()


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error
