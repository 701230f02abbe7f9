"""The plainest reading of a workbook counts what its sheets say, once."""

from io import BytesIO

from openpyxl import Workbook
from openpyxl.comments import Comment

from benchmarks.plain_sheets import sheet_words
from tests.extractors.test_excel_binary import CELLS, xls
from tests.extractors.test_excel_opendocument import package


def test_cells_names_of_sheets_and_comments_are_counted():
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Plan"
    sheet["A1"], sheet["A2"], sheet["B2"], sheet["B3"] = "twice", "twice", 12.50, "=A1"
    sheet["A1"].comment = Comment("why", "me")
    target = BytesIO()
    book.save(target)
    assert sheet_words(target.getvalue()) == {"plan": 1, "twice": 2, "12.5": 1, "why": 1}


def test_workbooks_from_before_2007_and_of_opendocument_are_counted_too():
    assert sheet_words(xls(*CELLS)) == {"data": 1, "name": 1, "share": 1, "43831": 1, "0.256": 1, "7.5": 1}
    assert sheet_words(package("application/vnd.oasis.opendocument.spreadsheet", named=True)) == {
        "one": 1, "name": 1, "2.5": 1,
    }  # fmt: skip
