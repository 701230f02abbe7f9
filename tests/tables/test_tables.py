"""Typed tables and facts from grids, and what several documents agree about."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.model.artifact import Anchor
from assay.model.grid import Grid, Span
from assay.tables import Fact, TypedTable, agreed, facts, typed_tables
from assay.tables.totals import is_total_word, summed_rows
from tests.documents import Paper, table_of

ROWS = {"North": ["1,200", "1,300"], "South": ["900", "950"], "East": ["700", "650"]}
YEARS = ["2020", "2021"]


def only(paper: Paper) -> TypedTable:
    (table,) = typed_tables(paper.document())
    return table


def certain(table: TypedTable) -> dict[tuple[str, str], Decimal]:
    return {(fact.entity, fact.period.label): fact.value for fact in facts(table) if fact.certain}


def test_a_captioned_table_gives_certain_facts_with_measure_and_unit():
    table = only(table_of("Table 1. Water use by region, GWh", ROWS, YEARS))
    (first, *_) = facts(table)
    assert (first.entity, first.label, first.period.label, first.value) == ("north", "North", "2020", Decimal(1200))
    assert (first.measure.name, first.measure.stated.quote) == ("water use", "Table 1. Water use by region, GWh")
    assert first.unit is not None
    assert first.unit.text == "GWh"
    assert len(certain(table)) == 6


@pytest.mark.parametrize("caption", ["Water use by region", "A paragraph that says nothing of the kind."])
def test_without_a_stated_unit_no_fact_is_made(caption: str):
    assert facts(only(table_of(caption, ROWS, YEARS))) == []


def test_a_provisional_column_is_not_certain():
    table = only(table_of("Water use by region, GWh", ROWS, ["2020", "2021 (provisional)"]))
    assert {period for _, period in certain(table)} == {"2020"}


def test_a_marked_number_is_not_certain():
    table = only(table_of("Water use by region, GWh", {**ROWS, "East": ["700*", "650"]}, YEARS))
    assert ("east", "2020") not in certain(table)
    assert len(certain(table)) == 5


def test_a_total_by_word_or_by_arithmetic_is_no_entity():
    rows = {**ROWS, "Country": ["2,800", "2,900"], "Total": ["1", "2"]}
    table = only(table_of("Water use by region, GWh", rows, YEARS))
    assert table.entities == {"north", "south", "east"}
    assert [label.text for label in table.labels if label.total] == ["Country", "Total"]


def test_a_row_without_numbers_is_no_entity():
    table = only(table_of("Water use by region, GWh", {**ROWS, "Source: the office": ["", ""]}, YEARS))
    assert table.entities == {"north", "south", "east"}


def test_a_long_table_has_its_measures_and_units_in_the_headings():
    paper = Paper("d/long.csv", "text")
    rows = [[name, year, value] for name in ("A", "B", "C") for year, value in (("2020", "1.5"), ("2021", "2.5"))]
    paper.table([["Region", "Year", "Water use (TWh)"], *rows])
    table = only(paper)
    assert (table.shape, table.period_heading, table.label_heading) == ("long", "Year", "Region")
    stated = facts(table)[0].measure.stated
    assert (stated.quote, stated.at.row, stated.at.column) == ("Water use (TWh)", 0, 2)
    assert len(certain(table)) == 6


def test_a_sheet_states_the_measure_in_a_title_above_its_block():
    paper = Paper("d/book.xlsx", "excel")
    paper.block([["Tarsenia"], ["Water use by region, GWh"]], "S", "A1:A2", "unstructured")
    paper.block([["Region", *YEARS], *[[name, *values] for name, values in ROWS.items()]], "S", "A4:C7")
    paper.block([["Region", *YEARS], *[[name, *values] for name, values in ROWS.items()]], "Other", "A4:C7")
    first, other = typed_tables(paper.document())
    assert facts(first)[0].measure.stated.at == Anchor(sheet="S", range="A1:A2", row=1, column=0)
    assert facts(other) == []


def test_a_title_row_inside_the_block_states_the_measure_too():
    paper = Paper("d/book.xlsx", "excel")
    rows = [
        ["Water use by region, GWh", "", ""],
        ["Region", *YEARS],
        *[[name, *values] for name, values in ROWS.items()],
    ]
    paper.block(rows, "S", "A1:C5")
    table = only(paper)
    assert table.header_row == 1
    assert len(certain(table)) == 6


def test_a_slide_states_the_measure_beside_its_table():
    paper = Paper("d/deck.pptx", "powerpoint")
    from assay.model.artifact import Text
    from assay.model.grid import grid_of

    paper.add("slide_text", "Water", Text(), Anchor(slide=2, shape="1", box=(0, 0, 90, 9)))
    table = grid_of([["Region", *YEARS], *[[n, *v] for n, v in ROWS.items()]])
    paper.add("table", "", table, Anchor(slide=2, shape="2", box=(0, 20, 90, 60)))
    paper.add("shape_text", "Water use by region, GWh", Text(), Anchor(slide=2, shape="3", box=(0, 12, 90, 19)))
    assert facts(only(paper))[0].measure.name == "water use"


@pytest.mark.parametrize(
    ("rows", "doubt"),
    [
        (
            [["Region", "2020", "2021"], ["A", "1", "2"], ["a", "3", "4"], ["B", "5", "6"]],
            "two rows have the same label",
        ),
        (
            [["Region", "2020", "2020"], ["A", "1", "2"], ["B", "3", "4"], ["C", "5", "6"]],
            "two columns have the same heading",
        ),
        (
            [["Item", "2020", "2021"], ["A", "1", "2"], ["B", "3", "4"], ["C", "5", "6"]],
            "the labels' heading does not say what they name",
        ),
        (
            [["Zone", "Region", "2020", "2021"], ["x", "A", "1", "2"], ["x", "B", "3", "4"], ["x", "C", "5", "7"]],
            "another column stands before the labels",
        ),
        (
            [["x", "Wet", "Dry"], ["Region", "2020", "2021"], ["A", "1", "2"], ["B", "3", "4"], ["C", "5", "6"]],
            "the header has more than one row",
        ),
        (
            [["Region", "2020", "2021"], ["A", "1,5", "2"], ["B", "3", "4"], ["C", "5", "6"]],
            "numbers have a decimal comma",
        ),
    ],
)
def test_what_is_doubtful_is_named_and_not_certain(rows: list[list[str]], doubt: str):
    paper = Paper("d/a.docx")
    paper.text("Water use by region, GWh")
    paper.table(rows)
    table = only(paper)
    assert doubt in table.doubts
    assert certain(table) == {}


def test_merged_cells_below_the_header_are_doubtful():
    paper = Paper("d/a.docx")
    paper.text("Water use by region, GWh")
    paper.table([["Region", *YEARS], ["A", "1", ""], ["B", "3", "4"], ["C", "5", "6"]], spans=(Span(1, 1, 1, 2),))
    assert "cells are merged below the header" in only(paper).doubts


def test_a_cell_that_stores_more_than_it_shows_is_not_certain():
    paper = Paper("d/book.xlsx", "excel")
    paper.block([["Water use by region, GWh"]], "S", "A1", "unstructured")
    displayed = ("Region", "2020", "2021", "A", "1.5", "2.0", "B", "3.1", "4.4", "C", "5.0", "3.0")
    stored = ("Region", 2020, 2021, "A", 1.4999, 2, "B", 3.1, 4.4, "C", 5, 3)
    paper.add("tlr", "", Grid(4, 3, displayed, stored), Anchor(sheet="S", range="A2:C5"))
    assert ("a", "2020") not in certain(only(paper))
    assert len(certain(only(paper))) == 5


@pytest.mark.parametrize("rows", [[["a", "b"], ["1", "2"]], [["Region", "2020", "2021"], ["A", "1", "2"]]])
def test_a_grid_without_time_or_with_few_rows_is_no_typed_table(rows: list[list[str]]):
    paper = Paper("d/a.docx")
    paper.table(rows)
    assert typed_tables(paper.document()) == []


def both(first: str, second: str, value: str) -> list[Fact]:
    papers = (
        table_of(first, ROWS, YEARS),
        table_of(second, {**ROWS, "North": [value, "1.3"], "South": ["0.9", "0.95"], "East": ["0.7", "0.65"]}, YEARS),
    )
    other = papers[1]
    other.path = "d/other.docx"
    return agreed(fact for paper in papers for table in typed_tables(paper.document()) for fact in facts(table))


def test_documents_that_agree_in_other_units_stay_certain():
    assert all(fact.certain for fact in both("Water use by region, GWh", "Water use by region, TWh", "1.2"))


def test_another_issue_of_a_measure_is_held_against_the_first():
    assert all(fact.certain for fact in both("Water use by region, GWh", "Restated water use by region, TWh", "1.2"))
    known = both("Water use by region, GWh", "Restated water use by region, TWh", "1.25")
    assert {(fact.entity, fact.period.label) for fact in known if not fact.certain} == {("north", "2020")}


def test_what_documents_differ_in_is_certain_in_neither():
    known = both("Water use by region, GWh", "Water use by region, TWh", "1.25")
    doubted = {(fact.path, fact.entity, fact.period.label) for fact in known if not fact.certain}
    assert {(entity, period) for _, entity, period in doubted} == {("north", "2020")}
    assert len(doubted) == 2


def test_units_of_unknown_relation_are_no_agreement():
    assert not any(
        fact.certain for fact in both("Price by region, cents per kWh", "Price by region, crowns per MWh", "1.2")
    )


@given(
    st.lists(st.lists(st.integers(1, 10**6), min_size=2, max_size=4), min_size=2, max_size=8).filter(
        lambda rows: len({len(row) for row in rows}) == 1
    )
)
def test_a_row_of_sums_is_recognised(rows: list[list[int]]):
    values = [[Decimal(value) for value in row] for row in rows]
    total = [sum(column, Decimal(0)) for column in zip(*values, strict=True)]
    found = summed_rows([*values, total])
    # a chance total further up starts the sum anew, and then the last row is none
    assert len(rows) in found or found


def test_sums_are_counted_anew_after_a_subtotal():
    rows = [[Decimal(n), Decimal(2 * n)] for n in (1, 2, 3, 10, 20, 30)]
    assert summed_rows(rows) == {2, 5}


@pytest.mark.parametrize(
    ("label", "total"),
    [("Total", True), ("Total:", True), ("Grand total", True), ("合计", True), ("Totality", False), ("North", False)],
)
def test_the_words_of_totals(label: str, total: bool):
    assert is_total_word(label) is total
