"""Paragraphs and tables of a part in order, what may wrap them taken off, and where the cells of tables stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from extractors.markup import Element, W, child, switched, value, whole
from extractors.word.content import Change
from extractors.word.inline import CHANGES, MARKS, change_of

# Word itself allows 63 columns; a span beyond this was made to harm.
MOST_COLUMNS = 1_024
MOST_DEPTH = 100

BODY = frozenset({f"{W}p", f"{W}tbl"})
_WRAPPERS = frozenset({f"{W}sdtContent", f"{W}customXml", f"{W}smartTag", *CHANGES})


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A paragraph, table, row or cell: the tracked change around it, and the marks and controls that start with it."""

    element: Element
    change: Change | None = None
    marks: tuple[Element, ...] = ()
    controls: tuple[Element, ...] = ()

    @property
    def is_table(self) -> bool:
        """Whether it is a table."""
        return self.element.tag == f"{W}tbl"


@dataclass(frozen=True, slots=True, eq=False)
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
    """Return the children of the named tags (paragraphs and tables where none is named), wrappers taken off."""
    return _Unwrapping(frozenset(tags) if tags else BODY).walk(parent, None, 0)


def table_layout(table: Element) -> Layout:
    """Return where the cells of a table stand, from spans alone: the grid that a table declares is often wrong."""
    rows, deleted = list[list[Placed]](), list[Block]()
    for row in blocks_of(table, f"{W}tr"):
        properties = row.element.find(f"{W}trPr")
        if child(properties, f"{W}del") is not None:
            deleted += blocks_of(row.element, f"{W}tc")
        else:
            inserted = child(properties, f"{W}ins")
            change = row.change or (change_of(inserted) if inserted is not None else None)
            rows.append(list(_row_cells(row, len(rows), change, properties)))
    cells = tuple(_joined(rows))
    columns = max((cell.column + cell.width for row in rows for cell in row), default=0)
    return Layout(len(rows), columns, cells, _header_rows(table), tuple(deleted))


class _Unwrapping:
    """One walk over the blocks of a part: what was passed since the last block belongs to the next one."""

    def __init__(self, tags: frozenset[str]) -> None:
        self._tags = tags
        self._marks: list[Element] = []
        self._controls: list[Element] = []

    def walk(self, parent: Element, change: Change | None, depth: int) -> Iterator[Block]:
        for element in parent if depth < MOST_DEPTH else ():
            name = element.tag
            if name in self._tags:
                yield self._block(element, change)
            elif name in MARKS:
                self._marks.append(element)
            elif name == f"{W}sdt" or name in _WRAPPERS:
                if name == f"{W}sdt":
                    self._controls.append(element)
                yield from self.walk(element, change_of(element) if name in CHANGES else change, depth + 1)

    def _block(self, element: Element, change: Change | None) -> Block:
        if not self._marks and not self._controls:
            return Block(element, change)
        block = Block(element, change, tuple(self._marks), tuple(self._controls))
        self._marks.clear()
        self._controls.clear()
        return block


def _row_cells(row: Block, at: int, change: Change | None, properties: Element | None) -> Iterator[Placed]:
    column = min(max(whole(value(child(properties, f"{W}gridBefore"), f"{W}val")), 0), MOST_COLUMNS)
    for cell in blocks_of(row.element, f"{W}tc"):
        width = max(whole(value(child(cell.element, f"{W}tcPr", f"{W}gridSpan"), f"{W}val"), 1), 1)
        width = min(width, MOST_COLUMNS - column)
        if width < 1:
            return
        yield Placed(at, column, 1, width, replace(cell, change=cell.change or change) if change else cell)
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
