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


def ruled(question: str, answer: Answer = GWH, **changes: object) -> Verdict:
    verdict = SpecLint().step(task(ARCHIVE, question=question, answer=answer, **changes), [], ARCHIVE.context())
    assert isinstance(verdict, Verdict)
    assert verdict.reason
    return verdict


def cause(question: str, answer: Answer = GWH, **changes: object) -> str:
    verdict = ruled(question, answer, **changes)
    assert (verdict.decision == "keep") == (verdict.cause == "stated")
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
def test_a_question_that_leaves_its_answer_open_is_not_kept_and_a_whole_one_is(
    fault: str, open_question: str, whole_question: str, answer: Answer
):
    assert cause(open_question, answer) == fault
    assert cause(whole_question, answer) == "stated"


MILLIONS = number("3.20", unit="USD", scale="million", decimals=2)
GAP = number("+7.4", unit="GWh", decimals=1, sign="required")
MENDED = [
    ("What was the output, to one decimal place?", "in GWh", GWH),
    ("What was the output in GWh of the north?", "to one decimal place", GWH),
    ("What was the output of the north?", "in GWh, to one decimal place", GWH),
    ("What was the output in GWh of 2024?", "as a whole number", number("7321", unit="GWh", decimals=0)),
    ("What was the output in GWh of 2024?", "to 7 decimal places", number("7.1234567", unit="GWh", decimals=7)),
    ("What did it all cost, to two decimals?", "in million USD", MILLIONS),
    ("How much of the output went north, to one decimal?", "in percent", number("3.2", unit="%", decimals=1)),
    ("What was the gap in GWh, to one decimal?", "with its sign", GAP),
    ("What was the gap?", "in GWh, to one decimal place, with its sign", GAP),
]


@pytest.mark.parametrize(("question", "told", "answer"), MENDED)
@pytest.mark.parametrize("track", ["numeric", "search"])
def test_what_is_open_of_the_form_alone_is_told_by_a_revision_which_is_kept(
    question: str, told: str, answer: Answer, track: str
):
    verdict = ruled(question, answer, track=track)
    assert (verdict.decision, verdict.patch) == ("revise", {"question": f"{question} Give the answer {told}."})
    assert ruled(str(verdict.patch["question"]), answer, track=track).decision == "keep"


DROPPED = [
    # it asks for another unit than the answer has
    ("What was the output in TJ, to one decimal?", GWH),
    ("What was the output in per cent, to one decimal?", GWH),
    ("How many days did it take, to one decimal?", number("3.2", unit="hours", decimals=1)),
    # it asks for euros, not for thousands of them
    ("What did it cost in euros, to one decimal?", number("3.2", unit="EUR", scale="thousand", decimals=1)),
    # what is asked for is open, not its form alone
    ("What was the share in 2024, as a percentage?", number("3.2", unit="%", decimals=1)),
    ("What was the growth in percent?", number("3.2", unit="%", decimals=1)),
    ("What was the output in GWh, to two decimals?", GWH),
    ("What was the output?", number("7321.46", unrounded="7321.4", unit="GWh", decimals=1)),
]


@pytest.mark.parametrize(("question", "answer"), DROPPED)
def test_what_a_sentence_on_the_form_would_contradict_or_not_mend_is_dropped(question: str, answer: Answer):
    assert ruled(question, answer).decision == "drop"


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
