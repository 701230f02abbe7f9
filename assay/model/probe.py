"""Probes and attempts: what is asked of whom over which view of the archive, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from assay.model.artifact import Anchor
from assay.model.canonical import digest
from assay.model.codec import to_json

Mode: TypeAlias = Literal["answer", "agent", "program", "reading", "review", "grade"]
Ending: TypeAlias = Literal[
    "done", "wrong_exit", "timeout", "memory", "output", "processes", "turns", "no_call", "context", "refused",
    "missing", "failed",
]  # fmt: skip

NO_ANSWER: frozenset[Ending] = frozenset({"refused", "failed"})
"""How an attempt ends that says nothing of its task: it is no vote, and is asked again in the next run."""


@dataclass(frozen=True, slots=True)
class CellChange:
    """A cell of a grid that shows another text in this view."""

    path: str
    artifact: str
    row: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class View:
    """A change to an archive as data: files that are hidden, or the only ones kept; artifacts out; cells changed."""

    name: str = "full"
    only: tuple[str, ...] | None = None
    hidden: tuple[str, ...] = ()
    without: tuple[tuple[str, str], ...] = ()
    cells: tuple[CellChange, ...] = ()


FULL = View()


@dataclass(frozen=True, slots=True)
class Place:
    """An anchor to read a second time: the document's path, the artifact's kind and where it stands."""

    path: str
    artifact: str
    kind: str
    at: Anchor


@dataclass(frozen=True)  # without slots, so that the key, which every gate asks for many times, is worked out once
class Probe:
    """One question put to one subject. `sample` tells repeated askings apart.

    `place` is what mode `reading` reads, and in mode `answer` what the question is about, where that is one thing.
    """

    task: str
    revision: int
    subject: str
    view: View
    mode: Mode
    sample: int = 0
    place: Place | None = None

    @cached_property
    def key(self) -> str:
        """The digest that makes equal probes one."""
        return digest(to_json(self))


@dataclass(frozen=True, slots=True)
class Attempt:
    """The outcome of a probe: the answer, whether it is right (None where that has no meaning), how it ended.

    `seconds` and `cost` (US dollars) are what this outcome cost when it was made; `level` is the sandbox's level;
    `trace` is the digest of its trace file, `turns` counts the replies in it. Of a model, `arm` tells how
    it was shown the view, `prompts` holds the digest of each prompt, and `kept` the keys of its kept calls.
    """

    probe: Probe
    answer: str | None
    correct: bool | None
    ending: Ending
    detail: str = ""
    files_read: tuple[str, ...] = ()
    level: str = ""
    calls: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    trace: str | None = None
    turns: int = 0
    arm: str = ""
    prompts: dict[str, str] = field(default_factory=dict[str, str])
    kept: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key of the attempt's probe."""
        return self.probe.key
