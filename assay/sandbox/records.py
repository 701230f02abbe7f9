"""What a sandbox is asked, what it may use and what comes back, with the one protocol that every back end keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from assay.model.errors import AssayError

Level = Literal["bwrap", "sandlock", "limited"]
Ending = Literal["exit", "signal", "timeout", "memory", "processes", "output", "scratch", "refused"]

DOCUMENTS = "/workspace/documents"
RUN = "/workspace/run"

EPISODE_SECONDS = 3600.0
"""How long one episode of an agent may last (AGORA, appendix A)."""

_MIB = 1 << 20


class SandboxFailed(AssayError):
    """The sandbox itself failed, not the command in it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one command may use; processors and memory are those of AGORA, appendix A."""

    seconds: float = 60.0
    processors: int = 2
    memory_bytes: int = 4096 * _MIB  # of all processes together, their files in memory included
    processes: int = 128  # threads count
    output_bytes: int = 8 * _MIB
    scratch_bytes: int = 1024 * _MIB  # of the writable folders on disk
    temporary_bytes: int = 256 * _MIB  # each of /tmp and /dev/shm, which are held in memory
    file_bytes: int = 1024 * _MIB
    cpu_seconds: int = 240  # of each process
    open_files: int = 256


@dataclass(frozen=True, slots=True)
class Mount:
    """A file or folder of the host and the absolute path at which the command sees it."""

    source: Path
    target: str
    writable: bool = False


@dataclass(frozen=True, slots=True)
class Completed:
    """How a command ended, with both its streams merged; `returncode` is 128 + number after a signal.

    `peak_memory` is the most that the watcher saw, 0 for a command that ended before its first look.
    """

    ending: Ending
    returncode: int
    output: bytes
    truncated: bool
    seconds: float
    peak_memory: int


@dataclass(frozen=True, slots=True)
class Request:
    """One command with all that surrounds it."""

    command: tuple[str, ...]
    mounts: tuple[Mount, ...]
    limits: Limits
    cwd: str = RUN
    stdin: bytes = b""
    covers: Mapping[str, Path | None] = field(default_factory=dict[str, Path | None])


class Sandbox(Protocol):
    """A place where a command runs without reaching anything but its mounts."""

    @property
    def level(self) -> Level: ...

    @property
    def python(self) -> tuple[str, ...]:
        """The words that start Python inside."""
        ...

    def run(
        self,
        command: Sequence[str],
        *,
        mounts: Sequence[Mount],
        limits: Limits = ...,
        cwd: str = ...,
        stdin: bytes = ...,
        covers: Mapping[str, Path | None] = ...,
        trusted: bool = ...,
    ) -> Completed:
        """What came of the command; `covers` maps a target to the file seen there, or to None where nothing may be."""
        ...

    def describe(self) -> dict[str, object]:
        """The back end, its version, its interpreter, what its canary saw and why others were refused."""
        ...
