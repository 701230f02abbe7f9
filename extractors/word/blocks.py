"""Paragraphs and tables of a part in order, what may wrap them taken off, and where the cells of tables stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from extractors.markup import Element, W, child, switched, value, whole
from extractors.word.content import Change
from extractors.word.inline import CHANGES, MARKS, change_of

# Word itself allows 63 columns; a span beyond this was made to harm.
MOST_COLUMNS = 1_024

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
    """A cell at its address with its extent: the corner's block, and those of the cells that its row merges into it."""

    row: int
    column: int
    height: int
    width: int
    block: Block
    more: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the cells of a table stand, without the rows that were deleted, which come apart."""

    lines: tuple[Block, ...]
    columns: int
    cells: tuple[Placed, ...]
    header_rows: int
    deleted: tuple[Block, ...]
    hidden: tuple[Block, ...]

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return len(self.lines)


def blocks_of(parent: Element, *tags: str) -> Iterator[Block]:
    """Return the children of the named tags (paragraphs and tables where none is named), wrappers taken off."""
    return _Unwrapping(frozenset(tags) if tags else BODY).walk(parent, None)


def table_layout(table: Element, change: Change | None = None) -> Layout:
    """Return where the cells of a table stand, from spans alone: the grid that a table declares is often wrong.

    `change` is that of the cell or row around the table.
    """
    rows, lines, deleted = list[list[Placed]](), list[Block](), list[Block]()
    for row in rows_of(table, change):
        if row.change is not None and row.change.deletes and child(row.element, f"{W}trPr", f"{W}del") is not None:
            deleted.append(row)
        else:
            rows.append(list(_row_cells(row, len(rows))))
            lines.append(row)
    cells, hidden = _joined(rows)
    columns = max((cell.column + cell.width for row in rows for cell in row), default=0)
    return Layout(tuple(lines), columns, cells, _header_rows(lines), tuple(deleted), hidden)


def rows_of(table: Element, change: Change | None = None) -> Iterator[Block]:
    """Yield the rows of a table, each with the change that it was inserted or deleted by, or else that around it."""
    for row in blocks_of(table, f"{W}tr"):
        own = _stated_change(row.element.find(f"{W}trPr"), f"{W}ins", f"{W}del")
        yield _changed(row, own or row.change or change)


def cells_of(row: Block) -> Iterator[Block]:
    """Yield the cells of a row, each with the change that it was inserted or deleted by, or else that of its row.

    Marks and controls that start with the row start with its first cell.
    """
    before = row
    for cell in blocks_of(row.element, f"{W}tc"):
        if before.marks or before.controls:
            cell = replace(cell, marks=before.marks + cell.marks, controls=before.controls + cell.controls)
            before = Block(row.element)
        own = _stated_change(cell.element.find(f"{W}tcPr"), f"{W}cellIns", f"{W}cellDel")
        yield _changed(cell, own or cell.change or row.change)


class _Unwrapping:
    """One walk over the blocks of a part: what was passed since the last block belongs to the next one."""

    def __init__(self, tags: frozenset[str]) -> None:
        self._tags = tags
        self._marks: list[Element] = []
        self._controls: list[Element] = []

    def walk(self, parent: Element, change: Change | None) -> Iterator[Block]:
        for element in parent:
            name = element.tag
            if name in self._tags:
                yield self._block(element, change)
            elif name in MARKS:
                self._marks.append(element)
            elif name == f"{W}sdt" or name in _WRAPPERS:
                if name == f"{W}sdt":
                    self._controls.append(element)
                yield from self.walk(element, change_of(element) if name in CHANGES else change)

    def _block(self, element: Element, change: Change | None) -> Block:
        if not self._marks and not self._controls:
            return Block(element, change)
        block = Block(element, change, tuple(self._marks), tuple(self._controls))
        self._marks.clear()
        self._controls.clear()
        return block


def _stated_change(properties: Element | None, *names: str) -> Change | None:
    found = [each for name in names if (each := child(properties, name)) is not None]
    return change_of(found[-1]) if found else None


def _changed(block: Block, change: Change | None) -> Block:
    return block if change is block.change else replace(block, change=change)


def _row_cells(row: Block, at: int) -> Iterator[Placed]:
    column = min(max(whole(value(child(row.element, f"{W}trPr", f"{W}gridBefore"), f"{W}val")), 0), MOST_COLUMNS)
    last: Placed | None = None
    for cell in cells_of(row):
        properties = cell.element.find(f"{W}tcPr")
        width = max(whole(value(child(properties, f"{W}gridSpan"), f"{W}val"), 1), 1)
        width = min(width, MOST_COLUMNS - column)
        if width < 1:
            break
        if last is not None and _continues(properties, f"{W}hMerge"):
            last = replace(last, width=last.width + width, more=(*last.more, cell))
        else:
            if last is not None:
                yield last
            last = Placed(at, column, 1, width, cell)
        column += width
    if last is not None:
        yield last


def _joined(rows: list[list[Placed]]) -> tuple[tuple[Placed, ...], tuple[Block, ...]]:
    """Return the cells with those that continue the one above merged into it, and what stands hidden in these."""
    joined, hidden = dict[tuple[int, int], Placed](), list[Block]()
    above = dict[int, tuple[int, int]]()
    for row in rows:
        corners = dict[int, tuple[int, int]]()
        for cell in row:
            merge = cell.block.element.find(f"{W}tcPr")
            corner = above.get(cell.column) if _continues(merge, f"{W}vMerge") else None
            if corner is not None and joined[corner].width == cell.width:
                joined[corner] = replace(joined[corner], height=cell.row - corner[0] + 1)
                hidden.append(cell.block)
            else:
                corner = (cell.row, cell.column)
                joined[corner] = cell
            corners[cell.column] = corner
        above = corners
    return tuple(joined.values()), tuple(hidden)


def _continues(properties: Element | None, merge: str) -> bool:
    found = child(properties, merge)
    return found is not None and found.get(f"{W}val", "continue") == "continue"


def _header_rows(rows: Sequence[Block]) -> int:
    """Return the rows that the table declares as repeated; where it declares none, the first of several is a guess."""
    declared = 0
    while declared < len(rows) and switched(child(rows[declared].element, f"{W}trPr", f"{W}tblHeader"), f"{W}val"):
        declared += 1
    return declared or (1 if len(rows) > 1 else 0)
