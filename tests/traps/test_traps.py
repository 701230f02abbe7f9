"""The trap archive: every planted candidate meets the gate and cause that it was planted for, every control stays."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from assay.config import load
from assay.stages.building import build
from assay.stages.run import Silent
from tests.source import ROOT
from tests.traps import make_archive, make_candidates
from tests.traps.outcome import outcome

HERE = Path(__file__).parent
EXPECTED = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))
CANDIDATES = [json.loads(line) for line in (HERE / "candidates.jsonl").read_text(encoding="utf-8").splitlines()]
CONTROLS = {line["id"] for line in CANDIDATES if line["id"].startswith("control-")}
FEWEST = 30


def test_there_are_thirty_traps_and_thirty_controls_of_every_track():
    planted = [line for line in CANDIDATES if line["id"] not in CONTROLS]
    assert min(len(planted), len(CONTROLS)) >= FEWEST
    tracks = {line["track"] for line in CANDIDATES if line["id"] in CONTROLS}
    assert tracks == {"numeric", "fidelity", "search", "domain"}
    assert all(EXPECTED[name] == ["released"] for name in CONTROLS)


def test_every_gate_has_traps_and_two_of_them_mend():
    fates = [fate for one in EXPECTED.values() for fate in one]
    gates = {fate.split()[0] for fate in fates if fate != "released"}
    assert gates == {
        "validator", "verification", "spec", "uniqueness", "duplicates", "quotas", "leakage", "closed_book", "ablation",
        "panel",
    }  # fmt: skip
    assert {fate.split()[0] for fate in fates if " revise " in fate} == {"spec", "uniqueness"}


@pytest.mark.slow  # it writes and reads thirty documents
def test_the_archive_and_its_candidates_are_those_that_the_code_writes(tmp_path: Path):
    make_archive.main(tmp_path)
    written = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    kept = HERE / "archive"
    assert written == {path.relative_to(kept): path.read_bytes() for path in kept.rglob("*") if path.is_file()}
    make_candidates.main(tmp_path)
    for name in ("candidates.jsonl", "expected.json"):
        assert (tmp_path / name).read_text("utf-8") == (HERE / name).read_text("utf-8"), name


@pytest.mark.slow  # a whole build: some 500 programs run
def test_each_trap_meets_its_gate_and_each_control_stays(tmp_path: Path):
    build(HERE / "archive", tmp_path, load(HERE / "config.yaml"), Silent())
    found = outcome(tmp_path)
    missed = {name: (found.get(name), fate) for name, fate in EXPECTED.items() if found.get(name) != fate}
    assert missed == {}
    assert found.keys() == EXPECTED.keys()
    script = [sys.executable, str(HERE / "outcome.py"), str(tmp_path)]
    printed = subprocess.run(script, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert printed == (HERE / "expected.json").read_text(encoding="utf-8")
