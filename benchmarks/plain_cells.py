"""The stored values of a workbook by the plainest reading that there is; it shares nothing with the readers."""

from __future__ import annotations

import io
import posixpath
import re
import struct
import zipfile
from collections.abc import Iterator
from os import devnull
from typing import TypeAlias
from xml.etree.ElementTree import Element, ParseError, fromstring

import xlrd
from xlrd.biffh import XLRDError
from xlrd.compdoc import CompDocError

Place: TypeAlias = tuple[int, int]
Sheet: TypeAlias = dict[Place, "str | float | bool"]

# What the plain reading raises for a workbook that it cannot follow.
UNREADABLE = (zipfile.BadZipFile, ParseError, XLRDError, CompDocError, LookupError, ValueError, AssertionError,
              struct.error, OSError)  # fmt: skip

_ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}


def plain_sheets(data: bytes) -> list[Sheet | None]:
    """Return each sheet's filled cells by row and column, counted from 0, in the order of the workbook.

    Of an xls, sheets that are no worksheets are None: neither this reading nor the reader has them.
    """
    return list(_xlsx(data) if data.startswith(b"PK") else _xls(data))


def _xls(data: bytes) -> Iterator[Sheet | None]:
    with open(devnull, "w", encoding="utf-8") as silent:
        book = xlrd.open_workbook(file_contents=data, logfile=silent)
    numbers: list[int] = vars(book)["_all_sheets_map"]
    for number in numbers:
        if number < 0:
            yield None
            continue
        sheet, found = book.sheet_by_index(number), Sheet()
        for row in range(sheet.nrows):
            for column, cell in enumerate(sheet.row(row)):
                if cell.ctype == xlrd.XL_CELL_ERROR:
                    found[row, column] = _ERRORS.get(int(cell.value), "#N/A")
                elif cell.ctype not in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK):
                    found[row, column] = bool(cell.value) if cell.ctype == xlrd.XL_CELL_BOOLEAN else cell.value
        yield found


def _xlsx(data: bytes) -> Iterator[Sheet]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name.casefold(): name for name in archive.namelist()}

        def root_of(name: str) -> Element:
            root = fromstring(archive.read(parts[name.casefold()]).lstrip(b"\xef\xbb\xbf"))
            for element in root.iter():
                element.tag = element.tag.rpartition("}")[2]
                element.attrib = {key.rpartition("}")[2]: given for key, given in element.attrib.items()}
            return root

        kinds = {one.get("Type", "").rpartition("/")[2]: one.get("Target", "") for one in root_of("_rels/.rels")}
        book, strings = kinds["officeDocument"].strip("/"), list[str]()
        folder, name = posixpath.split(book)
        targets = dict[str, str]()
        for one in root_of(f"{folder}/_rels/{name}.rels"):
            target = posixpath.normpath(posixpath.join("/", folder, one.get("Target", ""))).strip("/")
            targets[one.get("Id", "")] = target
            if one.get("Type", "").endswith("/sharedStrings") and target.casefold() in parts:
                strings = [_text(item) for item in root_of(target).iter("si")]
        for entry in root_of(book).iter("sheet"):
            target = targets.get(entry.attrib.get("id", ""), "")
            part = root_of(target) if target.casefold() in parts else None
            yield {} if part is None else dict(_cells(part, strings))


def _text(item: Element) -> str:
    for reading in list(item.iter("rPh")):
        reading.clear()
    return "".join(one.text or "" for one in item.iter("t"))


def _cells(root: Element, strings: list[str]) -> Iterator[tuple[Place, str | float | bool]]:
    row = -1
    for line in root.iter("row"):
        row, column = int(line.get("r", row + 2)) - 1, -1
        for cell in line.iter("c"):
            letters = re.match("[A-Z]+", cell.get("r", ""))
            column = _column(letters[0]) if letters else column + 1
            given, inline, kind = cell.findtext("v"), cell.find("is"), cell.get("t", "n")
            if inline is not None:
                yield (row, column), _text(inline)
            elif given:
                yield (row, column), _value(given, kind, strings)


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _value(given: str, kind: str, strings: list[str]) -> str | float | bool:
    if kind == "s":
        return strings[int(given)]
    if kind == "b":
        return given.strip() in ("1", "true")
    if kind == "n":
        number = float(given)
        return number if number == number else "#NUM!"
    return given
