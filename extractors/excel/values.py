"""Workbooks whose values alone are read, through calamine: xlsb, ods, and xls where its own reader declines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import TYPE_CHECKING

from assay.model.artifact import Anchor, Facts
from assay.model.document import Problem, Reading
from extractors.excel.columns import Cells
from extractors.excel.layout import SheetLayout
from extractors.excel.places import Places
from extractors.excel.references import Box
from extractors.excel.shown import SheetValues
from extractors.number_format import GENERAL, number_format, show
from extractors.sheaf import Sheaf

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook, SheetMetadata

READER = "calamine"

# Columns of a sheet times its rows that are taken into memory at once; sparse sheets reach this with few cells.
MOST_CELLS = 50_000_000

# How OpenDocument writes a time: an ISO 8601 duration.
_DURATION = re.compile(r"PT(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9.]+)S)?(?<!T)")
_EPOCH = datetime(1899, 12, 30)
_DATE, _MOMENT, _CLOCK, _ELAPSED = "yyyy-mm-dd", "yyyy-mm-dd h:mm:ss", "h:mm:ss", "[h]:mm:ss"


def read_values(data: bytes) -> Reading:
    """Return the values of a workbook without their formats: dates show as ISO dates, numbers as General."""
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    try:
        book = CalamineWorkbook.from_filelike(BytesIO(data))
    except PasswordError:
        return _failed(Problem("encrypted", "The workbook is protected with a password; save it without one."))
    except (CalamineError, OSError, ValueError) as error:
        return _failed(Problem("corrupt", f"The workbook cannot be read: {error}."))
    sheaf = Sheaf("excel")
    places = Places(book.sheet_names)
    for index, found in enumerate(book.sheets_metadata):
        _gather(sheaf, places, book, index, found)
    sheaf.warn("Values alone are read from this kind of workbook: no formats, formulas or charts; save it as .xlsx.")
    return sheaf.reading(sheets=len(book.sheet_names), reader=READER)


def _gather(sheaf: Sheaf, places: Places, book: CalamineWorkbook, index: int, found: SheetMetadata) -> None:
    from python_calamine import CalamineError, SheetTypeEnum, SheetVisibleEnum

    name, states = found.name, ((SheetVisibleEnum.Hidden, "hidden"), (SheetVisibleEnum.VeryHidden, "very hidden"))
    hidden = next((word for state, word in states if found.visible == state), None)
    facts = Facts((("name", name), ("hidden", hidden), ("index", index), ("type", "worksheet")))
    container = sheaf.add("sheet", Anchor(sheet=name), payload=facts, plain=name, place=name)
    layout = SheetLayout(sheaf, places, name, container)
    if found.typ != SheetTypeEnum.WorkSheet:
        return
    try:
        sheet = book.get_sheet_by_index(index)
        if sheet.total_height * sheet.total_width > MOST_CELLS:
            layout.partial(f"it spans more than {MOST_CELLS:,} cells")
            return
        layout.add_grids(_values(sheet.to_python(skip_empty_area=False)), _merged(sheet.merged_cell_ranges))
    except (CalamineError, OSError, ValueError) as error:
        layout.partial(f"it cannot be read ({error})")


def _failed(problem: Problem) -> Reading:
    return Reading("excel", problem=problem, reader=READER)


def _merged(ranges: Sequence[tuple[tuple[int, int], tuple[int, int]]] | None) -> list[Box]:
    return [Box(first[0], first[1], last[0], last[1]) for first, last in ranges or ()]


def _values(rows: Sequence[Sequence[object]]) -> SheetValues:
    formats = [number_format(code) for code in (GENERAL, _DATE, _MOMENT, _CLOCK, _ELAPSED)]
    values = SheetValues(Cells(), [], [], formats)
    for row, fields in enumerate(rows):
        for column, raw in enumerate(fields):
            if raw != "" and raw is not None:
                stored, code = _stored(raw)
                style = next(index for index, format in enumerate(formats) if format.code == code)
                values.cells.add(row, column, style)
                values.stored.append(stored)
                values.displayed.append(show(stored, code))
    return values


def _stored(raw: object) -> tuple[str | float | bool, str]:
    """Return a value as a workbook stores it, and the format that shows it."""
    match raw:
        case str() if found := _DURATION.fullmatch(raw):
            hours, minutes, seconds = (float(part or 0) for part in found.groups())
            return _whole((hours * 3600 + minutes * 60 + seconds) / 86400), _ELAPSED
        case bool() | str():
            return raw, GENERAL
        case int() | float():
            return _whole(float(raw)), GENERAL
        case datetime():
            return _whole((raw - _EPOCH) / timedelta(days=1)), _MOMENT
        case date():
            return (raw - _EPOCH.date()).days, _DATE
        case time():
            clock = timedelta(hours=raw.hour, minutes=raw.minute, seconds=raw.second, microseconds=raw.microsecond)
            return clock / timedelta(days=1), _CLOCK
        case timedelta():
            return raw / timedelta(days=1), _ELAPSED
        case _:
            return str(raw), GENERAL


def _whole(number: float) -> int | float:
    return int(number) if number.is_integer() and abs(number) < 2**53 else number
