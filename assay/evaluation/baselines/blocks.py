"""Documents as baselines see them: a run of blocks, each with its rows, its words and what stands above it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from assay.model.artifact import Artifact, Chart, Facts, Text
from assay.model.canonical import Scalar
from assay.model.document import Document
from assay.model.grid import Grid

_COLUMN = re.compile(r"[A-Z]+")
_GAP = re.compile(r"\s{2,}|\t")
_LONGEST_CAPTION = 200
# Of larger sheets the first rows are read.
_MOST_CELLS = 200_000


@dataclass(frozen=True, slots=True)
class Block:
    """One artifact: its text or its rows, the words above it that may name it, and its heading, sheet or slide."""

    path: str
    key: str
    kind: str
    order: int
    text: str
    rows: tuple[tuple[str, ...], ...] = ()
    above: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    facts: tuple[tuple[str, Scalar], ...] = ()
    place: str = ""
    near: str = ""

    def fact(self, *names: str) -> str:
        """Return the first of the named values that the block states, empty where it states none."""
        stated = dict(self.facts)
        return next((str(stated[name]) for name in names if stated.get(name) not in (None, "")), "")


def blocks_of(document: Document) -> tuple[Block, ...]:
    """Return the blocks of a document in reading order."""
    return tuple(_blocks(document))


def _blocks(document: Document) -> Iterator[Block]:
    headings: list[str] = []
    above: list[tuple[Artifact, str]] = []
    texts = {artifact.key: artifact.text for artifact in document.artifacts}
    about = {edge.source: texts.get(edge.target, "") for edge in document.edges if edge.type == "about"}
    for artifact in document.artifacts:
        if artifact.declared.layer == "container":
            headings, above = [artifact.text or artifact.at.sheet or ""], []
            yield _block(document, artifact, (), (), (), about)
            continue
        rows = _rows(artifact)
        place = tuple(dict.fromkeys([*headings, artifact.at.sheet or "", document.title]))
        titles = (artifact.payload.title,) if isinstance(artifact.payload, Chart) else ()
        captions = titles + tuple(text for other, text in reversed(above[-4:]) if _beside(artifact, other))
        yield _block(document, artifact, rows, captions, place, about)
        if isinstance(artifact.payload, Text) and artifact.payload.role == "heading":
            headings, above = [artifact.text], []
        elif artifact.declared.layer == "body":
            above = _above(above, artifact, rows)


def _block(
    document: Document,
    artifact: Artifact,
    rows: tuple[tuple[str, ...], ...],
    above: tuple[str, ...],
    within: tuple[str, ...],
    about: Mapping[str, str],
) -> Block:
    text = artifact.text or " ".join(" ".join(row) for row in rows)
    facts = artifact.payload.values if isinstance(artifact.payload, Facts) else ()
    return Block(document.path, artifact.key, artifact.kind, artifact.order, text, rows, above, within, facts,
                 _place(artifact), about.get(artifact.key, ""))  # fmt: skip


def _place(artifact: Artifact) -> str:
    """Return where a block stands as a question would say it."""
    at = artifact.at
    said = [f"sheet {at.sheet}" if at.sheet else "", f"slide {at.slide} " if at.slide else "", at.range or ""]
    return " ".join(filter(None, said))


def _above(
    above: list[tuple[Artifact, str]], artifact: Artifact, rows: Sequence[Sequence[str]]
) -> list[tuple[Artifact, str]]:
    """Return what the next block may be named by: short lines, those of small ranges of a sheet among them."""
    if artifact.kind in ("table", "tlr"):
        return [one for one in above if one[0].at.sheet is not None]
    lines = [cell for row in rows for cell in row if cell] if rows else [artifact.text]
    return above + [(artifact, line) for line in lines if line and len(line) <= _LONGEST_CAPTION]


def _beside(artifact: Artifact, other: Artifact) -> bool:
    """Whether a line stands over a block: in a sheet it must begin at the same column."""
    if artifact.at.range is None or other.at.range is None:
        return True
    return _column(artifact.at.range) == _column(other.at.range)


def _column(address: str) -> str:
    found = _COLUMN.match(address)
    return found.group() if found else ""


def _rows(artifact: Artifact) -> tuple[tuple[str, ...], ...]:
    payload = artifact.payload
    if isinstance(payload, Grid):
        most = max(2, _MOST_CELLS // max(1, payload.columns))
        return tuple(payload.row(row) for row in range(min(payload.rows, most)))
    if isinstance(payload, Chart):
        return tuple(_charted(payload))
    return tuple(_ruled(artifact.text)) if artifact.app == "text" and artifact.kind == "text" else ()


def _charted(chart: Chart) -> Iterator[tuple[str, ...]]:
    """Yield a chart's numbers as a table."""
    yield ("", *(series.name for series in chart.series))
    for index, category in enumerate(chart.series[0].categories if chart.series else ()):
        values = (series.values[index] if index < len(series.values) else None for series in chart.series)
        yield (category, *("" if value is None else str(value) for value in values))


def _ruled(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the rows of columns that are set apart by spaces; a line above them stays as it is."""
    lines = [_GAP.split(line.strip()) for line in text.splitlines() if line.strip()]
    widest = max((len(line) for line in lines), default=0)
    if widest > 1 and sum(len(line) == widest for line in lines) > 1:
        yield from (tuple(line + [""] * (widest - len(line))) for line in lines)
