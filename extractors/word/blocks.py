"""Paragraphs and tables of a part in order, what may wrap them taken off, and where the cells of tables stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from extractors.markup import Element, W, child, switched, value, whole
from extractors.word.inline import Change, change_of

# Word itself allows 63 columns; a span beyond this was made to harm.
MOST_COLUMNS = 1_024
MOST_DEPTH = 100

_CHANGES = frozenset({f"{W}ins", f"{W}del", f"{W}moveTo", f"{W}moveFrom"})
_WRAPPERS = frozenset({f"{W}sdtContent", f"{W}customXml", f"{W}smartTag"}) | _CHANGES


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, table, row or cell, and the tracked change that wraps it."""

    element: Element
    change: Change | None = None

    @property
    def is_table(self) -> bool:
        """Whether it is a table."""
        return self.element.tag == f"{W}tbl"


@dataclass(frozen=True, slots=True)
class Placed:
    """A cell at its address with its extent; `element` is the corner's."""

    row: int
    column: int
    height: int
    width: int
    block: Block


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the cells of a table stand, without the rows that were deleted, which come apart."""

    rows: int
    columns: int
    cells: tuple[Placed, ...]
    header_rows: int
    deleted: tuple[Block, ...]


def blocks_of(parent: Element, *tags: str) -> Iterator[Block]:
    """Yield the children of the named tags (paragraphs and tables where none is named), wrappers taken off."""
    yield from _unwrapped(parent, frozenset(tags or (f"{W}p", f"{W}tbl")), None, 0)


def table_layout(table: Element) -> Layout:
    """Return where the cells of a table stand, from spans alone: the grid that a table declares is often wrong."""
    rows, deleted = list[list[Placed]](), list[Block]()
    for row in blocks_of(table, f"{W}tr"):
        if child(row.element, f"{W}trPr", f"{W}del") is not None:
            deleted += blocks_of(row.element, f"{W}tc")
        else:
            rows.append(list(_row_cells(row, len(rows))))
    cells = tuple(_joined(rows))
    columns = max((cell.column + cell.width for row in rows for cell in row), default=0)
    return Layout(len(rows), columns, cells, _header_rows(table), tuple(deleted))


def _unwrapped(parent: Element, tags: frozenset[str], change: Change | None, depth: int) -> Iterator[Block]:
    for element in parent if depth < MOST_DEPTH else ():
        if element.tag in tags:
            yield Block(element, change)
        elif element.tag == f"{W}sdt" or element.tag in _WRAPPERS:
            within = change_of(element) if element.tag in _CHANGES else change
            yield from _unwrapped(element, tags, within, depth + 1)


def _row_cells(row: Block, at: int) -> Iterator[Placed]:
    column = min(max(whole(value(child(row.element, f"{W}trPr", f"{W}gridBefore"), f"{W}val")), 0), MOST_COLUMNS)
    for cell in blocks_of(row.element, f"{W}tc"):
        width = max(whole(value(child(cell.element, f"{W}tcPr", f"{W}gridSpan"), f"{W}val"), 1), 1)
        width = min(width, MOST_COLUMNS - column)
        if width < 1:
            return
        yield Placed(at, column, 1, width, replace(cell, change=cell.change or row.change))
        column += width


def _joined(rows: list[list[Placed]]) -> list[Placed]:
    """Return the cells with those that continue the one above merged into it."""
    joined = dict[tuple[int, int], Placed]()
    above = dict[int, tuple[int, int]]()
    for row in rows:
        corners = dict[int, tuple[int, int]]()
        for cell in row:
            corner = above.get(cell.column) if _continues(cell.block.element) else None
            if corner is not None and joined[corner].width == cell.width:
                joined[corner] = replace(joined[corner], height=cell.row - corner[0] + 1)
            else:
                corner = (cell.row, cell.column)
                joined[corner] = cell
            corners[cell.column] = corner
        above = corners
    return list(joined.values())


def _continues(cell: Element) -> bool:
    merge = child(cell, f"{W}tcPr", f"{W}vMerge")
    return merge is not None and merge.get(f"{W}val", "continue") == "continue"


def _header_rows(table: Element) -> int:
    """Return the rows that the table declares as repeated; where it declares none, the first of several is a guess."""
    rows = list(blocks_of(table, f"{W}tr"))
    declared = 0
    while declared < len(rows) and switched(child(rows[declared].element, f"{W}trPr", f"{W}tblHeader"), f"{W}val"):
        declared += 1
    return declared or (1 if len(rows) > 1 else 0)
