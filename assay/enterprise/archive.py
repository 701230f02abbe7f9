"""Writes a simulated archive and its key, and refuses to write over anything else."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from assay.enterprise.energy import ENERGY_DOCUMENTS, yearbook
from assay.enterprise.key import key_lines, read_key
from assay.enterprise.records import Rendered, World
from assay.enterprise.retail import RETAIL_DOCUMENTS
from assay.enterprise.world import energy_world, retail_world
from assay.model.errors import NotAvailable, UnreadableInput, UsageError

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
    key, old = key_path(to), _present(to)
    _spare(key)
    worlds = (energy_world(seed), retail_world(seed))
    plan = _plan(*worlds)
    files = [write() for write in plan[: _count(documents, len(plan))]]
    for path in old:
        path.unlink()
    for file in files:
        _write(to / file.path, file.data)
    _write(to / SOURCES, _sources(files))
    _write(key, "".join(f"{line}\n" for line in key_lines(worlds, files)).encode())
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


def _plan(energy: World, retail: World) -> list[Callable[[], Rendered]]:
    return [
        *(partial(write, energy) for write in ENERGY_DOCUMENTS),
        partial(_broken, energy),
        *(partial(write, retail) for write in RETAIL_DOCUMENTS),
        _stub,
    ]


def _broken(energy: World) -> Rendered:
    """Return the yearbook cut off in the middle, as a failed copy leaves it."""
    whole = yearbook(energy)
    return Rendered("energy/yearbook-draft.xlsx", whole.data[: len(whole.data) // 2], whole.origin, "broken copy")


def _stub() -> Rendered:
    return Rendered("retail/notes.md", b"# Notes\n", "unknown", "half-finished draft")


def _sources(files: Sequence[Rendered]) -> bytes:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_HEADER)
    rows.writerows((file.path, _MAKER + file.origin, "CC0-1.0", file.source_kind) for file in files)
    return text.getvalue().encode()


def _present(to: Path) -> list[Path]:
    """Return the files of an archive that an earlier run made; anything else in the folder is a reason to stop."""
    if to.is_file():
        raise UsageError(f"{to} is a file; name a folder that is new, empty or made by assay enterprise.")
    present = sorted(path for path in to.rglob("*") if not path.is_dir()) if to.is_dir() else []
    ours = _made_before(to)
    strangers = [path for path in present if path.relative_to(to).as_posix() not in ours]
    if strangers:
        raise UsageError(f"{to} holds {strangers[0].name}, which assay enterprise did not make; name an empty folder.")
    return present


def _spare(key: Path) -> None:
    """Stop before a file that bears the key's name and is none."""
    if key.exists():
        try:
            read_key(key)
        except UnreadableInput as error:
            raise UsageError(f"{error} Move it away, or name another folder.") from error


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
