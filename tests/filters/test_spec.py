"""Spec lint, rule by rule: each fault with the question that mends it."""

import pytest

from assay.config import Filters, Settings
from assay.model.gate import GATES, Verdict
from assay.model.task import Answer, LookUp, Plan
from filters.registry import BUILT, chosen, gate_hash
from filters.spec import SpecLint
from tests.made import energy_archive, task

ARCHIVE = energy_archive()
GWH = Answer("number", "7321.4", "7321.4", unit="GWh", decimals=1)
PLAN = Plan((LookUp("a", "North", "output", "2024", "GWh", "energy/output.csv", "t", 1, 2, "7321.4"),), (), "a")


def cause(question: str, answer: Answer = GWH, **changes: object) -> str:
    verdict = SpecLint().step(task(ARCHIVE, question=question, answer=answer, **changes), [], ARCHIVE.context())
    assert isinstance(verdict, Verdict)
    assert verdict.decision == ("keep" if verdict.cause == "stated" else "drop")
    assert verdict.reason
    return verdict.cause


def number(value: str, **fields: object) -> Answer:
    return Answer("number", value, **fields)  # pyright: ignore[reportArgumentType]


PAIRS = [
    (
        "unit_unstated",
        "What was the output, to one decimal place?",
        "What was the output in GWh, to one decimal place?",
        GWH,
    ),
    (
        "unit_unstated",
        "What did it cost, to two decimals?",
        "What did it cost in dollars, to two decimals?",
        number("3.20", unit="USD", decimals=2),
    ),
    (
        "percent_or_points",
        "How many percentage points, in percent, to one decimal, did it gain from 2020 to 2021?",
        "By how much, in percent, to one decimal, did it gain from 2020 to 2021?",
        number("3.2", unit="%", decimals=1),
    ),
    (
        "scale_unstated",
        "What was revenue in USD, to one decimal?",
        "What was revenue in USD millions, to one decimal?",
        number("3.2", unit="USD", scale="million", decimals=1),
    ),
    ("decimals_unstated", "What was the output in GWh of the north?", "What was the output in GWh, to 1 decimal?", GWH),
    (
        "decimals_differ",
        "What was the output in GWh, to two decimals?",
        "What was the output in GWh, to one decimal?",
        GWH,
    ),
    (
        "decimals_unstated",
        "What was the output in GWh of 2024?",
        "What was the output in whole GWh of 2024?",
        number("7321", unit="GWh", decimals=0),
    ),
    (
        "sign_unstated",
        "What was the gap in GWh, to one decimal?",
        "What was the signed gap in GWh, to one decimal?",
        number("+7.4", unit="GWh", decimals=1, sign="required"),
    ),
    (
        "denominator_unstated",
        "What was the share in percent, to one decimal?",
        "What was its share of the total output in percent, to one decimal?",
        number("3.2", unit="%", decimals=1),
    ),
    (
        "average_or_point",
        "What was the growth in percent, to one decimal?",
        "What was the growth in percent from 2020 to 2021, to one decimal?",
        number("3.2", unit="%", decimals=1),
    ),
]


@pytest.mark.parametrize(("fault", "open_question", "whole_question", "answer"), PAIRS)
def test_a_question_that_leaves_its_answer_open_is_dropped_and_a_whole_one_kept(
    fault: str, open_question: str, whole_question: str, answer: Answer
):
    assert cause(open_question, answer) == fault
    assert cause(whole_question, answer) == "stated"


def test_the_period_of_the_evidence_must_be_named():
    assert cause("What was the output in GWh, to one decimal?", plan=PLAN) == "period_unstated"
    assert cause("What was the output in GWh in 2024, to one decimal?", plan=PLAN) == "stated"
    assert cause("2024年的发电量是多少 GWh，to one decimal?", plan=PLAN) == "stated"


@pytest.mark.parametrize("words", ["share in 2024", "share in per cent", "proportion in the year 2024", "fraction"])
def test_a_share_in_a_year_or_in_percent_is_still_a_share_of_nothing(words: str):
    question = f"What was the {words}, to one decimal, as a percentage?"
    assert cause(question, number("3.2", unit="%", decimals=1)) == "denominator_unstated"


def test_a_part_that_falls_to_somebody_is_no_change():
    answer = number("3.2", unit="%", decimals=1)
    asked = "What share of all output in 2024 fell to {0}, in percent with one decimal?"
    assert cause(asked.format("the region with most demand"), answer) == "stated"
    assert cause("By what percentage, to one decimal, fell the output of 2024?", answer) == "average_or_point"


def test_a_restated_figure_needs_its_vintage():
    assert cause("What was the output in GWh, to one decimal?", labels=("vintage",)) == "vintage_unstated"
    assert cause("What was the restated output in GWh, to one decimal?", labels=("vintage",)) == "stated"


def test_a_gold_that_fails_its_own_format_is_dropped_on_every_track():
    for track in ("numeric", "fidelity", "search", "domain"):
        assert cause("What was the output in GWh?", number("much", unit="GWh"), track=track) == "gold_fails_spec"


@pytest.mark.parametrize(
    ("question", "fault"), [("", "length"), ("How much GWh?", "length"), ("GWh? " * 400, "length")]
)
def test_a_question_has_a_sensible_length(question: str, fault: str):
    assert cause(question) == fault


@pytest.mark.parametrize("track", ["fidelity", "search"])
def test_a_question_may_not_hold_its_answer(track: str):
    text = Answer("text", "North")
    assert cause("Is the region called north or what?", text, track=track) == "answer_in_question"
    assert cause("Which region lies farther up the map?", text, track=track) == "stated"
    assert cause("Which of the northern regions is it?", text, track=track) == "stated"
    assert cause("What is (a+b) called in the sheet?", Answer("text", "(a+b)"), track=track) == "answer_in_question"


def test_the_built_gates_are_in_the_order_of_the_funnel():
    names = [gate.name for gate in BUILT]
    assert names == sorted(names, key=GATES.index)
    assert [gate.name for gate in chosen(Settings(filters=Filters(gates=("spec", "verification"))))] == [
        "verification",
        "spec",
    ]
    assert chosen(Settings()) == list(BUILT)
    assert chosen(Settings(filters=Filters(gates=()))) == []


def test_a_gate_with_other_rules_has_another_hash():
    assert gate_hash(SpecLint()) == gate_hash(SpecLint())
    assert gate_hash(SpecLint(version="other")) != gate_hash(SpecLint())
    assert len({gate_hash(gate) for gate in BUILT}) == len(BUILT)
