"""Quotes against the first reading, and the first reading against the second."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.model.artifact import Anchor, Text
from assay.model.grid import Grid, Span, grid_of
from assay.model.probe import FULL, Attempt, Probe
from assay.model.task import Evidence
from extractors.sheaf import Sheaf
from filters.quotes import fold, quote_fault, second_fault
from tests.made import Archive, body, document_of


def archive_of(grid: Grid | None = None, text: str = "") -> tuple[Archive, Evidence]:
    sheaf = Sheaf("word")
    artifact = sheaf.add("table", body(0), payload=grid) if grid else sheaf.add("text", body(0), text, Text())
    archive = Archive()
    archive.documents["d/a.docx"] = document_of(sheaf, "d/a.docx", domain="d")
    return archive, Evidence("s", "d/a.docx", artifact.key, artifact.kind, artifact.at, text)


def fault_of(grid: Grid, row: int, column: int, text: str, left: list[str], above: list[str]) -> str | None:
    archive, evidence = archive_of(grid)
    evidence = replace(evidence, at=replace(evidence.at, row=row, column=column))
    answer = json.dumps({"text": text, "row": left, "column": above})
    attempt = Attempt(Probe("t", 1, "second", FULL, "reading"), answer, None, "done")
    return second_fault(evidence, attempt, archive.context())


def test_a_text_is_quoted_with_its_white_space_case_and_forms_folded():
    archive, evidence = archive_of(text="The  ﬁrst\u00a0Total:\n１２ GWh")
    assert quote_fault(replace(evidence, quote="first total: 12 gwh"), archive.context()) is None
    assert quote_fault(replace(evidence, quote="13 GWh"), archive.context()) is not None


@pytest.mark.parametrize("text", ["| a | b", "x <!-- y --> z", "\\| a", "a\u2028b", "a\x0bb"])
def test_a_text_can_be_quoted_as_it_stands_in_the_source_and_in_the_collection(text: str):
    archive, evidence = archive_of(text=text)
    assert quote_fault(evidence, archive.context()) is None


def test_a_covered_cell_is_quoted_by_its_corner():
    archive, evidence = archive_of(Grid(1, 2, ("Sales", ""), spans=(Span(0, 0, 1, 2),)))
    at = Anchor("body", 0, row=0, column=1)
    assert quote_fault(replace(evidence, at=at, quote="Sales"), archive.context()) is None


TABLE = Grid(
    2, 3, ("Region", "2023", "Share", "North", "1,234.50", "45%"), ("Region", 2023, "Share", "North", 1234.5, 0.45)
)


@pytest.mark.parametrize(
    ("column", "text", "left", "above"),
    [
        (1, "1234.5", ["North"], ["2023"]),
        (1, "1,234.50", ["North"], ["2023"]),
        (2, "0.45", ["North", "1234.5"], ["Share"]),
        (2, "45%", ["North", "1,234.5"], ["Share"]),
        (1, " 1234.50 ", ["NORTH", ""], ["2023.0"]),
        (0, "north", [], ["region"]),
    ],
)
def test_the_readings_agree_whatever_the_number_looks_like(column, text, left, above):
    assert fault_of(TABLE, 1, column, text, left, above) is None


@pytest.mark.parametrize(
    ("text", "left", "above"),
    [
        ("1234.6", ["North"], ["2023"]),
        ("1234.5", ["South"], ["2023"]),
        ("1234.5", ["North"], ["2022"]),
        ("1234.5", [], ["2023"]),
        ("1234.5", ["North"], []),
        ("1234.5", ["North", "East"], ["2023"]),
        ("", ["North"], ["2023"]),
    ],
)
def test_another_value_or_label_is_a_difference(text, left, above):
    assert fault_of(TABLE, 1, 1, text, left, above) is not None


def test_bullets_are_drawn_and_may_be_missing_in_the_second_reading():
    archive, evidence = archive_of(text="- North leads\n2. South follows")
    for text, agreed in (("Shape 3\nNorth leads\nSouth follows", True), ("North leads\nEast follows", False)):
        answer = json.dumps({"text": text, "row": [], "column": []})
        attempt = Attempt(Probe("t", 1, "second", FULL, "reading"), answer, None, "done")
        two_marks = replace(evidence, quote="- North leads\n2. South follows")
        assert (second_fault(two_marks, attempt, archive.context()) is None) == agreed


def test_times_may_differ_by_a_rounded_millisecond_and_no_more():
    grid = Grid(1, 1, ("2023-03-15 10:10:30",), (45000.42395833333,))
    assert fault_of(grid, 0, 0, "45000.423958333", [], []) is None
    assert fault_of(grid, 0, 0, "45000.42396", [], []) is not None
    whole = Grid(1, 1, ("12345678901234",), (12345678901234,))
    assert fault_of(whole, 0, 0, "12345678901235", [], []) is not None


@pytest.mark.parametrize("text", ["sNaN", "1e999999999%", "1_000", "Infinity", "9" * 5000, "1e99"])
def test_texts_that_are_nearly_numbers_are_compared_as_texts(text: str):
    assert fault_of(grid_of([[text]]), 0, 0, text, [], []) is None
    assert fault_of(grid_of([["5"]]), 0, 0, text, [], []) is not None


def test_a_wide_row_is_compared_in_linear_time():
    names = [f"column {at}" for at in range(16_000)]
    assert fault_of(grid_of([names]), 0, 15_999, names[-1], names[:-1], []) is None


@given(st.text(alphabet=st.characters(max_codepoint=0xFF)), st.text(alphabet=" \t\n\u00a0"))
def test_white_space_around_a_text_does_not_count(text: str, space: str):
    assert fold(space + text + space) == fold(text)


def test_a_mark_beside_the_line_is_not_a_digit_of_the_number():
    assert fold("318¹") != fold("3181")
    assert fold("CO₂") != fold("CO2")
    assert fold("ｃｏ２") == fold("CO2")
