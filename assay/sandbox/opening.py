"""Finds the best back end that works on this machine and opens a sandbox on it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from assay.model.errors import IsolationMissing
from assay.sandbox.adopted import Limited, Sandlock
from assay.sandbox.bubblewrap import Bubblewrap
from assay.sandbox.canary import CHECKS, examine
from assay.sandbox.interpreter import choose_interpreter
from assay.sandbox.records import RUN, Completed, Level, Limits, Mount, Request
from assay.sandbox.supervise import refusal, refused

BackEnd = Bubblewrap | Sandlock | Limited
_LEVELS: tuple[Level, ...] = ("bwrap", "sandlock", "limited")
_ADVICE = (
    "install bubblewrap (apt-get install bubblewrap), or allow it with --unsafe-local on a machine that may be lost"
)


@dataclass(frozen=True, slots=True)
class OpenSandbox:
    """A sandbox on the back end that passed its canary."""

    back_end: BackEnd
    version: str
    refused: Mapping[str, str] = field(default_factory=dict[str, str])
    unsafe_local: bool = False

    @property
    def level(self) -> Level:
        """How strong the isolation is; stored in each attempt."""
        return self.back_end.level

    @property
    def python(self) -> tuple[str, ...]:
        """The words that start Python inside."""
        return self.back_end.interpreter.command

    def run(
        self,
        command: Sequence[str],
        *,
        mounts: Sequence[Mount],
        limits: Limits | None = None,
        cwd: str = RUN,
        stdin: bytes = b"",
        covers: Mapping[str, Path | None] | None = None,
        trusted: bool = False,
    ) -> Completed:
        """What came of the command; `trusted` only for text that Assay itself wrote."""
        if self.level == "limited" and not (trusted or self.unsafe_local):
            raise IsolationMissing(f"no isolation works here ({_joined(self.refused)}): {_ADVICE}")
        if reason := refusal(command):
            return refused(reason)
        asked = Request(tuple(command), tuple(mounts), limits or Limits(), cwd, stdin, dict(covers or {}))
        return self.back_end.execute(asked)

    def describe(self) -> dict[str, object]:
        """The back end, its version, its interpreter, what its canary saw and why others were refused."""
        return {
            "level": self.level,
            "version": self.version,
            "python": list(self.python),
            "unsafe_local": self.unsafe_local,
            "canary": dict.fromkeys(CHECKS, "passed") if self.level != "limited" else {},
            "refused": dict(self.refused),
        }


def open_sandbox(unsafe_local: bool = False, prefer: Level | None = None) -> OpenSandbox:
    """The strongest sandbox whose canary passed, the preferred level tried first; probed once per process."""
    found = _probe(prefer)
    return OpenSandbox(found.back_end, found.version, found.refused, unsafe_local)


@lru_cache(maxsize=4)
def _probe(prefer: Level | None) -> OpenSandbox:
    levels = sorted(_LEVELS, key=lambda level: level != prefer)
    reasons: dict[str, str] = {}
    for level in levels:
        for name, make in _candidates(level):
            outcome = make()
            if isinstance(outcome, str):
                reasons[name] = outcome
            elif outcome.level == "limited" or (examination := examine(outcome)).passed:
                return OpenSandbox(outcome, _version(outcome), reasons)
            else:
                reasons[name] = examination.reason
    raise IsolationMissing(f"no sandbox back end works here: {_joined(reasons)}")


def _candidates(level: Level) -> Iterator[tuple[str, Callable[[], BackEnd | str]]]:
    if level == "bwrap":
        yield "bwrap", lambda: _bubblewrap(users=True)
        if os.geteuid() == 0:
            yield "bwrap without user namespace", lambda: _bubblewrap(users=False)
    elif level == "sandlock":
        yield "sandlock", _sandlock
    else:
        yield "limited", lambda: Limited(choose_interpreter())


def _bubblewrap(users: bool) -> Bubblewrap | str:
    program = shutil.which("bwrap")
    return "bwrap is not installed" if program is None else Bubblewrap(program, choose_interpreter(), users)


def _sandlock() -> Sandlock | str:
    try:
        version("sandlock")
    except PackageNotFoundError:
        return "the package sandlock is not installed"
    return Sandlock(choose_interpreter())


def _version(back_end: Bubblewrap | Sandlock | Limited) -> str:
    kind: Literal["bwrap", "sandlock", "limited"] = back_end.level
    if isinstance(back_end, Bubblewrap):
        return subprocess.run(
            [back_end.program, "--version"], capture_output=True, text=True, check=True
        ).stdout.strip()
    return f"sandlock {version('sandlock')}" if kind == "sandlock" else ""


def _joined(reasons: Mapping[str, str]) -> str:
    return "; ".join(f"{name}: {reason}" for name, reason in reasons.items())
