"""Formula texts taken apart: references shifted, written relative to their cell, and listed as operands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from extractors.excel.references import MAX_COLUMNS, MAX_ROWS, Box, column_letters, column_number

_PIECE = re.compile(
    r"""(?P<string>"(?:[^"]|"")*")"""
    r"""|(?P<sheet>(?:'(?:[^']|'')+'|[\w.\[\]]+(?::[\w.]+)?)!)"""
    r"""|(?P<structured>[^\W\d][\w.]*\[(?:[^\[\]']|'.|\[(?:[^\[\]']|'.)*\])*\])"""
    r"""|(?<![\w.$])(?P<cell>\$?[A-Z]{1,3}\$?[0-9]{1,7})(?![\w.(])"""
    r"""|(?<![\w.$])(?P<columns>\$?[A-Z]{1,3}:\$?[A-Z]{1,3})(?![\w.(])"""
    r"""|(?<![\w.$])(?P<rows>\$?[0-9]{1,7}:\$?[0-9]{1,7})(?![\w.(])"""
    r"""|(?P<name>[^\W\d][\w.\\?]*)(?!\()(?![\w.(])""",
    re.IGNORECASE,
)
_CORNER = re.compile(r"(\$?)([A-Z]{1,3})(\$?)([0-9]{1,7})", re.IGNORECASE)
_EDGE = re.compile(r"(\$?)([A-Z]{1,3}|[0-9]{1,7})", re.IGNORECASE)


# Most formulas: operators, functions, numbers and cells, without sheets, names, tables, texts, whole columns or rows.
# Nothing in it gives back what it took, so a hostile formula costs no more than another.
_SIMPLE = re.compile(
    r"(?>(?:[-+*/^&=<>(),:% ]|[0-9.]++(?![A-Z$:])|[A-Z]++\(|\$?[A-Z]{1,3}\$?[1-9][0-9]{0,5}(?![\w.(]))+)"
)
_SIMPLE_CELL = re.compile(r"(\$?[A-Z]{1,3}\$?[1-9][0-9]{0,5})(?![\w.(])")


# What newer functions and their parameters are stored under, and how a row of a table and a spilt range are stored.
_STORED = re.compile(r"_xl(?:fn|ws|pm|udf)\.", re.IGNORECASE)
_SPILT = re.compile(r"ANCHORARRAY\(([^()]*)\)")
_SINGLE = re.compile(r"(?<![\w.])SINGLE\(([^()]*)\)")
_THIS_ROW = re.compile(r"\[\[#This Row\],\[((?:[^\[\]']|'.)*)\]\]", re.IGNORECASE)
_QUOTED = re.compile(r'("(?:[^"]|"")*")')
# A number in brackets is another workbook.
_OWN_COLUMN = re.compile(r"(?<![\w\]\[.'])\[(?![0-9]+\])")
_PLAIN_COLUMN = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Corner:
    """A reference's end: its row and column (None for whole columns or rows) and which of them are fixed."""

    row: int | None
    column: int | None
    row_fixed: bool
    column_fixed: bool

    def shifted(self, rows: int, columns: int) -> Corner:
        """Return the end as it stands in a cell that lies so much lower and further right; sheets wrap around."""
        row = self.row if self.row is None or self.row_fixed else (self.row + rows) % MAX_ROWS
        column = self.column if self.column is None or self.column_fixed else (self.column + columns) % MAX_COLUMNS
        return Corner(row, column, self.row_fixed, self.column_fixed)

    @property
    def text(self) -> str:
        """The end as formulas write it."""
        letters = "" if self.column is None else ("$" if self.column_fixed else "") + column_letters(self.column)
        number = "" if self.row is None else ("$" if self.row_fixed else "") + str(self.row + 1)
        return letters + number

    def relative(self, row: int, column: int) -> str:
        """The end as R1C1 seen from a cell."""
        return _relative("R", self.row, row, self.row_fixed) + _relative("C", self.column, column, self.column_fixed)


def _relative(letter: str, place: int | None, own: int, fixed: bool) -> str:
    if place is None:
        return ""
    return f"{letter}{place + 1}" if fixed else letter if place == own else f"{letter}[{place - own}]"


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of a formula: plain text, a sheet prefix, one end or both of a reference, a name, a table reference."""

    kind: str
    text: str
    corners: tuple[Corner, ...] = ()


@dataclass(frozen=True, slots=True)
class Operand:
    """What a formula reads: a box on a sheet (empty: its own), or a name or table to look up."""

    sheet: str
    box: Box | None
    name: str = ""


@lru_cache(maxsize=4096)
def pieces_of(text: str) -> tuple[Piece, ...]:
    """Return a formula's pieces; their texts joined are the formula."""
    pieces, end = list[Piece](), 0
    for found in _PIECE.finditer(text):
        if found.start() > end:
            pieces.append(Piece("plain", text[end : found.start()]))
        pieces.append(_piece(str(found.lastgroup), found.group()))
        end = found.end()
    return (*pieces, Piece("plain", text[end:])) if end < len(text) else tuple(pieces)


def _piece(kind: str, text: str) -> Piece:
    if kind == "cell":
        found = _CORNER.fullmatch(text)
        if found:
            corner = Corner(int(found[4]) - 1, column_number(found[2]), bool(found[3]), bool(found[1]))
            inside = corner.row is not None and 0 <= corner.row < MAX_ROWS and column_number(found[2]) < MAX_COLUMNS
            return Piece("cell", text, (corner,)) if inside else Piece("name", text)
    if kind in ("columns", "rows"):
        return Piece(kind, text, tuple(_edge(kind, end) for end in text.split(":")))
    return Piece(kind, text)


def _edge(kind: str, text: str) -> Corner:
    found = _EDGE.fullmatch(text)
    fixed, place = (bool(found[1]), found[2]) if found else (False, "1")
    if kind == "columns":
        return Corner(None, column_number(place), False, fixed)
    return Corner(int(place) - 1, None, fixed, False)


def has_own_columns(text: str) -> bool:
    """Whether a formula names columns of the table that it stands in, without the table's name."""
    return "[" in text and _OWN_COLUMN.search(text) is not None


def displayed(text: str) -> str:
    """Return a stored formula as the formula bar shows it: without the prefixes of newer functions."""
    if "_xl" not in text and "[[" not in text:
        return text
    return "".join(part if part.startswith('"') else _displayed(part) for part in _QUOTED.split(text))


def _displayed(text: str) -> str:
    bare = _STORED.sub("", text)
    if bare != text:
        bare = _SINGLE.sub(r"@\1", _SPILT.sub(r"\1#", bare))
    return _THIS_ROW.sub(lambda found: f"[@{_column(found[1])}]", bare)


def _column(name: str) -> str:
    return name if _PLAIN_COLUMN.fullmatch(name) else f"[{name}]"


def shifted(text: str, rows: int, columns: int) -> str:
    """Return the formula as it stands in a cell that lies so much lower and further right."""
    return "".join(
        ":".join(corner.shifted(rows, columns).text for corner in piece.corners) if piece.corners else piece.text
        for piece in pieces_of(text)
    )


def relative_form(text: str, row: int, column: int) -> str:
    """Return the formula with its references as R1C1 seen from its cell: equal for cells that were filled down."""
    if _SIMPLE.fullmatch(text):
        parts = _SIMPLE_CELL.split(text)
        for at in range(1, len(parts), 2):
            parts[at] = _relative_cell(parts[at], row, column)
        return "".join(parts)
    return "".join(
        ":".join(corner.relative(row, column) for corner in piece.corners) if piece.corners else piece.text
        for piece in pieces_of(text)
    )


def _relative_cell(cell: str, row: int, column: int) -> str:
    found = _CORNER.fullmatch(cell)
    if found is None:
        return cell
    column_fixed, letters, row_fixed, number = found.groups()
    place = column_number(letters)
    if place >= MAX_COLUMNS:
        return cell
    return _relative("R", int(number) - 1, row, bool(row_fixed)) + _relative("C", place, column, bool(column_fixed))


def operands_of(text: str, rows: int = 0, columns: int = 0) -> list[Operand]:
    """Return what a formula reads, over all cells of a block that reaches so many rows and columns further."""
    found, sheet, pieces = list[Operand](), "", pieces_of(text)
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        if piece.kind == "sheet":
            sheet = piece.text
        elif piece.corners:
            index, corners = _whole_range(pieces, index)
            found.append(Operand(_sheet_name(sheet), _reach(corners, rows, columns)))
        elif piece.kind in ("name", "structured"):
            found.append(Operand(_sheet_name(sheet), None, piece.text.partition("[")[0]))
        if piece.kind != "sheet":
            sheet = ""
        index += 1
    return found


def reference_of(text: str) -> Operand | None:
    """Return the one range that a formula is, None where it is anything else."""
    plain = [piece.text for piece in pieces_of(text) if piece.kind not in ("sheet", "cell", "columns", "rows")]
    operands = operands_of(text)
    return operands[0] if len(operands) == 1 and plain in ([], [":"]) else None


def _whole_range(pieces: tuple[Piece, ...], index: int) -> tuple[int, tuple[Corner, ...]]:
    """Return the index of a range's last piece and its corners; `A1:B2` comes as three pieces."""
    after = pieces[index + 1 : index + 3]
    if len(after) == 2 and after[0].text == ":" and after[1].kind == "cell":
        return index + 2, (*pieces[index].corners, *after[1].corners)
    return index, pieces[index].corners


def _reach(corners: tuple[Corner, ...], rows: int, columns: int) -> Box:
    ends = [*corners, *(corner.shifted(rows, columns) for corner in corners)]
    tops, lefts = [end.row for end in ends if end.row is not None], [e.column for e in ends if e.column is not None]
    return Box(
        min(tops, default=0),
        min(lefts, default=0),
        max(tops, default=MAX_ROWS - 1),
        max(lefts, default=MAX_COLUMNS - 1),
    )


def _sheet_name(prefix: str) -> str:
    name = prefix.removesuffix("!")
    return name[1:-1].replace("''", "'") if name.startswith("'") else name
