"""What is about ranges of cells, or a whole table, of a Word document taken out while the words stay."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, fact, removals
from assay.native.names import Element, above, children, remove, stated, within
from assay.native.word_formats import FONT, unformatted
from assay.native.word_marks import PARAGRAPH_LAYOUT
from assay.native.word_objects import tables_of
from assay.native.word_places import Scope
from assay.native.word_styles import StyleSheet, clear_fill

_LEFT_OUT = ("w:tblStyle", "w:jc")


def is_of_cells(artifact: Artifact) -> bool:
    """Whether a font, layout or highlight is that of a range of cells or of a whole table."""
    return fact(artifact, "last row").isdigit() or any(
        fact(artifact, one) for one in ("table style", "table alignment")
    )


def cut_cells(sheet: StyleSheet, scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that give a range of cells the format of its styles, or a table no style of its own."""
    tables = owning_tables(scope, gone, artifact)
    if fact(artifact, "last row").isdigit():
        cells = [cell for table in tables for cell in _range(table, artifact)]
        if artifact.kind == "highlight" or fact(artifact, "fill"):
            return [cut for cell in cells for cut in _unfilled(sheet, cell)]
        return [cut for cell in cells for cut in _unformatted(sheet, cell, artifact.kind)]
    stated_by = [each for table in tables for each in children(table, "w:tblPr")]
    return [partial(remove, one) for each in stated_by for one in children(each, *_LEFT_OUT)]


def owning_tables(scope: Scope, gone: Gone, artifact: Artifact) -> list[Element]:
    """Return the elements of the tables that something is about."""
    owners = [one for one in gone.owners(artifact) if one.kind == "table"]
    return [one for owner in owners for one in tables_of(scope, gone, owner)]


def _range(table: Element, artifact: Artifact) -> Iterator[Element]:
    top, left = artifact.at.row or 0, artifact.at.column or 0
    bottom, right = int(fact(artifact, "last row") or top), int(fact(artifact, "last column") or left)
    for row, element in enumerate(rows_of(table)):
        for column, cell in cells_of(element):
            if top <= row <= bottom and left <= column <= right:
                yield cell


def rows_of(table: Element) -> list[Element]:
    """Return the rows of a table that were not deleted."""
    rows = [one for one in within(table, "w:tr") if above(one, "w:tbl") is table]
    return [row for row in rows if not any(children(each, "w:del") for each in children(row, "w:trPr"))]


def cells_of(row: Element) -> Iterator[tuple[int, Element]]:
    """Yield the cells of a row with their columns."""
    column = sum(_number(one) for each in children(row, "w:trPr") for one in children(each, "w:gridBefore"))
    for cell in [one for one in within(row, "w:tc") if above(one, "w:tr") is row]:
        yield column, cell
        spans = [_number(one) for each in children(cell, "w:tcPr") for one in children(each, "w:gridSpan")]
        column += max([1, *spans])


def _number(element: Element) -> int:
    value = stated(element, "w:val")
    return int(value) if value.isdigit() else 0


def _unfilled(sheet: StyleSheet, cell: Element) -> list[Cut]:
    """Return the cuts that leave a cell without fill; where the table's style fills cells, it says that it has none."""
    own = [one for each in children(cell, "w:tcPr") for one in children(each, "w:shd")]
    table = above(cell, "w:tbl")
    styled = table is not None and sheet.fills(table)
    return [partial(clear_fill, cell)] if styled else removals(own)


def _unformatted(sheet: StyleSheet, cell: Element, kind: str) -> list[Cut]:
    """Return the cuts that take a kind of format off a cell's own paragraphs, and not off those of tables in it."""
    holder, names = ("w:rPr", FONT) if kind == "font" else ("w:pPr", PARAGRAPH_LAYOUT)
    own = [properties for properties in within(cell, holder) if above(properties, "w:tc") is cell]
    runs = [one for one in within(cell, "w:r") if above(one, "w:tc") is cell] if kind == "font" else []
    cuts = [cut for run in runs for cut in unformatted(sheet, run, kind)]
    return [
        *cuts,
        *removals(
            one for properties in own if properties.getparent() not in runs for one in children(properties, *names)
        ),
    ]
