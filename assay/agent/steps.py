"""What the tools of an unfinished episode gave back: it goes on from there, and asks its model nothing again.

Replies are kept by the gateway, under everything said before them. A command that prints a time or another order the
second time would make the next question another one, to be paid for again. So an episode that a kill, a fault or a cap
ended runs its commands once more, since they fill its scratch folder, and its model is told what they gave at first.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assay.agent.tools import Outcome, Tool
from assay.model.canonical import Json, digest
from assay.model.codec import from_json, to_text


@dataclass(frozen=True, slots=True)
class _Step:
    call: str
    outcome: Outcome


class Steps:
    """The outcomes of one episode in order, in a file of JSON lines."""

    def __init__(self, path: Path) -> None:
        """Take over what an earlier run of the same episode left."""
        self._path, self._at = path, 0
        self._kept = _read(path)

    def take(self, call: str, outcome: Outcome) -> Outcome:
        """Return what the same call gave the first time, else keep what it gave now."""
        if self._at < len(self._kept):
            step = self._kept[self._at]
            if step.call == call and step.outcome.ends == outcome.ends:
                self._at += 1
                return step.outcome
            # it took another way; what it was told on the old one is no help
            self._kept = self._kept[: self._at]
            self._write("w", *self._kept)
        self._at += 1
        self._kept.append(_Step(call, outcome))
        self._write("a", self._kept[-1])
        return outcome

    def over(self) -> None:
        """Forget all of it: the episode came to its end."""
        self._path.unlink(missing_ok=True)

    def _write(self, mode: str, *steps: _Step) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open(f"{mode}b") as file:
            file.write(b"".join(to_text(step).encode("utf-8", "surrogatepass") + b"\n" for step in steps))


@dataclass(frozen=True, slots=True)
class Remembered:
    """A tool whose outcomes stay for an episode that is gone on with."""

    tool: Tool
    steps: Steps

    @property
    def name(self) -> str:
        """The name in calls."""
        return self.tool.name

    def run(self, arguments: Mapping[str, Json]) -> Outcome:
        """Return the outcome of the call, as it was the first time."""
        return self.steps.take(digest([self.name, dict(arguments)]), self.tool.run(arguments))


def state_of(folder: Path) -> str:
    """Return what is another whenever a file below a folder is: an episode goes on only over the same documents."""
    found = list[list[Json]]()
    for at, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            state = os.stat(os.path.join(at, name))
            found.append([os.path.relpath(os.path.join(at, name), folder), state.st_size, state.st_mtime_ns])
    return digest(found)


def _read(path: Path) -> list[_Step]:
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    # what stands behind the last line break was being written when its process ended
    return [from_json(_Step, json.loads(line)) for line in lines[:-1]]
