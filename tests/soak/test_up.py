"""`assay up` keeps a server and a worker that run a deployment, and ends both when it is interrupted."""

from __future__ import annotations

import shutil
from pathlib import Path

import psutil
import pytest

from tests.soak.served import served
from tests.source import ROOT
from tests.stages.archives import tiniest

pytestmark = pytest.mark.soak


def test_a_deployment_runs_to_its_end_and_nothing_outlives_an_interrupt(tmp_path: Path):
    shutil.copy(ROOT / "prefect.yaml", tmp_path)
    archive, out = tiniest(tmp_path / "archive"), tmp_path / "out"
    with served(tmp_path) as run:
        run.until(lambda: "Ctrl-C ends" in run.said.read_text())
        named = ("-p", f"archive={archive}", "-p", f"out={out}")
        run.prefect("deployment", "run", "build/nightly", "--watch", *named)
        assert (out / "release" / "tasks.jsonl").is_file()
        children = psutil.Process(run.up.pid).children(recursive=True)
        assert len(children) >= 2

    assert run.up.returncode == 1
    assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
