"""Batches that another process computes, on this machine or another: what of them travels and what stays.

A batch refers to its run, the store, the listing and what gates share. None of these travels: each is named in the
bytes, and the other side puts its own in its place. There that is a run over the snapshot of the stage's beginning,
which never writes; what comes back is a commit that names the same things, and here they are the writer's again.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from threading import RLock
from typing import cast
from uuid import uuid4

from assay.config import Settings
from assay.evaluation.runner import Runner
from assay.model.canonical import digest, digest_bytes
from assay.model.errors import UsageError
from assay.stages.addresses import open_archive
from assay.stages.filtering import runner_of
from assay.stages.holdings import Address
from assay.stages.listing import Listing
from assay.stages.memory import PeakMemory
from assay.stages.reads import Archived, archived
from assay.stages.run import Batch, Commit, Readers, Run, Silent
from assay.stages.terms import Described
from assay.store.snapshot import Lent
from assay.store.store import Store
from assay.store.tasks import tasks

_STAYS: Mapping[type, str] = {
    Run: "run", Store: "store", Lent: "store", Listing: "listing", Runner: "runner", Archived: "archived",
}  # fmt: skip
_PACKAGES = ("assay", "extractors", "filters", "flows", "synthesis")
# Runs that one process computes for at once, where several share a cluster.
_RUNS = 2
_turn = RLock()


@dataclass(frozen=True, slots=True)
class Desk:
    """Where another process finds what a run rests on; `code` tells whether both have the same Assay."""

    run: str
    code: str
    out: Path
    archive: Address | None
    settings: str


@dataclass(frozen=True, slots=True)
class Sealed:
    """A batch as bytes, and what stayed here of it, by name."""

    data: bytes
    stayed: Mapping[str, object]

    def opened(self, commit: bytes) -> Commit:
        """Return the commit that came back, with what stayed here in its place."""
        return _Unpacker(commit, self.stayed.__getitem__).load()


def desk_of(run: Run) -> Desk:
    """Return what names a run to other processes."""
    return Desk(uuid4().hex, _code(), run.store.out.root, run.archive, run.settings.model_dump_json())


def sealed(run: Run, desk: Desk, snapshot: Path, batch: Batch) -> Sealed:
    """Return a batch that other processes can compute over a snapshot of the store."""
    body, stayed = _packed(batch.compute)
    return Sealed(pickle.dumps((desk, snapshot, body)), {"run": run, "store": run.store, **stayed})


def computed(data: bytes) -> bytes:
    """Return the commit of a sealed batch, for the process that sealed it; UsageError where that has another Assay."""
    desk, snapshot, body = pickle.loads(data)
    if desk.code != _code():
        raise UsageError(
            "a worker runs another version of Assay or Python than the flow: install the same on every machine and "
            "start the workers again; what was finished is kept."
        )
    with _turn:
        compute = _Unpacker(body, _bench(desk).over(snapshot)).load()
    return _packed(compute())[0]


class _Bench:
    """What stands in for a run in another process; documents and subjects are made ready once for all of its stages."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._run: Run | None = None
        self._made: dict[str, object] = {}

    def over(self, snapshot: Path) -> Callable[[str], object]:
        """Return what gives by name the things that stayed behind, as they were when a snapshot was taken."""
        run = self._run = self._run or _run(self._desk, snapshot)
        if isinstance(run.store, Lent) and run.store.turn_to(snapshot):
            self._made.clear()
        return partial(self._thing, run)

    def _thing(self, run: Run, name: str) -> object:
        if name not in self._made:
            self._made[name] = self._make(run, name)
        return self._made[name]

    def _make(self, run: Run, name: str) -> object:
        match name:
            case "run":
                return run
            case "store":
                return run.store
            case "listing":
                return _listing(run)
            case "archived":
                return archived(run.store)
            case _:
                return runner_of(run, tasks(run.store), cast(Archived, self._thing(run, "archived")))


_bench = lru_cache(_RUNS)(_Bench)


def _run(desk: Desk, snapshot: Path) -> Run:
    settings = Settings.model_validate_json(desk.settings)
    return Run(Lent(desk.out, snapshot), settings, desk.archive, Silent(), _readers(), PeakMemory())


@cache
def _readers() -> Readers:
    # it ends with this process, whose end it sees
    return Readers()


def _listing(run: Run) -> Listing:
    """Return what fetches the archive's files here; which ones comes with the batches."""
    if run.archive is None:
        raise UsageError("this run has no archive to read from")
    return Listing(open_archive(run.archive, run.settings.extraction.copies_mb << 20), (), Described({}, {}))


@cache
def _code() -> str:
    """Return the digest of all that computes: our own modules and Python's version."""
    root = Path(__file__).parents[2]
    files = sorted(path for name in _PACKAGES for path in (root / name).rglob("*.py"))
    own = [[path.relative_to(root).as_posix(), digest_bytes(path.read_bytes())] for path in files]
    return digest([list(sys.version_info[:2]), own])


class _Packer(pickle.Pickler):
    """Writes a name for each thing that stays, and keeps the thing itself."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.stayed: dict[str, object] = {}

    def persistent_id(self, obj: object) -> str | None:
        name = _STAYS.get(type(obj))
        if name is not None:
            self.stayed[name] = obj
        return name


class _Unpacker(pickle.Unpickler):
    """Puts in place of each name what `find` returns for it."""

    def __init__(self, data: bytes, find: Callable[[str], object]) -> None:
        super().__init__(io.BytesIO(data))
        self._find = find

    def persistent_load(self, pid: str) -> object:
        return self._find(pid)


def _packed(what: object) -> tuple[bytes, Mapping[str, object]]:
    file = io.BytesIO()
    packer = _Packer(file)
    packer.dump(what)
    return file.getvalue(), packer.stayed
