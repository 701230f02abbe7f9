"""Frozen releases: folders that never change, and the collections they were made from."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from assay.model.canonical import canonical_json, digest, digest_bytes
from assay.model.errors import StoreError, UsageError
from assay.store.blobs import read_blob
from assay.store.database import Database
from assay.store.disk import disk_errors, write_file
from assay.store.folder import OutFolder
from assay.store.store import Store

MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Released:
    """A task revision of a release."""

    task: str
    revision: int


def manifest(database: Database) -> dict[str, str]:
    """Return the blob of each file of the collection as it stands, by its path below the collection's folder."""
    return dict(database.rows("select collection, markdown from document where readable order by collection"))


def frozen_manifest(database: Database, number: int) -> dict[str, str]:
    """Return the manifest that a release was frozen with, empty where there is no such release."""
    return dict(database.rows("select path, blob from release_file where release = $1", number))


def freeze(
    store: Store, tasks: Sequence[Released], files: Mapping[str, bytes], collection: Mapping[str, str] | None = None
) -> int:
    """Return the number of the release that holds these tasks and files; one equal to the newest is that one.

    `collection` is the manifest, the collection as it stands where it is left out; `manifest.json` is written here.
    """
    chosen = dict(collection) if collection is not None else manifest(store)
    contents = {**files, MANIFEST: (json.dumps(chosen, indent=1, sort_keys=True) + "\n").encode("utf-8", "replace")}
    identity = _identity(tasks, contents)
    newest = store.rows("select number, digest from release order by number desc limit 1")
    if newest and newest[0][1] == identity:
        point_to(store.out, newest[0][0])
        return newest[0][0]
    number = next_release(store)
    with store.transaction():
        _record(store, number, identity, tasks, chosen)
        _write(store.out, number, contents)
    point_to(store.out, number)
    return number


def next_release(database: Database) -> int:
    """Return the number of the release that is frozen next.

    OUT/release outlives a store that was lost: what it leads to is counted, so that no release is written over.
    """
    link = database.out.release
    name = os.path.basename(os.readlink(link)) if link.is_symlink() else ""
    return max(int(name) if name.isdecimal() else 0, *releases(database), 0) + 1


def releases(database: Database) -> list[int]:
    """Return the numbers of the releases, oldest first."""
    return [number for (number,) in database.rows("select number from release order by number")]


def released(database: Database, number: int) -> list[Released]:
    """Return the task revisions of a release in its order."""
    query = "select task, revision from release_task where release = $1 order by ordinal"
    return [Released(*row) for row in database.rows(query, number)]


def as_frozen(database: Database, number: int) -> bool | None:
    """Return whether a release's folder still holds what was frozen, None where the store knows no such release."""
    known = database.rows("select digest from release where number = $1", number)
    folder = database.out.releases / str(number)
    contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return known[0][0] == _identity(released(database, number), contents) if known else None


def on_disk(out: OutFolder) -> list[int]:
    """Return the numbers of the releases that have a folder, oldest first; a store that was lost knows none of them."""
    return sorted(int(path.name) for path in out.releases.glob("*") if path.name.isdecimal())


def manifest_of(out: OutFolder, number: int) -> dict[str, str]:
    """Return the blob of each file of a release's collection, by its path below the collection's folder."""
    path = out.releases / str(number) / MANIFEST
    if not path.is_file():
        raise UsageError(f"{out.root} has no release {number}")
    files: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return files


def lay_out(out: OutFolder, number: int, to: Path, withheld: Collection[str] = ()) -> int:
    """Return how many files were written: the collection of a release, laid out again in a new or empty folder.

    Files that are `withheld` are left out.
    """
    manifest = manifest_of(out, number)
    if to.exists() and (not to.is_dir() or any(to.iterdir())):
        raise UsageError(f"{to} is not empty; name a new folder")
    files = {place: sha for place, sha in manifest.items() if place not in withheld}
    for place, sha in files.items():
        target = to / _inside(place)
        with disk_errors(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(read_blob(out, sha))
    return len(files)


def _identity(tasks: Sequence[Released], contents: Mapping[str, bytes]) -> str:
    names = [[task.task, task.revision] for task in tasks]
    return digest([names, {name: digest_bytes(data) for name, data in contents.items()}])


def _record(store: Store, number: int, identity: str, tasks: Sequence[Released], files: Mapping[str, str]) -> None:
    rows = [(number, at, task.task, task.revision) for at, task in enumerate(tasks)]
    store.add("release", ("number", "digest"), [(number, identity)])
    store.add("release_task", ("release", "ordinal", "task", "revision"), rows)
    store.add("release_file", ("release", "path", "blob"), [(number, path, blob) for path, blob in files.items()])


def _write(out: OutFolder, number: int, contents: Mapping[str, bytes]) -> None:
    """Write the folder beside, then rename it; rows are committed after, so that none is without its folder."""
    target = out.releases / str(number)
    with disk_errors(target):
        out.partial.mkdir(parents=True, exist_ok=True)
        out.releases.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(dir=out.partial))
        temporary.chmod(0o755)
        for name, data in contents.items():
            write_file(out, temporary / _inside(name), data, durable=True)
        # Only a run that was killed before its commit leaves a folder of this number.
        shutil.rmtree(target, ignore_errors=True)
        temporary.rename(target)


def point_to(out: OutFolder, number: int) -> None:
    """Make OUT/release lead to a release; a run that was killed after its commit leaves this to the next."""
    goal = f"{out.releases.name}/{number}"
    with disk_errors(out.release):
        if out.release.is_symlink() and os.readlink(out.release) == goal:
            return
        out.partial.mkdir(parents=True, exist_ok=True)
        temporary = out.partial / "release"
        temporary.unlink(missing_ok=True)
        temporary.symlink_to(goal)
        temporary.replace(out.release)


def _inside(place: str) -> PurePosixPath:
    path = PurePosixPath(place)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise StoreError(f"{canonical_json(place)} leads out of the folder; the release is damaged")
    return path
