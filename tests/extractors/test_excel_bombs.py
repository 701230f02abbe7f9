"""Workbooks that are small on disk and large in memory end in time, with what fits and a problem for the rest."""

import resource
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import extractors.excel
from assay.model.document import Reading, Source
from assay.model.grid import Grid
from extractors.excel import read_excel
from extractors.excel.allowance import Allowance
from extractors.extract import ExtractionLimits, extract
from tests.extractors.workbooks import MAIN, number_cell, row_xml, sheet_xml, workbook


@pytest.fixture(autouse=True)
def seconds() -> Iterator[None]:
    """Each test's processor time is limited."""
    before = time.process_time()
    yield
    assert time.process_time() - before < 20


def limited(monkeypatch: pytest.MonkeyPatch, allowance: partial[Allowance]) -> None:
    """Read with another allowance."""
    monkeypatch.setattr(extractors.excel, "Allowance", allowance)


def grids(reading: Reading) -> dict[str, Grid]:
    """The grids of a reading by sheet and range."""
    return {f"{a.at.sheet}!{a.at.range}": a.payload for a in reading.artifacts if isinstance(a.payload, Grid)}


def said(reading: Reading) -> tuple[str, str]:
    """The problem of a reading."""
    assert reading.problem is not None
    return reading.problem.code, reading.problem.detail


def shared(count: int) -> str:
    """Rows of cells that all show the first shared string."""
    return "".join(row_xml(number, f'<c r="A{number}" t="s"><v>0</v></c>') for number in range(1, count + 1))


def test_one_long_string_behind_many_cells_is_left_out(monkeypatch: pytest.MonkeyPatch):
    limited(monkeypatch, partial(Allowance, characters=1_000_000))
    strings = f'<sst xmlns="{MAIN}"><si><t>{"x" * 30_000}</t></si></sst>'
    reading = read_excel(workbook(sheet_xml(shared(20)), sheet_xml(shared(20)), strings=strings))
    assert list(grids(reading)) == ["Sheet1!A1:A20"]
    code, detail = said(reading)
    assert code == "partial"
    assert detail.startswith("Sheet Sheet2: its cells are left out: together they show more than")


def test_a_billion_characters_of_one_string_end_in_time():
    strings = f'<sst xmlns="{MAIN}"><si><t>{"x" * 32_000}</t></si></sst>'
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reading = read_excel(workbook(sheet_xml(shared(40_000)), strings=strings))
    assert (said(reading)[0], grids(reading)) == ("partial", {})
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000


def test_a_long_shared_formula_is_left_out_and_the_values_stay(monkeypatch: pytest.MonkeyPatch):
    limited(monkeypatch, partial(Allowance, characters=100_000))
    first = f'<c r="A1"><f t="shared" ref="A1:A99" si="0">{"+".join(["B1"] * 2000)}</f><v>5</v></c>'
    rest = (row_xml(n, f'<c r="A{n}"><f t="shared" si="0"/><v>{n}</v></c>') for n in range(2, 100))
    reading = read_excel(workbook(sheet_xml(row_xml(1, first) + "".join(rest))))
    assert grids(reading)["Sheet1!A1:A99"].stored == (5, *range(2, 100))
    assert [artifact for artifact in reading.artifacts if artifact.kind == "formula"] == []
    assert "its formulas are left out" in said(reading)[1]


def test_cells_beyond_the_allowance_are_left_out_over_all_sheets(monkeypatch: pytest.MonkeyPatch):
    limited(monkeypatch, partial(Allowance, cells=5))
    rows = "".join(row_xml(number, number_cell(f"A{number}", number)) for number in range(1, 5))
    reading = read_excel(workbook(sheet_xml(rows), sheet_xml(rows)))
    assert list(grids(reading)) == ["Sheet1!A1:A4", "Sheet2!A1"]
    assert said(reading)[1].startswith("Sheet Sheet2: its cells beyond the first 1 are left out")
    assert any("beyond the first 1 are left out" in warning for warning in reading.warnings)


@pytest.mark.slow
def test_millions_of_short_strings_are_read_for_the_two_that_are_shown(tmp_path: Path):
    items = "<si><t>ab</t></si>" * 3_000_000 + "<si><t>last</t></si>"
    row = row_xml(1, '<c r="A1" t="s"><v>0</v></c>', '<c r="B1" t="s"><v>3000000</v></c>')
    path = tmp_path / "many.xlsx"
    path.write_bytes(workbook(sheet_xml(row), strings=f'<sst xmlns="{MAIN}">{items}</sst>'))
    limits = ExtractionLimits(seconds=30, memory=600 * 2**20)
    document = extract(path, Source("main", "many.xlsx", path.stat().st_size), limits).document
    assert [a.payload.displayed for a in document.artifacts if isinstance(a.payload, Grid)] == [("ab", "last")]


def test_a_string_table_that_unpacks_to_a_thousand_times_its_size_is_a_bomb():
    table = f'<sst xmlns="{MAIN}">'.encode() + b"<si><t>aaaaaaaaaaaaaaaaaaaaaaa</t></si>" * 8_000_000
    code, detail = said(read_excel(workbook(sheet_xml(shared(1)), parts={"xl/sharedStrings.xml": table})))
    assert code == "bomb"
    assert "would unpack" in detail


def test_a_part_with_a_wrong_check_sum_is_read_and_told():
    rows = "".join(row_xml(number, number_cell(f"A{number}", number)) for number in range(1, 30_000))
    data = bytearray(workbook(sheet_xml(rows)))
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(b"xl/worksheets/sheet1.xml"))
    data[at + 16] ^= 1
    reading = read_excel(bytes(data))
    assert said(reading)[0] == "partial"
    assert sum(grid.rows for grid in grids(reading).values()) > 20_000


def test_thousands_of_rules_over_thousands_of_blocks_end_with_a_warning(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("extractors.excel.places.MOST_FOUND", 500)
    rows = "".join(row_xml(2 * number + 1, number_cell("A{}", 1)) for number in range(60))
    rules = "".join(
        f'<conditionalFormatting sqref="A1:A{number}"><cfRule type="expression" priority="{number}">'
        f"<formula>A1&gt;{number}</formula></cfRule></conditionalFormatting>"
        for number in range(1, 61)
    )
    reading = read_excel(workbook(sheet_xml(rows, after=rules)))
    assert sum(edge.type in ("about", "computed_from") for edge in reading.edges) < 600
    assert any("edges lead to the grids" in warning for warning in reading.warnings)
    assert len([one for one in reading.artifacts if one.kind == "format"]) == 60
