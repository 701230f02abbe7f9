"""Gates over a whole OUT: one of one's own, one left out, one asked again, and two runs beside each other."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import filters
from assay.config import Filters, Settings
from assay.model.errors import ConfigError, UsageError
from assay.model.gate import GATES, Gate
from assay.stages.audit import audit_body, gate_body
from assay.stages.comparing import comparison
from assay.stages.notes import keep_synthesis_notes
from assay.stages.verifying import ask_again, run_gates
from assay.store.gates import verdicts
from assay.store.snapshot import Snapshot
from assay.store.store import Store
from filters import registry
from tests.source import ROOT
from tests.stages.archives import built, tiny, tiny_build

BUILT = GATES[:9]
Verdicts = dict[tuple[str, str, int], tuple[str, str]]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_build(tmp_path_factory).out.parent


@pytest.fixture
def copy(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Path:
    return tiny_build(tmp_path_factory).copied(tmp_path).out.parent


def ruled(out: Path) -> Verdicts:
    with Snapshot.open(out) as snapshot:
        found = [one.verdict for one in verdicts(snapshot)]
    return {(one.gate, one.task, one.revision): (one.decision, one.cause) for one in found}


@pytest.fixture
def patience(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """The gate of the guide, to the letter: its file among the gates, its line in the text of the registry."""
    guide = (ROOT / "docs" / "guides" / "custom-gate.md").read_text()
    code, place = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    before, line = place.splitlines()[-3:-1]
    text = (ROOT / "filters" / "registry.py").read_text()
    assert text.count(f"{before}\n)") == 1
    (tmp_path / "patience.py").write_text(code)
    monkeypatch.setattr(filters, "__path__", [*filters.__path__, str(tmp_path)])
    changed = ModuleType("changed")
    exec(text.replace(f"{before}\n)", f"{before}\n{line}\n)"), changed.__dict__)
    monkeypatch.setattr(registry, "BUILT", changed.BUILT)
    yield changed.BUILT[-1]
    del sys.modules["filters.patience"]


def test_a_gate_of_ones_own_is_one_file_and_one_line(copy: Path, patience: Gate):
    before = ruled(copy / "out")
    counts = run_gates(copy / "out", None)

    assert {name: counts[name] for name in BUILT} == dict.fromkeys(BUILT, 0)
    mine = gate_body(copy / "out", patience.name)
    assert len(mine) == counts[patience.name] > 0
    assert {str(one["cause"]) for one in mine} <= {"too_long", "patient"}
    after = ruled(copy / "out")
    assert {key: after[key] for key in before} == before
    rows = audit_body(copy / "out")["funnel"]
    assert [row["gate"] for row in rows] == [*BUILT, "patience"]  # pyright: ignore


def test_a_gate_asked_by_hand_leaves_the_report_as_the_build_wrote_it(copy: Path):
    page = copy / "out" / "report.html"
    before = page.read_text()
    assert "<h1>archive</h1>" in before
    assert run_gates(copy / "out", "spec") == {"spec": 0}
    assert page.read_text() == before
    with Store.open(copy / "out", create=False) as store:
        keep_synthesis_notes(store, ["energy: the table <3> was not used"])
    run_gates(copy / "out", "spec")
    assert "the table &lt;3&gt; was not used" in page.read_text()


MORE = [pytest.param(name, marks=pytest.mark.slow) for name in ("uniqueness", "leakage", "closed_book")]


@pytest.mark.parametrize("gone", ["spec", "ablation", *MORE])
def test_without_one_gate_the_others_say_of_each_task_what_they_said(copy: Path, gone: str):
    before = ruled(copy / "out")
    left = tuple(name for name in BUILT if name != gone)
    again = built(copy / "archive", copy / "out", Settings(filters=Filters(gates=left)))

    after = ruled(copy / "out")
    of_sets = ("duplicates", "quotas")
    assert {key: after[key] for key in before if key[0] not in of_sets} == {
        key: value for key, value in before.items() if key[0] not in of_sets
    }
    earlier = left[: BUILT.index(gone)]
    assert [again.computed.get(name, 0) for name in earlier] == [0] * len(earlier)
    compared = comparison(copy / "out", str(copy / "out"))
    assert compared["changed"] == []


def test_a_gate_asked_again_shows_old_beside_new_also_where_it_judges_sets(copy: Path):
    for gate in ("panel", "quotas", "ablation"):
        asked = ask_again(copy / "out", gate, None)
        assert asked
        assert all(one.old is not None and one.old.decision == one.new.decision for one in asked), gate
    name = ask_again(copy / "out", "duplicates", None)[0].new.task
    (one,) = ask_again(copy / "out", "duplicates", name)
    assert one.new.task == name


def test_two_runs_are_laid_beside_each_other(first: Path, copy: Path):
    kept = tuple(name for name in BUILT if name != "panel")
    built(copy / "archive", copy / "out", Settings(filters=Filters(gates=kept)))
    same = comparison(first / "out", str(first / "out"))
    other = comparison(copy / "out", str(first / "out"))

    assert same["changed"] == []
    dropped = [one for one in gate_body(first / "out", "panel") if one["decision"] == "drop"]
    named = {str(one["task"]) for one in dropped}
    changed = {str(one["task"]): one for one in other["changed"]}  # pyright: ignore
    assert named
    assert named <= set(changed)
    # some have no room without the panel either
    back = {name for name in named if changed[name]["now"]["decision"] == "kept"}  # pyright: ignore
    assert back
    whys = {str(changed[name]["why"]) for name in back}  # pyright: ignore
    assert all(why.startswith("only before the gate panel says ") for why in whys)


def test_a_release_beside_the_newest_and_one_that_is_not_there(first: Path):
    found = comparison(first / "out", "1")
    assert (found["before"], found["now"], found["changed"]) == ("release 1", "release 1", [])
    with pytest.raises(UsageError, match="has no release 7; it has 1"):
        comparison(first / "out", "7")


def test_a_gate_that_is_none_ends_a_build_before_it_begins(tmp_path: Path):
    settings = Settings(filters=Filters(gates=("spec", "tast")))
    with pytest.raises(ConfigError, match="there is no gate 'tast'"):
        built(tiny(tmp_path / "archive"), tmp_path / "out", settings)
    assert not (tmp_path / "out").exists()


def test_the_audit_counts_which_kinds_of_artifacts_tasks_cite(first: Path):
    covered = audit_body(first / "out")["covered"]
    assert covered["text.table"]["candidates"] >= covered["text.table"]["survivors"] >= 0  # pyright: ignore
    assert covered["text.table"]["candidates"] > 0  # pyright: ignore
    assert covered["text.text"]["artifacts"] > 0  # pyright: ignore
