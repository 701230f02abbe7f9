"""What a total leaves over is no absence, however the gap is shown."""

import pytest

from assay.evaluation.absence import Holdings, Sought
from filters.remainders import left_over
from tests.documents import Paper, table_of

YEARS = ("2021", "2022")
ROWS = {"North": ["417", ".."], "South": ["298", "312"], "East": ["505", "521"]}
TOTAL = {"All plants": ["1220", "1299"]}
NORTH = Sought("d", "output", "north", "2022")


def held(rows: dict[str, list[str]], *papers: Paper) -> Holdings:
    table = table_of("Table 1. Output by plant, GWh", rows, YEARS, "Plant")
    return Holdings("d", tuple(paper.document() for paper in (table, *papers)))


def memo(text: str) -> Paper:
    paper = Paper("d/memo.docx")
    paper.text(text)
    return paper


def test_a_total_with_all_other_parts_leaves_the_figure_over():
    found = left_over(NORTH, held(ROWS | TOTAL))
    assert found is not None
    assert found.startswith("d/Table-1")


def test_a_row_that_is_not_there_is_left_over_where_the_others_fall_short():
    rows = {name: values for name, values in (ROWS | TOTAL).items() if name != "North"}
    assert left_over(NORTH, held(rows)) is not None
    exact = rows | {"All plants": ["803", "833"]}
    assert left_over(NORTH, held(exact)) is None


@pytest.mark.parametrize(
    "rows",
    [
        ROWS,
        ROWS | {"West": ["120", ".."]} | TOTAL,
        ROWS | {"All plants": ["1220", ".."]},
        ROWS | TOTAL | {"North": ["..", "466"], "East": ["505", ".."]},
    ],
)
def test_without_a_total_or_with_another_gap_nothing_is_left_over(rows: dict[str, list[str]]):
    assert left_over(NORTH, held(rows)) is None


@pytest.mark.parametrize(
    "text",
    ["On average a plant had an output of 433.0 GWh in 2022.", "The output of 2022 came to 1,299 GWh in all."],
)
def test_what_a_sentence_says_of_all_leaves_the_figure_over_where_the_others_are_known(text: str):
    assert (left_over(NORTH, held(ROWS, memo(text))) or "").startswith("d/memo.docx")
    assert left_over(NORTH, held(ROWS | {"East": ["505", ".."]}, memo(text))) is None


def test_a_row_of_means_leaves_the_figure_over():
    assert left_over(NORTH, held(ROWS | {"Average of plants": ["406.7", "433.0"]})) is not None


def test_the_others_may_stand_in_another_table():
    rows = ROWS | TOTAL | {"East": ["505", ".."]}
    more = {"East": ["505", "521"], "West": ["8", "9"], "Centre": ["31", "33"]}
    east = table_of("Table 2. Output by plant, GWh", more, YEARS, "Plant")
    east.path = "d/other.docx"
    assert left_over(NORTH, held(rows)) is None
    assert left_over(NORTH, held(rows, east)) is not None
