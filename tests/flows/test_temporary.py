"""The Prefect server of a build ends with it, and one that does not start is said in a sentence."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from tests.source import ROOT
from tests.stages.archives import built, task_bytes, tiniest, tiniest_build

pytestmark = pytest.mark.slow

# A build whose server is killed when a stage begins.
LOSING = """
import sys
from pathlib import Path
import psutil
from assay.model.errors import AssayError
from assay.stages.run import Silent
from flows.starting import build_with_prefect
class Losing(Silent):
    def start(self, stage, unit, total):
        if stage == "score":
            for child in psutil.Process().children():
                if "flows.temporary" in child.cmdline():
                    child.kill()
try:
    build_with_prefect(Path(sys.argv[1]), Path(sys.argv[2]), None, None, False, Losing())
except AssayError as error:
    print(error)
"""
SERVING = """
import os, sys, time
from pathlib import Path
from flows.environment import prepare
from flows.temporary import temporary_server
home = Path(sys.argv[1])
prepare(home, quiet=True)
with temporary_server(home) as address:
    print(address, flush=True)
    time.sleep(float(sys.argv[2]))
"""


def served(home: Path, seconds: float) -> tuple[subprocess.Popen[str], str, list[psutil.Process]]:
    command = [sys.executable, "-c", SERVING, str(home), str(seconds)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
    running = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    address = running.stdout.readline().strip()
    return running, address, psutil.Process(running.pid).children(recursive=True)


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
def test_the_server_ends_with_its_build_however_that_ends(tmp_path: Path, ending: signal.Signals):
    running, address, servers = served(tmp_path / "home", 600)
    with urllib.request.urlopen(f"{address}/health", timeout=30) as answer:
        assert answer.read() == b"true"

    running.send_signal(ending)
    try:
        running.communicate(timeout=60)
    finally:
        running.kill()

    assert len(servers) == 1
    gone, alive = psutil.wait_procs(servers, timeout=60)
    assert (len(gone), alive) == (1, [])


def test_the_first_server_keeps_its_empty_database_and_the_next_starts_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = list[bytes]()
    for name in ("first", "second"):
        running, address, _ = served(tmp_path / name, 0)
        running.communicate(timeout=60)
        assert running.returncode == 0
        assert address.startswith("http://127.0.0.1:")
        (kept,) = (tmp_path / "cache" / "assay").iterdir()
        made.append(kept.read_bytes())
        with closing(sqlite3.connect(tmp_path / name / "prefect.db")) as database:
            ((runs,),) = database.execute("select count(*) from flow_run")
            ((versions,),) = database.execute("select count(*) from alembic_version")
        assert (runs, versions) == (0, 1)
    assert made[0] == made[1]


def test_a_server_that_does_not_start_is_said_with_its_last_line(tmp_path: Path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "prefect.db").write_bytes(b"no database" * 200)
    command = [sys.executable, "-c", SERVING, str(home), "0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=170, check=False)

    assert done.returncode == 1
    assert "AssayError: Prefect's temporary server did not start" in done.stderr
    assert f"all of it: {home / 'server.log'}" in done.stderr


def test_a_build_whose_server_is_lost_ends_with_one_sentence_and_loses_nothing(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
):
    archive, out = tiniest(tmp_path / "archive"), tmp_path / "out"
    command = [sys.executable, "-c", LOSING, str(archive), str(out)]
    # each of the calls at its end would be tried for 14 seconds
    environment = {**os.environ, "PREFECT_CLIENT_MAX_RETRIES": "0"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=280)

    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1
    assert done.stdout.startswith("Prefect's server does not answer (")
    assert "what was finished is kept. Run again, or with --direct" in done.stdout
    again = built(archive, out)
    assert (again.release, again.computed.get("convert"), again.computed.get("verification")) == (1, None, None)
    assert task_bytes(out) == task_bytes(tiniest_build(tmp_path_factory).out)
