"""The panel with models: dropped when all are right, stopped at the first that is wrong where the config says so."""

from pathlib import Path

from tests.evaluation.scripted import submits
from tests.filters.desk import desk, says
from tests.made import energy_archive, task

ARCHIVE = energy_archive()
TASK = task(ARCHIVE)
RIGHT, WRONG = says("7321.4 GWh"), says("1 GWh")
CHAT = {"panel": {"harness": "chat"}}


def test_what_all_models_solve_is_dropped(tmp_path: Path):
    with desk(tmp_path, ARCHIVE, [RIGHT], panel=3, filters=CHAT) as one:
        found = one.decide("panel", TASK)
    assert (found.verdict.decision, found.verdict.cause, len(found.made)) == ("drop", "all_right", 3)


def test_who_solves_it_is_kept_and_nobody_is_a_cause_of_its_own(tmp_path: Path):
    rules = [says("1 GWh", model="seat-2"), RIGHT]
    with desk(tmp_path, ARCHIVE, rules, panel=3, filters=CHAT) as one:
        assert one.decide("panel", TASK).verdict.cause == "solved_by_2"
    with desk(tmp_path / "none", ARCHIVE, [WRONG], panel=3, filters=CHAT) as one:
        assert one.decide("panel", TASK).verdict.cause == "nobody"


def test_an_early_stop_asks_nobody_after_the_first_that_is_wrong(tmp_path: Path):
    stopped = {"panel": {"harness": "chat", "early_stop": True}}
    rules = [says("1 GWh", model="seat-2"), RIGHT]
    with desk(tmp_path, ARCHIVE, rules, panel=3, filters=stopped) as one:
        found = one.decide("panel", TASK).verdict
        assert (found.decision, found.cause, one.server.calls) == ("keep", "not_all", 2)
    with desk(tmp_path / "all", ARCHIVE, [RIGHT], panel=3, filters=stopped) as one:
        assert one.decide("panel", TASK).verdict.cause == "all_right"


def test_a_model_that_fails_is_no_vote(tmp_path: Path):
    rules = [{"when": {"model": "seat-3"}, "fault": {"kind": "status", "status": 500}}, RIGHT]
    with desk(tmp_path, ARCHIVE, rules, panel=3, filters=CHAT) as one:
        assert one.decide("panel", TASK).verdict.decision == "undecided"


def test_a_panel_with_bash_looks_for_itself(tmp_path: Path):
    calls = [{"name": "bash", "arguments": {"command": submits("7321.4 GWh")}}]
    with desk(tmp_path, ARCHIVE, [{"when": {"tool": "bash"}, "calls": calls}], panel=2) as one:
        found = one.decide("panel", TASK)
    assert (found.verdict.decision, found.verdict.cause) == ("drop", "all_right")
    assert {(attempt.arm, attempt.ending, attempt.probe.mode) for attempt in found.made} == {("agent", "done", "agent")}
    assert all(list(attempt.prompts) == ["bash"] and attempt.trace for attempt in found.made)
