"""Formulas, comments, names, fills, links and charts of a workbook, by openpyxl."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import openpyxl
from openpyxl.cell import Cell, MergedCell
from openpyxl.chart._chart import ChartBase
from openpyxl.utils.cell import range_boundaries
from openpyxl.workbook import Workbook
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from benchmarks.truth_facets import Facet, folded


def excel_facets(file: Path) -> Iterator[Facet]:
    """Yield the facets of a workbook, its title first."""
    book, shown = openpyxl.load_workbook(file), openpyxl.load_workbook(file, data_only=True)
    yield Facet("metadata", {"part": "properties"}, book.properties.title or "")
    for name, defined in book.defined_names.items():
        yield Facet("name", {}, defined.value or "", name)
    for sheet in book.worksheets:
        yield from _sheet(sheet)
        for chart in getattr(sheet, "_charts", []):  # openpyxl has no other way to them
            yield from _points(chart, shown, {"sheet": sheet.title})


def _sheet(sheet: Worksheet) -> Iterator[Facet]:
    at = {"sheet": sheet.title}
    if sheet.sheet_state != "visible":
        yield Facet("hidden", at, sheet.title)
    for table in sheet.tables.values():
        yield Facet("table", {**at, "range": table.ref}, table.ref, table.displayName)
    for rule in sheet.data_validations.dataValidation:
        yield Facet("validation", {**at, "range": str(rule.sqref)}, (rule.formula1 or "").strip('"'))
    for row in sheet.iter_rows():
        alone = sum(cell.value is not None for cell in row) == 1
        for cell in row:
            if not isinstance(cell, MergedCell):
                yield from _cell(cell, sheet.title, alone=alone)


def _cell(cell: Cell, sheet: str, *, alone: bool) -> Iterator[Facet]:
    """What one cell holds; one that stands alone in its row, such as a legend, belongs to no table."""
    at, held = {"sheet": sheet, "range": cell.coordinate}, cell.value
    if isinstance(held, ArrayFormula) or cell.data_type == "f":
        yield Facet("formula", at, str(held.text if isinstance(held, ArrayFormula) else held))
    if cell.comment is not None:
        yield Facet("comment", at, folded(cell.comment.text))
    if cell.hyperlink is not None:
        yield Facet("hyperlink", at, cell.hyperlink.target or "", folded(str(held or "")))
    if cell.fill.fill_type == "solid" and isinstance(cell.fill.fgColor.rgb, str):
        yield Facet(
            "format", at, folded(str(held or "")), detail={"fill": cell.fill.fgColor.rgb[-6:], "alone": str(alone)}
        )


def _points(chart: ChartBase, shown: Workbook, at: dict[str, object]) -> Iterator[Facet]:
    """Each point of a chart: its value, its category, and the names of its series and chart."""
    title = _title(chart)
    for series in chart.series:
        names = (
            _cells(shown, series.tx.strRef.f) if series.tx and series.tx.strRef else [series.tx.v if series.tx else ""]
        )
        places = series.cat.strRef or series.cat.numRef if series.cat else None
        categories = _cells(shown, places.f) if places else []
        for category, value in zip(categories, _cells(shown, series.val.numRef.f), strict=False):
            yield Facet("point", at, value, category, {"chart": title, "series": names[0]})


def _title(chart: ChartBase) -> str:
    rich = chart.title.tx.rich if chart.title and chart.title.tx else None
    runs = [run for paragraph in rich.p for run in paragraph.r or []] if rich else []
    return folded("".join(run.t for run in runs))


def _cells(book: Workbook, reference: str) -> list[str]:
    """What the cells of a reference such as `'A b'!$B$2:$B$9` show, as plain text."""
    sheet, _, cells = reference.rpartition("!")
    left, top, right, bottom = range_boundaries(cells)
    rows = book[sheet.strip("'")].iter_rows(top, bottom, left, right, values_only=True)
    return ["" if value is None else str(value) for row in rows for value in row]
