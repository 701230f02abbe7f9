"""One seed gives one release, byte for byte, whatever surrounds the build."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.source import ROOT
from tests.stages.archives import SAMPLE, task_bytes

pytestmark = pytest.mark.soak

COMMAND = [sys.executable, "-c", "from assay.cli import main; main()", "build"]


def build(out: Path, *options: str, before: tuple[str, ...] = (), cwd: Path = ROOT, **environment: str) -> bytes:
    done = subprocess.run(
        [*before, *COMMAND, str(SAMPLE), "--out", str(out), *options],
        cwd=cwd, env={**os.environ, "PYTHONPATH": str(ROOT), **environment}, capture_output=True, text=True,
        timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return task_bytes(out)


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return build(tmp_path_factory.mktemp("plain") / "out", "--direct")


def test_hash_seed_time_zone_language_and_folder_change_nothing(tasks: bytes, tmp_path: Path):
    here = build(
        tmp_path / "out", "--direct", cwd=tmp_path, PYTHONHASHSEED="77", TZ="Asia/Kathmandu", LANG="tr_TR", LC_ALL="C"
    )

    assert here == tasks


@pytest.mark.parametrize("workers", [1, 5])
def test_the_number_of_workers_changes_nothing(tasks: bytes, tmp_path: Path, workers: int):
    config = tmp_path / "c.yaml"
    config.write_text(f"extraction: {{workers: {workers}}}\n")

    assert build(tmp_path / "out", "--direct", "--config", str(config)) == tasks


def test_another_seed_gives_other_tasks(tasks: bytes, tmp_path: Path):
    assert build(tmp_path / "out", "--direct", "--seed", "2") != tasks


@pytest.mark.skipif(shutil.which("unshare") is None, reason="needs unshare")
@pytest.mark.parametrize(
    ("options", "first"),
    [((), "ip link set lo up && exec"), (("--direct",), "ip link set lo up && exec"), (("--direct",), "exec")],
)
def test_no_network_changes_nothing(tasks: bytes, tmp_path: Path, options: tuple[str, ...], first: str):
    words = ("unshare", "-rn", "sh", "-c", f'{first} "$@"', "sh")

    assert build(tmp_path / "out", *options, before=words) == tasks
