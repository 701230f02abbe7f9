"""The truth benchmark reads questions from their words, and lets no wrong gold pass."""

import ast
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import truth_growth
from benchmarks.truth_archive import Archive
from benchmarks.truth_asks import asked
from benchmarks.truth_faults import Unanswerable, Unreadable
from benchmarks.truth_form import form_of, rounded
from benchmarks.truth_judge import judged
from benchmarks.truth_key import Key, key_of
from benchmarks.truth_reading import answers
from benchmarks.truth_report import distinct_share
from benchmarks.truth_roles import Scene
from benchmarks.truth_units import Quantity, converted
from tests.benchmarks.by_hand import BY_HAND
from tests.benchmarks.small_key import fact, lines, small_key
from tests.source import ROOT

LOOK_UP = "Take the region with the largest electricity consumption in 2020. What was its {} Answer {}."


def outcome(question: str, gold: str, tmp_path: Path, **more: object) -> str:
    """What the judge says of a question and its gold."""
    task = {"question": question, "answer": {"type": "number", "value": gold, **more}, "assertions": []}
    return judged(task, small_key(), Archive(tmp_path))[0].outcome


@pytest.mark.parametrize("question", BY_HAND, ids=lambda question: BY_HAND[question])
def test_each_family_gives_what_was_worked_out_by_hand(question: str):
    assert list(answers(small_key(), question)) == [BY_HAND[question]]


OFF = {
    "decimals": ("electricity consumption in 2021?", "in TWh with one decimal", "TWh", "0.3", "0.30"),
    "rounding": ("domestic tariff in 2022?", "in cents per kWh with one decimal", "cents per kWh", "25.4", "25.5"),
    "unit": ("electricity consumption in 2021?", "in GWh as a whole number", "GWh", "300", "0.3"),
    "entity": ("electricity consumption in 2021?", "in GWh as a whole number", "GWh", "300", "210"),
    "period": ("electricity consumption in 2022?", "in GWh as a whole number", "GWh", "330", "300"),
}


@pytest.mark.parametrize("cause", OFF)
def test_a_gold_that_is_off_is_wrong(cause: str, tmp_path: Path):
    words, form, unit, right, wrong = OFF[cause]
    question = LOOK_UP.format(words, form)
    assert [outcome(question, gold, tmp_path, unit=unit) for gold in (right, wrong)] == ["right", "wrong"]


def test_a_gold_with_the_wrong_sign_is_wrong(tmp_path: Path):
    question = next(question for question, gold in BY_HAND.items() if gold == "+4.25")
    golds = ("+4.25", "-4.25", "4.25")
    assert [outcome(question, gold, tmp_path, unit="pp") for gold in golds] == ["right", "wrong", "wrong"]


def test_a_gold_of_an_earlier_edition_or_a_draft_is_wrong(tmp_path: Path):
    ask = (
        "For the region with the smallest electricity consumption in 2020, what was its electricity consumption in {}? "
    )
    form = "Give the result in GWh as a whole number."
    restated, slip = ask.format(2021) + form, ask.format(2022) + form
    assert [outcome(restated, gold, tmp_path, unit="GWh") for gold in ("110", "100")] == ["right", "wrong"]
    assert [outcome(slip, gold, tmp_path, unit="GWh") for gold in ("121", "999")] == ["right", "wrong"]


def test_a_gold_whose_unit_is_not_the_asked_one_is_wrong(tmp_path: Path):
    question = LOOK_UP.format("electricity consumption in 2021?", "in GWh as a whole number")
    assert outcome(question, "300", tmp_path, unit="TWh") == "wrong"
    assert outcome(question, "300", tmp_path, unit="GWh", decimals=1) == "wrong"


@pytest.mark.parametrize(
    "question",
    [
        "Which region do you like best?",
        LOOK_UP.format("rainfall in 2021?", "in mm as a whole number"),
        LOOK_UP.format("electricity consumption in 2021?", "in euros as a whole number"),
        LOOK_UP.format("electricity consumption in 2021?", "nicely"),
        "Consider the documents of the domain retail. " + next(iter(BY_HAND)),
        next(iter(BY_HAND)).replace("region", "brand"),
        next(iter(BY_HAND)) + " Mind the leap year.",
    ],
)
def test_a_question_that_cannot_be_read_is_unparsed(question: str, tmp_path: Path):
    assert outcome(question, "4400", tmp_path) == "unparsed"


def test_a_tie_and_a_missing_fact_have_no_answer(tmp_path: Path):
    tied = next(iter(BY_HAND)).replace(
        "largest electricity consumption in 2020", "highest average interruption in 2022"
    )
    missing = next(iter(BY_HAND)).replace("points in 2022", "points in 2019")
    assert [outcome(question, "4400", tmp_path) for question in (tied, missing)] == ["wrong", "wrong"]
    with pytest.raises(Unanswerable, match="Birk and Cold share"):
        answers(small_key(), tied)


def test_the_domain_has_to_be_named_where_there_are_several():
    key = small_key()
    key.names.append(type(key.names[0])("retail", "entity", "Maple", (), "", ""))
    question = next(iter(BY_HAND))
    assert list(answers(key, f"Consider the documents of the domain energy. {question}")) == ["4400"]
    with pytest.raises(Unreadable, match="no domain"):
        answers(key, question)


def test_a_folder_that_is_named_leaves_other_organisations_of_the_domain_out():
    large = fact("Zenith", "electricity consumption", "2020", "GWh", "9000")
    elsewhere = [{"path": "energy/other/book.xlsx", "at": {}, "shown": "9000"}]
    name = {"type": "name", "canonical": "Zenith", "aliases": [], "kind": "entity", "domain": "energy"}
    key = key_of([*lines(), {**large, "places": elsewhere}, name])
    question = next(iter(BY_HAND))
    assert list(answers(key, f"Consider the documents directly in the folder energy. {question}")) == ["4400"]
    with pytest.raises(Unanswerable, match="of Zenith"):
        answers(key, question)


_OF_COLD = (
    "What was the percentage change of the electricity consumption of Cold from {} to {}? Answer as a percentage "
    "with a plus or minus sign and two decimals, or null if the documents do not give both figures."
)
_OF_LARGEST = (
    "Take the region with the largest metering points in 2020. What was its electricity consumption in {}? "
    "Answer in GWh as a whole number. If the documents do not give it, answer null."
)
NULLS = {
    _OF_COLD.format(2019, 2020): "null",
    _OF_COLD.format(2020, 2022): "+10.00",
    "Find the percentage by which the number of metering points of Birk changed from 2020 to 2021, with a plus or "
    "minus sign and two decimals. If the documents do not give both figures, answer null.": "-5.00",
    _OF_LARGEST.format(2022): "330",
    _OF_LARGEST.format(2019): "null",
}


@pytest.mark.parametrize("question", NULLS)
def test_null_is_right_only_where_the_key_has_no_fact(question: str, tmp_path: Path):
    golds = ("null", "-5.00", "+10.00", "330", "words")
    found = [outcome(question, gold, tmp_path, unit=None if gold == "null" else "GWh") == "right" for gold in golds]
    assert found == [gold == NULLS[question] for gold in golds]


def test_one_figure_of_a_named_entity_is_looked_up_in_the_unit_that_is_asked_for(tmp_path: Path):
    questions = {
        "What was the electricity consumption of Ash in 2021, in TWh?": "0.11",
        "Find the electricity consumption of Ash for 2021.": "110",
    }
    for question, gold in questions.items():
        assert [outcome(question, one, tmp_path) for one in (gold, "0.3", "null")] == ["right", "wrong", "wrong"]
    assert outcome("Find the electricity consumption of Cold for 2019.", "null", tmp_path) == "wrong"


@pytest.mark.parametrize("asked", [_OF_COLD.format(2020, "{}"), _OF_LARGEST])
def test_null_is_wrong_where_the_figure_follows_from_a_total(asked: str, tmp_path: Path):
    assert outcome(asked.format(2023), "null", tmp_path) == "wrong"
    assert outcome(asked.format(2024), "null", tmp_path) == "right"


def test_null_is_wrong_where_the_question_does_not_ask_for_it_or_its_role_is_open(tmp_path: Path):
    plain = _OF_LARGEST.format(2019).removesuffix(" If the documents do not give it, answer null.")
    assert outcome(plain, "null", tmp_path) == "wrong"
    assert outcome(_OF_LARGEST.format(2019).replace("points in 2020", "points in 2019"), "null", tmp_path) == "wrong"


def test_a_figure_shown_in_another_currency_is_taken_as_shown():
    key = small_key()
    key.names.append(type(key.names[0])("energy", "measure", "profit", (), "entity", "thousand euros"))
    for entity, value in (("Ash", "100"), ("Birk", "200"), ("Cold", "50")):
        line = fact(entity, "profit", "2022", "thousand euros", value)
        shown = {
            "path": "energy/c.xlsx",
            "at": {},
            "unit": "thousand crowns",
            "value": str(int(value) * 11),
            "rate": "11",
        }
        key.facts["energy", entity, "profit", "2022"] = [_fact_of(key, line, shown)]
    words = (
        "Take the region with the largest profit in 2022. What was its profit{} in 2022? Answer in thousand {} as a "
    )
    asks = [words.format(named, unit) + "whole number." for named, unit in (("", "euros"), ("", "crowns"))]
    assert [list(answers(key, ask)) for ask in asks] == [["200"], ["2200"]]
    scene = Scene(key, "energy", "Ash")
    assert [value.number for value in asked(scene, "its profit in crowns in 2022")] == [1100]


def _fact_of(key: Key, line: dict[str, object], shown: dict[str, object]):
    kind = type(next(iter(key.facts.values()))[0])
    stated = [str(line[name]) for name in ("entity", "measure", "period", "unit", "value", "vintage")]
    return kind("energy", *stated, current=True, places=(shown,))


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**6), st.integers(0, 6))
def test_rounding_is_off_by_half_a_unit_at_most_and_never_towards_zero_at_a_half(above: int, below: int, decimals: int):
    number, text = Fraction(above, below), Fraction(rounded(Fraction(above, below), decimals))
    gap = (abs(text) - abs(number)) * 10**decimals
    assert -Fraction(1, 2) < gap <= Fraction(1, 2)


@pytest.mark.parametrize(
    ("words", "unit", "decimals", "signed"),
    [
        ("as a whole number", "", 0, False),
        ("in thousand square metres with three decimals", "thousand square metres", 3, False),
        ("in GWh with a plus or minus sign, as a whole number", "GWh", 0, True),
        ("in percentage points, with a plus or minus sign and two decimals", "pp", 2, True),
        ("as a percentage with one decimal", "%", 1, False),
        ("in percent with one decimal", "%", 1, False),
        ("as a plain number with three decimals", "", 3, False),
    ],
)
def test_forms_are_read_from_their_words(words: str, unit: str, decimals: int, signed: bool):
    form = form_of(words)
    assert (form.unit, form.decimals, form.signed) == (unit, decimals, signed)


@pytest.mark.parametrize(
    ("number", "unit", "other", "expected"),
    [
        ("1", "GWh", "TJ", "3.6"),
        ("1", "TWh", "GWh", "1000"),
        ("1", "cents per kWh", "crowns per MWh", "10"),
        ("2", "万千瓦", "MW", "20"),
        ("3", "亿千瓦时", "GWh", "300"),
        ("4", "Tsd. Tonnen", "tonnes", "4000"),
        ("5", "千人", "number", "5000"),
    ],
)
def test_units_are_converted_exactly(number: str, unit: str, other: str, expected: str):
    assert converted(Quantity(Fraction(number), unit), other) == Fraction(expected)


def test_units_of_another_kind_are_not_converted():
    with pytest.raises(Unreadable):
        converted(Quantity(Fraction(1), "GWh"), "MW")


def test_no_power_is_taken_of_what_is_not_above_zero():
    key = small_key()
    zero = key.facts["energy", "Ash", "metering points", "2020"][0]
    key.facts["energy", "Ash", "metering points", "2022"] = [type(zero)(
        zero.domain, zero.entity, zero.measure, "2022", zero.unit, "-3", zero.vintage, True, zero.places
    )]  # fmt: skip
    with pytest.raises(Unanswerable, match="above zero"):
        truth_growth.rate(Scene(key, "energy", "Ash"), "metering points", "2020", "2022")


def test_the_share_of_distinct_runs_of_three_words_is_counted_over_all_questions():
    assert distinct_share(["a b c d", "a b c e"]) == 3 / 4
    assert distinct_share([]) == 0.0


def test_it_shares_no_code_with_the_author_the_readers_or_the_views():
    files = (ROOT / "benchmarks").glob("truth*.py")
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    names = {node.module or "" for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {
        one.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names
    }
    own = ("assay", "synthesis", "extractors", "filters", "flows")
    assert len(trees) > 10
    assert [name for name in names if name.split(".")[0] in own] == []


def test_the_exit_code_says_whether_a_gold_is_wrong(tmp_path: Path):
    question, gold = next(iter(BY_HAND.items()))
    key = tmp_path / "world.key.jsonl"
    key.write_text("\n".join(map(json.dumps, lines())), encoding="utf-8")
    said = [_run(tmp_path, key, question, value) for value in (gold, "1")]
    assert [run.returncode for run in said] == [0, 1]
    assert "wrong golds 0 of 1" in said[0].stdout
    assert "wrong golds 1 of 1" in said[1].stdout
    assert "gold 1 | own 4400" in said[1].stdout


def _run(folder: Path, key: Path, question: str, gold: str) -> subprocess.CompletedProcess[str]:
    task = {
        "question": question, "track": "numeric", "labels": ["cross_document"], "hops": 2, "assertions": [],
        "answer": {"type": "number", "value": gold}, "lineage": {"template": "look_up/1"},
        "evidence": [{"path": "energy/a.docx"}, {"path": "energy/b.xlsx"}],
    }  # fmt: skip
    tasks = folder / "tasks.jsonl"
    tasks.write_text(json.dumps(task), encoding="utf-8")
    command = [sys.executable, str(ROOT / "benchmarks" / "truth.py"), str(tasks), str(key)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
