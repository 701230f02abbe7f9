"""The deployments that `assay up` makes are flows that exist, with schedules that Prefect takes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import yaml

from tests.source import ROOT

LOOK = """
import importlib, json, sys
from pathlib import Path
from flows.environment import prepare
prepare(Path(sys.argv[1]), quiet=True)
from prefect import Flow
from prefect.client.schemas.schedules import CronSchedule
found = {}
for entry, parameters, schedules in json.loads(sys.argv[2]):
    module, _, name = entry.rpartition(".")
    flow = getattr(importlib.import_module(module), name)
    assert isinstance(flow, Flow), entry
    flow.validate_parameters(parameters)
    found[entry] = [CronSchedule(**one).cron for one in schedules]
print(json.dumps(found))
"""


@pytest.mark.slow
def test_each_deployment_is_a_flow_with_parameters_that_fit_and_a_schedule(tmp_path):
    deployments = yaml.safe_load((ROOT / "prefect.yaml").read_text())["deployments"]
    told = [[one["entrypoint"], one["parameters"], one["schedules"]] for one in deployments]
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(tmp_path / "home"), json.dumps(told)],
        cwd=ROOT, capture_output=True, text=True, timeout=120,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "flows.dataset.build": ["0 2 * * *"],
        "flows.dataset.refresh": ["0 4 * * *"],
        "flows.auditing.audit": ["0 6 * * 1"],
    }
    assert [one["name"] for one in deployments] == ["nightly", "nightly", "weekly"]
    assert all(one["work_pool"]["name"] == "assay" for one in deployments)
