"""Assertion lint: one figure in each statement, none said twice, in whatever words."""

from dataclasses import replace

import pytest

from assay.model.task import Answer, Assertion, Task
from filters.assertions import assertion_lint
from tests.made import energy_archive, task

OUTPUT = Assertion("North put out 7321.4 GWh in 2024.", "7321.4", unit="GWh", evidence=(1,))
DEMAND = Assertion("The demand of North came to 431.2 GWh in 2024.", "431.2", unit="GWh", evidence=(0,))


def request(*said: Assertion) -> Task:
    one = task(energy_archive())
    return replace(one, track="domain", program="", answer=Answer("text", "North"), assertions=said)


def reason(*said: Assertion) -> str | None:
    found = assertion_lint(request(*said))
    assert found is None or found.cause == "assertion_unclear"
    return found.reason if found else None


def test_statements_of_one_figure_each_are_clear():
    assert reason(OUTPUT, DEMAND) is None


@pytest.mark.parametrize(
    "text",
    [
        "North put out 7321.4 GWh in 2024, and its demand came to 431.2 GWh.",
        "North put out 7321.4 GWh in 2024 at a demand of 431.20 GWh.",
    ],
)
def test_a_statement_of_two_figures_is_compound(text: str):
    found = reason(replace(OUTPUT, text=text), DEMAND)
    assert found is not None
    assert "besides" in found


def test_a_statement_without_a_value_may_name_one_figure():
    free = Assertion("The report explains the 7321.4 GWh of North.", evidence=(1,))
    assert reason(free) is None
    assert reason(replace(free, text="It explains the 7321.4 GWh and the 431.2 GWh.")) is not None


@pytest.mark.parametrize(
    "said",
    [
        "North, with a demand of 431.2 GWh, is one of 7 regions.",
        "In 2024 North had a demand of 431.2 GWh, or 431,200 MWh.",
        "Of 2 regions North has the demand of 431.2 GWh in 2023 and 2024.",
    ],
)
def test_years_counts_and_other_forms_of_the_value_are_no_second_figure(said: str):
    assert reason(OUTPUT, replace(DEMAND, text=said, equivalents=("431200 MWh",))) is None


@pytest.mark.parametrize(
    "again",
    [
        DEMAND.text.replace("The demand", "the  demand"),
        "In 2024 the demand of North came to 431.2 GWh.",
        "The demand of North was 431.2 GWh in 2024.",
    ],
)
def test_what_another_statement_says_is_said_twice(again: str):
    found = reason(DEMAND, OUTPUT, replace(DEMAND, text=again))
    assert found is not None
    assert "it stands there twice" in found


def test_another_year_value_or_place_is_another_statement():
    for other in (
        replace(DEMAND, text=DEMAND.text.replace("2024", "2023")),
        replace(DEMAND, text=DEMAND.text.replace("431.2", "417.5"), value="417.5"),
        replace(DEMAND, text=DEMAND.text.replace("North", "South")),
        replace(DEMAND, text="In 2024 the demand of North came to 431.2 GWh.", evidence=(1,)),
    ):
        assert reason(DEMAND, other) is None
