"""The whole funnel over the bundled archive with models in every seat, behind real HTTP: what each gate makes of it,
that nothing is asked twice, and that five kills at random moments pay nothing twice and change nothing."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from assay.gateway.journal import read_journal
from assay.store.gates import verdicts
from assay.store.snapshot import Snapshot
from assay.store.tasks import tasks
from tests.soak.funnel import Funnel, config
from tests.soak.ideas import IDEAS
from tests.soak.solvers import Book, known_of
from tests.source import ROOT
from tests.stages.archives import SAMPLE, task_bytes

pytestmark = pytest.mark.soak

_KILLS, _SEED = 5, 11
GATES = (
    "verification", "spec", "uniqueness", "duplicates", "quotas", "leakage", "closed_book", "ablation", "panel",
    "review", "quality",
)  # fmt: skip
ASKING = ("closed_book", "ablation", "panel", "review", "quality")
REVISING = ("spec", "uniqueness", "review")


def assay(*words: str | Path, temporary: Path | None = None) -> subprocess.Popen[str]:
    """Start a command in a process group of its own."""
    if temporary is not None:
        temporary.mkdir(exist_ok=True)
    place = {"TMPDIR": str(temporary)} if temporary else {}
    command = [sys.executable, "-c", "from assay.cli import main; main()", *map(str, words)]
    return subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **place}, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def finished(running: subprocess.Popen[str]) -> Any:
    printed, said = running.communicate(timeout=3600)
    assert running.returncode == 0, said
    return json.loads(printed)


def building(out: Path, rules: Path, temporary: Path) -> subprocess.Popen[str]:
    return assay(
        "build", SAMPLE, "--out", out, "--config", rules, "--direct", "--json", temporary=temporary
    )  # fmt: skip


@dataclass(frozen=True)
class Whole:
    """A build that nobody interrupts: the server of all of them, the config, its OUT and what it asked."""

    server: Funnel
    rules: Path
    out: Path
    asked: Counter[str]

    @property
    def calls(self) -> int:
        """How many requests it took."""
        return self.asked.total()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    """Build the sample once, after its rules author's questions were learnt from a build without models."""
    folder, book = tmp_path_factory.mktemp("funnel"), Book()
    finished(building(folder / "questions", config(folder), folder / "tmp"))
    with Snapshot.open(folder / "questions") as snapshot:
        book.learn(*known_of(tasks(snapshot)))
    with Funnel(book) as server:
        rules = config(folder, server)
        finished(building(folder / "out", rules, folder / "tmp"))
        assert list((folder / "tmp").iterdir()) == []
        yield Whole(server, rules, folder / "out", Counter(server.asked))


def funnel(out: Path) -> Sequence[dict[str, Any]]:
    return finished(assay("audit", out, "--json"))["funnel"]


def fates(out: Path) -> dict[str, list[str]]:
    """Return what became of each question of the agent author: each decision that is no keep, and `released`."""
    told = [json.loads(line) for line in task_bytes(out).splitlines()]
    released = {one["id"] for one in told}
    with Snapshot.open(out) as snapshot:
        everything = [one for one in tasks(snapshot, newest=False) if one.lineage.author == "agent"]
        first = {one.id: one.question for one in everything if one.revision == 1}
        found = {question: list[str]() for question in first.values()}
        for one in (ruling.verdict for ruling in verdicts(snapshot)):
            if one.task in first and one.decision != "keep":
                found[first[one.task]].append(f"{one.gate} {one.decision} {one.cause}")
    for name in released & first.keys():
        found[first[name]].append("released")
    return found


def test_every_gate_keeps_and_drops_and_three_revise(whole: Whole, capsys: pytest.CaptureFixture[str]):
    rows = funnel(whole.out)
    with capsys.disabled():
        for row in rows:
            print(f"\n{row}", end="")
    assert tuple(row["gate"] for row in rows) == GATES
    assert {row["gate"] for row in rows if not row["kept"] or not row["dropped"]} == set()
    assert {row["gate"] for row in rows if row["revised"]} == set(REVISING)
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        assert row["entered"] == row["kept"] + row["dropped"] + row["undecided"]
        assert after is None or after["entered"] == row["kept"]
        assert row["undecided"] == 0
        assert (row["calls"] > 0) == (row["gate"] in ASKING)


def test_each_flaw_of_an_author_meets_its_gate(whole: Whole):
    found = fates(whole.out)
    expected = {idea.question: list(idea.fate) for held in IDEAS.values() for idea in held}
    assert found.keys() == expected.keys()
    assert {name: found[name] for name, fate in expected.items() if fate} == {
        name: fate for name, fate in expected.items() if fate
    }
    # which of those that ask the same, and of those over the same two documents, stay is nobody's concern
    others = Counter(fate for name, fates in found.items() if not expected[name] for fate in fates)
    assert others["duplicates drop same_program"] == 1
    assert others["quotas drop document_pair"] >= 1
    assert others["released"] >= 1
    assert others.total() == sum(not fate for fate in expected.values())


def test_a_second_run_makes_no_call(whole: Whole, tmp_path: Path):
    before, calls = task_bytes(whole.out), whole.server.calls
    again = finished(building(whole.out, whole.rules, tmp_path / "tmp"))
    assert whole.server.calls == calls
    assert sum(again["computed"].get(name, 0) for name in ("synthesize", *GATES)) == 0
    assert task_bytes(whole.out) == before
    assert [path.name for path in (whole.out / "releases").iterdir()] == ["1"]


def moments(calls: int) -> Iterator[tuple[int, float]]:
    """Yield after how many calls and seconds each kill comes: one in each part of the run, anywhere in it."""
    dice = random.Random(_SEED)
    for part in range(_KILLS):
        yield int((part + dice.random()) / _KILLS * calls), dice.uniform(0, 1)


def killed(whole: Whole, out: Path, temporary: Path, calls: int, seconds: float) -> bool:
    """Kill a build and all that it started some seconds after so many calls; say whether it was still at work."""
    running = building(out, whole.rules, temporary)
    while whole.server.asked.total() < calls and running.poll() is None:
        time.sleep(0.005)
    time.sleep(seconds)
    below = psutil.Process(running.pid).children(recursive=True) if running.poll() is None else []
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
    assert psutil.wait_procs(below, timeout=60)[1] == []
    return running.returncode == -signal.SIGKILL


def in_flight(out: Path) -> int:
    """Return how many calls a killed build has left without a settlement."""
    return sum(entry.settled is None for entry in read_journal(out / "calls" / "ledger.jsonl"))


def check_paid_once(whole: Whole, out: Path) -> None:
    """Check that no call whose reply arrived was made again, and that the others are those that were in flight."""
    asked, unsettled = whole.server.asked, in_flight(out)
    entries = read_journal(out / "calls" / "ledger.jsonl")
    replied = Counter(entry.purpose.key for entry in entries if entry.ending == "reply")
    assert set(replied.values()) == {1}
    assert len(entries) == replied.total() + unsettled
    assert asked.total() <= whole.calls + unsettled
    # what was asked is what the whole build asked, but for what was in flight
    assert whole.asked - asked == Counter()
    assert (asked - whole.asked).total() <= unsettled


def check_same(whole: Whole, out: Path, temporary: Path) -> None:
    assert task_bytes(out) == task_bytes(whole.out)
    assert [path.name for path in (out / "releases").iterdir()] == ["1"]
    assert funnel(out) == funnel(whole.out)
    assert list(temporary.iterdir()) == []
    for folder in (out, whole.out):
        assert [path for path in folder.rglob(".*") if path.is_file()] == []
        assert not (folder / ".partial").exists()
        assert not any((folder / "traces" / "steps").iterdir())


def test_a_build_that_is_killed_five_times_at_random_pays_nothing_twice_and_gives_the_same(
    whole: Whole, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    out, temporary = tmp_path / "out", tmp_path / "tmp"
    whole.server.asked.clear()
    for calls, seconds in moments(whole.calls):
        assert killed(whole, out, temporary, calls, seconds)
        told = f"killed at {whole.server.asked.total()} of {whole.calls} calls, {in_flight(out)} in flight"
        with capsys.disabled():
            print(f"\n{told}", end="")
    finished(building(out, whole.rules, temporary))
    check_paid_once(whole, out)
    check_same(whole, out, temporary)
