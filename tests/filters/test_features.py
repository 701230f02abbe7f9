"""The features of a chunk, read from the chunk and the whole sheet it belongs to."""

import pytest

from assay.model.artifact import Anchor, Text
from assay.model.document import Document
from assay.model.grid import Grid, grid_of
from extractors.sheaf import Sheaf
from filters.features import features, features_of, source_format
from synthesis.chunks import chunks
from tests.made import body, document_of, energy_archive

REGISTER = [["Region", "Year", "Demand, GWh", "Note"]] + [
    [f"R{at}", str(2015 + at % 5), f"{at},100.5", "as planned"] for at in range(200)
]


def workbook(*sheets: tuple[str, Grid]) -> Document:
    sheaf = Sheaf("excel")
    for name, grid in sheets:
        sheaf.add("tlr", Anchor(sheet=name, range="A1"), payload=grid, place=name)
    return document_of(sheaf, "a.xlsx")


def test_every_window_of_a_sheet_has_the_features_of_the_whole_sheet():
    document = workbook(("A", grid_of(REGISTER, header_rows=1)), ("B", grid_of([["x"], ["1"]])))
    found = [features(document, chunk) for chunk in chunks(document)]
    assert len(found) > 2
    for one in found[:-1]:
        assert (one.rows, one.cols, one.numeric_cols, one.time_cols) == (201, 4, 2, 1)
        assert (one.year_min, one.year_max) == (2015, 2019)
        assert one.has_table
    assert (found[-1].rows, found[-1].cols, found[-1].time_cols, found[-1].year_min) == (2, 1, 0, None)


def test_a_sheet_is_looked_at_once_however_many_windows_it_has():
    rows = [["Region", "Year", "Demand"], *([f"R{at}", str(2000 + at % 20), f"{at}.5"] for at in range(8_000))]
    document = workbook(("A", grid_of(rows, header_rows=1)))
    cut = chunks(document, 400)
    assert len(cut) > 300
    found = features_of(document, cut)
    assert {(one.rows, one.cols, one.time_cols, one.year_max) for one in found} == {(8_001, 3, 1, 2019)}
    assert found[7] == features(document, cut[7])


def test_characters_tokens_and_numbers_are_those_of_the_chunk_alone():
    document = workbook(("A", grid_of([["Region", "2023"], ["North", "1,234.5"]], header_rows=1)))
    (chunk,) = chunks(document)
    found = features(document, chunk)
    assert (found.chars, found.n_numeric) == (len(chunk.text), 2)
    assert "<!--" not in chunk.text


@pytest.mark.parametrize(
    ("header", "values", "timed"),
    [
        ("Year", ["x", "y"], True),
        ("FY 2023", ["1", "2"], True),
        ("2023", ["a"], True),
        ("Month", ["1"], True),
        ("年份", ["一"], True),
        ("period", ["1"], True),
        ("Region", ["2020", "2021"], True),
        ("When", ["Q1 2020", "Q2 2020"], True),
        ("When", ["2024-03-31", "2024-04-30"], True),
        ("When", ["Jan 2020", "Feb 2020"], True),
        ("Yearning", ["1"], False),
        ("Region", ["North", "South"], False),
        ("Sold", ["20230", "1999.5"], False),
    ],
)
def test_a_column_of_time_is_told_by_its_header_or_its_values(header, values, timed):
    document = workbook(("A", grid_of([["Name", header], *([f"n{at}", value] for at, value in enumerate(values))])))
    found = features(document, chunks(document)[0])
    assert (found.time_cols > 0) == timed


@pytest.mark.parametrize(
    ("values", "numeric"),
    [
        (["1", "2"], True),
        (["(1,234)", "-5"], True),
        (["$5", "12 %"], True),
        (["−3.5", "4"], True),
        (["1", "x", "y"], False),
        (["a1", "b2"], False),
        (["", ""], False),
        (["1", "", ""], True),
    ],
)
def test_a_numeric_column_is_mostly_numbers(values, numeric):
    document = workbook(("A", grid_of([["Name", "Sold"], *([f"n{at}", value] for at, value in enumerate(values))])))
    assert (features(document, chunks(document)[0]).numeric_cols == 1) == numeric


def test_text_has_no_sheet_but_may_have_a_list_and_a_table():
    sheaf = Sheaf("word")
    sheaf.add("text", body(0), "Intro", Text())
    sheaf.add("text", body(1), "an item", Text("list_item"))
    sheaf.add("table", body(2), payload=grid_of([["Year"], ["2020"]]))
    document = document_of(sheaf)
    found = features(document, chunks(document)[0])
    assert (found.format, found.rows, found.time_cols, found.has_table, found.has_list) == ("md", 0, 0, True, True)


def test_each_format_takes_its_branch_of_the_formula():
    assert source_format(document_of(Sheaf("excel"))) == "xlsx"
    assert source_format(document_of(Sheaf("pdf"))) == "pdf"
    assert source_format(document_of(Sheaf("powerpoint"))) == "md"
    assert source_format(document_of(Sheaf("text"), media_type="text/html")) == "md"
    assert source_format(energy_archive().documents["energy/demand.csv"]) == "csv"
