"""Workbooks read a second time by openpyxl."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from io import BytesIO
from typing import cast
from zipfile import BadZipFile

from lxml.etree import _Element as Element  # pyright: ignore[reportPrivateUsage]
from openpyxl import load_workbook
from openpyxl.cell.cell import Cell, MergedCell
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.styles.colors import Color
from openpyxl.styles.fills import GradientFill, PatternFill
from openpyxl.utils.cell import quote_sheetname, range_boundaries
from openpyxl.utils.datetime import to_excel  # pyright: ignore[reportUnknownVariableType]
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.workbook import Workbook
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from assay.model.probe import Place
from extractors.second.place import HEADER_ROWS, Second, core_text
from extractors.second.shown import Piece, shown

# A whole range read as text is for small facets; a large one is read cell by cell.
_MOST_CELLS = 2000
# Open workbooks take many times the bytes of their files: of larger ones fewer are kept.
_SMALL = 200_000


@dataclass(frozen=True, slots=True)
class _Books:
    values: Workbook
    formulas: Workbook


def read(data: bytes, place: Place) -> Second | None:
    """Return what openpyxl finds at a place: a cell with its labels, or all there is to a range or sheet."""
    books = _open(data)
    if books is not None and place.kind == "metadata":
        return Second(core_text(books.values.properties))
    if books is None or place.at.sheet is None:
        return None
    if place.at.sheet not in (sheet.title for sheet in books.values.worksheets):
        return Second(place.at.sheet) if place.at.sheet in books.values.sheetnames else None
    values, formulas = books.values[place.at.sheet], books.formulas[place.at.sheet]
    if place.at.range is None:
        return Second(f"{values.title}\n{values.sheet_state}")
    left, top, right, bottom = (edge or 1 for edge in range_boundaries(place.at.range))
    if place.kind == "chart":
        return Second("\n".join(_charted(books, place.at.sheet)))
    if place.kind in ("name", "validation"):
        return Second("\n".join((*_names(books.formulas), *_rules(formulas, place.at.range))))
    if place.at.row is None or place.at.column is None:
        return Second("\n".join(_everything(values, formulas, left, top, right, bottom)))
    row, column = top + place.at.row, left + place.at.column
    lefts = tuple(_shown(values, row, index) for index in range(left, column))
    aboves = tuple(_shown(values, index, column) for index in range(top, min(row, top + HEADER_ROWS)))
    return Second(_shown(values, row, column), _filled(lefts), _filled(aboves))


def _open(data: bytes) -> _Books | None:
    return _opened_small(data) if len(data) < _SMALL else _opened_large(data)


@lru_cache(maxsize=8)
def _opened_small(data: bytes) -> _Books | None:
    return _opened(data)


@lru_cache(maxsize=2)
def _opened_large(data: bytes) -> _Books | None:
    return _opened(data)


def _opened(data: bytes) -> _Books | None:
    try:
        return _Books(
            load_workbook(BytesIO(data), data_only=True, rich_text=True), load_workbook(BytesIO(data), rich_text=True)
        )
    except (InvalidFileException, BadZipFile, KeyError, ValueError, TypeError, IndexError):
        return None


def _shown(sheet: Worksheet, row: int, column: int) -> str:
    cell = sheet.cell(row, column)
    if isinstance(cell, MergedCell):
        cell = next(sheet.cell(span.min_row, span.min_col) for span in sheet.merged_cells if cell.coordinate in span)
    return _text(cell.value)


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime | date | time | timedelta):
        return f"{to_excel(value)}"
    if isinstance(value, ArrayFormula):
        return str(value.text)
    if isinstance(value, CellRichText):
        return shown(map(_piece, value))
    return str(value)


def _piece(block: object) -> Piece:
    if not isinstance(block, TextBlock):
        return Piece(str(block))
    position = str(block.font.vertAlign or "")
    return Piece(block.text, "struck" if block.font.strike else position.removesuffix("script"))


def _everything(values: Worksheet, formulas: Worksheet, left: int, top: int, right: int, bottom: int) -> Iterator[str]:
    cells = ((row, column) for row in range(top, bottom + 1) for column in range(left, right + 1))
    for count, (row, column) in enumerate(cells):
        if count >= _MOST_CELLS:
            return
        cell = formulas.cell(row, column)
        yield from filter(None, dict.fromkeys((_shown(values, row, column), _text(cell.value))))
        yield from _about(cell)


def _names(book: Workbook) -> Iterator[str]:
    """Yield each defined name and formal table with the cells that it stands for."""
    for name, defined in book.defined_names.items():
        yield f"{name} = {defined.attr_text}"
    for sheet in book.worksheets:
        for name, defined in sheet.defined_names.items():
            yield f"{name} = {defined.attr_text}"
        for table in sheet.tables.values():
            yield f"{table.name} = {quote_sheetname(sheet.title)}!{table.ref}"
            yield f"{table.name} = {sheet.title}!{table.ref}"


def _rules(sheet: Worksheet, range: str) -> Iterator[str]:
    """Yield what the validations of exactly these cells allow."""
    for rule in sheet.data_validations.dataValidation:
        if str(rule.sqref) == range:
            yield from filter(None, (rule.type, rule.formula1, rule.formula2))


def _about(cell: Cell | MergedCell) -> Iterator[str]:
    if isinstance(cell, MergedCell):
        return
    if cell.comment is not None:
        yield cell.comment.text
    yield from _fill(cast(PatternFill | GradientFill, cell.fill))
    if cell.hyperlink is not None:
        yield cell.hyperlink.target or cell.hyperlink.location or ""


def _fill(fill: PatternFill | GradientFill) -> Iterator[str]:
    solid = cast(object, getattr(fill, "fill_type")) == "solid"  # noqa: B009  openpyxl tells no type
    colour = cast("Color | None", getattr(fill, "fgColor", None))
    # a colour of the theme states no hexadecimal digits
    if solid and colour is not None and colour.type == "rgb":
        yield colour.rgb[-6:]


def _charted(books: _Books, sheet: str) -> Iterator[str]:
    """Yield titles of a sheet's charts, and the cells from which their series are drawn, as the sheets show them."""
    for chart in cast("list[object]", getattr(books.formulas[sheet], "_charts")):  # noqa: B009  openpyxl tells no type
        write = cast("Callable[[], Element]", getattr(chart, "_write"))  # noqa: B009
        for node in write().iter():
            name, text = str(node.tag).rpartition("}")[2], node.text or ""
            if name == "f":
                yield from _referred(books.values, text)
            elif name in ("t", "v") and text:
                yield text


def _referred(book: Workbook, reference: str) -> Iterator[str]:
    name, _, cells = reference.rpartition("!")
    name = name.strip("'").replace("''", "'")
    if name in book.sheetnames and cells:
        left, top, right, bottom = (edge or 1 for edge in range_boundaries(cells.replace("$", "")))
        for row in range(top, bottom + 1):
            yield from (_shown(book[name], row, column) for column in range(left, right + 1))


def _filled(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text for text in texts if text.strip())
