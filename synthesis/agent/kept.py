"""What each seed brought, on disk as soon as it is known: a run that ends in between pays for no seed twice."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from assay.agent.trace import UNFINISHED
from assay.model.canonical import digest_bytes
from assay.model.codec import from_json, to_text
from assay.model.task import Task

_DIGEST = 64


@dataclass(frozen=True, slots=True)
class Seeded:
    """The tasks of one seed in order, what came to nothing as sentences, its episode's trace and how that ended."""

    tasks: tuple[Task, ...]
    faults: tuple[str, ...]
    trace: str
    ending: str = ""


def read_seeded(folder: Path, key: str) -> Seeded | None:
    """Return what is kept of a seed, None where nothing is or the file is damaged: it is then worked on again."""
    try:
        data = (folder / f"{key}.json").read_bytes()
    except FileNotFoundError:
        return None
    check, body = data[:_DIGEST], data[_DIGEST + 1 :]
    if check != digest_bytes(body).encode():
        return None
    return from_json(Seeded, json.loads(body))


def keep_seeded(folder: Path, key: str, found: Seeded) -> None:
    """Keep what a seed brought; the file appears whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    body = to_text(found).encode("utf-8", "surrogatepass")
    handle, name = tempfile.mkstemp(prefix=UNFINISHED, dir=folder)
    with os.fdopen(handle, "wb") as file:
        file.write(digest_bytes(body).encode() + b"\n" + body)
        file.flush()
        os.fsync(file.fileno())
    os.replace(name, folder / f"{key}.json")
