"""The features of a chunk that the density score looks at, read from the chunk and its document."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from assay.model.artifact import Artifact, Text
from assay.model.chunk import Chunk, Features, SourceFormat
from assay.model.document import Document
from assay.model.grid import Grid
from assay.model.tokens import count_tokens, numeric_tokens
from filters.density import is_directory_listing

_YEARS = (1900, 2100)
_YEAR = re.compile(r"(?<!\d)(?:FY\s?)?(19\d{2}|20\d{2}|2100)(?!\d)")
_TIME_VALUE = re.compile(
    r"(?:FY\s?)?(?:19|20)\d{2}"
    # a month needs more than a point before it: 1999.5 is an amount
    r"(?:\s?[-/.]?\s?(?:Q[1-4]|H[12])|\s?[-/]\s?\d{1,2}(?:[-/]\d{1,2})?|\.\d{1,2}\.\d{1,2}\.?)?(?:年.*)?"
    r"|(?:Q[1-4]|H[12])[\s/-]?(?:19|20)\d{2}|\d{1,2}[/.]\d{1,2}[/.](?:\d{2}|\d{4})"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?[\s-]?(?:(?:19|20)?\d{2})?",
    re.IGNORECASE,
)
_TIME_HEADER = re.compile(
    r"\b(?:year|date|month|quarter|period|fiscal|jahr|datum|monat)s?\b|年|月|日期|期間", re.IGNORECASE
)
_NUMBER = re.compile(r"[(+\-−–]?\s?[$€£¥]?\s?\d[\d,.' \u00a0]*\s?[%)]?")
_MOSTLY = 0.5


@dataclass(frozen=True, slots=True)
class _Sheet:
    rows: int
    cols: int
    numeric_cols: int
    time_cols: int
    years: tuple[int, ...]


def features(document: Document, chunk: Chunk) -> Features:
    """Return the chunk's features; rows, columns and years are those of the whole sheet it belongs to."""
    return features_of(document, [chunk])[0]


def features_of(document: Document, chunks: Iterable[Chunk]) -> list[Features]:
    """Return the features of chunks of one document; each sheet is looked at once, however many windows it has."""
    by_key = {artifact.key: artifact for artifact in document.artifacts}
    form, sheets, found = source_format(document), dict[frozenset[str | None], _Sheet](), list[Features]()
    for chunk in chunks:
        members = [by_key[key] for key in chunk.keys]
        names = frozenset(member.at.sheet for member in members)
        if names not in sheets:
            sheets[names] = _sheet(_grids(document, names)) if form in ("xlsx", "csv") else _Sheet(0, 0, 0, 0, ())
        found.append(_features(chunk, members, form, sheets[names]))
    return found


def _features(chunk: Chunk, members: Sequence[Artifact], form: SourceFormat, sheet: _Sheet) -> Features:
    return Features(
        format=form,
        chars=len(chunk.text),
        tokens=count_tokens(chunk.text),
        n_numeric=len(numeric_tokens(chunk.text)),
        rows=sheet.rows,
        cols=sheet.cols,
        numeric_cols=sheet.numeric_cols,
        time_cols=sheet.time_cols,
        year_min=min(sheet.years, default=None),
        year_max=max(sheet.years, default=None),
        has_table=any(isinstance(member.payload, Grid) for member in members),
        has_list=any(isinstance(member.payload, Text) and member.payload.role == "list_item" for member in members),
        directory_listing=is_directory_listing(chunk.text),
    )


def source_format(document: Document) -> SourceFormat:
    """Return which branch of the formula a document takes: workbooks, delimited text, PDF, all else Markdown."""
    if document.app == "excel":
        return "xlsx"
    if document.app == "pdf":
        return "pdf"
    return "csv" if document.media_type in ("text/csv", "text/tab-separated-values") else "md"


def _grids(document: Document, sheets: Collection[str | None]) -> list[Grid]:
    body = (artifact for artifact in document.artifacts if artifact.at.sheet in sheets)
    return [artifact.payload for artifact in body if isinstance(artifact.payload, Grid)]


def _sheet(grids: Sequence[Grid]) -> _Sheet:
    columns = [column for grid in grids for column in _columns(grid)]
    timed = [column for column in columns if column.is_time]
    years = tuple(sorted({year for column in timed for year in column.years}))
    return _Sheet(
        rows=sum(grid.rows for grid in grids),
        cols=max((grid.columns for grid in grids), default=0),
        numeric_cols=sum(1 for column in columns if column.is_numeric),
        time_cols=len(timed),
        years=years,
    )


@dataclass(frozen=True, slots=True)
class _Column:
    header: tuple[str, ...]
    values: tuple[str, ...]

    @property
    def is_numeric(self) -> bool:
        numbers = sum(1 for value in self.values if _NUMBER.fullmatch(value))
        return bool(self.values) and numbers > _MOSTLY * len(self.values)

    @property
    def is_time(self) -> bool:
        if any(_TIME_HEADER.search(text) or _TIME_VALUE.fullmatch(text) for text in self.header):
            return True
        timed = sum(1 for value in self.values if _TIME_VALUE.fullmatch(value))
        return bool(self.values) and timed > _MOSTLY * len(self.values)

    @property
    def years(self) -> set[int]:
        texts = [*self.header, *(value for value in self.values if _TIME_VALUE.fullmatch(value))]
        found = {int(year) for text in texts for year in _YEAR.findall(text)}
        return {year for year in found if _YEARS[0] <= year <= _YEARS[1]}


def _columns(grid: Grid) -> Iterator[_Column]:
    header = max(1, grid.header_rows)
    for column in range(grid.columns):
        texts = [text.strip() for text in grid.displayed[column :: grid.columns]]
        yield _Column(tuple(filter(None, texts[:header])), tuple(filter(None, texts[header:])))
