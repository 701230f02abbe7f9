"""The one pass over a sheet part: value, formula, style and type of every filled cell, in flat columns."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import IO

import numpy as np
from lxml import etree

from extractors.excel.references import MAX_COLUMNS, MAX_ROWS, column_number
from extractors.excel.strings import joined_runs, joined_text
from extractors.markup import Element, local, parse_xml

BLOCK = 1 << 20

_HIDDEN_ROW = re.compile(r'<row\b[^>]*?\sr="([0-9]+)"[^>]*?\shidden="(?:1|true)"')
_CELL = re.compile(
    r'<c r="([A-Z]{1,3})([0-9]{1,7})"(?: s="([0-9]+)")?(?: t="(\w+)")?(?: (?:cm|vm|ph)="\w+")*\s*'
    r"(?:/>|>(?:<f([^>]*?)(?:/>|>([^<]*)</f>))?(?:<v(?: xml:space=\"preserve\")?>([^<]*)</v>|<v\s*/>)?"
    r"(?:<is>((?:[^<]|<(?!/is>|c[ >/]))*+)</is>)?</c>)",
    re.DOTALL,
)
_ADDRESS = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ATTRIBUTE = re.compile(r'(\w+)\s*=\s*"([^"]*)"')


@dataclass(frozen=True, slots=True)
class FormulaCell:
    """A formula as the part has it: the index of its cell among the filled cells, its attributes, its text."""

    cell: int
    attributes: dict[str, str]
    text: str


@dataclass(slots=True)
class Cells:
    """The filled cells of a sheet in the part's order: place, style, type and raw value, index by index."""

    rows: array[int] = field(default_factory=lambda: array("q"))
    columns: array[int] = field(default_factory=lambda: array("q"))
    styles: array[int] = field(default_factory=lambda: array("q"))
    types: list[str] = field(default_factory=list[str])
    values: list[str] = field(default_factory=list[str])
    formulas: list[FormulaCell] = field(default_factory=list[FormulaCell])
    hidden_rows: list[int] = field(default_factory=list[int])

    def add(self, row: int, column: int, style: str, type: str, value: str) -> None:
        """Append one cell."""
        self.rows.append(row)
        self.columns.append(column)
        self.styles.append(int(style) if style.isdigit() else 0)
        self.types.append(type)
        self.values.append(value)


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A sheet's cells, and what else its part holds with the rows taken out."""

    cells: Cells
    rest: Element | None
    fault: str = ""


def read_cells(part: IO[bytes]) -> SheetPart:
    """Return a sheet part's cells and the rest; a part that is not well-formed is read as far as it goes.

    Blocks cut at `</row>` go through one pattern; where it does not account for every cell that opens in a block, or
    the part is written in another way than Excel's, the whole part is read by the XML parser instead.
    """
    read = _by_pattern(part)
    if read is not None:
        return read
    part.seek(0)
    return _by_parser(part)


def _by_pattern(part: IO[bytes]) -> SheetPart | None:
    cells, outside = Cells(), list[bytes]()
    for inside, text in _blocks(part):
        if not inside:
            outside.append(text)
        elif not _take(text, cells):
            return None
    parsed = parse_xml(b"".join(outside)) if outside else None
    return None if parsed is None or parsed.fault else SheetPart(cells, parsed.root)


def _blocks(part: IO[bytes]) -> Iterator[tuple[bool, bytes]]:
    """Yield the text before the rows, blocks of whole rows and the text after them; nothing for unusual parts."""
    head = _up_to(part, b"<sheetData>")
    before, opening, text = head.partition(b"<sheetData>")
    if not opening:
        if b"<sheetData/>" in head:
            yield False, head
        return
    yield False, before + opening
    while b"</sheetData>" not in text:
        end = text.rfind(b"</row>") + len(b"</row>")
        if end >= len(b"</row>"):
            yield True, text[:end]
            text = text[end:]
        more = part.read(BLOCK)
        text += more
        if not more:
            break
    rows, closing, after = text.partition(b"</sheetData>")
    yield True, rows
    yield False, closing + after + part.read()


def _up_to(part: IO[bytes], mark: bytes) -> bytes:
    """Return the beginning of a part as far as a mark, or all of it."""
    head = b""
    while mark not in head:
        more = part.read(BLOCK)
        head += more
        if not more:
            break
    return head


def _take(block: bytes, cells: Cells) -> bool:
    """Add a block's cells; False where the pattern does not account for all of them."""
    if b"<!" in block or b"<?" in block or b":c " in block or b":c>" in block:
        return False
    try:
        text = block.decode("utf-8")
    except UnicodeDecodeError:
        return False
    found = _CELL.findall(text)
    if len(found) != text.count("<c ") + text.count("<c>") + text.count("<c/>"):
        return False
    _extend(cells, [match for match in found if match[6] or match[7] or match[4] or match[5]])
    if ' hidden="' in text:
        cells.hidden_rows += [int(row) - 1 for row in _HIDDEN_ROW.findall(text)]
    return True


def _extend(cells: Cells, found: list[tuple[str, ...]]) -> None:
    """Append the filled cells of a block, column by column: a call for each cell would cost more than the parse."""
    if not found:
        return
    letters, numbers, styles, types, attributes, formulas, values, inlines = zip(*found, strict=True)
    if any(formulas) or any(attributes):
        cells.formulas += _formula_cells(len(cells.rows), attributes, formulas)
    cells.rows.frombytes((np.fromiter(map(int, numbers), np.int64, len(numbers)) - 1).tobytes())
    cells.columns.extend(map(column_number, letters))
    cells.styles.extend([int(style) if style else 0 for style in styles])
    cells.types += types
    if any(inlines):
        values = [joined_runs(inline) if inline else value for value, inline in zip(values, inlines, strict=True)]
    cells.values += [
        unescape(value) if "&" in value and not inline else value for value, inline in zip(values, inlines, strict=True)
    ]


def _formula_cells(first: int, attributes: Sequence[str], formulas: Sequence[str]) -> Iterator[FormulaCell]:
    for index, (attribute, formula) in enumerate(zip(attributes, formulas, strict=True), first):
        if attribute or formula:
            given = dict(_ATTRIBUTE.findall(attribute)) if attribute else {}
            yield FormulaCell(index, given, unescape(formula) if "&" in formula else formula)


def _by_parser(part: IO[bytes]) -> SheetPart:
    cells, row, column, fault, root = Cells(), -1, -1, "", None
    events = etree.iterparse(
        part, events=("start", "end"), resolve_entities=False, no_network=True, huge_tree=True, recover=True
    )
    try:
        for event, element in events:
            name = local(element)
            if event == "start" and name == "row":
                row, column = _ordinal(element.get("r"), row), -1
            elif event == "end" and name == "c":
                row, column = _parse_cell(element, row, column, cells)
            elif event == "end" and name == "row":
                cells.hidden_rows += [row] * (element.get("hidden") in ("1", "true"))
                element.clear()
        root, fault = events.root, str(events.error_log[0].message) if len(events.error_log) else ""
    except (etree.XMLSyntaxError, ValueError) as error:
        fault = str(error)
    if root is None:
        return SheetPart(cells, None, fault or "no element")
    return SheetPart(cells, parse_xml(etree.tostring(root)).root, fault)


def _ordinal(text: str | None, before: int) -> int:
    """Return a row's 0-based number; rows that do not say theirs follow the one before."""
    return int(text) - 1 if text and text.isdigit() else before + 1


def _parse_cell(element: Element, row: int, column: int, cells: Cells) -> tuple[int, int]:
    """Add a cell and return where it stands; cells that do not say where follow the one before."""
    place = _ADDRESS.fullmatch(element.get("r", ""))
    row, column = (int(place[2]) - 1, column_number(place[1])) if place else (row, column + 1)
    parts = {local(part): part for part in element}
    formula, value, inline = parts.get("f"), parts.get("v"), parts.get("is")
    text = joined_text(inline) if inline is not None else (value.text or "") if value is not None else ""
    has_formula = formula is not None and bool(formula.text or formula.attrib)
    if not (text or has_formula) or not (0 <= row < MAX_ROWS and 0 <= column < MAX_COLUMNS):
        return row, column
    if formula is not None and has_formula:
        attributes = {str(name): str(given) for name, given in formula.attrib.items()}
        cells.formulas.append(FormulaCell(len(cells.rows), attributes, formula.text or ""))
    cells.add(row, column, element.get("s", ""), element.get("t", ""), text)
    return row, column
