"""`assay export`: what of a release may be passed on, laid out for other programs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assay.model.errors import NotAvailable, UsageError
from assay.stages.sharing import withheld_file, withheld_places
from assay.stages.terms import SOURCES
from assay.store.disk import disk_errors
from assay.store.releases import lay_out, manifest_of, on_disk
from assay.store.snapshot import Snapshot

FORMATS = ("archive",)
# Formats of the contract that a later version brings.
_LATER = ("jsonl", "parquet", "inspect", "harbor", "ocb", "lighteval")


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written where, and the files of the collection that were withheld."""

    release: int
    to: Path
    files: int
    withheld: tuple[str, ...]


def export(out: Path, form: str, release: int | None, to: Path) -> Exported:
    """Return what was written of a release (the newest where none is named) in a new or empty folder.

    The texts of restricted sources are left out; their terms, origins and digests stand in SOURCES.csv instead.
    """
    if form not in FORMATS:
        raise NotAvailable(f"assay export --format {form}") if form in _LATER else _unknown(form)
    with Snapshot.open(out) as snapshot:
        number = release_number(snapshot, out, release)
        held = withheld_places(snapshot, number)
        places = sorted(held.keys() & manifest_of(snapshot.out, number).keys())
        files = lay_out(snapshot.out, number, to, places)
    if places:
        path = to / SOURCES
        with disk_errors(path):
            to.mkdir(parents=True, exist_ok=True)
            path.write_text(withheld_file([held[place] for place in places]), encoding="utf-8")
    return Exported(number, to, files, tuple(places))


def release_number(snapshot: Snapshot, out: Path, number: int | None) -> int:
    """Return the number of a release that there is, the newest where none is named."""
    numbers = on_disk(snapshot.out)
    if not numbers:
        raise UsageError(f"{out} holds no release yet; `assay build ARCHIVE --out {out}` makes one.")
    if number is not None and number not in numbers:
        raise UsageError(f"{out} has no release {number}; the newest is {numbers[-1]}.")
    return number or numbers[-1]


def _unknown(form: str) -> UsageError:
    return UsageError(f"there is no format {form!r}; the formats are {', '.join(FORMATS)}.")
