"""`assay up` keeps a server and a worker that run a deployment, and ends both when it is interrupted."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.source import ROOT
from tests.stages.archives import tiniest

pytestmark = pytest.mark.soak


def test_a_deployment_runs_to_its_end_and_nothing_outlives_an_interrupt(tmp_path: Path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    shutil.copy(ROOT / "prefect.yaml", tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PREFECT_HOME": str(tmp_path / "home")}
    said = (tmp_path / "said").open("w")
    up = subprocess.Popen(
        [sys.executable, "-c", "from assay.cli import main; main()", "up", "--port", str(port)],
        cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=said,
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 240
        while "Ctrl-C ends" not in (tmp_path / "said").read_text():
            assert up.poll() is None, (tmp_path / "said").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.5)
        archive = tiniest(tmp_path / "archive")
        run = subprocess.run(
            [
                sys.executable, "-m", "prefect", "deployment", "run", "build/nightly", "--watch",
                "-p", f"archive={archive}", "-p", f"out={tmp_path / 'out'}",
            ],
            cwd=tmp_path, env={**environment, "PREFECT_API_URL": f"http://127.0.0.1:{port}/api"},
            capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert run.returncode == 0, run.stdout + run.stderr
        assert (tmp_path / "out" / "release" / "tasks.jsonl").is_file()
        children = psutil.Process(up.pid).children(recursive=True)
        assert len(children) >= 2
    finally:
        up.send_signal(signal.SIGINT)
        up.wait(60)
        said.close()

    assert up.returncode == 1
    assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
