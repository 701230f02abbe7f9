"""Closed book with models: three samples of each, one of which is enough, and no fault is a vote."""

from pathlib import Path
from typing import Any

import pytest

from assay.config import Settings
from filters.registry import built, gate_hash
from tests.filters.desk import desk, says
from tests.made import energy_archive, task

ARCHIVE = energy_archive()
TASK = task(ARCHIVE)
RIGHT, WRONG = "7,321.4 GWh", "5108.7 GWh"


def test_what_a_model_knows_is_dropped_and_the_rate_is_told(tmp_path: Path):
    # the second sample of three knows it
    rules = [{**says(WRONG), "times": 1}, {**says(RIGHT), "times": 1}, says(WRONG)]
    with desk(tmp_path, ARCHIVE, rules) as one:
        found = one.decide("closed_book", TASK)
        assert (found.verdict.decision, found.verdict.cause) == ("drop", "known")
        assert "closed_book/1:openai/scripted is right in 1 of 3" in found.verdict.reason
        assert one.server.calls == 3
        assert "7321.4" not in one.asked()
        assert "material" not in one.asked()
    models = [attempt for attempt in found.made if attempt.calls]
    assert len(models) == 3
    assert all(attempt.arm == "none" and attempt.cost > 0 and len(attempt.kept) == 1 for attempt in models)
    assert all(list(attempt.prompts) == ["closed"] for attempt in models)


def test_what_no_model_knows_is_kept_with_its_rate(tmp_path: Path):
    with desk(tmp_path, ARCHIVE, [says(WRONG)]) as one:
        found = one.decide("closed_book", TASK).verdict
    assert (found.decision, found.cause) == ("keep", "not_known")
    assert "right in 0 of 3" in found.reason


FAULTS: list[Any] = [
    {"kind": "status", "status": 429}, {"kind": "status", "status": 500}, {"kind": "status", "status": 400},
    "cut", "empty", "not_json", "error_in_reply", "unfinished", "refusal", "length",
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_fault_that_lasts_leaves_it_undecided_and_one_that_passes_changes_nothing(tmp_path: Path, fault: Any):
    with desk(tmp_path / "lasting", ARCHIVE, [{"when": {}, "fault": fault, "say": RIGHT}]) as one:
        found = one.decide("closed_book", TASK)
        assert found.verdict.decision == "undecided"
        assert {attempt.ending for attempt in found.made if attempt.probe.subject[0] == "c"} <= {"failed", "refused"}
    passing = {"when": {}, "fault": fault, "say": RIGHT, "times": 1}
    with desk(tmp_path / "passing", ARCHIVE, [passing, says(WRONG)]) as one:
        first = one.decide("closed_book", TASK).verdict
        calls = one.server.calls
        again = one.decide("closed_book", TASK).verdict
        assert {first.decision, again.decision} <= {"keep", "undecided"}
        # nothing whose reply is kept is asked for again, whether it was of any use or not
        assert one.server.calls - calls <= 1


def test_another_model_or_setting_makes_the_gate_another_and_nothing_else():
    def hashes(**changes: Any) -> dict[str, str]:
        body = {"models": {"closed_book": [{"model": "openai/old", **changes}]}}
        return {gate.name: gate_hash(gate) for gate in built(Settings.model_validate(body))}

    before = hashes()
    for changes in ({"model": "openai/new"}, {"settings": {"temperature": 0.5}}, {"api_base": "http://other"}):
        now = hashes(**changes)
        assert {name for name in now if now[name] != before[name]} == {"closed_book"}
    assert hashes(timeout=5.0, price="unknown", api_key_env="KEY") == before
