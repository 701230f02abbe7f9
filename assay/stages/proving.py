"""`assay verify`: what a release publishes, proven again from its own files and held against what was frozen."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from assay.evaluation.published import Published, published
from assay.evaluation.reproving import Reproof, Reprover
from assay.export.tasks import task_lines
from assay.model.canonical import Json
from assay.sandbox import Limits, open_sandbox
from assay.stages.exporting import release_number
from assay.stages.newest import Newest
from assay.stages.release import TASKS
from assay.stages.settings import stored_settings
from assay.stages.sharing import shared, withheld_then
from assay.store.database import Database
from assay.store.releases import as_frozen, lay_out, on_disk, released
from assay.store.snapshot import Snapshot

_MIB = 1 << 20
_WORKERS = 2


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of a release: a proof for each task that it publishes or should.

    `frozen` is whether its folder is as it was frozen (None where the store knows no such release), and `differs` names
    the files of OUT/archive that are not those of the newest release, which alone is looked at.
    """

    release: int
    proofs: tuple[Reproof, ...]
    frozen: bool | None
    differs: tuple[str, ...]

    @property
    def failed(self) -> list[Reproof]:
        """The tasks that are not proven."""
        return [proof for proof in self.proofs if not proof.holds]


def verify(out: Path, release: int | None, *, mutate: bool) -> Verification:
    """Return the proof of each task of a release (the newest where none is named), in the order of its lines."""
    with Snapshot.open(out) as snapshot, tempfile.TemporaryDirectory(prefix="assay-release-") as folder:
        number = release_number(snapshot, out, release)
        lines = list(published(_text(snapshot, number)))
        frozen, collection = as_frozen(snapshot, number), Path(folder, "archive")
        lay_out(snapshot.out, number, collection)
        newest = number == on_disk(snapshot.out)[-1]
        with ThreadPoolExecutor(_WORKERS, "verify") as pool:
            proofs = list(pool.map(partial(_proof, _prover(snapshot, collection), mutate=mutate), lines))
        if frozen is False:
            proofs = list(_held_against(proofs, lines, _frozen(snapshot, number)))
        differs = tuple(_differing(snapshot.out.archive, collection)) if newest else ()
        return Verification(number, tuple(proofs), frozen, differs)


def _text(snapshot: Snapshot, number: int) -> str:
    path = snapshot.out.releases / str(number) / TASKS
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except FileNotFoundError:
        return ""  # every task that was frozen is missed then


def _prover(snapshot: Snapshot, collection: Path) -> Reprover:
    settings = stored_settings(snapshot).sandbox
    limits = Limits(seconds=settings.seconds, memory_bytes=settings.memory_mb * _MIB)
    return Reprover(collection, open_sandbox(unsafe_local=settings.unsafe_local), limits)


def _proof(prover: Reprover, line: Published, *, mutate: bool) -> Reproof:
    if line.task is None:
        return Reproof(line.name, "", None, (line.fault,), 0)
    return prover.prove(line.task, mutate=mutate)


def _frozen(database: Database, number: int) -> dict[str, Mapping[str, Json]]:
    written = Newest(number, tuple(released(database, number))).records(database)
    tasks = shared(written, withheld_then(database, number)).given
    return {task.id: json.loads(line) for task, line in zip(tasks, task_lines(tasks, release=number), strict=True)}


def _held_against(
    proofs: Sequence[Reproof], lines: Sequence[Published], frozen: Mapping[str, Mapping[str, Json]]
) -> Iterator[Reproof]:
    """Yield the proofs with what was changed in their lines, then a failure for each task whose line is gone."""
    for proof, line in zip(proofs, lines, strict=True):
        change = _change(line, frozen.get(line.name))
        yield replace(proof, failures=(*proof.failures, change)) if change else proof
    for name in frozen.keys() - {line.name for line in lines}:
        yield Reproof(name, "", None, (f"{TASKS} does not hold it any more",), 0)


def _change(line: Published, frozen: Mapping[str, Json] | None) -> str | None:
    if frozen is None:
        return "no such task was frozen"
    names = [name for name in {**frozen, **line.body} if frozen.get(name) != line.body.get(name)]
    return f"edited after it was frozen: {', '.join(names)}" if names else None


def _differing(archive: Path, collection: Path) -> Iterator[str]:
    """Yield the files, by their places, that are not the same in both folders."""
    here, there = _files(archive), _files(collection)
    for place in sorted(here | there):
        if place not in here & there or Path(archive, place).read_bytes() != Path(collection, place).read_bytes():
            yield place


def _files(folder: Path) -> set[str]:
    found = (Path(at, name) for at, _, names in os.walk(folder) for name in names)
    return {path.relative_to(folder).as_posix() for path in found}
