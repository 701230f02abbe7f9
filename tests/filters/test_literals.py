"""Operands that stand in a program's text, and numbers that may."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.model.task import Answer
from filters.literals import literal_operand
from tests.made import cited, energy_archive, task

ARCHIVE = energy_archive()


def found(program: str, quote: str = "431.2") -> str | None:
    evidence = (cited(ARCHIVE, "energy/demand.csv", 1, 2, quote),)
    return literal_operand(task(ARCHIVE, program=program, evidence=evidence, answer=Answer("text", "North")))


@pytest.mark.parametrize(
    ("quote", "program"),
    [("431.2", "431.2"), ("431.2", "-431.2"), ("431.2", "43120"), ("431.2", "0.4312e3"), ("1,234", "'1,234'"),
     ("45.5 %", "0.455"), ("$12.75", "12.75"), ("EUR 812", "812"), ("812 GWh", "812"), ("(1,234)", "1234"),
     ("-3.5", "f'{x} 3.5'")],
)  # fmt: skip
def test_a_value_is_found_in_any_rendering(quote: str, program: str):
    assert found(f"x = {program}", quote) is not None


@pytest.mark.parametrize(
    ("quote", "program"),
    [("431.2", "431.3"), ("2024", "2024"), ("12", "12"), ("Plant 417", "417"), ("North", "1"), ("431.2", "4313")],
)  # fmt: skip
def test_years_counts_names_and_other_numbers_may_stand(quote: str, program: str):
    assert found(f"x = {program}", quote) is None


@pytest.mark.parametrize(
    "program", ["print(", "x = '\0'", "-" * 100_000 + "1", "(" * 1000, "x = " + "9" * 5000, "'\ud800'"]
)
def test_what_is_no_python_is_left_to_the_run(program: str):
    assert found(program) is None


@pytest.mark.parametrize("literal", ["1e999", "0x" + "f" * 6000, "1j", "True", "None", "..."])
def test_any_constant_can_be_looked_at(literal: str):
    assert found(f"x = {literal}") is None


@given(st.text(alphabet=st.characters(exclude_categories=["Nd"])))
def test_a_text_without_digits_holds_no_operand(text: str):
    assert found(f"x = {text!r}") is None
    assert found(f"x = {text + ' 431.2 ' + text!r}") == "431.2"
