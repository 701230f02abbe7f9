"""Tables of HTML pages as grids: row and column spans laid out as browsers lay them out."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree
from lxml.html import HtmlElement

from assay.model.grid import Grid, Span

# HTML Standard, "forming a table": a column span above 1000 counts as 1000, a row span above 65534 as 65534.
_WIDEST, _TALLEST = 1000, 65_534
# Spans that would blow a small page up to more cells than this are ignored.
_CELLS = 2_000_000
_ROLES = frozenset({"presentation", "none"})
_SKIPPED = frozenset({"script", "style", "template"})
_BREAKING = frozenset({"br", "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6"})


def is_layout(table: HtmlElement) -> bool:
    """Whether a table only places things on the page: it says so, holds other tables, or has one column."""
    if table.get("role") in _ROLES or next(table.iterdescendants("table"), None) is not None:
        return True
    return all(sum(1 for _ in _cells(row)) <= 1 for _, row in _rows(table))


def read_table(table: HtmlElement) -> Grid:
    """Return the table's grid; header rows are those of its `thead`, else the leading rows of `th` alone."""
    rows = list(_rows(table))
    placed = _place(rows, spanning=True)
    columns = max((column + width for _, column, _, width, _ in placed), default=0)
    if len(rows) * columns > _CELLS:
        placed = _place(rows, spanning=False)
        columns = max((column + 1 for _, column, _, _, _ in placed), default=0)
    displayed = [""] * (len(rows) * columns)
    for row, column, _, _, text in placed:
        displayed[row * columns + column] = text
    spans = tuple(Span(row, column, high, wide) for row, column, high, wide, _ in placed if high > 1 or wide > 1)
    return Grid(len(rows), columns, tuple(displayed), spans=spans, header_rows=_header_rows(rows))


_Placed = tuple[int, int, int, int, str]


def _rows(table: HtmlElement) -> Iterator[tuple[int, HtmlElement]]:
    """The rows with the number of their group; browsers put `tr` into groups wherever they stand."""
    group = 0
    for child in table:
        if child.tag == "tr":
            yield group, child
        elif child.tag in ("thead", "tbody", "tfoot"):
            group += 1
            for row in child.iterchildren("tr"):
                yield group, row
            group += 1


def _cells(row: HtmlElement) -> Iterator[HtmlElement]:
    return row.iterchildren("td", "th")


def _place(rows: list[tuple[int, HtmlElement]], *, spanning: bool) -> list[_Placed]:
    """Each cell goes to the first free column of its row; `busy` counts down how long a column stays covered."""
    placed, busy, ends = list[_Placed](), dict[int, int](), _group_ends(rows)
    for number, (_, row) in enumerate(rows):
        column, covered = 0, {column for column, until in busy.items() if until > number}
        for cell in _cells(row):
            while column in covered:
                column += 1
            high = min(_extent(cell.get("rowspan"), _TALLEST), ends[number] - number) if spanning else 1
            high = ends[number] - number if spanning and cell.get("rowspan") == "0" else max(high, 1)
            wide = _free_width(column, _extent(cell.get("colspan"), _WIDEST) if spanning else 1, covered)
            if high > 1:
                busy.update(dict.fromkeys(range(column, column + wide), number + high))
            placed.append((number, column, high, wide, _cell_text(cell)))
            column += wide
    return placed


def _free_width(column: int, wide: int, covered: set[int]) -> int:
    """Overlapping cells are an error of the page; the later cell gives way."""
    return next((offset for offset in range(1, wide) if column + offset in covered), wide)


def _group_ends(rows: list[tuple[int, HtmlElement]]) -> list[int]:
    """For each row, the row after the last one of its group: a span ends there."""
    ends = [0] * len(rows)
    for number in range(len(rows) - 1, -1, -1):
        same = number + 1 < len(rows) and rows[number + 1][0] == rows[number][0]
        ends[number] = ends[number + 1] if same else number + 1
    return ends


def _extent(text: str | None, most: int) -> int:
    digits = (text or "").strip()[:6]
    return min(max(int(digits), 1), most) if digits.isdecimal() else 1


def _header_rows(rows: list[tuple[int, HtmlElement]]) -> int:
    head = 0
    while head < len(rows) and _in_head(rows[head][1]):
        head += 1
    if head:
        return head
    while head < len(rows) and all(cell.tag == "th" for cell in _cells(rows[head][1])) and len(rows[head][1]):
        head += 1
    return head if head < len(rows) else 0


def _in_head(row: HtmlElement) -> bool:
    parent = row.getparent()
    return parent is not None and parent.tag == "thead"


def _cell_text(cell: HtmlElement) -> str:
    """Blocks and breaks inside a cell part its lines."""
    parts, walk = list[str](), etree.iterwalk(cell, events=("start", "end"))
    for event, element in walk:
        if element is not cell and element.tag in _BREAKING:
            parts.append("\x00")
        if event == "start" and element.tag in _SKIPPED:
            walk.skip_subtree()
        elif event == "start":
            parts.append(element.text or "")
        if event == "end" and element is not cell:
            parts.append(element.tail or "")
    lines = (" ".join(line.split()) for line in "".join(parts).split("\x00"))
    return "\n".join(line for line in lines if line)
