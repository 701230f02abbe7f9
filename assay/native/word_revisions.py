"""Tracked changes of a Word document taken out, as if they had been accepted: by what they are of, each by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, fact
from assay.native.names import Element, above, letters, name, remove, within
from assay.native.word_cells import cells_of, owning_tables, rows_of
from assay.native.word_changes import (
    TYPES,
    Change,
    Stretch,
    change_of,
    change_stretches,
    end_marks,
    forget_end,
    format_stretches,
    paragraphs_of,
    property_of,
    release,
    remove_row,
    runs_of,
    settle,
    stating,
)
from assay.native.word_places import Scope

_PLACE = re.compile(r"(row|column)s? (\d+)(?:-(\d+))?")
_CELL_MARKS = ("w:cellIns", "w:cellDel", "w:cellMerge", "w:tcPrChange")
_FORMATTING = "formatting"


class _Found(NamedTuple):
    """A change in the file: what it is by, the letters that it is of, and what takes it out."""

    change: Change
    letters: str
    cuts: list[Cut]


def cut_revision(scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that settle a change: what was inserted or moved to stays, what was deleted or moved goes.

    Cells that were deleted stay as empty ones: without them, those beside them would stand elsewhere.
    """
    same = [one for one in gone.peers(artifact) if _signature(gone, one) == _signature(gone, artifact)]
    change, said = _change(artifact), letters(fact(artifact, "text"))
    found = [one for one in _candidates(scope, gone, artifact) if one.change == change]
    alike = [one for one in found if one.letters == said]
    if len(alike) >= len(same):
        return alike[same.index(artifact)].cuts
    peers = [one for one in gone.peers(artifact) if _kind(gone, one) == _kind(gone, artifact)]
    return found[peers.index(artifact)].cuts if len(found) == len(peers) else []


def cut_section_revision(section: Element) -> list[Cut]:
    """Return the cuts that leave a section without what it was before a tracked change."""
    return [partial(remove, one) for one in section if name(one) == "w:sectPrChange"]


def _change(artifact: Artifact) -> Change:
    return Change(fact(artifact, "type"), fact(artifact, "author"), fact(artifact, "date"))


def _kind(gone: Gone, artifact: Artifact) -> tuple[object, ...]:
    owners = [one.key for one in gone.owners(artifact) if one.kind == "table"]
    return _change(artifact), fact(artifact, "of"), owners


def _signature(gone: Gone, artifact: Artifact) -> tuple[object, ...]:
    return *_kind(gone, artifact), letters(fact(artifact, "text"))


def _candidates(scope: Scope, gone: Gone, artifact: Artifact) -> Iterator[_Found]:
    of, tables = fact(artifact, "of"), owning_tables(scope, gone, artifact)
    if of in ("", "paragraph", "paragraph mark", "numbering"):
        for paragraph in _paragraphs(scope, tables):
            yield from _of_paragraph(paragraph, of, fact(artifact, "type"))
        return
    for table in tables or within(scope.element, "w:tbl"):
        yield from _of_table(table, of)


def _paragraphs(scope: Scope, tables: list[Element]) -> list[Element]:
    """Return the paragraphs of some tables, those of tables in them last, or all where there are none."""
    found = paragraphs_of(scope.element)
    if not tables:
        return found
    held = [one for one in found if any(around in tables for around in one.iterancestors())]
    return sorted(held, key=lambda one: above(one, "w:tbl") not in tables)


def _of_paragraph(paragraph: Element, of: str, type: str) -> Iterator[_Found]:
    if of == "paragraph mark":
        for mark in end_marks(paragraph, told=False):
            yield _Found(change_of(mark), "", [partial(forget_end, paragraph, mark)])
        return
    if not of:
        stretches = format_stretches(paragraph) if type == _FORMATTING else change_stretches(paragraph)
        yield from (_Found(one.change, one.letters, [partial(settle, one)]) for one in stretches)
    for mark in _format_marks(paragraph, of) if type == _FORMATTING else ():
        yield _Found(change_of(mark)._replace(type=_FORMATTING), _shown(paragraph), [partial(remove, mark)])


def _format_marks(paragraph: Element, of: str) -> list[Element]:
    properties = [one for one in paragraph if name(one) == "w:pPr"]
    if of == "numbering":
        return [one for each in properties for one in property_of(each, "w:numPr", "w:ins", "w:numberingChange")]
    return [one for each in properties for one in each if name(one) == "w:pPrChange"]


def _shown(paragraph: Element) -> str:
    gone = {run for one in change_stretches(paragraph) if one.change.deletes for run in one.runs}
    kept = [run for run in runs_of(paragraph) if run not in gone]
    return Stretch(Change("", "", ""), paragraph, kept).letters


def _of_table(table: Element, of: str) -> Iterator[_Found]:
    if of == "table":
        marks = property_of(table, "w:tblPr", "w:tblPrChange")
        yield from (_Found(change_of(one), "", [partial(remove, one)]) for one in marks)
    elif of == "empty row":
        yield from _deleted_rows(table)
    elif of == "all cells" or _PLACE.match(of):
        yield from _of_rows(table, of)
        yield from _of_cells(table, of)


def _deleted_rows(table: Element) -> Iterator[_Found]:
    for row in [one for one in within(table, "w:tr") if above(one, "w:tbl") is table]:
        marks = property_of(row, "w:trPr", "w:del")
        if marks and not any(runs_of(one) for one in within(row, "w:p")):
            yield _Found(change_of(marks[-1]), "", [partial(remove_row, row)])


def _of_rows(table: Element, of: str) -> Iterator[_Found]:
    """Yield the changes of a row as such."""
    number = of.removeprefix("row ")
    rows = rows_of(table)
    row = rows[int(number) - 1] if number.isdigit() and 0 < int(number) <= len(rows) else None
    if row is None:
        return
    inserted = property_of(row, "w:trPr", "w:ins")[-1:] or _around(row)
    for holder in inserted:
        yield _Found(change_of(holder), "", [partial(release, holder)])
    marks = [*property_of(row, "w:trPr", "w:trPrChange"), *property_of(row, "w:tblPrEx", "w:tblPrExChange")]
    yield from (_Found(change_of(one), "", [partial(remove, one)]) for one in marks)


def _of_cells(table: Element, of: str) -> Iterator[_Found]:
    """Yield the changes of a range of cells, each once for all of them."""
    by_change = dict[Change, list[Cut]]()
    for cell in _cells(table, of):
        wrapper = cell.getparent()
        marks = property_of(cell, "w:tcPr", *_CELL_MARKS)
        marks += [wrapper] if wrapper is not None and name(wrapper) in TYPES else []
        for mark in marks:
            cut = release if name(mark) in TYPES else remove
            by_change.setdefault(change_of(mark), []).append(partial(cut, mark))
    yield from (_Found(change, "", cuts) for change, cuts in by_change.items())


def _cells(table: Element, of: str) -> Iterator[Element]:
    ends = {axis: (int(first), int(last or first)) for axis, first, last in _PLACE.findall(of)}
    for row, element in enumerate(rows_of(table), 1):
        for column, cell in cells_of(element):
            at = {"row": row, "column": column + 1}
            if all(first <= at[axis] <= last for axis, (first, last) in ends.items()):
                yield cell


def _around(row: Element) -> list[Element]:
    """Return what states the change of a row that stands in something that was inserted."""
    found = stating(row)
    return [found] if found is not None and not change_of(found).deletes else []
