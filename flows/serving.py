"""`assay up`: one local Prefect server with its page, the deployments of prefect.yaml, and a worker for them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

from assay.model.errors import AssayError, UsageError
from flows.environment import prepare
from flows.tethered import tethered

POOL = "assay"
_HOME = Path("data/workspace/.prefect")
_PATIENCE = 180.0
_PAUSE = 0.5


def serve(port: int, say: Callable[[str], None]) -> None:
    """Keep server and worker until the user ends them; both end together."""
    if not Path("prefect.yaml").is_file():
        raise UsageError("there is no prefect.yaml here; run `assay up` in the folder of your clone.")
    address = f"http://127.0.0.1:{port}"
    prepare(_HOME, quiet=False)
    # the page asks this address, whatever port it is served on
    os.environ["PREFECT_SERVER_UI_API_URL"] = f"{address}/api"
    os.environ["PREFECT_API_URL"] = f"{address}/api"
    children = [_prefect("server", "start", "--host", "127.0.0.1", "--port", str(port))]
    try:
        _await_server(address, children[0])
        _deploy()
        children.append(_prefect("worker", "start", "--pool", POOL, "--type", "process"))
        say(f"page: {address} · deployments of prefect.yaml are scheduled · Ctrl-C ends server and worker")
        _await_end(children)
    finally:
        _end(children)


def _prefect(*words: str) -> subprocess.Popen[bytes]:
    command, environment = tethered([sys.executable, "-m", "prefect", *words])
    return subprocess.Popen(command, env=environment, start_new_session=True)


def _deploy() -> None:
    pool = ("work-pool", "create", POOL, "--type", "process", "--overwrite")
    # a run takes every core, and an OUT has one writer
    limit = ("work-pool", "set-concurrency-limit", POOL, "1")
    for words in (pool, limit, ("--no-prompt", "deploy", "--all")):
        done = subprocess.run([sys.executable, "-m", "prefect", *words], capture_output=True, text=True, check=False)
        if done.returncode:
            raise AssayError(f"`prefect {' '.join(words)}` failed: {(done.stderr or done.stdout).strip()[-800:]}")


def _await_server(address: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise AssayError(f"the server at {address} ended at once; is the port taken? Choose another with --port.")
        try:
            with urllib.request.urlopen(f"{address}/api/health", timeout=5) as answer:
                if json.load(answer) is True:
                    return
        except (urllib.error.URLError, OSError, ValueError):
            time.sleep(_PAUSE)
    raise AssayError(f"the server at {address} did not answer within {_PATIENCE:g} seconds.")


def _await_end(children: Sequence[subprocess.Popen[bytes]]) -> None:
    while all(child.poll() is None for child in children):
        time.sleep(_PAUSE)
    raise AssayError("the Prefect server or the worker ended by itself; its last lines above say why.")


def _end(children: Sequence[subprocess.Popen[bytes]]) -> None:
    for child in reversed(children):
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGTERM)
    for child in children:
        try:
            child.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
