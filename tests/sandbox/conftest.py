"""Places to run in: each back end that works here, as root and as an ordinary user, over an OUT of mode 0700."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from assay.sandbox import Completed, Limits, Mount, OpenSandbox, documents_mounts, open_sandbox, run_mount
from tests.sandbox.people import NOBODY, Answer, as_nobody, own

# The folder that every sandbox has to itself, held in memory.
IN_MEMORY = "/tmp"
QUICK = Limits(seconds=8.0, memory_bytes=1 << 30)


@dataclass
class Place:
    """An opened sandbox, the user who runs it, and an OUT of that user's own."""

    sandbox: OpenSandbox
    become: Callable[[Callable[[], Completed]], Completed]
    out: Path
    marker: str = field(default_factory=lambda: f"marker-{uuid.uuid4().hex}")

    @property
    def mounts(self) -> list[Mount]:
        return [*documents_mounts(self.out / "archive", "bank"), run_mount(self.out / "run")]

    def run(self, *command: str, limits: Limits = QUICK, stdin: bytes = b"", covers=None) -> Completed:
        return self.become(
            lambda: self.sandbox.run(command, mounts=self.mounts, limits=limits, stdin=stdin, covers=covers)
        )

    def bash(self, text: str, limits: Limits = QUICK, **more) -> Completed:
        return self.run("/bin/bash", "-c", text, self.marker, limits=limits, **more)

    def python(self, text: str, limits: Limits = QUICK, **more) -> Completed:
        return self.run(*self.sandbox.python, "-c", text, self.marker, limits=limits, **more)


def _as_oneself(action: Callable[[], Answer]) -> Answer:
    return action()


@pytest.fixture(scope="session")
def ordinary_sandbox() -> OpenSandbox:
    """The sandbox that an ordinary user gets with bubblewrap."""
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    opened = as_nobody(lambda: open_sandbox(prefer="bwrap")) if os.geteuid() == 0 else open_sandbox(prefer="bwrap")
    if opened.level != "bwrap":
        pytest.skip(f"an ordinary user has no bubblewrap here: {dict(opened.refused)}")
    return opened


def _opened(name: str, request: pytest.FixtureRequest) -> OpenSandbox:
    if name == "bwrap as an ordinary user":
        return request.getfixturevalue("ordinary_sandbox")
    if name == "bwrap as root" and os.geteuid() != 0:
        pytest.skip("the tests do not run as root")
    level = "sandlock" if name == "sandlock" else "bwrap"
    opened = open_sandbox(prefer=level)
    if opened.level != level:
        pytest.skip(f"{level} does not work here: {dict(opened.refused)}")
    return opened


def _place(name: str, request: pytest.FixtureRequest) -> Iterator[Place]:
    opened = _opened(name, request)
    other = name == "bwrap as an ordinary user" and os.geteuid() == 0
    with tempfile.TemporaryDirectory(prefix="assay-out-") as folder:
        out = Path(folder)
        documents = out / "archive" / "bank"
        documents.mkdir(parents=True)
        (out / "run").mkdir()
        (documents / "a.md").write_text("alpha\n")
        (documents / "b.md").write_text("beta\n")
        (documents / "passwd.md").symlink_to("/etc/passwd")
        (out / "secret").write_text("gold\n")
        (documents / "secret.md").symlink_to(out / "secret")
        own(out, NOBODY if other else os.geteuid())
        yield Place(opened, as_nobody if other else _as_oneself, out)


BWRAP = ("bwrap as root", "bwrap as an ordinary user")


@pytest.fixture(params=[*BWRAP, "sandlock"])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """Each isolating back end in turn."""
    yield from _place(request.param, request)


@pytest.fixture(params=BWRAP)
def jail(request: pytest.FixtureRequest) -> Iterator[Place]:
    """Bubblewrap alone, for what only a space of its own gives."""
    yield from _place(request.param, request)
