"""Which text states the measure and unit of a table: its caption before it, or a title above it on its sheet."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from assay.model.artifact import Artifact, Text
from assay.model.document import Document
from assay.model.grid import Grid
from assay.tables.captions import Caption, bare_caption_of, caption_of, stated_unit_of
from assay.tables.hidden import block_of
from assay.tables.records import Measure, Statement
from assay.tables.remarks import casts_doubt
from assay.tables.units import mentions_unit

# A title stands at most this many empty rows above its block.
_MOST_GAP = 3


@dataclasses.dataclass(frozen=True, slots=True)
class Stating:
    """What the titles of a table state together: the measure of the nearest one, all their words, and doubts."""

    measure: Measure | None
    titles: tuple[str, ...]
    doubts: tuple[str, ...]
    role: str = ""


def stating_of(
    document: Document, table: Artifact, grid: Grid, top_row: int, unit: Statement | None = None
) -> Stating:  # fmt: skip
    """Return what the titles before a table state; where the nearest states nothing understood, no other does.

    `unit` is where the table itself states its unit, beside a caption that states none.
    """
    statements = [*_title_rows(table, grid, top_row), *_statements(document, table)]
    titles = tuple(statement.quote for statement in statements)
    caption = caption_of(titles[0]) if titles else None
    if caption is not None and unit is None:
        return _stating(statements, caption, caption.measure(statements[0]), 1)
    named = statements
    if unit is None and titles and stated_unit_of(titles[0]) is not None:
        unit, named = statements[0], statements[1:]
    bare, known = bare_caption_of(named[0].quote) if named else None, stated_unit_of(unit.quote) if unit else None
    if bare is None or unit is None or known is None:
        return Stating(None, titles, ())
    return _stating(named, bare, bare.measure_in(known, named[0], unit), 1)


def _stating(statements: Sequence[Statement], caption: Caption, measure: Measure, used: int) -> Stating:
    titles = tuple(statement.quote for statement in statements)
    # a figure in the statement's first word would have to change an answer when it changes
    if _opens_with_digit(titles[0]):
        return Stating(None, titles, ())
    more = any(mentions_unit(title) or casts_doubt(title) for title in titles[used:])
    doubts = ("another title says more of its units or its status",) if more else ()
    return Stating(measure, titles, doubts, caption.role)


def single_texts(grid: Grid, before: int) -> list[tuple[int, int, str]]:
    """Return the rows above a row that hold one text alone, nearest first, as row, column and text.

    A unit that its word stands before is one text, too.
    """
    found: list[tuple[int, int, str]] = []
    for row in range(before - 1, -1, -1):
        filled = [(column, text) for column, text in enumerate(grid.row(row)) if text.strip()]
        if len(filled) == 1 or is_unit_row(grid.row(row)):
            found.append((row, *filled[-1]))
    return found


def is_unit_row(texts: Sequence[str]) -> bool:
    """Return whether a row says nothing but a unit, with the word for it in the cell before."""
    filled = [text.strip() for text in texts if text.strip()]
    return len(filled) == 2 and stated_unit_of(f"{filled[0].rstrip(':：')}: {filled[1]}") is not None


def is_text_block(artifact: Artifact) -> bool:
    """Return whether a range of a sheet holds lines of text rather than a table: one filled cell in each row."""
    grid = artifact.payload
    if not isinstance(grid, Grid):
        return False
    if grid.columns == 1 and grid.rows > _MOST_GAP + 1:
        return False
    return all(sum(bool(text.strip()) for text in grid.row(row)) <= 1 for row in range(grid.rows))


def _statements(document: Document, table: Artifact) -> Iterator[Statement]:
    if table.app == "excel":
        yield from _titles_above(document, table)
    elif table.app == "powerpoint":
        yield from _slide_title(document, table)
    else:
        yield from _text_before(document, table)


def _title_rows(artifact: Artifact, grid: Grid, before: int) -> Iterator[Statement]:
    for row, column, text in single_texts(grid, before):
        yield Statement(artifact.key, artifact.kind, dataclasses.replace(artifact.at, row=row, column=column), text)


def _opens_with_digit(text: str) -> bool:
    first = next((character for character in text if character.isalnum()), "")
    return first.isdigit()


def _titles_above(document: Document, table: Artifact) -> Iterator[Statement]:
    """Yield the title rows in the blocks above, upwards until the first that is no title or stands too far away."""
    below = block_of(table)
    blocks = [(block_of(artifact), artifact) for artifact in document.of_kind("tlr", "unstructured", "table")]
    on_sheet = [
        (block, artifact)
        for block, artifact in blocks
        if block is not None and artifact.at.sheet == table.at.sheet and artifact.key != table.key
    ]
    for block, artifact in sorted(on_sheet, key=lambda one: (-one[0].bottom, one[1].order)):
        if below is None or block.bottom >= below.top or block.left > below.right or below.left > block.right:
            continue
        if below.top - block.bottom > _MOST_GAP or not is_text_block(artifact):
            return
        if isinstance(artifact.payload, Grid):
            yield from _title_rows(artifact, artifact.payload, artifact.payload.rows)
        below = dataclasses.replace(below, top=block.top)


def _slide_title(document: Document, table: Artifact) -> Iterator[Statement]:
    """Yield the text that stands nearest above the table of its slide, then the slide's other texts."""
    on_slide = [one for one in document.artifacts if one.at.slide == table.at.slide and one.declared.layer == "body"]
    texts = [one for one in on_slide if isinstance(one.payload, Text) and one.text.strip()]
    tables = [one for one in on_slide if isinstance(one.payload, Grid)]
    nearest = _nearest_above(table, texts)
    if nearest is None or any(one is not table and _nearest_above(one, texts) is nearest for one in tables):
        return
    yield _whole(nearest)
    claimed = [_nearest_above(one, texts) for one in tables]
    yield from (_whole(one) for one in texts if not any(one is other for other in claimed))


def _nearest_above(table: Artifact, texts: Sequence[Artifact]) -> Artifact | None:
    if table.at.box is None:
        before = [one for one in texts if one.order < table.order]
        return before[-1] if before else None
    left, top, right, bottom = table.at.box
    beside = [
        (min(abs(top - one.at.box[3]), abs(top - one.at.box[1])), one.at.box[1] <= top, one.order, one)
        for one in texts
        if one.at.box is not None and one.at.box[0] < right and left < one.at.box[2]
    ]
    # a text under the table that is nearer than any above it may be what states
    under = [abs(one.at.box[1] - bottom) for *_, one in beside if one.at.box is not None and one.at.box[1] > top]
    above = sorted(one[:3] for one in beside if one[1])
    if not above or (under and min(under) < above[0][0]):
        return None
    return next(one for *_, order, one in beside if order == above[0][2])


def _whole(artifact: Artifact) -> Statement:
    return Statement(artifact.key, artifact.kind, artifact.at, artifact.text)


def _text_before(document: Document, table: Artifact) -> Iterator[Statement]:
    before = [
        artifact
        for artifact in document.artifacts
        if artifact.order < table.order and artifact.declared.layer == "body" and artifact.at.part == table.at.part
    ]
    for artifact in before[:-3:-1]:
        if not isinstance(artifact.payload, Text):
            return
        yield _whole(artifact)
        # a line that states a unit alone stands between the table and its caption
        if stated_unit_of(artifact.text) is None:
            return
