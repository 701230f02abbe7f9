"""A question names the years that its plan looks up: one by one, or by the ends of a span."""

import pytest

from assay.model.task import Answer, Lineage, LookUp, Plan, Proposal, Task, task_of
from filters.periods import period_fault


def task(question: str, *periods: str) -> Task:
    looks = tuple(LookUp(f"a{at}", "e", "m", one, "", "d/a", "t", at, 1, "5") for at, one in enumerate(periods))
    proposal = Proposal(
        track="numeric", domain="d", question=question, answer=Answer("number", "1"), evidence=(), reasoning=(),
        program="", plan=Plan(looks, (), "a0"), labels=(), hops=1,
    )  # fmt: skip
    return task_of(proposal, Lineage("rules"))


@pytest.mark.parametrize(
    ("question", "periods"),
    [
        ("How did it grow from 2018 to 2021?", ("2018", "2019", "2020", "2021")),
        ("Of the years between 2018 and 2020, which?", ("2018", "2019", "2020")),
        (
            "In FY2022: its earnings before interest and tax, from FY2019 to FY2021?",
            ("FY2022", "FY2019", "FY2020", "FY2021"),
        ),
        ("The total from February 2022 to January 2023?", ("2022-02", "2023-01")),
        ("The growth from 2018 to 2019, not that from 2019 to 2021?", ("2018", "2019", "2020", "2021")),
    ],
)
def test_a_span_names_the_years_in_it(question: str, periods: tuple[str, ...]):
    assert period_fault(task(question, *periods)) is None


@pytest.mark.parametrize(
    ("question", "periods", "year"),
    [
        ("How did it grow from 2018 to 2021?", ("2018", "2021", "2022"), "2022"),
        ("Its value in 2018, and in the whole 2021?", ("2018", "2019", "2021"), "2019"),
        ("Its value in 2018 and costs to go by in 2021?", ("2018", "2020", "2021"), "2020"),
        ("How did it grow from 2018 to 2021?", ("2018", "2019"), "2021"),
    ],
)
def test_other_years_are_a_fault(question: str, periods: tuple[str, ...], year: str):
    fault = period_fault(task(question, *periods))
    assert fault is not None
    assert (fault.cause, year in fault.reason) == ("period_differs", True)
