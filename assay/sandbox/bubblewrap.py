"""The back end of choice: bubblewrap with a process, network and file space of its own for each command."""

from __future__ import annotations

import os
import platform
import resource
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from assay.sandbox.families import socket_filter
from assay.sandbox.interpreter import Interpreter
from assay.sandbox.layout import arranged
from assay.sandbox.records import RUN, Completed, Limits, Mount, Request
from assay.sandbox.rlimits import at_most, chosen_processors, prlimit_words
from assay.sandbox.supervise import Launch, end_first_child, held, supervise
from assay.sandbox.usage import children

# A user namespace of one identity: inside it is nobody's, outside it is the one who runs Assay, so that folders of
# mode 0700 stay readable. It holds no capability and can make no further namespace.
_WITH_USERS = ("--unshare-all", "--unshare-user", "--disable-userns", "--uid", "65534", "--gid", "65534")
# Where user namespaces are forbidden, true root can do without one.
_WITHOUT_USERS = ("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
_ALWAYS = ("--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "sandbox")
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": RUN, "TMPDIR": "/tmp", "LANG": "C.UTF-8", "TZ": "UTC"}
_IN_MEMORY = ("/tmp", "/dev/shm")
_OWN_COUNT_SINCE = (5, 14)  # from this kernel on RLIMIT_NPROC counts within the user namespace, not for the whole user


@dataclass(frozen=True, slots=True)
class Bubblewrap:
    """Runs commands under `bwrap`."""

    program: str
    interpreter: Interpreter
    users: bool
    level: Literal["bwrap"] = "bwrap"

    def execute(self, request: Request) -> Completed:
        """What came of the request."""
        with arranged(request.mounts, request.covers) as mounts:
            words = [*self._isolation(request.limits), *_binds(mounts), *_closing(request.cwd)]
            command = [*_limited(request.limits), *request.command]
            # A machine whose call numbers are not known gets no filter, and the canary then says whether it needs one.
            sockets = socket_filter() or b""
            with held("\0".join(words)) as isolation, held(sockets) as families:
                filtered = ("--seccomp", str(families)) if sockets else ()
                return supervise(request, lambda status: self._launch((isolation, families), filtered, command, status))

    def _launch(self, held: tuple[int, int], filtered: tuple[str, ...], command: list[str], status: int) -> Launch:
        words = (self.program, "--json-status-fd", str(status), "--args", str(held[0]), *filtered, "--", *command)
        return Launch(words, status, held, end_first_child, _memory_folders)

    def _isolation(self, limits: Limits) -> Iterator[str]:
        yield from _WITH_USERS if self.users else _WITHOUT_USERS
        yield from _ALWAYS
        yield from _system()
        if self.interpreter.prefix is not None:
            yield from ("--ro-bind", str(self.interpreter.prefix), str(self.interpreter.prefix))
        yield from ("--proc", "/proc", "--dev", "/dev")
        for folder in _IN_MEMORY:
            yield from ("--size", str(limits.temporary_bytes), "--tmpfs", folder)


def _system() -> Iterator[str]:
    yield from ("--ro-bind", "/usr", "/usr")
    for path in (Path("/", name) for name in ("bin", "sbin", "lib", "lib32", "lib64")):
        if path.is_symlink():
            yield from ("--symlink", os.readlink(path), str(path))
        elif path.is_dir():
            yield from ("--ro-bind", str(path), str(path))
    for path in ("/etc/alternatives", "/etc/ld.so.cache"):  # awk and its like are links through the first
        yield from ("--ro-bind-try", path, path)


def _binds(mounts: tuple[Mount, ...]) -> Iterator[str]:
    for mount in mounts:
        yield from ("--bind" if mount.writable else "--ro-bind", str(mount.source), mount.target)


def _closing(cwd: str) -> Iterator[str]:
    """The root and /dev are memory without a size: nothing may be written there."""
    yield from ("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", cwd, "--clearenv")
    for name, value in _ENVIRONMENT.items():
        yield from ("--setenv", name, value)


def _limited(limits: Limits) -> Iterator[str]:
    yield from prlimit_words(limits)
    if _kernel() >= _OWN_COUNT_SINCE:
        # A little above the watcher's limit, so that it is the watcher that ends the command, with a reason.
        yield f"--nproc={at_most(resource.RLIMIT_NPROC, limits.processes + 64)}"
    yield "--"
    if chosen := chosen_processors(limits):
        yield from ("/usr/bin/taskset", "--cpu-list", ",".join(map(str, chosen)))


def _kernel() -> tuple[int, ...]:
    return tuple(int(part) for part in platform.release().split("-")[0].split(".")[:2] if part.isdigit())


def _memory_folders(pid: int) -> list[str]:
    return [f"/proc/{first}/root{folder}" for first in children(pid) for folder in _IN_MEMORY]
