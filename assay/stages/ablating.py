"""A native copy of one Office file without some artifacts, read again before it counts as made."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from assay.model.artifact import Artifact
from assay.model.document import Document
from assay.model.errors import AssayError, UsageError
from assay.model.grid import Grid
from assay.native import ablate
from assay.stages.looking import read_file, readable
from assay.views import closure


@dataclass(frozen=True, slots=True)
class Ablation:
    """What a native copy is without, and what else could not be read in it any more."""

    gone: tuple[Artifact, ...]
    lost: tuple[Artifact, ...]


def ablate_file(file: Path, keys: Iterable[str], target: Path) -> Ablation:
    """Write a copy of a file without artifacts and their closure, once it is read again without them."""
    extraction = read_file(file)
    document, keys = readable(extraction.document), list(keys)
    if target.exists() and target.samefile(file):
        raise UsageError(f"{target} is the file itself; name another for the copy.")
    data = ablate(document, extraction.data, keys)
    draft = target.with_name(f".{os.getpid()}-{target.name}")
    try:
        draft.write_bytes(data)
        ablation = _compared(document, readable_or_empty(draft), closure(document, keys))
        draft.replace(target)
    except OSError as error:
        raise UsageError(f"{target}: {error.strerror or error}") from error
    finally:
        draft.unlink(missing_ok=True)
    return ablation


def readable_or_empty(file: Path) -> Document:
    """Return what is read in a file; a copy that holds nothing any more is one, too."""
    document = read_file(file).document
    return document if document.problem is not None and document.problem.code == "empty" else readable(document)


def _compared(before: Document, after: Document, keys: frozenset[str]) -> Ablation:
    """Return what went; what should have gone and did not raises an AssayError.

    Equal artifacts are told apart by a count at the end of their keys, which moves when one goes: so they are counted.
    """
    gone = [one for one in before.artifacts if one.key in keys]
    stays = [one for one in before.artifacts if one.key not in keys]
    asked, found = Counter(map(_identity, stays)), Counter(map(_identity, after.artifacts))
    left = [one for one in gone if found[_identity(one)] > asked[_identity(one)]]
    if left:
        raise AssayError(f"{left[0].key} ({left[0].label}) would still be in the copy; none was written.")
    # a copy that says nothing any more is read as an empty file
    lost, changed = asked - found if after.artifacts else Counter[str](), _changed(before, keys)
    return Ablation(
        tuple(gone),
        tuple(one for one in stays if lost[_identity(one)] and one.key not in changed and one.at.part != "styles"),
    )


def _changed(document: Document, keys: frozenset[str]) -> frozenset[str]:
    """Return the keys, and those of the tables that have one in a cell, tables in tables too."""
    holding = [one.key for one in document.artifacts if isinstance(one.payload, Grid) and _holds(one.payload, keys)]
    return keys if keys.issuperset(holding) else _changed(document, keys.union(holding))


def _holds(grid: Grid, keys: frozenset[str]) -> bool:
    return any(key in keys for _, key in grid.children)


def _identity(artifact: Artifact) -> str:
    return artifact.key.partition("-")[0]
