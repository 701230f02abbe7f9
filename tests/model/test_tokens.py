"""Tokens and numbers of a text, in every script."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.model.tokens import count_tokens, numeric_tokens

CASES = json.loads(Path(__file__).parent.with_name("cases").joinpath("density_examples.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["numeric_token_examples"], ids=lambda case: case["text"])
def test_the_worked_numbers(case):
    assert numeric_tokens(case["text"]) == case["numeric_tokens"]
    assert len(numeric_tokens(case["text"])) == case["count"]


@pytest.mark.parametrize("case", CASES["token_count_examples"], ids=lambda case: case["text"])
def test_the_worked_counts(case):
    assert count_tokens(case["text"]) == case["tokens"]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", []),
        ("10.0.0.1 and 192.168.1.255", []),
        ("1.234.567 and 12,34,567", ["1.234.567", "12,34,567"]),
        ("-5 and (3.2)", ["5", "3.2"]),
        ("a1 1a B2B", []),
        ("１２％ of it", ["１２％"]),
        ("2020-21", ["2020", "21"]),
        ("1,2,3", ["1", "2", "3"]),
        ("去年5月增长12%", ["5", "12%"]),
    ],
)
def test_numbers_of_many_forms(text, numbers):
    assert numeric_tokens(text) == numbers


@given(st.text())
def test_every_number_stands_in_the_text(text):
    assert all(number in text for number in numeric_tokens(text))


@given(st.text(), st.text())
def test_tokens_of_two_texts_add_up_over_a_line_break(one, other):
    assert count_tokens(f"{one}\n{other}") == count_tokens(one) + count_tokens(other)


@given(st.text(alphabet="1,.-%a "))
def test_counting_numbers_is_never_more_than_counting_tokens(text):
    assert len(numeric_tokens(text)) <= count_tokens(text)
