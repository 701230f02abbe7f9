"""Deployments on a real server with a real worker: schedules fire, the archive changes, the next release follows."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from assay.store.releases import releases
from assay.store.snapshot import Snapshot
from tests.source import ROOT
from tests.stages.archives import tiniest

pytestmark = pytest.mark.soak
_PATIENCE = 300


def deployments(folder: Path, archive: Path, fires: str) -> None:
    """Write prefect.yaml as it is bundled, over an archive, with one deployment due every 20 seconds and no other."""
    body: dict[str, Any] = yaml.safe_load((ROOT / "prefect.yaml").read_text())
    for one in body["deployments"]:
        one["parameters"] |= {"out": str(folder / "out")}
        if "archive" in one["parameters"]:
            one["parameters"]["archive"] = str(archive)
        one["schedules"] = [{"interval": 20, "active": one["entrypoint"] == fires}]
    (folder / "prefect.yaml").write_text(yaml.safe_dump(body))


def until(holds: Callable[[], bool], server: subprocess.Popen[bytes], said: Path) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not holds():
        assert server.poll() is None, said.read_text()
        assert time.monotonic() < deadline, said.read_text()[-4000:]
        time.sleep(1)


def released(out: Path) -> list[int]:
    if not (out / "snapshot.duckdb").is_file():
        return []
    with Snapshot.open(out) as snapshot:
        return list(releases(snapshot))


def prefect(folder: Path, environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "prefect", *words],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_schedules_fire_and_a_changed_archive_gives_a_second_release(tmp_path: Path):
    archive, said = tiniest(tmp_path / "archive"), tmp_path / "said"
    deployments(tmp_path, archive, "flows.dataset.build")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PREFECT_HOME": str(tmp_path / "home")}
    asking = {**environment, "PREFECT_API_URL": f"http://127.0.0.1:{port}/api"}
    with said.open("w") as lines:
        up = subprocess.Popen(
            [sys.executable, "-c", "from assay.cli import main; main()", "up", "--port", str(port)],
            cwd=tmp_path, env=environment, stdout=lines, stderr=lines,
        )  # fmt: skip
    try:
        until(lambda: released(tmp_path / "out") == [1], up, said)
        deployments(tmp_path, archive, "flows.dataset.refresh")
        prefect(tmp_path, asking, "--no-prompt", "deploy", "--all")
        memo = archive / "memo.md"
        memo.write_bytes(memo.read_bytes().replace(b"losses-2023", b"losses-2024"))
        until(lambda: released(tmp_path / "out")[-1:] == [2], up, said)
        prefect(tmp_path, asking, "deployment", "run", "audit/weekly", "--watch", "-p", "days=0")
        runs = prefect(tmp_path, asking, "flow-run", "ls", "--state-type", "COMPLETED", "--limit", "50")
    finally:
        up.send_signal(signal.SIGINT)
        up.wait(60)
    assert {"build", "refresh", "audit"} <= set(runs.split())
    first, second = (tmp_path / "out" / "releases" / str(number) for number in (1, 2))
    assert "losses-2023" in (first / "tasks.jsonl").read_text()
    assert "losses-2024" in (second / "tasks.jsonl").read_text()
    assert "losses-2023 became" in (second / "CHANGES.md").read_text()
