"""The comparison with Excel's exports is strict: what counts, what is a mismatch and what is left out."""

from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook

from benchmarks.display import Score, score_of
from benchmarks.plain_cells import plain_sheets
from benchmarks.reachable import reachable


def book(*cells: tuple[str, str | float, str]) -> bytes:
    """A workbook of cells: where, what and under which code."""
    made = Workbook()
    sheet = made.worksheets[0]
    for address, value, code in cells:
        sheet[address] = value
        sheet[address].number_format = code
    target = BytesIO()
    made.save(target)
    return target.getvalue()


CELLS = (("B3", "name", "General"), ("C3", "share", "General"), ("B4", 0.256, "0.0%"), ("C4", 1234.5, "#,##0.0"))


def scored(folder: Path, export: str, *cells: tuple[str, str | float, str], encoding: str = "cp1252") -> Score:
    """The score of a workbook beside an export of its sheet."""
    path, data = folder / "a.xlsx.0.csv", book(*cells)
    path.write_bytes(export.encode(encoding))
    return score_of(plain_sheets(data), data, {0: path})


@pytest.mark.parametrize("export", [',,\n,,\n,name,share\n,25.6%,"1,234.5"\n', 'name,share\n25.6%,"1,234.5"\n'])
def test_exports_may_lack_blank_rows_and_columns_before_the_first_cell(tmp_path: Path, export: str):
    score = scored(tmp_path, export, *CELLS)
    assert (score.equal["numeric"], score.cells["percent"], score.cells["grouped"]) == (2, 1, 1)
    assert not score.causes + score.left_out


def test_a_text_at_another_place_or_of_another_form_is_a_mismatch(tmp_path: Path):
    score = scored(tmp_path, 'name,share\n26%,"1,234.5 "\n', *CELLS)
    assert (score.equal["numeric"], score.cells["numeric"]) == (0, 2)
    assert score.causes == {"percent: another text": 1, "grouped: only spaces differ": 1}


def test_a_number_that_no_export_shows_is_a_mismatch(tmp_path: Path):
    assert scored(tmp_path, "name,share\n25.6%,\n", *CELLS).causes == {"grouped: nothing exported": 1}


def test_a_sheet_whose_texts_stand_elsewhere_is_left_out(tmp_path: Path):
    score = scored(tmp_path, 'share,name\n25.6%,"1,234.5"\n', *CELLS)
    assert score.left_out == {"sheet that cannot be aligned": 2}
    assert not score.cells


def test_another_number_and_the_time_of_the_machine_are_left_out(tmp_path: Path):
    score = scored(tmp_path, "name,share\n93.1%,11:00 AM\n", *CELLS[:3], ("C4", 0.5, "[$-F400]h:mm:ss"))
    assert score.left_out == {"stored value gives no such text": 1, "machine-dependent format": 1}


def test_how_many_hash_signs_there_are_does_not_count(tmp_path: Path):
    cells = (*CELLS[:2], ("B4", -1, "yyyy-mm-dd"), ("C4", 5, "0"))
    score = scored(tmp_path, "name,share\n#####,####\n", *cells)
    assert (score.equal["numeric"], score.cells["numeric"]) == (1, 2)


def test_without_texts_the_filled_places_align_a_sheet(tmp_path: Path):
    score = scored(tmp_path, "1,2.5\n", ("B2", 1, "General"), ("C2", 2.5, "General"))
    assert score.equal["general"] == 2


def test_characters_that_the_export_cannot_hold_are_underscores(tmp_path: Path):
    cells = (("A1", "名", "General"), ("B1", 5, '0"名"'))
    assert scored(tmp_path, "_,5_\n", *cells).equal["numeric"] == 1
    assert scored(tmp_path, "名,5名\n", *cells, encoding="utf-8").equal["numeric"] == 1
    assert scored(tmp_path, "名,5_\n", *cells, encoding="utf-8").equal["numeric"] == 0


@pytest.mark.parametrize(
    ("value", "text", "code"),
    [
        (0.256, "25.6%", "0.0%"), (0.256, "26%", "0.0%"), (1_234_567, "1.2", "0"), (1234.5, "", "0"), (5, "five", "0"),
        (-5, "(5)", "0"), (5, "(5)", "(0)"), (0.3, " 2/7", "0"), (0.75, "6:00 PM", "0"), (43831, "1/1/20", "0"),
        (43831, "2020-01-01", "0"), (1.5, "36:00:00", "0"), (12345, "1.23E+04", "0"), (60, "29-Feb-00", "0"),
        (2.5, "2.50000", "0"),
    ],
)  # fmt: skip
def test_texts_of_the_number_are_reachable(value: float, text: str, code: str):
    assert reachable(value, text, code)


@pytest.mark.parametrize(
    ("value", "text", "code"),
    [
        (0.256, "93.1%", "0.0%"), (5, "6", "0"), (5, "(5)", "0;(0)"), (5, "-5", "General"), (2.5, "2.4", "0.0"),
        (43831, "1/2/21", "m/d/yy"), (0.75, "9:00 AM", "h:mm"), (12345, "1.25E+04", "0"), (0.3, " 7/9", "# ?/?"),
    ],
)  # fmt: skip
def test_texts_of_another_number_are_not(value: float, text: str, code: str):
    assert not reachable(value, text, code)
