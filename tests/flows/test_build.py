"""The flow `build` is a graph of stages in Prefect's own records, and its release is that of a build without it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.source import ROOT
from tests.stages.archives import task_bytes, tiniest, tiniest_build

pytestmark = pytest.mark.slow

LOOK = """
import json, sys
from pathlib import Path
from assay.stages.run import Silent
from flows.starting import build_with_prefect
summary = build_with_prefect(Path(sys.argv[1]), Path(sys.argv[2]), None, None, False, Silent())
from prefect.client.orchestration import get_client
from prefect.settings import PREFECT_API_URL, temporary_settings
from flows.temporary import temporary_server
with (
    temporary_server(Path(sys.argv[2], ".prefect")) as address,
    temporary_settings({PREFECT_API_URL: address}),
    get_client(sync_client=True) as client,
):
    (flow_run,) = client.read_flow_runs()
    runs = [
        {"id": str(run.id), "name": run.name, "state": run.state_name,
         "before": [str(one.id) for ones in run.task_inputs.values() for one in ones if hasattr(one, "id")]}
        for run in client.read_task_runs()
    ]
print(json.dumps({"summary": summary.body, "flow": flow_run.name, "state": flow_run.state_name, "runs": runs}))
"""


@pytest.fixture(scope="module")
def looked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict, str]:
    folder = tmp_path_factory.mktemp("flow")
    command = [sys.executable, "-c", LOOK, str(tiniest(folder / "archive")), str(folder / "out")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    return folder, json.loads(done.stdout.splitlines()[-1]), done.stderr


def test_every_stage_is_a_task_run_that_waits_for_the_one_before(looked: tuple[Path, dict, str]):
    _, body, _ = looked
    runs = {run["id"]: run for run in body["runs"]}
    stages = {run["name"]: run for run in body["runs"] if ":" not in run["name"]}

    assert body["state"] == "Completed"
    assert set(stages) == {
        "ingest", "convert", "score", "synthesize", "verification", "spec", "uniqueness", "duplicates", "quotas",
        "leakage", "closed_book", "ablation", "panel", "quotas_again", "release", "report",
    }  # fmt: skip
    assert {run["state"] for run in body["runs"]} == {"Completed"}
    names = list(stages)
    for run in body["runs"]:
        before = {runs[one]["name"] for one in run["before"]}
        if run["name"].startswith("convert:"):
            assert before == {"ingest"}
        if run["name"] == "convert":
            assert before == {"convert: files-0"}
        if run["name"].startswith("verification:"):
            assert before == {"synthesize"}
        if run["name"].startswith("ingest:"):
            assert before == set()
    assert len(names) == len(set(names))


def test_the_release_is_that_of_a_build_without_prefect(
    looked: tuple[Path, dict, str], tmp_path_factory: pytest.TempPathFactory
):
    folder, body, _ = looked

    assert body["summary"]["release"] == 1
    assert task_bytes(folder / "out") == task_bytes(tiniest_build(tmp_path_factory).out)


def test_prefect_says_nothing_in_the_terminal(looked: tuple[Path, dict, str]):
    assert looked[2] == ""
