"""Deployments on a real server with a real worker: schedules fire, the archive changes, the next release follows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from assay.store.releases import releases
from assay.store.snapshot import Snapshot
from tests.soak.served import served
from tests.source import ROOT
from tests.stages.archives import tiniest

pytestmark = pytest.mark.soak


def deployments(folder: Path, archive: Path, fires: str = "") -> None:
    """Write prefect.yaml as it is bundled, over an archive, with one deployment due every 20 seconds and no other."""
    body: dict[str, Any] = yaml.safe_load((ROOT / "prefect.yaml").read_text())
    for one in body["deployments"]:
        one["parameters"] |= {"out": str(folder / "out")}
        if "archive" in one["parameters"]:
            one["parameters"]["archive"] = str(archive)
        one["schedules"] = [{"interval": 20, "active": one["entrypoint"] == fires}]
    (folder / "prefect.yaml").write_text(yaml.safe_dump(body))


def released(out: Path) -> list[int]:
    if not (out / "snapshot.duckdb").is_file():
        return []
    with Snapshot.open(out) as snapshot:
        return list(releases(snapshot))


def test_schedules_fire_and_a_changed_archive_gives_a_second_release(tmp_path: Path):
    archive, out = tiniest(tmp_path / "archive"), tmp_path / "out"
    deployments(tmp_path, archive, "flows.dataset.build")
    with served(tmp_path) as run:
        run.until(lambda: released(out) == [1] and run.completed("build") > 0)
        deployments(tmp_path, archive, "flows.dataset.refresh")
        run.prefect("--no-prompt", "deploy", "--all")
        memo = archive / "memo.md"
        memo.write_bytes(memo.read_bytes().replace(b"losses-2023", b"losses-2024"))
        run.until(lambda: released(out)[-1:] == [2] and run.completed("refresh") > 0)
        # what is due every 20 seconds would keep the one place of the pool
        deployments(tmp_path, archive)
        run.prefect("--no-prompt", "deploy", "--all")
        run.prefect("deployment", "run", "audit/weekly", "--watch", "-p", "days=0")
        assert run.completed("audit") == 1
    first, second = (out / "releases" / str(number) for number in (1, 2))
    assert "losses-2023" in (first / "tasks.jsonl").read_text()
    assert "losses-2024" in (second / "tasks.jsonl").read_text()
    assert "losses-2023 became" in (second / "CHANGES.md").read_text()
