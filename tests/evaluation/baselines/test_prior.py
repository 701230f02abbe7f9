"""The attack on a question alone."""

import pytest

from assay.evaluation.baselines.prior import Prior, make_prior
from assay.evaluation.subjects import Example
from tests.shelves import LOSSES, Reader, archive

NOTHING = Reader({})


def answer(question: str, form: str, *examples: Example) -> str | None:
    return Prior(examples).answer(question, form, NOTHING).answer


@pytest.mark.parametrize(
    ("question", "form", "answer_is"),
    [
        ("The losses of North were 126 GWh in 2022. What were they in 2022?", "unit=GWh decimals=0", "126"),
        ("The losses of North were 0.126 TWh in 2022. What were they?", "unit=GWh decimals=0", "126"),
        ("Losses went from 120 GWh in 2021 to 126 GWh in 2022. By what percentage did they grow?",
         "unit=% decimals=1 sign=required", "+5.0"),
        ("It stood at 120 GWh and came to 126 GWh. By how much did it change?",
         "unit=GWh decimals=0 sign=required", "+6"),
        ("North lost 120 GWh, out of 250 GWh altogether. What share of it is this?", "unit=% decimals=1", "48.0"),
        ("North lost 120 GWh, South 80 GWh. What is the ratio of the two?", "unit=none decimals=1", "1.5"),
        ("Express the losses of North in 2022 as a percentage of itself.", "unit=% decimals=0", "100"),
        ("What is the ratio of the losses of North to itself?", "unit=none decimals=1", "1.0"),
        ("What is the difference between the losses and the same figure?", "unit=GWh decimals=0", "0"),
        ("The flood of 2019 is well known. In which year was the flood?", "type=text", "2019"),
    ],
)  # fmt: skip
def test_what_a_question_gives_away_is_found(question: str, form: str, answer_is: str) -> None:
    assert answer(question, form) == answer_is


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("What were the losses of North in 2022?", "unit=GWh decimals=0"),
        ("By what percentage did the losses of North grow from 2021 to 2022?", "unit=% decimals=2 sign=required"),
        ("Which region had the largest losses in 2022?", "type=text"),
        ("In which year from 2019 to 2022 were the losses of North largest?", "type=text"),
    ],
)
def test_a_clean_question_has_no_likely_answer(question: str, form: str) -> None:
    assert answer(question, form) is None


def test_the_commonest_answer_of_a_shape_is_taken_but_not_that_of_another_form() -> None:
    text = "Which one did the auditors visit first over the {}?"
    peers = [Example(text.format(name), "type=text", who) for name, who in
             (("rent", "North"), ("fleet", "North"), ("staff", "South"))]  # fmt: skip
    assert answer(text.format("wages"), "type=text", *peers) == "North"
    assert answer(text.format("wages"), "unit=none", *peers) is None


def test_a_task_that_asks_for_the_same_in_other_words_gives_its_answer_and_one_about_another_year_does_not() -> None:
    peer = Example("Please tell us the losses of North in 2022, as reported.", "unit=GWh decimals=0", "126")
    assert answer("What were the losses of North in 2022?", "unit=GWh decimals=0", peer) == "126"
    assert answer("What were the losses of North in 2021?", "unit=GWh decimals=0", peer) is None


def test_the_asked_task_itself_teaches_nothing() -> None:
    question = "What were the losses of North in 2022?"
    assert answer(question, "unit=GWh decimals=0", Example(question, "unit=GWh decimals=0", "126")) is None


def test_tasks_over_the_same_evidence_teach_nothing_and_others_still_do() -> None:
    question, form = "What were the losses of North in 2022?", "unit=GWh decimals=0"
    double = Example("Please tell us the losses of North in 2022, as reported.", form, "126", "cells")
    prior = Prior((double,))
    assert prior.apart("cells").answer(question, form, NOTHING).answer is None
    assert [prior.apart(evidence).answer(question, form, NOTHING).answer for evidence in ("", "others")] == ["126"] * 2


def test_a_difference_may_be_meant_either_way() -> None:
    question = "North lost 126 GWh and South 80 GWh. What is the difference of their losses?"
    prior = Prior(())
    assert {prior.answer(question, "unit=GWh decimals=0", NOTHING, one).answer for one in (0, 1)} == {"46", "-46"}


def test_counts_have_a_usual_answer_that_other_counts_overrule() -> None:
    text = "What was the number of regions whose losses in {} were above the average and whose price was higher?"
    form = "unit=none kind=integer"
    assert answer(text.format(2021), form) == "2"
    peers = [Example(text.format(year), form, "3") for year in (2022, 2023)]
    assert answer(text.format(2021), form, *peers) == "3"


def test_all_guesses_hold_constants_and_years_last_and_none_twice() -> None:
    found = [one.answer for one in Prior(()).guesses("Losses were 126 GWh in 2022. And now?", "unit=GWh decimals=0")]
    assert found == ["126", "0", "1", "100", "2022"]


def test_no_document_is_read() -> None:
    reader = archive(losses=LOSSES)
    subject = make_prior(reader, ())
    subject.answer("What were the network losses of North in 2022?", "unit=GWh decimals=0", reader)
    assert reader.asked == []


@pytest.mark.parametrize(
    ("question", "form", "answers"),
    [
        ("To which page does the entry “Prices” lead?", "unit=none kind=integer", ["1", "2", "3", None]),
        ("Which fill colour does the cell B4 have?", "type=color", ["C00000", "FF0000", "FFC000", None]),
        ("What does the page header of the document “Galdor: Annual Report” say?", "type=text",
         ["Galdor · Annual Report", "Galdor | Annual Report", "Galdor – Annual Report", None]),
        ("What were the losses of North in 2022?", "unit=GWh decimals=0", [None]),
    ],
)  # fmt: skip
def test_each_sample_is_the_next_usual_answer_of_its_kind_until_there_is_none(
    question: str, form: str, answers: list[str | None]
) -> None:
    prior = Prior(())
    assert [prior.answer(question, form, NOTHING, sample).answer for sample in range(len(answers))] == answers
