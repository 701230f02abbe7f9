"""Deployments on a real server with a real worker: schedules fire, the archive changes, the next release follows.

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
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from assay.store.releases import releases
from assay.store.snapshot import Snapshot
from tests.source import ROOT
from tests.stages.archives import tiniest

pytestmark = pytest.mark.soak

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


def served(folder: Path) -> Served:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (folder / "said").open("w") as lines:
        up = subprocess.Popen(
            [sys.executable, "-c", "from assay.cli import main; main()", "up", "--port", str(port)],
            cwd=folder, env=surroundings(folder), stdout=lines, stderr=lines,
        )  # fmt: skip
    return Served(folder, f"http://127.0.0.1:{port}/api", up, folder / "said")


def deployments(folder: Path, archive: Path, fires: str = "") -> None:
    """Write prefect.yaml as it is bundled, over an archive, with one deployment due every 20 seconds and no other."""
    body: dict[str, Any] = yaml.safe_load((ROOT / "prefect.yaml").read_text())
    for one in body["deployments"]:
        one["parameters"] |= {"out": str(folder / "out")}
        if "archive" in one["parameters"]:
            one["parameters"]["archive"] = str(archive)
        one["schedules"] = [{"interval": 20, "active": one["entrypoint"] == fires}]
    (folder / "prefect.yaml").write_text(yaml.safe_dump(body))


def released(out: Path) -> list[int]:
    if not (out / "snapshot.duckdb").is_file():
        return []
    with Snapshot.open(out) as snapshot:
        return list(releases(snapshot))


def test_schedules_fire_and_a_changed_archive_gives_a_second_release(tmp_path: Path):
    archive, out = tiniest(tmp_path / "archive"), tmp_path / "out"
    deployments(tmp_path, archive, "flows.dataset.build")
    run = served(tmp_path)
    try:
        run.until(lambda: released(out) == [1] and run.completed("build") > 0)
        deployments(tmp_path, archive, "flows.dataset.refresh")
        run.prefect("--no-prompt", "deploy", "--all")
        memo = archive / "memo.md"
        memo.write_bytes(memo.read_bytes().replace(b"losses-2023", b"losses-2024"))
        run.until(lambda: released(out)[-1:] == [2] and run.completed("refresh") > 0)
        # what is due every 20 seconds would keep the one place of the pool
        deployments(tmp_path, archive)
        run.prefect("--no-prompt", "deploy", "--all")
        run.prefect("deployment", "run", "audit/weekly", "--watch", "-p", "days=0")
        assert run.completed("audit") == 1
    finally:
        run.up.send_signal(signal.SIGINT)
        run.up.wait(_SILENCE)
    first, second = (out / "releases" / str(number) for number in (1, 2))
    assert "losses-2023" in (first / "tasks.jsonl").read_text()
    assert "losses-2024" in (second / "tasks.jsonl").read_text()
    assert "losses-2023 became" in (second / "CHANGES.md").read_text()
