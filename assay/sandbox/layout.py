"""The fixed places inside a sandbox, and copies of mounted folders in which single files are replaced or absent."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from assay.sandbox.records import DOCUMENTS, RUN, Mount, SandboxFailed

Covers = Mapping[str, Path | None]

# A folder directly below one of the root's, such as /workspace/documents, needs no listing of its parent.
_SHALLOW = 3


def documents_mounts(archive: Path, domain: str | None = None) -> list[Mount]:
    """The frozen collection, or one domain of it, at `/workspace/documents[/<domain>]`, read-only."""
    if domain is None:
        return [Mount(archive, DOCUMENTS)]
    return [Mount(archive / domain, f"{DOCUMENTS}/{domain}")]


def run_mount(scratch: Path) -> Mount:
    """The folder that stays between the commands of an episode, at `/workspace/run`, writable."""
    return Mount(scratch, RUN, writable=True)


@contextmanager
def arranged(mounts: Sequence[Mount], covers: Covers) -> Generator[tuple[Mount, ...]]:
    """The mounts, parents first; one with covered paths gives way to a linked copy, so a hidden file is truly absent.

    A mount point can neither be made nor removed in a read-only mount, and an empty file in the place of a hidden one
    would still be listed. Binding all siblings one by one takes time quadratic in their number (0.25 s for 400).
    """
    ordered = sorted(mounts, key=lambda mount: len(PurePosixPath(mount.target).parts))
    _check(ordered, covers)
    if not covers:
        yield tuple(ordered)
        return
    with tempfile.TemporaryDirectory(prefix="assay-view-") as shadow:
        yield tuple(_covered(ordered, covers, Path(shadow)))


@contextmanager
def foldered(mounts: Sequence[Mount]) -> Generator[tuple[Mount, ...]]:
    """The same places by mounts of folders only, parents first: single files are gathered in a folder for each parent.

    So are the points of folders whose parent nothing holds: it has to be there, and to list them.
    """
    folders = [mount for mount in mounts if mount.source.is_dir()]
    held = {mount.target for mount in folders}
    with tempfile.TemporaryDirectory(prefix="assay-files-") as gathered:
        parents: dict[str, Path] = {}
        for mount in mounts:
            at = PurePosixPath(mount.target)
            if mount in folders and (len(at.parts) <= _SHALLOW or str(at.parent) in held):
                continue
            parent = parents.setdefault(str(at.parent), Path(gathered, str(len(parents))))
            parent.mkdir(exist_ok=True)
            if mount in folders:
                (parent / at.name).mkdir(exist_ok=True)
            else:
                _link(mount.source, parent / at.name)
        found = (*folders, *(Mount(folder, target) for target, folder in parents.items()))
        yield tuple(sorted(found, key=lambda mount: len(PurePosixPath(mount.target).parts)))


def _check(mounts: Sequence[Mount], covers: Covers) -> None:
    for mount in mounts:
        if not mount.source.exists():
            raise SandboxFailed(f"{mount.source} cannot be mounted at {mount.target}: it does not exist")
    for target in covers:
        owner = _owner(target, mounts)
        if owner is None or owner.writable:
            raise SandboxFailed(f"{target} cannot be covered: it lies in no read-only mount")


def _owner(target: str, mounts: Sequence[Mount]) -> Mount | None:
    path = PurePosixPath(target)
    return next((mount for mount in reversed(mounts) if path.is_relative_to(mount.target)), None)


def _covered(mounts: Sequence[Mount], covers: Covers, shadow: Path) -> Iterator[Mount]:
    for number, mount in enumerate(mounts):
        own = {PurePosixPath(at): file for at, file in covers.items() if _owner(at, mounts) is mount}
        inside = {at.relative_to(mount.target): file for at, file in own.items()}
        if not inside:
            yield mount
        elif mount.source.is_dir():
            yield Mount(_shadow(mount.source, shadow / str(number), inside), mount.target)
        elif (file := next(iter(inside.values()))) is not None:
            yield Mount(file, mount.target)


def _shadow(source: Path, into: Path, covers: Mapping[PurePosixPath, Path | None]) -> Path:
    for folder, folders, files in os.walk(source):
        relative = PurePosixPath(os.path.relpath(folder, source))
        (into / relative).mkdir()
        folders[:] = [name for name in folders if relative / name not in covers]
        for name in [*files, *(name for name in folders if os.path.islink(os.path.join(folder, name)))]:
            if relative / name not in covers:
                _link(Path(folder, name), into / relative / name)
    for relative, file in covers.items():
        if file is not None:
            (into / relative).parent.mkdir(parents=True, exist_ok=True)
            _link(file, into / relative)
    return into


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:  # another file system, another owner, or no hard links here
        shutil.copy2(source, target, follow_symlinks=False)
