"""What stands around a table and makes it uncertain: notes, captions that may be another's, a part elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from assay.model.artifact import Artifact, Text
from assay.model.document import Document
from assay.model.grid import Grid
from assay.tables.breaks import singles_out
from assay.tables.captions import is_caption
from assay.tables.hidden import block_of
from assay.tables.remarks import casts_doubt, is_continued
from assay.tables.stating import is_text_block, single_texts

NOTED = "a note beside it says more of its values"
"""The doubt of a table beside which stands, for one, that some figures are restated: its figures count all the same."""

# Texts this near before or after a table may be about it.
_NEAR_BEFORE, _NEAR_AFTER = 2, 3


@dataclass(frozen=True, slots=True)
class _Flow:
    """The texts and grids of a sheet, a slide or a part of a document, and whether captions may stand below there."""

    artifacts: tuple[Artifact, ...]
    places: Mapping[str, int]
    below: bool


Flows: TypeAlias = Mapping[tuple[str | None, int | None, str | None], _Flow]


def flows_of(document: Document) -> Flows:
    """Return the document's texts and grids by the sheet, slide or part that they stand in."""
    groups: defaultdict[tuple[str | None, int | None, str | None], list[Artifact]] = defaultdict(list)
    for artifact in document.artifacts:
        if artifact.declared.layer == "body":
            groups[_place(artifact)].append(artifact)
    return {place: _flow(group) for place, group in groups.items()}


def surrounding_doubts(
    document: Document, flows: Flows, table: Artifact, names: Collection[str]
) -> Iterator[str]:  # fmt: skip
    """Yield what around a table, whose rows have these names, makes its facts uncertain."""
    flow = flows[_place(table)]
    at = flow.places[table.key]
    if flow.below:
        yield "captions may stand below the tables"
    if any(casts_doubt(text) or singles_out(text, names) for text in _near(flow.artifacts, at)):
        yield NOTED
    if any(casts_doubt(text) or singles_out(text, names) for text in _about(document, table)):
        yield "a remark on it says more of its values"
    if casts_doubt(table.at.sheet or ""):
        yield "its sheet's name says more of its values"
    if _goes_on(flow.artifacts, at):
        yield "another table may continue it"


def _place(artifact: Artifact) -> tuple[str | None, int | None, str | None]:
    return artifact.at.sheet, artifact.at.slide, artifact.at.part


def _flow(group: Sequence[Artifact]) -> _Flow:
    places = {artifact.key: index for index, artifact in enumerate(group)}
    below = group[0].app != "powerpoint" and _captions_below(group)
    return _Flow(tuple(group), places, below)


def _lines(artifact: Artifact) -> list[str]:
    """The lines of a text or of a range that holds nothing but texts; none for a table."""
    if isinstance(artifact.payload, Text):
        return [artifact.text]
    if isinstance(artifact.payload, Grid) and is_text_block(artifact):
        return [text for *_, text in single_texts(artifact.payload, artifact.payload.rows)]
    return []


def _is_table(artifact: Artifact) -> bool:
    return isinstance(artifact.payload, Grid) and not is_text_block(artifact)


def _is_captioned(artifact: Artifact) -> bool:
    role = artifact.payload.role if isinstance(artifact.payload, Text) else ""
    return role == "caption" or any(is_caption(line) for line in _lines(artifact))


def _captions_below(flow: Sequence[Artifact]) -> bool:
    """Whether any caption follows a table without another table below, or the first table has its only one there."""
    tables = [index for index, artifact in enumerate(flow) if _is_table(artifact)]
    followed = [index for index in tables if index + 1 < len(flow) and _is_captioned(flow[index + 1])]
    if not followed:
        return False
    first = tables[0]
    bare = (
        first in followed and not any(_is_captioned(artifact) for artifact in flow[:first]) and not _titled(flow[first])
    )
    loose = [index for index in followed if index + 2 >= len(flow) or not isinstance(flow[index + 2].payload, Grid)]
    return bare or any(not _is_figures(flow, index + 1) for index in loose)


def _titled(artifact: Artifact) -> bool:
    """Whether the first row of a grid is its title."""
    grid = artifact.payload
    return isinstance(grid, Grid) and sum(bool(text.strip()) for text in grid.row(0)) == 1


def _is_figures(flow: Sequence[Artifact], index: int) -> bool:
    """Whether a caption stands over or under a picture."""
    return any(artifact.kind in ("image", "chart") for artifact in flow[index + 1 : index + 2])


def _near(flow: Sequence[Artifact], at: int) -> Iterator[str]:
    """The lines near a table that are not another table's caption; on a sheet all of them are near."""
    sheet = flow[at].at.sheet is not None
    before = range(at - 1, -1 if sheet else max(-1, at - 1 - _NEAR_BEFORE), -1)
    after = range(at + 1, len(flow) if sheet else min(len(flow), at + 1 + _NEAR_AFTER))
    for indices in (before, after):
        for index in indices:
            artifact = flow[index]
            if not sheet and _is_table(artifact):
                break
            if not sheet and index > at and isinstance(artifact.payload, Text) and artifact.payload.role == "heading":
                break
            if not _is_captioned(artifact):
                yield from _lines(artifact)


def _about(document: Document, table: Artifact) -> Iterator[str]:
    """Comments and notes that refer to the table itself."""
    sources = {edge.source for edge in document.edges if edge.type == "about" and edge.target == table.key}
    kinds = ("comment", "footnote", "annotation")
    yield from (one.text for one in document.artifacts if one.key in sources and one.kind in kinds)


def _goes_on(flow: Sequence[Artifact], at: int) -> bool:
    tables = [index for index, artifact in enumerate(flow) if _is_table(artifact)]
    for one, other in pairwise(tables):
        if at in (one, other):
            between = flow[one + 1 : other]
            if _beside(flow[one], flow[other]):
                continue
            told = any(is_continued(line) for artifact in between for line in _lines(artifact))
            if told or (_columns(flow[one]) == _columns(flow[other]) and not _parted(between, flow[other])):
                return True
    return False


def _beside(one: Artifact, other: Artifact) -> bool:
    """Whether two tables of a sheet stand side by side."""
    left, right = block_of(one), block_of(other)
    return left is not None and right is not None and left.top <= right.bottom and right.top <= left.bottom


def _columns(artifact: Artifact) -> int:
    return artifact.payload.columns if isinstance(artifact.payload, Grid) else 0


def _parted(between: Sequence[Artifact], other: Artifact) -> bool:
    """Whether a caption or a heading stands between two tables, or a title opens the second."""
    headed = any(isinstance(one.payload, Text) and one.payload.role == "heading" for one in between)
    return headed or _titled(other) or any(_is_captioned(artifact) for artifact in between)
