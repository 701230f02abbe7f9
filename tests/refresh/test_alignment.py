"""What stands on a sheet that was renamed and moved is found again by the places that it has there."""

from __future__ import annotations

from io import BytesIO

import openpyxl

from assay.markdown import document_markdown
from assay.model.document import Document
from assay.refresh.alignment import aligned, marks_of
from extractors.excel import read_excel
from tests.made import document_of

ROWS = [["Region", "2023", "2024"], ["North", 417.5, 431.2], ["South", 298.1, 305.9], ["West", 77.3, 79.1]]


def book(*sheets: tuple[str, str, int]) -> Document:
    """A workbook of sheets with a title and a table, by name, title and first row of the table."""
    held = openpyxl.Workbook()
    held.remove(held.worksheets[0])
    for name, title, first in sheets:
        sheet = held.create_sheet(name)
        sheet["A1"] = title
        for at, row in enumerate(ROWS):
            for column, value in enumerate(row):
                sheet.cell(first + at, column + 1, value)
    data = BytesIO()
    held.save(data)
    return document_of(read_excel(data.getvalue()), "energy/book.xlsx")


def test_tables_of_renamed_sheets_are_found_whatever_order_the_sheets_have_now():
    old = book(("Demand", "Demand by region, GWh", 3), ("Output", "Output by region, GWh", 8), ("Notes", "x", 3))
    new = book(("Supply", "Output by region, GWh", 8), ("Notes", "x", 3), ("Use", "Demand by region, GWh", 3))
    found = aligned(marks_of(document_markdown(old)), new)
    sheets = {
        (one.at.sheet, one.kind): found[one.key].at.sheet
        for one in old.artifacts
        if one.kind in ("tlr", "unstructured")
    }
    assert {pair[0]: now for pair, now in sheets.items()} == {"Demand": "Use", "Output": "Supply", "Notes": "Notes"}
    assert len(sheets) == 6


def test_a_sheet_that_holds_other_things_is_no_renamed_one():
    old = book(("Demand", "Demand by region, GWh", 3))
    new = document_of(read_excel(_plain()), "energy/book.xlsx")
    table = next(one for one in old.artifacts if one.kind == "tlr")
    assert table.key not in aligned(marks_of(document_markdown(old)), new)


def _plain() -> bytes:
    held = openpyxl.Workbook()
    held.worksheets[0].title = "Other"
    held.worksheets[0]["D9"] = "nothing"
    data = BytesIO()
    held.save(data)
    return data.getvalue()
