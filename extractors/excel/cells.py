"""The one pass over a sheet part: value, formula, style and type of every filled cell, in flat columns."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from extractors.excel.allowance import MOST_CELLS
from extractors.excel.columns import TEXT, Cells, FormulaCell, kind_of, style_of
from extractors.excel.references import MAX_COLUMNS, MAX_ROWS, column_number
from extractors.excel.scanning import scan
from extractors.excel.strings import joined_text, unescaped
from extractors.excel.walking import Stream, Walk
from extractors.markup import Element, local

__all__ = ["Cells", "FormulaCell", "SheetPart", "read_cells"]

_ADDRESS = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_SWITCHED_ON = ("1", "true")
# So many cells of the parser are added at once.
_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A sheet's cells, and what else its part holds with the rows taken out; `full` says that cells were left out."""

    cells: Cells
    rest: Element | None
    fault: str = ""
    full: bool = False


def read_cells(part: Stream, most: int = MOST_CELLS) -> SheetPart:
    """Return a sheet part's cells and the rest; a part that is not well-formed is read as far as it goes.

    Where the fast way does not account for every character of the part, the XML parser reads the whole of it.
    """
    read = scan(part, most)
    if read is None:
        part.seek(0)
        found = parse(part, most)
    else:
        found = SheetPart(read[0], read[1])
    found.cells.settle()
    return SheetPart(found.cells, found.rest, found.fault, found.cells.shorten(most))


def parse(part: Stream, most: int = MOST_CELLS) -> SheetPart:
    """Return what the XML parser reads of a part, in the part's order."""
    reader, walk = _Reader(), Walk(part, "sheetData", "row")
    for row in walk:
        if len(reader.cells) <= most:
            reader.add_row(row)
    reader.flush()
    return SheetPart(reader.cells, walk.rest, walk.fault)


@dataclass(slots=True)
class _Reader:
    """Reads parsed rows; cells wait in lists until they are many enough to be added to the columns."""

    cells: Cells = field(default_factory=Cells)
    row: int = -1
    places: list[tuple[int, int, int, int]] = field(default_factory=list[tuple[int, int, int, int]])
    texts: list[str] = field(default_factory=list[str])

    def add_row(self, row: Element) -> None:
        """Add a row's cells; rows and cells that do not say where they are follow those before them."""
        said = row.get("r", "")
        self.row = int(said) - 1 if said.isdecimal() else self.row + 1
        if row.get("hidden") in _SWITCHED_ON:
            self.cells.hidden_rows.append(self.row)
        column = -1
        for cell in row:
            if local(cell) == "c":
                column = self._add(cell, column)
        if len(self.places) >= _AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Add to the columns what waits."""
        if self.places:
            rows, columns, styles, kinds = (np.array(found, np.int64) for found in zip(*self.places, strict=True))
            self.cells.extend(rows, columns, styles, kinds.astype(np.uint8), self.texts)
            self.places, self.texts = [], []

    def _add(self, cell: Element, column: int) -> int:
        place = _ADDRESS.fullmatch(cell.get("r", ""))
        self.row, column = (int(place[2]) - 1, column_number(place[1])) if place else (self.row, column + 1)
        parts = {local(part): part for part in cell}
        formula, kind = parts.get("f"), kind_of(cell.get("t", ""))
        attributes = _attributes(formula) if formula is not None else {}
        written, text = formula.text or "" if formula is not None else "", _text(parts, kind)
        if not (text or written or attributes) or not (0 <= self.row < MAX_ROWS and column < MAX_COLUMNS):
            return column
        if written or attributes:
            at = np.array([len(self.cells) + len(self.places)], np.int64)
            self.cells.formulas.extend(at, [attributes], [written])
        self.places.append((self.row, column, style_of(cell.get("s", "")), kind))
        self.texts.append(text)
        return column


def _text(parts: dict[str, Element], kind: int) -> str:
    inline, value = parts.get("is"), parts.get("v")
    if inline is not None:
        return joined_text(inline)
    text = (value.text or "") if value is not None else ""
    return unescaped(text) if kind == TEXT else text


def _attributes(formula: Element) -> dict[str, str]:
    return {str(name): str(given) for name, given in formula.attrib.items() if not str(name).startswith("{")}
