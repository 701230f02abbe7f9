"""Formulas without results get them from LibreOffice where that is asked, and are marked."""

import io
import shutil
from pathlib import Path

import openpyxl
import pytest

from assay.cli import run
from assay.model.artifact import Facts
from assay.model.errors import UsageError
from assay.model.grid import Grid
from assay.stages import recalculating
from assay.stages.looking import read_file
from assay.stages.recalculating import with_results

needs_office = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    made = openpyxl.Workbook()
    sheet = made.worksheets[0]
    for row in (["Item", "Price"], ["nut", 0.5], ["bolt", "=B2*3"]):
        sheet.append(row)
    sheet["B3"].number_format = "0.00"
    stream = io.BytesIO()
    made.save(stream)
    file = tmp_path / "book.xlsx"
    file.write_bytes(stream.getvalue())
    return file


@needs_office
@pytest.mark.slow
def test_results_are_shown_and_marked(book: Path):
    before = read_file(book)
    after = with_results(before).document
    (grid,) = [one.payload for one in after.artifacts if isinstance(one.payload, Grid)]
    assert (grid.text(2, 1), grid.cell(2, 1).stored, grid.cell(2, 1).formula) == ("1.50", 1.5, "=B2*3")
    (facts,) = [one.payload for one in after.of_kind("formula") if isinstance(one.payload, Facts)]
    assert (facts.get("value"), facts.get("cached"), facts.get("recalculated")) == ("1.50", False, True)
    assert after.warnings[-1] == "1 of 1 formulas without a stored result were calculated by LibreOffice"
    assert [one.key for one in after.artifacts] == [one.key for one in before.document.artifacts]


@needs_office
@pytest.mark.slow
def test_it_is_done_only_where_it_is_asked(book: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["extract", str(book)]) == 0
    assert "| bolt | (not calculated) |" in capsys.readouterr().out
    assert run(["extract", str(book), "--recalculate"]) == 0
    assert "| bolt | 1.50 |" in capsys.readouterr().out


def test_without_libreoffice_it_says_what_is_missing(book: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(recalculating, "office_program", lambda: None)
    with pytest.raises(UsageError, match="needs LibreOffice"):
        with_results(read_file(book))


def test_a_workbook_with_all_results_is_left_as_it_is(tmp_path: Path):
    made = openpyxl.Workbook()
    made.worksheets[0]["A1"] = 5
    file = tmp_path / "whole.xlsx"
    made.save(file)
    extraction = read_file(file)
    assert with_results(extraction) is extraction
