"""What is not certain is not used: titles, rows, notes, totals, conventions and hidden parts that leave a doubt."""

from collections.abc import Mapping, Sequence

import pytest

from assay.model.artifact import Anchor, Text
from assay.model.grid import Grid, grid_of
from assay.tables import TypedTable, facts, typed_tables
from assay.tables.totals import is_total_word, may_aggregate, may_be_summed, summed_rows
from assay.tables.units import mentions_unit, unit_of
from tests.documents import Paper, table_of
from tests.tables.test_tables import ROWS, YEARS, certain, only

CAPTION = "Water use by region, GWh"
HEADED = [["Region", *YEARS], *[[name, *values] for name, values in ROWS.items()]]


def paper_of(*blocks: str | Sequence[Sequence[str]], path: str = "d/a.docx") -> Paper:
    """Return a paper of paragraphs and tables in this order."""
    paper = Paper(path)
    for block in blocks:
        paper.text(block) if isinstance(block, str) else paper.table(block)
    return paper


def sheet_of(*blocks: tuple[str, Sequence[Sequence[str]]], sheet: str = "S") -> Paper:
    """Return a workbook with one sheet of blocks, each with its range."""
    paper = Paper("d/book.xlsx", "excel")
    for range, rows in blocks:
        paper.block(rows, sheet, range, "tlr" if len(rows[0]) > 1 else "unstructured")
    return paper


def doubts(paper: Paper) -> set[str]:
    return {doubt for table in typed_tables(paper.document()) for doubt in table.doubts}


def nothing_certain(paper: Paper) -> bool:
    return not any(certain(table) for table in typed_tables(paper.document()))


def test_a_table_that_goes_on_after_it_is_no_whole_population():
    more = [["Region", *YEARS], ["West", "910", "920"], ["Centre", "10", "20"], ["Coast", "77", "79"]]
    for between in ([], ["(continued)"], ["Table 1 (continued)"], ["Annual report", "Page 2"]):
        assert nothing_certain(paper_of(CAPTION, HEADED, *between, more))


def test_a_part_without_header_continues_the_table_too():
    assert doubts(paper_of(CAPTION, HEADED, [["West", "910", "920"]])) == {"another table may continue it"}


def test_two_captioned_tables_of_one_shape_are_two_tables():
    other = [["Region", *YEARS], ["North", "61", "62"], ["South", "42", "49"], ["East", "71", "75"]]
    assert doubts(paper_of(CAPTION, HEADED, "Gas use by region, GWh", other)) == set()


def test_one_measure_twice_in_a_document_is_certain_in_neither():
    other = [["Region", *YEARS], ["West", "61", "62"], ["Centre", "42", "49"], ["Coast", "71", "75"]]
    assert doubts(paper_of(CAPTION, HEADED, CAPTION, other)) == {"the document holds its measure twice"}


def test_a_title_belongs_to_the_table_directly_below_it_alone():
    first = [["Plant load (GWh)", "", ""], ["Plant", *YEARS], ["P", "9", "8"], ["Q", "7", "5"], ["R", "4", "1"]]
    tables = typed_tables(sheet_of(("A1:C5", first), ("A7:C10", HEADED)).document())
    assert [len({fact.measure.name for fact in facts(table)}) for table in tables] == [1, 0]
    assert nothing_certain(sheet_of(("A1:C5", first), ("A7:C10", HEADED)))


def test_captions_below_tables_are_bound_to_none():
    other = [["Region", *YEARS], ["North", "61", "62"], ["South", "42", "49"], ["East", "71", "75"]]
    below = paper_of(
        "Two tables.", HEADED, "Table 1: Water use by region, GWh", other, "Table 2: Gas use by region, GWh"
    )
    assert nothing_certain(below)
    assert nothing_certain(paper_of(HEADED, "Table 1: Water use by region, GWh", "Text.", "Heat by region, GWh", other))
    assert nothing_certain(paper_of(CAPTION, HEADED, "Gas use by region, GWh", "and words.", other))


@pytest.mark.parametrize(
    "titles",
    [
        ["Group overview (million EUR)", "Water use by region (EUR thousand)"],
        ["Water use by region (GWh)", "Figures in thousands"],
        ["Figures in thousands", "Water use by region (GWh)"],
        ["Budget figures, not actuals", "Water use by region (GWh)"],
        ["Water use by region (GWh)", "Source: draft"],
    ],
)
def test_title_rows_are_read_together(titles: list[str]):
    inside = [*[[title, "", ""] for title in titles], *HEADED]
    assert nothing_certain(sheet_of(("A1:C6", inside)))
    above = [[title] for title in titles]
    assert nothing_certain(sheet_of(("A1:A2", above), ("A4:C7", HEADED)))


def test_plain_title_rows_leave_no_doubt():
    paper = sheet_of(("A1:A2", [["The yearbook"], [CAPTION]]), ("A4:C7", HEADED))
    assert len(certain(only(paper))) == 6


def slide_of(*texts: tuple[str, float]) -> Paper:
    paper = Paper("d/deck.pptx", "powerpoint")
    for number, (text, top) in enumerate(texts):
        paper.add("shape_text", text, Text(), Anchor(slide=1, shape=str(number), box=(0, top, 90, top + 5)))
    paper.add("table", "", grid_of(HEADED), Anchor(slide=1, shape="t", box=(0, 20, 90, 60)))
    return paper


def test_the_text_nearest_above_a_slides_table_states_its_measure_or_nothing_does():
    assert len(certain(only(slide_of(("Water", 2), (CAPTION, 12))))) == 6
    assert facts(only(slide_of(("Staff turnover by region", 12), ("Cash position (million EUR)", 80)))) == []
    assert facts(only(slide_of(("Staff turnover by region", 2), (CAPTION, 61)))) == []
    assert nothing_certain(slide_of((CAPTION, 12), ("All figures in thousands", 80)))


@pytest.mark.parametrize(
    "row",
    [
        ["", "EUR thousand", "EUR million"],
        ["", "actual", "budget"],
        ["Status", "actual", "restated"],
        ["Coast", "(15.5)", "(16.1)"],
        ["Coast", "12 252", "12 300"],
        ["Coast", "n/a", "–"],
        ["Coast", "", ""],
        ["Note: East in thousand", "", ""],
        ["", "5", "6"],
        ["Region", "2020", "2021"],
    ],
)
@pytest.mark.parametrize("at", [1, 4])
def test_a_row_that_cannot_be_read_makes_the_population_uncertain(row: list[str], at: int):
    rows = [*HEADED[:at], row, *HEADED[at:]]
    assert nothing_certain(paper_of(CAPTION, rows))


def test_the_source_of_the_figures_is_no_row_of_the_population():
    assert len(certain(only(paper_of(CAPTION, [*HEADED, ["Source: the office", "", ""]])))) == 6
    assert nothing_certain(paper_of(CAPTION, [*HEADED, ["Source: draft accounts", "", ""]]))


@pytest.mark.parametrize(
    "note",
    [
        "Note: the North is partly estimated.",
        "Values for East are in thousand USD.",
        "2021 figures are provisional.",
        "Restated after the merger.",
        "Notes: see the annex",
    ],
)
def test_a_note_beside_a_table_makes_it_uncertain(note: str):
    assert nothing_certain(paper_of(CAPTION, HEADED, note))
    assert nothing_certain(paper_of(note, CAPTION, HEADED))
    assert nothing_certain(sheet_of(("A1", [[CAPTION]]), ("A2:C5", HEADED), ("A9", [[note]])))


def test_words_beside_a_table_that_say_nothing_of_its_values_leave_no_doubt():
    assert doubts(paper_of("The year was dry.", CAPTION, HEADED, "Use is measured at the meter.")) == set()


def test_a_comment_on_the_table_is_heard():
    paper = paper_of(CAPTION, HEADED)
    paper.facet("comment", "provisional!", paper.artifacts[1], text="provisional!")
    assert doubts(paper) == {"a remark on it says more of its values"}


def test_a_column_of_units_beside_the_values_is_heard():
    rows = [[*HEADED[0], "Unit"], *[[*row, "GWh"] for row in HEADED[1:]]]
    assert doubts(paper_of(CAPTION, rows)) == {"a column beside the values says more of them"}
    rows = [[*HEADED[0], "Of it"], *[[*row, "thousand"] for row in HEADED[1:]]]
    assert doubts(paper_of(CAPTION, rows)) == {"a column beside the values says more of them"}


@pytest.mark.parametrize("label", ["Group", "World", "European Union", "of which South", "Average", "Other regions"])
def test_a_row_named_like_an_aggregate_makes_the_table_uncertain(label: str):
    assert may_aggregate(label)
    assert nothing_certain(table_of(CAPTION, {**ROWS, label: ["801", "811"]}, YEARS))


@pytest.mark.parametrize("label", ["All regions", "Summe", "Group total", "小计"])
def test_more_words_of_totals(label: str):
    assert is_total_word(label)


def test_a_total_at_the_top_is_no_entity():
    rows = {"Realm": ["2,800", "2,900"], **ROWS}
    assert only(table_of(CAPTION, rows, YEARS)).entities == {"north", "south", "east"}


def test_a_total_of_a_long_table_is_no_entity():
    values = {"A": ("1.5", "2.5"), "B": ("3.1", "9.9"), "C": ("7.7", "5.1"), "Realm": ("12.3", "17.5")}
    rows = [[name, year, text] for name, texts in values.items() for year, text in zip(YEARS, texts, strict=True)]
    table = only(paper_of([["Region", "Year", "Water use (TWh)"], *rows], path="d/long.csv"))
    assert table.entities == {"a", "b", "c"}


@pytest.mark.parametrize("near", [["2,801", "2,899"], ["2,700", "2,800"], ["2,100", "2,250"]])
@pytest.mark.parametrize("top", [True, False])
def test_a_row_near_a_sum_makes_the_table_uncertain(near: list[str], top: bool):
    rows: Mapping[str, Sequence[str]] = {"Realm": near, **ROWS} if top else {**ROWS, "Realm": near}
    assert nothing_certain(table_of(CAPTION, rows, YEARS))


def test_rows_of_their_own_are_near_no_sum():
    from decimal import Decimal

    rows = [[Decimal(a), Decimal(b)] for a, b in ((12, 14), (9, 9), (7, 6))]
    assert not may_be_summed(rows)
    assert summed_rows(rows) == frozenset()


@pytest.mark.parametrize(
    ("caption", "rows"),
    [
        ("Personal (persons)", [["1.902", "1.950"], ["2.405", "2.500"], ["3.100", "3.111"]]),
        ("Margin by region, euros", [["1.902", "950"], ["2.405", "2.500"], ["3.100", "3.111"]]),
        ("Bestand, euros", [["31,200", "31,300"], ["22,100", "22,400"], ["41,100", "39,900"]]),
        ("Sales by region, euros", [["31,200", "31300"], ["22,100", "22,400"], ["41,100", "39,900"]]),
        ("Sales by region, euros", [["31,200", "31.300"], ["22,100", "22,400"], ["41,100", "39,900"]]),
    ],
)
def test_numbers_that_either_convention_can_read_are_not_certain(caption: str, rows: list[list[str]]):
    named = {name: row for name, row in zip("ABC", rows, strict=True)}
    assert doubts(table_of(caption, named, YEARS)) == {
        "its numbers can be read with a decimal point or a decimal comma"
    }


@pytest.mark.parametrize(
    ("rows", "more"),
    [
        ([["31,200", "31,300"], ["22,100", "22,400"], ["41,100", "39,900"]], "The use of the year."),
        ([["31,200", "300"], ["22,100", "22,400"], ["41,100", "39,900"]], ""),
        ([["1.902", "1.950"], ["2.405", "2.500"], ["3.100", "3.111"]], "The use of the year is measured."),
        ([["1.902", "19502"], ["2.405", "2.500"], ["3.100", "2.111"]], ""),
        ([["1.902", "1.95"], ["2.405", "2.500"], ["3.100", "3.111"]], ""),
    ],
)
def test_other_numbers_and_words_show_the_convention(rows: list[list[str]], more: str):
    named = [["Region", *YEARS], *[[name, *row] for name, row in zip(("A", "B", "C"), rows, strict=True)]]
    assert doubts(paper_of(more, "Bestand, euros", named)) == set()


def test_a_decimal_comma_elsewhere_in_the_document_is_heard():
    paper = table_of(
        "The sales of the year by region, euros",
        {"A": ["1,902", "7,100"], "B": ["2,500", "300"], "C": ["9", "8"]},
        YEARS,
    )
    paper.text("Shares")
    paper.table([["x", "y"], ["a", "12,5"]])
    assert nothing_certain(paper)


@pytest.mark.parametrize("heading", ["Key figure", "Measure", "Indicator", "Line item", "Account", "Kennzahl", "项目"])
def test_kinds_of_figures_are_no_entities(heading: str):
    assert nothing_certain(table_of(CAPTION, ROWS, YEARS, heading))


@pytest.mark.parametrize("label", ["West (USD)", "West (thousand EUR)", "West, million", "West (restated)", "West*"])
def test_labels_that_say_more_make_the_table_uncertain(label: str):
    assert nothing_certain(table_of(CAPTION, {**ROWS, label: ["1,001", "1,101"]}, YEARS))


def test_a_heading_over_the_labels_that_names_a_unit_is_heard():
    assert doubts(table_of(CAPTION, ROWS, YEARS, "Region in thousand")) == {
        "the labels' heading says more of the values"
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [("hidden", "hidden"), ("hidden_rows", "3:3"), ("hidden_rows", "1, 4:9"), ("hidden_columns", "C")],
)
def test_what_a_sheet_hides_is_not_used(name: str, value: str):
    paper = sheet_of(("A1", [[CAPTION]]), ("A2:C5", HEADED))
    paper.facet("sheet", "", None, Anchor(sheet="S"), name="S", **{name: value})
    assert nothing_certain(paper)


@pytest.mark.parametrize(("name", "value"), [("hidden_rows", "9:12"), ("hidden_columns", "AA:AC")])
def test_what_a_sheet_hides_elsewhere_is_no_matter(name: str, value: str):
    paper = sheet_of(("A1", [[CAPTION]]), ("A2:C5", HEADED))
    paper.facet("sheet", "", None, Anchor(sheet="S"), name="S", **{name: value})
    assert doubts(paper) == set()


def test_the_name_of_a_sheet_may_say_that_its_figures_are_planned():
    assert nothing_certain(sheet_of(("A1", [[CAPTION]]), ("A2:C5", HEADED), sheet="Budget"))


def test_hidden_slides_and_struck_words_are_not_used():
    deck = slide_of((CAPTION, 12))
    deck.facet("slide", "", None, Anchor(slide=1), name="Slide 1", hidden=True)
    assert "its slide is hidden" in doubts(deck)
    paper = paper_of(CAPTION, HEADED)
    paper.facet("strikeout", "9", paper.artifacts[1], text="9")
    assert doubts(paper) == {"some of it is struck out"}


@pytest.mark.parametrize(
    ("text", "scale", "base"),
    [
        ("EUR thousand", "thousand", "EUR"),
        ("EUR m", "million", "EUR"),
        ("USD bn", "billion", "USD"),
        ("euros million", "million", "euros"),
    ],
)
def test_a_currency_may_stand_before_its_scale(text: str, scale: str, base: str):
    unit = unit_of(text)
    assert unit is not None
    assert (unit.scale, unit.base) == (scale, base)


@pytest.mark.parametrize("text", ["m", "T", "K", "M"])
def test_lone_letters_are_no_unit(text: str):
    assert unit_of(text) is None


def test_what_mentions_a_unit():
    assert mentions_unit("Figures in thousands")
    assert mentions_unit("Revenue (m)")
    assert mentions_unit("TEUR unless stated")
    assert not mentions_unit("Tarsenia (North)")


@pytest.mark.parametrize(
    "caption",
    ["Revenue by region (EUR million), restated", "Revenue (EUR) by region, thousand", "Figure 3. Revenue, EUR"],
)
def test_words_after_or_before_a_unit_leave_no_measure(caption: str):
    assert facts(only(table_of(caption, ROWS, YEARS))) == []


def test_a_typed_cell_needs_no_convention():
    paper = Paper("d/book.xlsx", "excel")
    paper.block([["Bestand, euros"]], "S", "A1", "unstructured")
    shown = ("Region", *YEARS, "A", "1.500", "2.000", "B", "3.100", "4.400", "C", "5.000", "3.000")
    stored = ("Region", 2020, 2021, "A", 1.5, 2, "B", 3.1, 4.4, "C", 5, 3)
    paper.add("tlr", "", Grid(4, 3, shown, stored), Anchor(sheet="S", range="A2:C5"))
    table: TypedTable = only(paper)
    assert table.doubts == ()
