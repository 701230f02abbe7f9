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
     ("-3.5", "f'{x} 3.5'"), ("0.5", "0.5"), ("431.2", "Fraction(4312, 10)"), ("500", "0.5 * 1000")],
)  # fmt: skip
def test_a_value_is_found_in_any_rendering(quote: str, program: str):
    assert found(f"x = {program}", quote) is not None


@pytest.mark.parametrize(
    ("quote", "program"),
    [("431.2", "431.3"), ("2024", "2024"), ("12", "12"), ("Plant 417", "417"), ("North", "1"), ("431.2", "4313"),
     ("500", "int(y + Fraction(1, 2))"), ("500", "y + 0.5")],
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


@pytest.mark.parametrize(
    "made",
    ["400.2 + 31", "862.4 / 2", "'43' + '1.2'", "'%s.%s' % (431, 2)", "'{}.{}'.format(431, 2)", "f'{431}.{2}'",
     "'.'.join(['431', '2'])", "'2.134'[::-1]", "float('400.2') + 31", "sum([400, 31.2])", "'431x2'.replace('x', '.')",
     "-(-431.2)", "4312 * 10 ** -1", "(y := 0) or 431.2", "chr(52) + '31.2'", "round(431.2)", "4743.2 % 862.4 / 1"],
)  # fmt: skip
def test_a_value_made_of_constants_alone_is_found(made: str):
    assert found(f"x = {made}") == "431.2"


def test_names_of_constants_are_followed_and_names_of_more_are_not():
    assert found("a = 400\nb = a + 31.2\nprint(b)") == "431.2"
    assert found("a = 400\na = 5\nb = a + 31.2\nprint(b)") is None


@pytest.mark.parametrize(
    "huge",
    ["'a' * 10 ** 9", "10 ** 10 ** 10", "'%999999999d' % 3", "'{:999999999}'.format(3)", "'a'[9]", "1 / 0", "int('x')",
     "'{0.a}'.format(3)",
     "float('1e999999999')", "('a' * 9999).replace('a', 'b' * 9999)", "('a' * 9999).join('b' * 9999)", "'%*d' % (9, 3)",
     "+".join(["1"] * 900)],
)  # fmt: skip
def test_what_is_no_operand_in_any_reading_costs_nothing(huge: str):
    assert found(f"x = {huge}") is None


def test_the_cells_of_a_table_count_as_numbers_and_not_as_words():
    held = task(ARCHIVE, program="x = 305.9\ny = 'Plant 417'", answer=Answer("text", "North"))
    assert literal_operand(held, ["305.9"]) == "305.9"
    assert literal_operand(held, ["417"]) is None
