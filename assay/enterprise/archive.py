"""Writes a simulated archive and its key, and refuses to write over anything else."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

from assay.enterprise.composing import compose
from assay.enterprise.domains import DOMAINS
from assay.enterprise.key import key_lines, read_key
from assay.enterprise.placed import Rendered
from assay.enterprise.records import Fact, World
from assay.enterprise.spoilt import spoil
from assay.enterprise.world import draw
from assay.model.errors import UnreadableInput, UsageError

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


@dataclass(slots=True)
class _Tally:
    """What has been written so far; of each document only its line of the listing is kept."""

    rows: list[tuple[str, str, str, str]] = field(default_factory=list[tuple[str, str, str, str]])
    facts: int = 0
    places: int = 0
    marks: int = 0

    def add(self, files: Sequence[Rendered]) -> None:
        """Count the documents of one organisation."""
        shown: set[Fact] = {place.show.fact for file in files for place in file.places}
        self.rows += [(file.path, _MAKER + file.origin, "CC0-1.0", file.source_kind) for file in files]
        self.facts += len(shown)
        self.places += sum(len(file.places) for file in files)
        self.marks += sum(len(file.marks) for file in files)


def build(seed: int, to: Path, documents: int | None = None, reveal: bool = False) -> Built:
    """Write the archive of a seed into a folder and its key beside it.

    `documents` asks for so many: a part of the first organisations' documents, or those of further ones as well.
    `reveal` writes the twin of the archive, in which the values stand that are otherwise kept back.
    """
    if documents is not None and documents < 1:
        raise UsageError(f"--documents must be at least 1, not {documents}.")
    key, old, tally = key_path(to), _present(to), _Tally()
    _spare(key)
    for path in old:
        path.unlink()
    _write(key, b"")
    with key.open("a", encoding="utf-8", newline="\n") as lines:
        for world, plan in _organisations(seed, documents, reveal):
            files = [_kept(to, write()) for write in plan]
            lines.writelines(f"{line}\n" for line in key_lines(world, files))
            tally.add(files)
    _write(to / SOURCES, _sources(tally.rows))
    return Built(to, key, len(tally.rows), tally.facts, tally.places, tally.marks)


def key_path(archive: Path) -> Path:
    """Return where the key of an archive stands: beside it."""
    return archive.with_name(f"{archive.name}.key.jsonl")


def _organisations(
    seed: int, documents: int | None, reveal: bool
) -> Iterator[tuple[World, list[Callable[[], Rendered]]]]:
    """Yield one organisation after another with the documents that it writes, until there are enough of them."""
    left = documents
    for number in count():
        for index, domain in enumerate(DOMAINS):
            world = draw(seed, domain, number, number * len(DOMAINS) + index, reveal)
            plan = [partial(compose, world, paper) for paper in domain.papers] + [partial(spoil, world, seed)]
            yield world, plan[:left]
            left = None if left is None else left - len(plan)
            if left is not None and left <= 0:
                return
        if documents is None:
            return


def _kept(to: Path, file: Rendered) -> Rendered:
    """Write a file and return its share of the key without its bytes."""
    _write(to / file.path, file.data)
    return Rendered(file.path, b"", file.origin, file.source_kind, file.places, file.marks, file.gaps)


def _sources(rows: Sequence[tuple[str, str, str, str]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADER)
    writer.writerows(rows)
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
