"""Tables of many layouts: header paths, entities across, items, days; units beside the table; measures of two names."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.model.artifact import Anchor
from assay.model.grid import Grid, Span
from assay.tables import Fact, TypedTable, agreed, facts, kindred, typed_tables
from assay.tables.captions import bare_caption_of, corner_unit_of, item_heading, stated_unit_of
from assay.tables.headings import headings_of, turned
from assay.tables.periods import period_of
from assay.tables.units import unit_of
from tests.documents import Paper, table_of

YEARS = ["2020", "2021"]
ROWS = [["North", "1,217", "1,333"], ["South", "918", "951"], ["East", "702", "655"]]


def only(paper: Paper) -> TypedTable:
    (table,) = typed_tables(paper.document())
    return table


def told(table: TypedTable) -> dict[tuple[str, str, str], Decimal]:
    return {(one.entity, one.measure.name, one.period.label): one.value for one in facts(table) if one.certain}


def paper(*texts: str, rows: list[list[str]], spans: tuple[Span, ...] = (), path: str = "d/a.docx") -> Paper:
    made = Paper(path)
    for text in texts:
        made.text(text)
    made.table(rows, spans)
    return made


@pytest.mark.parametrize(
    ("text", "label", "calendar"),
    [
        ("2023-04", "2023-04", "month"), ("Apr 2023", "2023-04", "month"), ("September 2021", "2021-09", "month"),
        ("Q1 FY2024", "FY2024-Q1", "quarter"), ("2024-Q3", "2024-Q3", "quarter"), ("Q2 2022", "2022-Q2", "quarter"),
        ("2021-02-28", "2021-02-28", "date"), ("FY2024", "FY2024", "fiscal"), ("2019", "2019", "year"),
    ],
)  # fmt: skip
def test_periods_of_every_calendar_have_one_label(text: str, label: str, calendar: str):
    period = period_of(text)
    assert period is not None
    assert (period.label, period.calendar, period.plain) == (label, calendar, True)


@pytest.mark.parametrize("text", ["2021-02-30", "Maybe 2023", "Q5 2022", "2023-13", "12", "North 2020 x y"])
def test_what_is_no_period_is_none(text: str):
    assert period_of(text) is None


def test_two_header_rows_give_each_column_its_measure_unit_and_path():
    heads = [["Region", "Water use (GWh)", "", "Wells (number)", ""], ["", *YEARS, *YEARS]]
    body = [
        ["North", "12.5", "13.5", "31", "35"],
        ["South", "9.1", "9.7", "22", "21"],
        ["East", "7.3", "6.1", "17", "19"],
    ]
    spans = (Span(0, 0, 2, 1), Span(0, 1, 1, 2), Span(0, 3, 1, 2))
    table = only(paper("Water and wells by region", rows=[*heads, *body], spans=spans))
    assert (table.depth, table.header_row, table.label_heading) == (2, 1, "Region")
    assert [column.heading for column in table.columns][:3] == [
        "Water use (GWh) / 2020", "Water use (GWh) / 2021", "Wells (number) / 2020",
    ]  # fmt: skip
    found = told(table)
    assert len(found) == 12
    assert found["south", "wells", "2021"] == 21
    assert {one.measure.stated.quote for one in facts(table)} == {"Water use (GWh)", "Wells (number)"}


def test_a_second_header_row_of_other_kind_keeps_its_table_from_golds():
    heads = [["Region", "actual", "budget"], ["Region", *YEARS]]
    table = only(paper("Water use by region, GWh", rows=[*heads, *ROWS]))
    assert "the header has more than one row" in table.doubts


def test_entities_across_are_turned_and_cited_where_they_stand():
    rows = [["Year", "North", "South"], ["2019", "1.5", "2.5"], ["2020", "3.5", "4.4"], ["2021", "5.1", "7.7"]]
    table = only(paper("Water use by region, GWh", rows=[[*row, f"{at}.3"] for at, row in enumerate(rows)]))
    assert table.turned
    assert table.role == "region"
    (fact,) = [one for one in facts(table) if (one.entity, one.period.label) == ("south", "2021")]
    assert (fact.row, fact.column, fact.heading) == (3, 2, "2021")


def test_a_list_of_items_takes_measure_period_and_unit_from_its_headings():
    heads = ["Station", "Region", "Licence", "Rated power 2023 (MW)", "Output 2023 (GWh)"]
    rows = [
        ["A", "North", "L-1", "310", "955.5"],
        ["B", "South", "L-2", "417", "1,211.5"],
        ["C", "North", "L-7", "288", "801.5"],
    ]
    table = only(paper("Register of stations", rows=[heads, *rows]))
    assert (table.shape, [name for _, name in table.attributes]) == ("items", ["Region", "Licence"])
    assert told(table)["b", "output", "2023"] == Decimal("1211.5")


def test_days_and_rates_are_long_and_single():
    days = [
        ["Region", "Date", "Tariff (cents per kWh)"],
        *[[name, f"202{at}-03-0{at + 1}", f"{at}.25"] for name in "ABC" for at in (1, 2)],
    ]
    table = only(paper("Decisions", rows=days))
    assert (table.shape, {one.period.calendar for one in facts(table)}) == ("long", {"date"})
    rates = only(
        paper("Rates", rows=[["Year", "Crowns per euro"], ["2019", "10.5"], ["2020", "11.5"], ["2021", "12.5"]])
    )
    assert (rates.shape, rates.entities) == ("single", {""})
    assert told(rates)["", "crowns per euro", "2020"] == Decimal("11.5")


@pytest.mark.parametrize(
    "made",
    [
        paper("Water use by region", "Unit: GWh", rows=[["Region", *YEARS], *ROWS]),
        paper("Water use by region", rows=[["Region, GWh", *YEARS], *ROWS]),
        paper("Water use by region", rows=[["Region", "Unit", *YEARS], *[[row[0], "GWh", *row[1:]] for row in ROWS]]),
        paper("Water use by region [GWh]", rows=[["Region", *YEARS], *ROWS]),
    ],
)  # fmt: skip
def test_a_unit_may_stand_in_a_line_a_corner_a_column_or_brackets(made: Paper):
    table = only(made)
    assert table.doubts == ()
    assert told(table)["north", "water use", "2020"] == 1217
    (measure,) = {one.measure.name: one.measure for one in facts(table)}.values()
    assert measure.unit is not None
    stated = measure.unit_stated or measure.stated
    assert (measure.unit.text, "GWh" in stated.quote) == ("GWh", True)


def test_a_unit_may_stand_in_a_neighbouring_cell_of_a_sheet():
    book = Paper("d/book.xlsx", "excel")
    rows = [["Water", "", ""], ["Water use by region", "", ""], ["Unit:", "GWh", ""], ["Region", *YEARS], *ROWS]
    book.block(rows, "S", "A1:C7")
    table = only(book)
    (fact, *_) = facts(table)
    assert table.doubts == ()
    assert fact.measure.unit_stated is not None
    assert fact.measure.unit_stated.at == Anchor(sheet="S", range="A1:C7", row=2, column=1)


def test_rows_with_two_units_state_none():
    rows = [
        ["Region", "Unit", *YEARS],
        ["North", "GWh", "1.1", "2.2"],
        ["South", "TWh", "3.1", "4.7"],
        ["East", "GWh", "5.1", "6.9"],
    ]
    assert told(only(paper("Water use by region", rows=rows))) == {}


def test_a_draft_is_under_no_gold_whatever_its_tables_say():
    made = table_of("Water use by region, GWh", {row[0]: row[1:] for row in ROWS}, YEARS)
    assert told(only(made))
    made.title = "Water note, draft of 2 May"
    assert told(only(made)) == {}


def test_periods_of_a_measure_may_stand_in_two_tables_of_a_document():
    book = Paper("d/book.xlsx", "excel")
    for sheet, years in (("Old", ["2018", "2019"]), ("New", YEARS)):
        book.block([["Water use by region, GWh"]], sheet, "A1", "unstructured")
        rows = [["Region", *years], *[[name, f"1{len(sheet)}{years[0][-1]}.5", second] for name, _, second in ROWS]]
        book.block([[*row[:1], *(f"{cell}" for cell in row[1:])] for row in rows], sheet, "A3:C6")
    assert [table.doubts for table in typed_tables(book.document())] == [(), ()]
    book.block([["Water use by region, GWh"]], "Again", "A1", "unstructured")
    book.block(
        [["Region", *YEARS], *[[name, "8.8", f"{at}.7"] for at, (name, *_) in enumerate(ROWS)]], "Again", "A3:C6"
    )
    doubted = [table.doubts for table in typed_tables(book.document())]
    assert doubted[0] == ()
    assert all("the document holds its measure twice" in doubts for doubts in doubted[1:])


def test_tables_side_by_side_do_not_continue_each_other():
    book = Paper("d/book.xlsx", "excel")
    for left, measure in (("A", "Heat supply"), ("E", "Water use")):
        right = chr(ord(left) + 2)
        book.block([[f"{measure} by region, GWh"]], "S", f"{left}1", "unstructured")
        book.block([["Region", *YEARS], *[[n, a, f"{len(measure)}{b}"] for n, a, b in ROWS]], "S", f"{left}3:{right}6")
    found = typed_tables(book.document())
    assert not any("another table may continue it" in table.doubts for table in found)
    assert [table.columns[0].measure.name for table in found if table.columns[0].measure] == [
        "heat supply",
        "water use",
    ]


def named(measure: str, values: list[list[str]], path: str) -> list[Fact]:
    rows = {f"R{at}": texts for at, texts in enumerate(values)}
    made = table_of(measure, rows, ["2019", *YEARS])
    made.path = path
    return [fact for table in typed_tables(made.document()) for fact in facts(table)]


OWN = [["1217", "1333", "1411"], ["918", "951", "977"], ["702", "655", "613"]]


def test_one_measure_of_two_names_is_told_by_its_numbers_in_any_unit():
    scaled = [[f"{Decimal(text) / 1000}" for text in row] for row in OWN]
    known = [
        *named("Power demand by region, GWh", OWN, "d/a.docx"),
        *named("Electricity use by region, TWh", scaled, "d/b.docx"),
    ]
    kin = kindred(known)
    assert len(set(kin.values())) == 1
    assert {name for _, name in kin} == {"power demand", "electricity use"}


def test_where_two_names_differ_in_a_value_that_value_is_certain_in_neither():
    other = [[*row] for row in OWN]
    other[1][2] = "981"
    known = [
        *named("Power demand by region, GWh", OWN, "d/a.docx"),
        *named("Electricity use by region, GWh", other, "d/b.docx"),
    ]
    left = [one for one in agreed(known, kindred(known)) if not one.certain]
    assert {(one.entity, one.period.label) for one in left} == {("r1", "2021")}
    assert len(left) == 2


def test_measures_that_agree_in_few_or_short_numbers_stay_apart():
    small = [["5", "7", "9"], ["4", "6", "8"], ["1", "2", "3"]]
    known = [
        *named("Accidents by region, number", small, "d/a.docx"),
        *named("Complaints by region, number", small, "d/b.docx"),
    ]
    assert kindred(known) == {}
    half = [OWN[0], ["1", "2", "3"], ["4", "5", "6"]]
    known = [*named("Power demand by region, GWh", OWN, "d/a.docx"), *named("Heat by region, GWh", half, "d/b.docx")]
    assert kindred(known) == {}


def test_joules_are_watt_hours():
    tera, giga = unit_of("TJ"), unit_of("GWh")
    assert tera is not None
    assert giga is not None
    assert (tera.dimension, giga.factor / tera.factor) == (giga.dimension, Fraction("3.6"))


def test_words_that_state_a_unit_or_a_measure_alone():
    assert [unit and unit.text for unit in map(stated_unit_of, ("Unit: GWh", "GWh", "单位：GWh", "Region"))] == [
        "GWh", "GWh", "GWh", None,
    ]  # fmt: skip
    caption, corner = bare_caption_of("Table 3. Water use by region"), corner_unit_of("Region, thousand euros")
    assert caption is not None
    assert (caption.wording, caption.role) == ("water use", "region")
    assert corner is not None
    assert (corner[0], corner[1].scale) == ("Region", "thousand")
    assert bare_caption_of("Water use") is None
    assert item_heading("Rated power (MW)") is None


@given(st.lists(st.lists(st.sampled_from(["", "a", "b"]), min_size=3, max_size=3), min_size=2, max_size=4))
def test_turning_twice_gives_the_grid_back_and_joined_heads_cover_each_column(rows: list[list[str]]):
    grid = Grid(len(rows), 3, tuple(text for row in rows for text in row))
    again = turned(turned(grid))
    assert (again.rows, again.columns, again.displayed) == (grid.rows, grid.columns, grid.displayed)
    assert len(headings_of(grid, 0, 1)) == 3
