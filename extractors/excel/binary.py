"""Workbooks of the binary format before 2007 (xls): values, formats, hidden sheets, notes and links through xlrd."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from os import devnull
from typing import Protocol, TextIO, cast

from assay.model.artifact import Anchor, Artifact, Facts
from assay.model.canonical import Scalar
from assay.model.document import Problem, Reading
from extractors.excel.columns import Cells
from extractors.excel.formula_text import reference_of
from extractors.excel.layout import SheetLayout
from extractors.excel.places import Places
from extractors.excel.protection import opened
from extractors.excel.references import Box, column_letters
from extractors.excel.shown import SheetValues
from extractors.excel.values import read_values
from extractors.number_format import NumberFormat, code_of, number_format
from extractors.sheaf import Sheaf

READER = "xlrd"

# The list behind an automatic filter is Excel's own book-keeping under a name that no one sees.
_INTERNAL = "_FilterDatabase"
_STATES = (None, "hidden", "very hidden")
# What xlrd raises for files that it cannot follow, besides its own error.
_BROKEN = (AssertionError, ValueError, LookupError, TypeError, AttributeError, OSError, OverflowError,
           RecursionError, MemoryError, ZeroDivisionError)  # fmt: skip


class _Format(Protocol):
    format_str: str


class _Style(Protocol):
    format_key: int


class _Line(Protocol):
    hidden: int


class _Note(Protocol):
    author: str
    text: str


class _Link(Protocol):
    frowx: int
    lrowx: int
    fcolx: int
    lcolx: int
    url_or_path: str | bytes | None
    textmark: str | None


class _Result(Protocol):
    text: str


class _Name(Protocol):
    name: str
    hidden: int
    scope: int
    result: _Result | None


class _Sheet(Protocol):
    name: str
    nrows: int
    visibility: int
    merged_cells: list[tuple[int, int, int, int]]
    rowinfo_map: dict[int, _Line]
    colinfo_map: dict[int, _Line]
    cell_note_map: dict[tuple[int, int], _Note]
    hyperlink_list: list[_Link]

    def row_types(self, rowx: int) -> Sequence[int]: ...
    def row_values(self, rowx: int) -> Sequence[object]: ...
    def row_len(self, rowx: int) -> int: ...
    def cell_xf_index(self, rowx: int, colx: int) -> int: ...


class _Book(Protocol):
    datemode: int
    xf_list: list[_Style]
    format_map: dict[int, _Format]
    name_obj_list: list[_Name]
    user_name: str

    def sheets(self) -> list[_Sheet]: ...


def read_xls(data: bytes) -> Reading:
    """Return what a workbook from before 2007 holds; where xlrd declines it, its values alone."""
    from xlrd.biffh import XLRDError
    from xlrd.compdoc import CompDocError
    from xlrd.formula import FormulaError

    try:
        return _opened(data)
    except XLRDError as error:
        if "encrypted" in str(error).lower():
            detail = "The workbook is protected with a password; save it without one."
            return Reading("excel", problem=Problem("encrypted", detail), reader=READER)
        return read_values(data)
    except (CompDocError, struct.error) as error:
        # The container itself is damaged; calamine would abort on it.
        return Reading("excel", problem=Problem("corrupt", f"The workbook is damaged: {error}."), reader=READER)
    except (FormulaError, *_BROKEN):
        return read_values(data)


def _opened(data: bytes) -> Reading:
    import xlrd
    from xlrd.biffh import XLRDError

    def read(contents: bytes) -> Reading:
        return _read(cast(_Book, xlrd.open_workbook(file_contents=contents, formatting_info=True, logfile=silent)))

    with open(devnull, "w", encoding="utf-8") as silent:
        try:
            return read(data)
        except XLRDError as error:
            stream = _stream(data, silent) if "encrypted" in str(error).lower() else b""
            plain = opened(stream) if stream else None
            if plain is None:
                raise
            return read(plain)


def _stream(data: bytes, silent: TextIO) -> bytes:
    """Return the workbook stream of a file."""
    from xlrd.compdoc import SIGNATURE, CompDoc

    if not data.startswith(SIGNATURE):
        return data
    container = CompDoc(data, logfile=silent)
    for name in ("Workbook", "Book"):
        found: tuple[bytes | None, int, int] = container.locate_named_stream(name)
        if found[0]:
            return found[0][found[1] : found[1] + found[2]]
    return b""


def _read(book: _Book) -> Reading:
    sheaf = Sheaf("excel")
    sheets = book.sheets()
    places = Places(sheet.name for sheet in sheets)
    formats = [_format(book, style) for style in book.xf_list]
    for index, sheet in enumerate(sheets):
        _gather(sheaf, places, sheet, index, formats, book.datemode == 1)
    for name in book.name_obj_list:
        if name.name and name.name.removeprefix("_xlnm.") != _INTERNAL:
            _name(sheaf, places, name, sheets)
    if book.user_name.strip():
        sheaf.properties["author"] = book.user_name.strip()
    sheaf.warn(
        "A workbook from before 2007: its formulas, charts and pictures are not read; save it as .xlsx for them."
    )
    return sheaf.reading(sheets=len(sheets), reader=READER)


def _name(sheaf: Sheaf, places: Places, name: _Name, sheets: Sequence[_Sheet]) -> None:
    """Add a name of the workbook or of a sheet; what it means is told where xlrd tells it."""
    scope = sheets[name.scope].name if 0 <= name.scope < len(sheets) else ""
    told = name.result.text if name.result is not None else ""
    formula = _quoted(told, sheets) if told and told != "?" else ""
    meant = reference_of(formula)
    at = Anchor(sheet=meant.sheet or scope or None, range=meant.box.text) if meant and meant.box else Anchor()
    facts = Facts((
        ("name", name.name), ("refers_to", formula or None), ("scope", scope or None), ("hidden", bool(name.hidden)),
    ))  # fmt: skip
    text = f"{name.name} = {formula}" if formula else name.name
    artifact = sheaf.add("name", at, text, facts, plain=name.name, place=scope)
    for key in places.read_by(formula, scope) if formula else ():
        sheaf.link(artifact, key, "about")


def _quoted(formula: str, sheets: Sequence[_Sheet]) -> str:
    """Return a formula as Excel writes it: xlrd leaves out the quotes around sheets' names."""
    owner = next((sheet.name for sheet in sheets if formula.startswith(f"{sheet.name}!")), "")
    if not owner or owner.isidentifier():
        return formula
    return "'" + owner.replace("'", "''") + "'" + formula.removeprefix(owner)


def _format(book: _Book, style: _Style) -> NumberFormat:
    found = book.format_map.get(style.format_key)
    return number_format(code_of(style.format_key, found.format_str if found is not None else None))


def _gather(
    sheaf: Sheaf, places: Places, sheet: _Sheet, index: int, formats: list[NumberFormat], epoch_1904: bool
) -> None:
    facts = Facts(tuple(_facts(sheet, index)))
    container = sheaf.add("sheet", Anchor(sheet=sheet.name), payload=facts, plain=sheet.name, place=sheet.name)
    merged = [Box(top, left, bottom - 1, right - 1) for top, bottom, left, right in sheet.merged_cells]
    SheetLayout(sheaf, places, sheet.name, container).add_grids(_values(sheet, formats, epoch_1904), merged)
    for (row, column), note in sorted(sheet.cell_note_map.items(), key=lambda entry: entry[0]):
        where, author = Box(row, column, row, column), Facts((("author", note.author),))
        if note.text.strip():
            _about(sheaf, places, sheet.name, "comment", where, note.text.strip(), author, container)
    for link in sheet.hyperlink_list:
        where, target = Box(link.frowx, link.fcolx, link.lrowx, link.lcolx), _target(link)
        if target:
            _about(sheaf, places, sheet.name, "hyperlink", where, target, Facts((("target", target),)), container)


def _about(
    sheaf: Sheaf, places: Places, sheet: str, kind: str, where: Box, text: str, facts: Facts, container: Artifact
) -> None:
    artifact = sheaf.add(kind, Anchor(sheet=sheet, range=where.text), text, facts, place=sheet)
    sheaf.link(artifact, container, "part_of")
    for key in places.within(sheet, where):
        sheaf.link(artifact, key, "about")


def _target(link: _Link) -> str:
    address = link.url_or_path
    text = address.decode("utf-8", "replace") if isinstance(address, bytes) else address or ""
    return text + (f"#{link.textmark}" if link.textmark else "")


def _facts(sheet: _Sheet, index: int) -> Iterator[tuple[str, Scalar]]:
    yield "name", sheet.name
    yield "hidden", _STATES[sheet.visibility] if 0 <= sheet.visibility < 3 else "hidden"
    yield "index", index
    yield "type", "worksheet"
    rows = [str(row + 1) for row, line in sorted(sheet.rowinfo_map.items()) if line.hidden]
    columns = [column_letters(column) for column, line in sorted(sheet.colinfo_map.items()) if line.hidden]
    if rows:
        yield "hidden_rows", ", ".join(rows)
    if columns:
        yield "hidden_columns", ", ".join(columns)


def _values(sheet: _Sheet, formats: list[NumberFormat], epoch_1904: bool) -> SheetValues:
    values = SheetValues(Cells(), [], [], formats)
    for row in range(sheet.nrows):
        for column, (type, raw) in enumerate(zip(sheet.row_types(row), sheet.row_values(row), strict=True)):
            if type not in (0, 6) and raw != "":
                style = sheet.cell_xf_index(row, column)
                style = style if style < len(formats) else 0
                stored = _stored(type, raw)
                values.cells.add(row, column, style)
                values.stored.append(stored)
                values.displayed.append(_displayed(type, stored, formats, style, epoch_1904))
    return values


def _stored(type: int, raw: object) -> Scalar:
    """Return a cell's value by xlrd's types: 1 text, 2 number, 3 date, 4 truth, 5 error."""
    if type == 4:
        return bool(raw)
    if type == 5:
        return _ERRORS.get(cast(int, raw), "#N/A")
    if isinstance(raw, float):
        return int(raw) if raw.is_integer() and abs(raw) < 2**53 else raw
    return str(raw).replace("\r\n", "\n").replace("\r", "\n")


def _displayed(type: int, stored: Scalar, formats: list[NumberFormat], style: int, epoch_1904: bool) -> str:
    if type == 5 or stored is None:
        return str(stored)
    return formats[style].show(stored, epoch_1904=epoch_1904) if formats else str(stored)


# [MS-XLS] 2.5.10, BErr.
_ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}
