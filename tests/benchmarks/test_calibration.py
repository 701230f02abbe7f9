"""Calibration questions: made from a key, answered by its figures, the same each time."""

import json
import random
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from assay.enterprise import build
from assay.evaluation.match import check_gold
from benchmarks.baselines import main
from benchmarks.calibration import (
    KINDS,
    Facts,
    Question,
    form_of,
    measure_words,
    period_words,
    places,
    read_facts,
    rounded,
)
from benchmarks.calibration_leaks import calibration, of_domain


@cache
def made() -> tuple[Facts, str]:
    """Return what the key of a small archive says, and its text."""
    with TemporaryDirectory() as folder:
        key = build(11, Path(folder) / "archive", 12).key
        return read_facts(key)[0], key.read_text(encoding="utf-8")


def facts() -> Facts:
    return made()[0]


@cache
def questions() -> tuple[Question, ...]:
    return tuple(of_domain(facts(), 11, 40))


def test_each_kind_is_asked_as_often_and_nothing_twice() -> None:
    assert Counter(one.kind for one in questions()) == dict.fromkeys(KINDS, 40)
    assert len({one.text for one in questions()}) == len(questions())


def test_the_same_seed_asks_the_same_and_another_does_not() -> None:
    assert of_domain(facts(), 11, 3) == of_domain(facts(), 11, 3)
    assert of_domain(facts(), 11, 3) != of_domain(facts(), 12, 3)


def test_every_answer_passes_its_own_form() -> None:
    assert [(one.text, fault) for one in questions() if (fault := check_gold(one.answer, one.form))] == []


def test_a_cell_is_asked_for_with_the_value_that_the_key_gives() -> None:
    known = {(told.entity, told.value) for told in facts().told}
    cells = [one for one in questions() if one.kind == "cell"]
    assert all(any(entity in one.text and one.answer == value for entity, value in known) for one in cells)


def test_only_leaks_give_their_answers_away() -> None:
    clean = [one for one in questions() if one.kind != "leak" and one.sort not in ("peak year", "leader")]
    stated = [one.text for one in clean if re.search(rf"(?<![\d.,]){re.escape(one.answer)}(?![\d.,]*\d)", one.text)]
    assert [text for text in stated if not re.search(r"How many", text)] == []


def test_the_other_tasks_of_a_run_hold_no_leak() -> None:
    leaks = {one.text for one in questions() if one.kind == "leak"}
    clean = [one for one in questions() if one.kind != "leak"]
    assert all(peer.question not in leaks for one in clean for peer in one.examples)


def test_disputed_figures_are_left_out() -> None:
    lines = [json.loads(line) for line in made()[1].splitlines()]
    disputed = {(fact["entity"], fact["measure"], fact["period"]) for line in lines if line["type"] == "conflict"
                for fact in line["facts"]}  # fmt: skip
    assert disputed
    assert disputed.isdisjoint({(told.entity, told.measure, told.period) for told in facts().told})


def test_questions_are_shared_among_domains() -> None:
    found = calibration([facts(), facts()], 11, 3)
    assert len(found) == 12


@pytest.mark.parametrize(
    ("unit", "decimals", "form"),
    [
        ("number", 0, "unit=none kind=integer"),
        ("number", 1, "unit=none decimals=1"),
        ("thousand euros", 0, "unit=euros scale=thousand decimals=0"),
        ("thousand", 3, "unit=none scale=thousand decimals=3"),
        ("cents per kWh", 2, "unit=cents per kWh decimals=2"),
    ],
)
def test_units_of_a_key_become_forms(unit: str, decimals: int, form: str) -> None:
    assert form_of(unit, decimals) == form


def test_numbers_periods_and_names_are_written_as_people_do() -> None:
    chance = random.Random(1)
    assert rounded(Fraction(5, 2), 0) == "3"
    assert rounded(Fraction(1, 3), 2, sign=True) == "+0.33"
    assert places("1.250") == 3
    assert period_words("2021-03", chance) == "March 2021"
    assert period_words("2021-03-05", chance) == "5 March 2021"
    assert period_words("FY2021-Q2", chance) == "the second quarter of FY2021"
    assert measure_words("unheard of", facts(), "number", chance) == "number of unheard of"


@pytest.mark.slow
def test_the_command_prints_the_skill_and_what_is_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "sys.argv", ["baselines.py", "--seed", "12", "--each", "4", "--documents", "12", "--misses", "tables"]
    )
    main()
    out = capsys.readouterr().out
    assert "seed 12; right answers of 16 questions, by kind" in out
    assert re.search(r"baseline/lookup +leak \d/4  cell \d/4  table \d/4  tables \d/4  [\d.]+ ms a question", out)
