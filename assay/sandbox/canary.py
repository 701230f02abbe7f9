"""The canary: one harmless command that tries what a sandbox must prevent, before anything else may run there."""

from __future__ import annotations

import json
import os
import secrets
import socket
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

from assay.sandbox.interpreter import Interpreter
from assay.sandbox.layout import run_mount
from assay.sandbox.records import DOCUMENTS, Completed, Limits, Mount, Request, SandboxFailed

PROBE = Path(__file__).with_name("canary_probe.py")
CHECKS = {
    "documents": "the documents cannot be read",
    "read_only": "the documents can be changed",
    "scratch": "nothing can be written to the scratch folder",
    "host_files": "a file of the host can be read",
    "network": "the network can be used",
    "loopback": "servers on this machine can be reached",
    "families": "sockets that leave every network space can be made",
    "processes": "processes of the host can be seen",
    "signals": "processes of the host can be signalled",
    "environment": "variables of the host can be seen",
    "tree": "a process outlived the command",
}


class BackEnd(Protocol):
    """What the canary needs of a back end."""

    @property
    def interpreter(self) -> Interpreter: ...

    def execute(self, request: Request) -> Completed: ...


@dataclass(frozen=True, slots=True)
class Examination:
    """What the canary saw: the sentence of each failed check, and what was said when nothing ran at all."""

    failures: dict[str, str]

    @property
    def passed(self) -> bool:
        """Whether model-written text may run here."""
        return not self.failures

    @property
    def reason(self) -> str:
        """Why not, in one line."""
        return "; ".join(f"{name}: {text}" for name, text in self.failures.items())


def examine(back_end: BackEnd) -> Examination:
    """Run the canary in this back end."""
    token = f"assay-canary-{secrets.token_hex(8)}"
    try:
        with tempfile.TemporaryDirectory(prefix="assay-canary-") as folder, _listener() as port:
            completed = back_end.execute(_request(back_end.interpreter, Path(folder), token, port))
    except (SandboxFailed, OSError) as error:
        return Examination({"start": str(error)})
    failures = _read(completed)
    if _alive(token):
        failures["tree"] = CHECKS["tree"]
    return Examination(failures)


def _request(interpreter: Interpreter, folder: Path, token: str, port: int) -> Request:
    documents, scratch, secret = folder / "documents", folder / "run", folder / "secret"
    documents.mkdir(mode=0o700)
    scratch.mkdir(mode=0o700)
    (documents / "file.md").write_text(token)
    (documents / "link.md").symlink_to(secret)
    secret.write_text(token)
    command = (
        *interpreter.command,
        "-c",
        PROBE.read_text(),
        token,
        DOCUMENTS,
        str(secret),
        str(port),
        str(os.getpid()),
    )
    mounts = (Mount(documents, DOCUMENTS), run_mount(scratch))
    return Request(command, mounts, Limits(seconds=10.0, memory_bytes=1 << 30))


def _read(completed: Completed) -> dict[str, str]:
    said = completed.output[-300:].decode(errors="replace").strip()
    if completed.ending != "exit" or completed.returncode != 0:
        return {"start": f"{completed.ending} {completed.returncode}: {said}"}
    try:
        failed = cast("dict[str, bool]", json.loads(completed.output))
    except ValueError:
        return {"start": f"it answered {said!r}"}
    return {name: text for name, text in CHECKS.items() if failed.get(name, name != "tree")}


@contextmanager
def _listener() -> Generator[int]:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield server.getsockname()[1]


def _alive(token: str) -> bool:
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and token.encode() in Path("/proc", name, "cmdline").read_bytes():
                return True
        except OSError:
            continue
    return False
