"""Which text states the measure and unit of a table: its caption before it, or a title above it on its sheet."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from assay.model.artifact import Artifact, Text
from assay.model.document import Document
from assay.model.grid import Grid
from assay.tables.captions import caption_of
from assay.tables.records import Measure, Statement

_RANGE = re.compile(r"([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?")
# A title stands at most this many empty rows above its block.
_MOST_GAP = 3


@dataclasses.dataclass(frozen=True, slots=True)
class _Block:
    left: int
    top: int
    right: int
    bottom: int


def stated_measure(document: Document, table: Artifact, grid: Grid, header_row: int) -> Measure | None:
    """Return the measure that the nearest text before a table states, None where that text states none."""
    for statement in _statements(document, table, grid, header_row):
        caption = caption_of(statement.quote)
        if caption is not None:
            return caption.measure(statement)
    return None


def _statements(document: Document, table: Artifact, grid: Grid, header_row: int) -> Iterator[Statement]:
    yield from _title_rows(table, grid, header_row)
    if table.app == "excel":
        yield from _titles_above(document, table)
    elif table.app == "powerpoint":
        yield from _slide_texts(document, table)
    else:
        yield from _text_before(document, table)


def _title_rows(artifact: Artifact, grid: Grid, before: int) -> Iterator[Statement]:
    for row in range(before - 1, -1, -1):
        filled = [(column, text) for column, text in enumerate(grid.row(row)) if text.strip()]
        if len(filled) == 1 and not _opens_with_digit(filled[0][1]):
            at = dataclasses.replace(artifact.at, row=row, column=filled[0][0])
            yield Statement(artifact.key, artifact.kind, at, filled[0][1])


def _opens_with_digit(text: str) -> bool:
    """Whether a digit stands before any letter: a changed figure there would have to change an answer."""
    first = next((character for character in text if character.isalnum()), "")
    return first.isdigit()


def _titles_above(document: Document, table: Artifact) -> Iterator[Statement]:
    below = _block(table)
    if below is None:
        return
    for artifact in sorted(document.of_kind("tlr", "unstructured", "table"), key=lambda other: -other.order):
        above = _block(artifact) if artifact.at.sheet == table.at.sheet else None
        if above is None or artifact.key == table.key or not isinstance(artifact.payload, Grid):
            continue
        if 0 < below.top - above.bottom <= _MOST_GAP and above.left <= below.right and below.left <= above.right:
            yield from _title_rows(artifact, artifact.payload, artifact.payload.rows)


def _block(artifact: Artifact) -> _Block | None:
    found = _RANGE.fullmatch(artifact.at.range or "")
    if found is None:
        return None
    left, top, right, bottom = found.groups()
    return _Block(_number(left), int(top), _number(right or left), int(bottom or top))


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _slide_texts(document: Document, table: Artifact) -> Iterator[Statement]:
    on_slide = [
        artifact
        for artifact in document.artifacts
        if artifact.at.slide == table.at.slide and artifact.declared.layer == "body" and artifact.text
    ]
    for artifact in sorted(on_slide, key=lambda other: (other.order > table.order, -other.order)):
        yield Statement(artifact.key, artifact.kind, artifact.at, artifact.text)


def _text_before(document: Document, table: Artifact) -> Iterator[Statement]:
    before = [
        artifact
        for artifact in document.artifacts
        if artifact.order < table.order and artifact.declared.layer == "body" and artifact.at.part == table.at.part
    ]
    if before and isinstance(before[-1].payload, Text):
        yield Statement(before[-1].key, before[-1].kind, before[-1].at, before[-1].text)
