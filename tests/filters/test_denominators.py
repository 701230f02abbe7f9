"""A share of all is a part of the sum over every row."""

from dataclasses import replace

import pytest

from assay.model.task import Answer
from filters.denominators import denominator_fault
from tests.filters.test_named import BASE, VALUES, archive
from tests.made import cited

ALL = sum(last for _, last in VALUES)
OWN = VALUES[2][1]
SHARE = "What share of the demand of all regions in 2024 had the region with the most plants, in percent, one decimal?"


def cause(value: float, question: str = SHARE, rows: tuple[int, ...] = (1, 2, 3, 4), **changes: object) -> str | None:
    found = archive()
    evidence = tuple(cited(found, "energy/demand.md", row, 2) for row in rows)
    answer = Answer("number", f"{value:.1f}", unit="%", decimals=1)
    one = replace(BASE, question=question, answer=answer, evidence=evidence, plan=None)
    fault = denominator_fault(replace(one, **changes), found.context())  # pyright: ignore[reportArgumentType]
    return fault.cause if fault else None


def test_the_part_of_one_figure_in_the_sum_of_all_is_its_share():
    assert cause(OWN / ALL * 100) is None
    assert cause(VALUES[0][1] / ALL * 100) is None


@pytest.mark.parametrize("whole", [ALL - OWN, ALL - VALUES[0][1], 2 * ALL])
def test_without_itself_without_another_or_with_the_total_it_is_none(whole: float):
    assert cause(OWN / whole * 100) == "denominator_differs"


def test_a_sum_over_fewer_rows_than_there_are_is_no_sum_of_all():
    three = sum(last for _, last in VALUES[:3])
    assert cause(OWN / three * 100, rows=(1, 2, 3)) == "denominator_differs"
    assert cause(OWN / ALL * 100, rows=(1, 2, 3)) is None


@pytest.mark.parametrize(
    "question",
    [
        SHARE.replace("all regions", "the other regions"),
        SHARE.replace("all regions", "all regions whose demand was above 300"),
        SHARE.replace("all regions", "the three largest regions"),
        SHARE.replace("What share of", "By what percentage grew"),
        SHARE.replace("all ", ""),
    ],
)
def test_parts_of_something_else_are_not_looked_at(question: str):
    assert cause(99.9, question) is None


def test_other_tracks_units_and_tasks_on_single_cells_are_not_looked_at():
    assert cause(99.9, track="search") is None
    assert cause(99.9, answer=Answer("number", "99.9", unit="GWh", decimals=1)) is None
    assert cause(99.9, rows=(1, 2)) is None
