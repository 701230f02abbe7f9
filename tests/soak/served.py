"""`assay up` in a folder of its own, waited for as long as it goes on.

Machines differ and so does what else they do, so nothing is given a number of seconds: what waits, waits as long as
the server or the worker says more, and no longer than a few runs of flows take to come to their ends.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.source import ROOT

# Without a line for so many seconds, server and worker do not go on; a run of Prefect starts within a fifth of it even
# where a dozen processes share a core.
_SILENCE = 300
# A run that began before a change may not have seen it; one that began after it has.
_RUNS = 6
_COMPLETED = {"flow_runs": {"state": {"type": {"any_": ["COMPLETED"]}}}}


@dataclass(frozen=True)
class Served:
    """`assay up` in a folder of its own, with what it and all its runs say."""

    folder: Path
    address: str
    up: subprocess.Popen[bytes]
    said: Path

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds, as long as the server goes on and flows have not come to their ends in vain."""
        began, size, heard = self.ended(), 0, time.monotonic()
        while not holds():
            told = self.said.read_text()
            if len(told) > size:
                size, heard = len(told), time.monotonic()
            assert self.up.poll() is None, told
            assert time.monotonic() - heard < _SILENCE, f"nothing was said for {_SILENCE} seconds: {told[-4000:]}"
            assert self.ended() - began < _RUNS, f"{_RUNS} runs ended in vain: {told[-4000:]}"
            time.sleep(1)

    def ended(self) -> int:
        """Return how many runs of flows came to an end."""
        lines = self.said.read_text().splitlines()
        return sum(1 for line in lines if "Flow run '" in line and "Finished in state" in line)

    def prefect(self, *words: str) -> None:
        """Run a command of Prefect's against the server."""
        environment = {**surroundings(self.folder), "PREFECT_API_URL": self.address}
        with (self.folder / "asked").open("w+") as lines:
            asking = subprocess.Popen(
                [sys.executable, "-m", "prefect", *words],
                cwd=self.folder, env=environment, stdout=lines, stderr=lines,
            )  # fmt: skip
            try:
                self.until(lambda: asking.poll() is not None)
            finally:
                asking.kill()
        assert asking.returncode == 0, (self.folder / "asked").read_text()

    def completed(self, flow: str) -> int:
        """Return how many runs of a flow the server holds for completed."""
        asked = json.dumps({**_COMPLETED, "flows": {"name": {"any_": [flow]}}}).encode()
        heads = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}/flow_runs/count", asked, heads)
        with urllib.request.urlopen(request, timeout=_SILENCE) as answer:
            return json.load(answer)


def surroundings(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PREFECT_HOME": str(folder / "home")}


@contextmanager
def served(folder: Path) -> Generator[Served]:
    """Yield `assay up` over a folder's prefect.yaml; it is interrupted at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (folder / "said").open("w") as lines:
        up = subprocess.Popen(
            [sys.executable, "-c", "from assay.cli import main; main()", "up", "--port", str(port)],
            cwd=folder, env=surroundings(folder), stdout=lines, stderr=lines,
        )  # fmt: skip
    try:
        yield Served(folder, f"http://127.0.0.1:{port}/api", up, folder / "said")
    finally:
        up.send_signal(signal.SIGINT)
        up.wait(_SILENCE)
