"""Queries for a figure find it wherever an archive may tell it, under any name, in tables, charts and texts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assay.evaluation.absence import FACTS, TEXT, Holdings, Sought, sought_of
from assay.model.artifact import Anchor, Chart, Series
from tests.documents import Paper, table_of

YEARS = ("2020", "2021", "2022", "2023")
ROWS: dict[str, list[str]] = {
    "North": ["417", "431", "..", "466"],
    "South": ["298", "305", "312", "309"],
    "East": ["512", "498", "521", "540"],
    "West": ["188", "203", "197", "221"],
}
WANTED = Sought("d", "output by plant", "north", "2022")


def held(*papers: Paper) -> Holdings:
    table = table_of("Table 1. Output by plant, GWh", ROWS, YEARS, "Plant")
    return Holdings("d", tuple(paper.document() for paper in (table, *papers)))


def found(*papers: Paper) -> tuple[int, int]:
    archive = held(*papers)
    (measure,) = {column.measure.name for column in archive.tables[0].columns if column.measure}
    wanted = Sought("d", measure, "north", "2022")
    return len(archive.asked(FACTS, wanted)), len(archive.asked(TEXT, wanted))


def other(caption: str, rows: dict[str, list[str]], years: Sequence[str] = YEARS) -> Paper:
    paper = table_of(caption, rows, years, "Plant")
    paper.path = "d/other.docx"
    return paper


def scaled(factor: float, north: str = "449") -> dict[str, list[str]]:
    rows = {name: list(values) for name, values in ROWS.items()} | {"North": ["417", "431", north, "466"]}
    return {name: [f"{float(value) * factor:.3f}" for value in values] for name, values in rows.items()}


def said(text: str) -> Paper:
    paper = Paper("d/memo.docx")
    paper.text(text)
    return paper


def test_a_figure_that_stands_nowhere_is_not_found():
    assert found() == (0, 0)
    assert found(other("Table 2. Staff by plant, number", {name: ["7", "9", "8", "6"] for name in ROWS})) == (0, 0)


@pytest.mark.parametrize(
    "paper",
    [
        other("Table 2. Output by plant, GWh", scaled(1)),
        other("Table 2. Output by plant, TWh", scaled(0.001)),
        other("Table 2. Generated energy, TJ", scaled(3.6)),
        other("Some figures", scaled(1)),
    ],
)
def test_it_is_found_in_tables_under_other_units_and_names(paper: Paper):
    assert found(paper)[0] == 1


def test_it_is_found_in_a_table_in_another_language_by_its_numbers():
    names = {"North": "北", "South": "南", "East": "东", "West": "西"}
    foreign = other("产量", {names[name]: values for name, values in scaled(10).items()})
    assert found(foreign)[0] > 0


def test_months_of_the_year_may_add_up_to_it():
    monthly = other("Table 2. Output by plant, GWh", {name: ["37", "38"] for name in ROWS}, ("2022-01", "2022-02"))
    assert found(monthly)[0] > 0


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("North’s output of 2022 came to 449 GWh.", 1),
        ("In 2022 the North made about 0.45 TWh.", 1),
        ("North: output up 3 percent.", 1),
        ("North had 417 GWh in 2020.", 0),
        ("South made 312 GWh in 2022.", 0),
        ("The Northern plants made 449 GWh in 2022.", 0),
        ("North closed in 2022.", 0),
        ("North has 12 doors.", 0),
    ],
)
def test_sentences_tell_it_by_entity_and_year_or_by_entity_and_measure(text: str, places: int):
    assert found(said(text))[1] == places


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("North had 17 GWh of output more in 2023 than a year before.", 1),
        ("Output in North rose by 4% in 2021, and again in the year after.", 1),
        ("In 2023 North’s output was nine GWh higher than the year before.", 1),
        ("Output of North was in 2023 half of what it had been.", 0),
        ("Output of North doubled in 2023.", 1),
        ("Output in North: +9 GWh in 2023.", 1),
        ("In 2024 North had 12 GWh of output less than two years earlier.", 1),
        ("North had 466 GWh of output in 2023.", 0),
        ("South had 3 GWh of output more in 2023 than a year before.", 0),
        ("North had 3 doors more in 2023 than a year before.", 0),
        ("Output in North fell by 2 GWh from 2018 to 2020.", 0),
    ],
)
def test_a_change_tells_the_year_before_the_one_that_it_names(text: str, places: int):
    assert found(said(text))[1] == places


def test_a_table_of_changes_tells_the_year_before():
    rows, years = {name: ["9", "7"] for name in ROWS}, ("2023", "2024")
    assert found(other("Table 2. Change in output on a year before, GWh", rows, years))[0] == 1
    assert found(other("Table 2. Spare output, GWh", rows, years))[0] == 0


@pytest.mark.parametrize(
    ("text", "derivable"),
    [
        ("On average a plant had an output of 369.75 GWh in 2022.", True),
        ("The combined output was 1479 GWh.", True),
        ("On average a plant had an output of 354 GWh in 2020.", False),
        ("On average a plant had 12 doors in 2022.", False),
        ("The four plants had an output of 1,479 GWh in 2022.", True),
        ("The output of South was 312 GWh in 2022.", False),
        ("See Table 4 on the output of 2022.", False),
    ],
)
def test_an_average_over_all_in_a_sentence_gives_a_figure_away(text: str, derivable: bool):
    archive = held(said(text))
    (measure,) = {column.measure.name for column in archive.tables[0].columns if column.measure}
    assert archive.derivable(Sought("d", measure, "north", "2022")) == derivable


@pytest.mark.parametrize("kind", ["comment", "footnote"])
def test_notes_and_comments_tell_it_too(kind: str):
    paper = Paper("d/memo.docx")
    paper.facet(kind, "For reference: North had 449 in 2022.", paper.text("See below."), text="x")
    assert found(paper)[1] == 1


@pytest.mark.parametrize(("values", "places"), [((449.0, 312.0, 521.0, 197.0), 1), ((7.0, 9.0, 6.0, 5.0), 0)])
def test_a_chart_tells_it_unless_its_numbers_are_those_of_another_measure(values: tuple[float, ...], places: int):
    paper = Paper("d/deck.pptx", "powerpoint")
    series = Series("2022", ("North", "South", "East", "West"), values)
    points = "; ".join(f"{name} = {value}" for name, value in zip(series.categories, values, strict=True))
    paper.add("chart", f"column chart\n2022: {points}", Chart("column", "", (), (series,)), Anchor(slide=3, shape="4"))
    assert found(paper)[1] == places


def test_a_grid_without_types_tells_it():
    paper = Paper("d/loose.docx")
    paper.table([["In 2022", "GWh"], ["North", "449"]])
    assert found(paper)[1] == 1


def test_what_a_total_leaves_over_is_no_gap():
    rows = ROWS | {"All plants": ["1415", "1437", "1479", "1536"]}
    archive = Holdings("d", (table_of("Table 1. Output by plant, GWh", rows, YEARS, "Plant").document(),))
    (measure,) = {column.measure.name for column in archive.tables[0].columns if column.measure}
    assert archive.derivable(Sought("d", measure, "north", "2022"))
    assert not held().derivable(Sought("d", measure, "north", "2022"))


def test_a_query_that_names_measure_entity_and_period_can_be_asked_again():
    assert sought_of(WANTED.query(FACTS), "d") == WANTED
    assert sought_of(WANTED.query(TEXT), "other") is None
    assert sought_of({"kind": "tables", "measure": "output", "domain": "d"}, "d") is None
    assert sought_of({"kind": "facts", "measure": "output", "entity": " ", "period": "2022"}, "d") is None
