"""A build that is killed at any moment is finished by the next one, with the same tasks and nothing left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.source import ROOT
from tests.stages.archives import SAMPLE, task_bytes

pytestmark = pytest.mark.soak

# One domain of the sample: every stage has work, and two dozen builds of it end within minutes.
ARCHIVE = SAMPLE / "energy"
STAGES = ("convert", "score", "synthesize", "verification", "spec")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, int]]:
    out = tmp_path_factory.mktemp("undisturbed") / "out"
    return out, finish(out, tmp_path_factory.mktemp("temporary"))


def start(out: Path, temporary: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-u", "-c", "from assay.cli import main; main()", "build", str(ARCHIVE)]
    return subprocess.Popen(
        [*command, "--out", str(out), "--json", *(options or ("--direct",))],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(out: Path, temporary: Path, *options: str) -> dict[str, int]:
    running = start(out, temporary, *options)
    printed, said = running.communicate(timeout=900)
    assert running.returncode == 0, said
    return json.loads(printed)["computed"]


def kill_after(running: subprocess.Popen[str], stage: str, seconds: float) -> None:
    """Kill the build some time after the line that says that a stage is done."""
    assert running.stderr is not None
    for line in running.stderr:
        if line.startswith(f"{stage}:"):
            break
    time.sleep(seconds)
    running.send_signal(signal.SIGKILL)
    running.communicate()


@pytest.mark.parametrize(
    ("stage", "seconds"),
    [
        ("ingest", 0.0), ("ingest", 1.0), ("convert", 0.2), ("score", 0.1), ("score", 1.5), ("synthesize", 0.3),
        ("synthesize", 3.0), ("synthesize", 8.0), ("verification", 0.2), ("spec", 0.0), ("spec", 0.1),
    ],
)  # fmt: skip
def test_the_next_build_goes_on_and_gives_the_same(
    undisturbed: tuple[Path, dict[str, int]], tmp_path: Path, stage: str, seconds: float
):
    whole, computed = undisturbed
    out, temporary = tmp_path / "out", tmp_path / "tmp"
    temporary.mkdir()
    kill_after(start(out, temporary), stage, seconds)
    again = finish(out, temporary)

    assert task_bytes(out) == task_bytes(whole)
    assert os.readlink(out / "release") == "releases/1"
    done = ("ingest", *STAGES)[: ("ingest", *STAGES).index(stage) + 1]
    assert all(again.get(name, 0) == 0 for name in done if name != "ingest"), again
    assert all(again.get(name, 0) <= computed[name] for name in STAGES)
    assert not (out / ".partial").exists()
    assert list(temporary.iterdir()) == []
    assert not list((out / "traces").glob(".*"))


def test_a_killed_flow_is_finished_by_the_next(undisturbed: tuple[Path, dict[str, int]], tmp_path: Path):
    out, temporary = tmp_path / "out", tmp_path / "tmp"
    temporary.mkdir()
    kill_after(start(out, temporary, "--seed", "1"), "score", 1.0)
    assert _ends(out), "the server of a killed build still runs"
    again = finish(out, temporary, "--seed", "1")

    assert again.get("convert", 0) == 0
    assert task_bytes(out) == task_bytes(undisturbed[0])


def _ends(out: Path) -> bool:
    """Say whether no process holds OUT's Prefect database open any more, given some seconds to end."""
    for _ in range(60):
        if not _holders(out / ".prefect" / "prefect.db"):
            return True
        time.sleep(0.5)
    return False


def _holders(database: Path) -> list[int]:
    found: list[int] = []
    for process in psutil.process_iter():
        try:
            found += [process.pid for file in process.open_files() if file.path == str(database)]
        except psutil.Error:
            continue
    return found
