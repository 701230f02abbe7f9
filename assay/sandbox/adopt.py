"""A small parent process that adopts every orphan of one command and ends when all of them are gone.

Without a process space of its own, a command's daemons would slip away to the first process of the machine. Here they
fall to this parent, which Assay can see. Run as a script with two open descriptors, STATUS and SPEC; it imports nothing
of Assay, so that it starts quickly.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Protocol, cast

_SET_PARENT_DEATH_SIGNAL = 1
_SET_CHILD_SUBREAPER = 36
_DEVICES = ("/dev/null", "/dev/zero")
_SYSTEM = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache", "/dev/urandom")


class _Result(Protocol):
    exit_code: int
    signal: int


class _Process(Protocol):
    def wait(self) -> _Result: ...


class _Sandbox(Protocol):
    def popen(self, cmd: list[str]) -> _Process: ...


@dataclass(frozen=True, slots=True)
class Confinement:
    """What `sandlock` is told: host folders by the path at which they are seen, and its one limit."""

    writable: dict[str, str]
    readable: dict[str, str]
    prefix: str | None
    environment: dict[str, str]
    processes: int


@dataclass(frozen=True, slots=True)
class Spec:
    """One command for this parent."""

    words: tuple[str, ...]
    cwd: str
    environment: dict[str, str]
    confinement: Confinement | None

    def to_json(self) -> str:
        """The form in which it crosses to the parent process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Spec:
        """The command that `to_json` wrote."""
        read = json.loads(text)
        confinement = read.pop("confinement")
        return cls(**read, confinement=None if confinement is None else Confinement(**confinement))


def main(arguments: list[str]) -> None:
    """Run the command that SPEC holds and report its exit code to STATUS."""
    status, spec_end = (int(argument) for argument in arguments)
    os.set_inheritable(status, False)
    with os.fdopen(spec_end, encoding="utf-8") as stream:
        spec = Spec.from_json(stream.read())
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    libc.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    code = _plain(spec) if spec.confinement is None else _confined(spec, spec.confinement)
    _end_orphans()
    os.write(status, json.dumps({"exit-code": code}).encode() + b"\n")


def _plain(spec: Spec) -> int:
    child = os.fork()
    if child == 0:
        _become(spec)
    return _exit_code(os.waitpid(child, 0)[1])


def _become(spec: Spec) -> None:
    try:
        os.setsid()
        os.chdir(spec.cwd)
        os.execve(spec.words[0], spec.words, spec.environment)
    except OSError as error:
        os.write(2, f"{spec.words[0]}: {error}\n".encode())
    os._exit(127)


def _confined(spec: Spec, confinement: Confinement) -> int:
    make = cast("Callable[..., _Sandbox]", import_module("sandlock").Sandbox)  # loaded only in this process
    sandbox = make(
        chroot="/",  # paths are translated by the mounts below, and Landlock holds whatever they miss
        fs_mount=confinement.writable,
        fs_mount_ro=confinement.readable,
        fs_readable=[path for path in (*_SYSTEM, confinement.prefix) if path and os.path.exists(path)],
        fs_writable=list(_DEVICES),
        clean_env=True,
        env=confinement.environment,
        max_processes=confinement.processes,
    )
    # Its own working directory is looked up before the mounts exist, so env(1) changes to it.
    result = sandbox.popen(["/usr/bin/env", "-C", spec.cwd, *spec.words]).wait()
    return 128 + result.signal if result.signal > 0 else result.exit_code


def _exit_code(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _end_orphans() -> None:
    """What falls to us when its parent dies is a child of ours in the next round."""
    while orphans := _children():
        for pid in orphans:
            os.kill(pid, signal.SIGKILL)
        for pid in orphans:
            os.waitpid(pid, 0)


def _children() -> list[int]:
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as stream:
        return [int(pid) for pid in stream.read().split()]


if __name__ == "__main__":
    main(sys.argv[1:])
