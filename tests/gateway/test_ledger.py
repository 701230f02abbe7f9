"""The ledger: never above a cap whatever the threads do, at most one worst case below it, and whole after a kill."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.gateway import CallFailure, Gateway, Reply
from assay.gateway.amounts import NOTHING, Amount
from assay.gateway.journal import FileJournal, read_journal
from assay.gateway.ledger import Caps, Entry, Ledger, Purpose
from assay.model.errors import BudgetExhausted, StoreError
from tests.gateway.asking import ask, out_in, rules_of, waits, within

FREE = Amount(None, None, None, None)


class Forgetful:
    """A journal that keeps nothing, and says how often it was told something."""

    def __init__(self) -> None:
        self.reserved: list[Entry] = []
        self.settled: list[Entry] = []

    def read(self) -> Iterator[Entry]:
        return iter(())

    def reserve(self, entry: Entry) -> None:
        self.reserved.append(entry)

    def settle(self, entry: Entry) -> None:
        self.settled.append(entry)


def purpose(stage: str = "stage", run: str = "run") -> Purpose:
    return Purpose(run, stage, "grader", "key")


def spending(ledger: Ledger, journal: Forgetful, worst: Amount, rng: random.Random, tops: list[int]) -> None:
    while True:
        try:
            entry = ledger.reserve(purpose(), "model", worst)
        except BudgetExhausted:
            return
        tops.append(ledger.spent("run").nanodollars or 0)
        time.sleep(rng.random() / 5000)
        ledger.settle(entry, Amount(rng.randint(1, worst.nanodollars or 1), 1, 1, 1), "reply")


@given(cap=st.integers(0, 2000), worst=st.integers(1, 500), seed=st.integers(0, 2**16))
def test_threads_never_spend_above_the_cap_and_end_at_most_one_worst_case_below_it(cap: int, worst: int, seed: int):
    journal, tops = Forgetful(), list[int]()
    ledger = Ledger(journal, Caps(Amount(cap, None, 200, None)))
    call = Amount(worst, 1, 1, 1)
    threads = [
        threading.Thread(target=spending, args=(ledger, journal, call, random.Random(seed + place), tops))
        for place in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = ledger.spent("run")
    assert max(tops, default=0) <= cap
    assert (spent.nanodollars or 0) <= cap
    assert (spent.nanodollars or 0) > cap - worst or spent.calls == 200
    assert len(journal.reserved) == len(journal.settled) == spent.calls


@pytest.mark.parametrize(
    ("cap", "name"),
    [
        (Amount(999, None, None, None), "dollars"),
        (Amount(None, 99, None, None), "tokens"),
        (Amount(None, None, 9, None), "calls"),
        (Amount(None, None, None, 999), "seconds"),
    ],
)
def test_each_quantity_has_its_cap_for_the_run_and_for_a_stage(cap: Amount, name: str):
    call = Amount(100, 10, 1, 100)
    for caps, said in ((Caps(cap), f"budget.{name}"), (Caps(FREE, {"panel": cap}), f"budget.stages.panel.{name}")):
        ledger = Ledger(Forgetful(), caps)
        for _ in range(9):
            ledger.settle(ledger.reserve(purpose("panel"), "model", call), call, "reply")
        with pytest.raises(BudgetExhausted, match=said):
            ledger.reserve(purpose("panel"), "model", call)
    ledger.settle(ledger.reserve(purpose("other"), "model", call), call, "reply")


def test_a_call_that_another_ones_settlement_may_make_room_for_waits_for_it():
    ledger = Ledger(Forgetful(), Caps(Amount(100, None, None, None)))
    first = ledger.reserve(purpose(), "model", Amount(80, 0, 1, 0))
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(ledger.reserve, purpose(), "model", Amount(80, 0, 1, 0))
        time.sleep(0.05)
        assert not second.done()
        ledger.settle(first, Amount(5, 0, 1, 0), "reply")
        assert second.result(5).reserved.nanodollars == 80


def test_another_run_has_caps_of_its_own():
    ledger = Ledger(Forgetful(), Caps(Amount(None, None, 1, None)))
    ledger.reserve(purpose(run="one"), "model", Amount(calls=1))
    ledger.reserve(purpose(run="two"), "model", Amount(calls=1))
    ledger.abandon(Entry(1, purpose(run="one"), "model", Amount(calls=1)))
    with pytest.raises(BudgetExhausted):
        ledger.reserve(purpose(run="one"), "model", Amount(calls=1))


def test_a_call_settles_once():
    ledger = Ledger(Forgetful(), Caps(FREE))
    entry = ledger.reserve(purpose(), "model", Amount(calls=1))
    ledger.settle(entry, Amount(calls=1), "reply")
    with pytest.raises(ValueError, match="settled already"):
        ledger.settle(entry, Amount(calls=1), "reply")


AMOUNTS = st.builds(Amount, st.none() | st.integers(0, 10**12), *[st.integers(0, 10**9)] * 3)


@given(calls=st.lists(st.tuples(AMOUNTS, st.none() | AMOUNTS), max_size=8))
def test_a_journal_gives_back_what_it_was_told(calls: list[tuple[Amount, Amount | None]], tmp_path_factory):
    path = tmp_path_factory.mktemp("journal") / "ledger.jsonl"
    journal = FileJournal(path)
    ledger = Ledger(journal, Caps(FREE))
    for worst, came_to in calls:
        entry = ledger.reserve(purpose("läufe"), "model", worst)
        if came_to is not None:
            ledger.settle(entry, came_to, "reply")
    journal.close()
    found = read_journal(path)
    assert [(one.reserved, one.settled) for one in found] == calls
    again = FileJournal(path)
    counted = sum((worst if came_to is None else came_to for worst, came_to in calls), NOTHING)
    resumed = Ledger(again, Caps(FREE))
    assert resumed.spent("run") == counted
    assert len(resumed.unsettled()) == sum(came_to is None for _, came_to in calls)
    again.close()


def test_half_a_line_at_the_end_is_cut_off_and_a_damaged_line_is_named(tmp_path: Path):
    path = tmp_path / "ledger.jsonl"
    journal = FileJournal(path)
    Ledger(journal, Caps(FREE)).reserve(purpose(), "model", Amount(calls=1))
    journal.close()
    whole = path.read_bytes()
    path.write_bytes(whole + whole[: len(whole) // 2])
    FileJournal(path).close()
    assert path.read_bytes() == whole
    path.write_bytes(b"{}\n" + whole)
    with pytest.raises(StoreError, match="line 1 is damaged"):
        read_journal(path)


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "ledger.jsonl"
    journal = FileJournal(path)
    ledger = Ledger(journal, Caps(FREE))
    ledger.reserve(purpose(), "model", Amount(calls=1))
    whole, write = path.read_bytes(), os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:20]))
    with pytest.raises(StoreError, match="disk is full"):
        ledger.reserve(purpose(), "model", Amount(calls=1))
    assert path.read_bytes() == whole
    journal.close()


def test_a_budget_run_ends_typed_keeps_what_it_has_and_goes_on_when_the_cap_is_raised(tmp_path: Path):
    rules = rules_of({"say": "an answer", "usage": {"input": 30, "output": 10}})
    out = out_in(tmp_path)

    def run(dollars: float) -> tuple[int, float]:
        settings = within(tmp_path, rules, {"dollars": dollars}, settings={"max_tokens": 20})
        with Gateway(settings, out, run="release 1") as gateway, ThreadPoolExecutor(4) as pool:
            asked = [pool.submit(ask, gateway, f"question {number}") for number in range(60)]
            done = [one.exception() for one in asked]
            spent = gateway.spent().dollars or 0.0
        assert {type(error) for error in done} <= {type(None), BudgetExhausted}
        return sum(error is None for error in done), spent

    worst = 0.001
    few, spent = run(0.002)
    assert 0 < few < 60
    assert 0.002 - worst <= spent <= 0.002
    more, spent = run(0.0025)
    assert few < more < 60
    assert spent <= 0.0025
    everything, spent = run(1.0)
    assert everything == 60
    assert spent == pytest.approx(60 * 50e-6)


def test_new_tries_count_under_the_cap(tmp_path: Path):
    rules = rules_of({"fault": {"kind": "status", "status": 500}})
    _, sleep = waits()
    with Gateway(within(tmp_path, rules, {"calls": 2}), out_in(tmp_path), sleep=sleep) as gateway:
        with pytest.raises(BudgetExhausted, match=r"2 of 2 calls are spent"):
            ask(gateway, "question")
        assert gateway.spent().calls == 2


def test_a_reply_that_was_kept_just_before_a_kill_settles_at_what_it_cost(tmp_path: Path):
    settings, out = within(tmp_path, rules_of()), out_in(tmp_path)
    with Gateway(settings, out) as gateway:
        made = ask(gateway, "question")
    path = out.calls / "ledger.jsonl"
    reserved, settled = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(reserved)
    with Gateway(settings, out) as gateway:
        assert gateway.spent().nanodollars == gateway.entries()[0].reserved.nanodollars
        assert isinstance(ask(gateway, "another"), Reply)
        first = gateway.entries()[0]
    assert isinstance(made, Reply)
    assert (first.ending, first.counted.dollars) == ("reply", made.cost)
    assert settled


def test_a_call_in_flight_at_a_kill_stays_unsettled_at_its_worst_case(tmp_path: Path):
    settings, out = within(tmp_path, rules_of(), {"calls": 2}), out_in(tmp_path)
    with Gateway(settings, out) as gateway:
        made = ask(gateway, "question")
    assert isinstance(made, Reply)
    out.call(made.key).unlink()
    path = out.calls / "ledger.jsonl"
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    with Gateway(settings, out) as gateway:
        assert isinstance(ask(gateway, "question"), Reply)
        entries = gateway.entries()
        assert [one.ending for one in entries] == ["unsettled", "reply"]
        with pytest.raises(BudgetExhausted):
            ask(gateway, "another")


def test_an_interrupt_leaves_the_call_unsettled_and_the_others_their_room(tmp_path: Path):
    rules = rules_of({"fault": {"kind": "status", "status": 500}, "times": 1})

    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    with Gateway(within(tmp_path, rules), out_in(tmp_path), sleep=interrupt) as gateway:
        with pytest.raises(KeyboardInterrupt):
            ask(gateway, "question")
        assert not isinstance(ask(gateway, "question"), CallFailure)
        assert [one.ending for one in gateway.entries()] == ["server", "reply"]
