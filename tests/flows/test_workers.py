"""Flows on Dask's and Ray's workers: two processes compute, one of them dies amid a stage, the release is the same."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest
import yaml

from assay.cli import run
from assay.config import load
from assay.stages.building import build
from assay.stages.run import Silent
from tests.source import ROOT
from tests.stages.archives import SAMPLE, aged, task_bytes, write

KINDS = [
    pytest.param(
        kind,
        marks=pytest.mark.skipif(
            find_spec(f"prefect_{kind}") is None,
            reason=f"prefect-{kind} is not installed: uv pip install -e '.[{kind}]'",
        ),
    )
    for kind in ("dask", "ray")
]
FILES = ("energy/losses-memo.md", "energy/consumption-register.csv", "health/admissions-register.csv")
GATES = ["verification", "uniqueness", "closed_book", "panel"]

# A build that notes which processes have a stage's snapshot open, and kills one of them amid the verification.
WATCHED = """
import json, os, signal, sys
from pathlib import Path
import psutil
from assay.stages.run import Silent
from flows.starting import build_with_prefect

OUT = Path(sys.argv[2]).absolute()

class Watching(Silent):
    pids, killed = set(), None

    def advance(self, stage, count):
        now = {child.pid for child in psutil.Process().children(recursive=True) if self.computes(child)}
        self.pids |= now
        if stage == "verification" and self.killed is None and now:
            self.killed = min(now)
            os.kill(self.killed, signal.SIGKILL)

    def computes(self, child):
        try:
            return any(one.path.startswith(f"{OUT}/.partial/") for one in child.open_files())
        except psutil.Error:
            return False

watching = Watching()
summary = build_with_prefect(Path(sys.argv[1]), OUT, Path(sys.argv[3]), None, False, watching)
left = [child.pid for child in psutil.Process().children(recursive=True)]
told = {"own": os.getpid(), "pids": sorted(watching.pids), "killed": watching.killed, "left": left}
print(json.dumps({**told, "computed": summary.computed}))
"""


def settings_in(folder: Path, **runner: object) -> Path:
    file = folder / "config.yaml"
    file.write_text(yaml.safe_dump({"filters": {"gates": GATES}, "runner": runner}), encoding="utf-8")
    return file


def manifest(out: Path) -> bytes:
    """Return the bytes that say what a release's collection holds."""
    return (out / "releases" / "1" / "manifest.json").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_two_workers_of_which_one_dies_give_the_release_of_a_build_without_prefect(tmp_path: Path, kind: str):
    archive = aged(write(tmp_path / "archive", {name: (SAMPLE / name).read_bytes() for name in FILES}))
    config, out = settings_in(tmp_path, kind=kind, workers=2), tmp_path / "elsewhere"
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(archive), str(out), str(config)],
        cwd=ROOT, capture_output=True, text=True, timeout=400,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])

    here = build(archive, tmp_path / "here", load(config), Silent())
    assert len(set(told["pids"]) - {told["own"]}) >= 2
    assert told["killed"] in told["pids"]
    assert not any(psutil.pid_exists(pid) for pid in [*told["pids"], *told["left"]])
    assert told["computed"] == here.computed
    assert task_bytes(out) == task_bytes(tmp_path / "here")
    assert manifest(out) == manifest(tmp_path / "here")


@pytest.mark.parametrize("kind", ["dask", "ray"])
def test_a_missing_extra_is_told_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kind: str
):
    monkeypatch.setitem(sys.modules, f"prefect_{kind}", None)
    archive, config = write(tmp_path / "archive", {"a.md": "# One\n"}), settings_in(tmp_path, kind=kind)
    status = run(["build", str(archive), "--out", str(tmp_path / "out"), "--config", str(config)])

    assert status == 2
    assert (
        f"runner.kind: {kind} needs more than is installed: `uv pip install -e '.[{kind}]'`" in capsys.readouterr().err
    )
    assert not (tmp_path / "out" / "assay.duckdb").exists()
