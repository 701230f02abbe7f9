"""The two back ends without a process space of their own: `sandlock` (Landlock and seccomp), and limits only."""

from __future__ import annotations

import dataclasses
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from assay.sandbox import adopt
from assay.sandbox.adopt import Confinement, Spec
from assay.sandbox.interpreter import Interpreter
from assay.sandbox.layout import arranged, foldered
from assay.sandbox.records import RUN, Completed, Mount, Request
from assay.sandbox.rlimits import chosen_processors, prlimit_words
from assay.sandbox.supervise import Launch, end_tree_below, held, supervise

_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"}


@dataclass(frozen=True, slots=True)
class Sandlock:
    """Runs commands under `sandlock`; needs no privilege and no namespace."""

    interpreter: Interpreter
    level: Literal["sandlock"] = "sandlock"

    def execute(self, request: Request) -> Completed:
        """What came of the request; /tmp is a fresh folder on disk that counts as scratch."""
        with (
            arranged(request.mounts, request.covers) as mounts,
            foldered(mounts) as folders,
            tempfile.TemporaryDirectory(prefix="assay-tmp-") as temporary,
        ):
            seen = (*folders, Mount(Path(temporary), "/tmp", writable=True))
            spec = Spec(_words(request), request.cwd, {}, self._confinement(request, seen))
            return _run(_watching(request, seen), spec)

    def _confinement(self, request: Request, mounts: tuple[Mount, ...]) -> Confinement:
        prefix = self.interpreter.prefix
        return Confinement(
            writable={mount.target: str(mount.source) for mount in mounts if mount.writable},
            readable={mount.target: str(mount.source) for mount in mounts if not mount.writable},
            prefix=None if prefix is None else str(prefix),
            environment=_ENVIRONMENT | {"HOME": RUN, "TMPDIR": "/tmp"},
            # Above the watcher's limit, so that it is the watcher that ends the command, with a reason.
            processes=request.limits.processes + 64,
        )


@dataclass(frozen=True, slots=True)
class Limited:
    """Runs commands as ordinary children with limits: for text that Assay itself wrote."""

    interpreter: Interpreter
    level: Literal["limited"] = "limited"

    def execute(self, request: Request) -> Completed:
        """What came of the request; the fixed paths in its words stand for the folders of the host."""
        with (
            arranged(request.mounts, request.covers) as mounts,
            tempfile.TemporaryDirectory(prefix="assay-tmp-") as temporary,
        ):
            paths = {mount.target: str(mount.source) for mount in mounts}
            words = tuple(on_host(word, paths) for word in _words(request))
            home = paths.get(RUN, temporary)
            spec = Spec(words, on_host(request.cwd, paths), _ENVIRONMENT | {"HOME": home, "TMPDIR": temporary}, None)
            return _run(request, spec)


def on_host(text: str, paths: Mapping[str, str]) -> str:
    """The text with each target of a mount replaced by its folder, the longest first."""
    for target in sorted(paths, key=len, reverse=True):
        text = text.replace(target, paths[target])
    return text


def _watching(request: Request, mounts: tuple[Mount, ...]) -> Request:
    """The request with other mounts, so that the watcher counts what is truly written to."""
    return dataclasses.replace(request, mounts=mounts)


def _words(request: Request) -> tuple[str, ...]:
    processors = chosen_processors(request.limits)
    pinned = ("/usr/bin/taskset", "--cpu-list", ",".join(map(str, processors))) if processors else ()
    return (*prlimit_words(request.limits), "--", *pinned, *request.command)


def _run(request: Request, spec: Spec) -> Completed:
    with held(spec.to_json()) as descriptor:
        return supervise(request, lambda status: _launch(spec, status, descriptor))


def _launch(spec: Spec, status: int, descriptor: int) -> Launch:
    alone = ("-S",) if spec.confinement is None else ()  # only sandlock needs the installed packages
    words = (sys.executable, "-I", *alone, adopt.__file__, str(status), str(descriptor))
    return Launch(words, status, (descriptor,), end_tree_below, lambda _: [])
