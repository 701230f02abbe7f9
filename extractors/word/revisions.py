"""Tracked changes that no characters carry: of paragraphs' ends and formats, of rows, of cells and of whole tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from extractors.markup import Element, W, child
from extractors.word.blocks import Layout, Placed
from extractors.word.content import Change, Inline
from extractors.word.inline import CHANGES, change_of
from extractors.word.regions import Range, ranges_of

_RUN_FORMAT = f"{W}rPrChange"


class Revision(NamedTuple):
    """A change, what it is of in words, and the characters that this holds; in a table, the cells that it is of."""

    change: Change
    of: str
    text: str = ""
    cells: Range | None = None


def paragraph_revisions(
    stated: Mapping[object, Element], inline: Inline, around: Change | None, *, in_table: bool
) -> Iterator[Revision]:
    """Yield the changes of a paragraph itself; `around` is that of what it stands in, which tells its end too."""
    for element in stated.get(f"{W}rPr", ()):
        change = change_of(element) if element.tag in CHANGES or element.tag == _RUN_FORMAT else None
        if change is not None and not _told(change, (around, *_changes(inline))):
            yield Revision(change, "paragraph mark")
    if (number := stated.get(f"{W}numPr")) is not None:
        for element in number.iterchildren(f"{W}ins", f"{W}numberingChange"):
            yield Revision(change_of(element)._replace(type="formatting"), "numbering", inline.text)
    if (changed := stated.get(f"{W}pPrChange")) is not None:
        yield Revision(change_of(changed), "paragraph" if in_table else "", inline.text)


def table_revisions(table: Element, layout: Layout, filled: set[Placed]) -> Iterator[Revision]:
    """Yield the changes of a table's format and of its rows and cells; those `filled` tell by their characters."""
    for properties in table.iterchildren(f"{W}tblPr"):
        for changed in properties.iterchildren(f"{W}tblPrChange"):
            yield Revision(change_of(changed), "table")
    yield from _row_revisions(layout, filled)
    yield from _cell_revisions(layout, filled)


def _told(change: Change, others: Sequence[Change | None]) -> bool:
    """Whether the same author's change of the same type is told by characters."""
    return any(each is not None and (each.type, each.author) == (change.type, change.author) for each in others)


def _changes(inline: Inline) -> Iterator[Change | None]:
    for run in inline.runs:
        yield run.scope.change
        changed = run.properties.find(_RUN_FORMAT) if run.properties is not None else None
        yield change_of(changed) if changed is not None else None


def _row_revisions(layout: Layout, filled: set[Placed]) -> Iterator[Revision]:
    telling = {cell.row for cell in filled}
    for row, line in enumerate(layout.lines):
        found = [line.change] if line.change is not None and row not in telling else []
        for holder, changed in (("trPr", "trPrChange"), ("tblPrEx", "tblPrExChange")):
            stated = child(line.element, f"{W}{holder}", f"{W}{changed}")
            found += [change_of(stated)] if stated is not None else []
        for change in found:
            yield Revision(change, f"row {row + 1}", cells=Range(row, 0, row, max(layout.columns - 1, 0)))


def _cell_revisions(layout: Layout, filled: set[Placed]) -> Iterator[Revision]:
    by_change = defaultdict[Change, list[Placed]](list)
    for cell in layout.cells:
        for change in _of_cell(cell, layout, told=cell in filled):
            by_change[change].append(cell)
    for change, cells in by_change.items():
        for found in ranges_of(cells, ()):
            yield Revision(change, found.words(layout.rows, layout.columns), cells=found)


def _of_cell(cell: Placed, layout: Layout, *, told: bool) -> Sequence[Change]:
    own, row = cell.block.change, layout.lines[cell.row].change
    properties = cell.block.element.find(f"{W}tcPr")
    stated = [child(properties, f"{W}{name}") for name in ("cellMerge", "tcPrChange")]
    found = [change_of(each) for each in stated if each is not None]
    return [own, *found] if own is not None and own != row and not told else found
