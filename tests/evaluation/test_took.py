"""An attempt tells the calls and the cost that the ledger holds for it: tries that failed and repair rounds too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from assay.gateway.amounts import NOTHING, Amount
from assay.gateway.journal import read_journal
from assay.gateway.live import LEDGER
from assay.model.probe import Attempt
from tests.filters.desk import desk, says
from tests.filters.test_quality import grades
from tests.made import energy_archive, task

WRONG: dict[str, Any] = {"when": {}, "json": {"clarity": "none"}}
DOWN: dict[str, Any] = {"when": {}, "fault": {"kind": "status", "status": 500}}


def made(
    folder: Path, gate: str, rules: Sequence[Mapping[str, Any]], **more: Any
) -> tuple[Sequence[Attempt], Amount, int]:
    """Return the attempts of a gate at a task, what the ledger counts, and how many requests there were."""
    archive = energy_archive()
    with desk(folder, archive, rules, **more) as here:
        found = here.decide(gate, task(archive)).made
        entries = read_journal(folder / "out" / "calls" / LEDGER)
        return found, sum((entry.counted for entry in entries), NOTHING), here.server.calls


@pytest.mark.parametrize(
    ("rules", "calls", "ending"),
    [
        # the desk's provider is tried once more
        ([DOWN], 2, "failed"),
        ([{"when": {}, "fault": "cut"}], 2, "failed"),
        ([{"when": {}, "fault": "refusal"}], 1, "refused"),
        ([{"when": {}, "fault": {"kind": "status", "status": 401}}], 1, "refused"),
        ([{**WRONG, "times": 1}, grades()], 2, "done"),
        ([WRONG], 2, "failed"),
        ([{**WRONG, "times": 1}, DOWN], 3, "failed"),
        ([{**DOWN, "times": 1}, grades()], 2, "done"),
        ([grades()], 1, "done"),
    ],
)  # fmt: skip
def test_a_grade_counts_every_call_that_was_made_for_it(
    tmp_path: Path, rules: Sequence[Mapping[str, Any]], calls: int, ending: str
):
    (attempt,), ledger, requests = made(tmp_path, "quality", rules)
    assert (attempt.ending, attempt.calls, requests, ledger.calls) == (ending, calls, calls, calls)
    assert attempt.cost == pytest.approx(ledger.dollars)


def test_what_was_paid_for_without_a_reply_is_a_cost(tmp_path: Path):
    (attempt,), _, _ = made(tmp_path, "quality", [{"when": {}, "fault": "cut"}])
    assert attempt.cost > 0


@pytest.mark.parametrize("rule", [DOWN, {"when": {}, "fault": "refusal"}, says("12")])
def test_samples_and_episodes_count_theirs_as_well(tmp_path: Path, rule: Mapping[str, Any]):
    for gate in ("closed_book", "panel"):
        found, ledger, requests = made(tmp_path / gate, gate, [rule], filters={"panel": {"harness": "bash"}})
        models = [one for one in found if ":" in one.probe.subject]
        assert sum(one.calls for one in models) == ledger.calls == requests > 0
        assert sum(one.cost for one in models) == pytest.approx(ledger.dollars)


def test_an_unknown_price_adds_no_dollars(tmp_path: Path):
    (attempt,), _, _ = made(tmp_path, "quality", [{**WRONG, "times": 1}, grades()], model={"price": "unknown"})
    assert (attempt.calls, attempt.cost) == (2, 0.0)
