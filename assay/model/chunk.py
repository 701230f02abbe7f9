"""Chunks of documents, their density features and their scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

SourceFormat: TypeAlias = Literal["xlsx", "csv", "md", "pdf"]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of artifacts of one document, or a window of rows of one large grid with its header repeated.

    `document` is the source key, `index` the place among the document's chunks, `rows` the half-open window of grid
    rows (None for whole artifacts), `text` the artifact texts alone: no anchors, no facts, no repeated header.
    `header` is that header, as Markdown with its rule, for windows that start below it.
    """

    document: str
    path: str
    domain: str
    index: int
    keys: tuple[str, ...]
    rows: tuple[int, int] | None
    text: str
    header: str = ""

    @property
    def shown(self) -> str:
        """What a reader is shown of it: its text, a later window of a grid under the header that belongs to it."""
        return f"{self.header}\n{self.text}" if self.header else self.text

    @property
    def name(self) -> str:
        """The chunk's name in records and command lines: source key, a hash sign, index."""
        return f"{self.document}#{self.index}"


@dataclass(frozen=True, slots=True)
class Features:
    """What the density score looks at (AGORA, appendix B); sheet features are those of the whole sheet."""

    format: SourceFormat
    chars: int
    tokens: int
    n_numeric: int
    rows: int = 0
    cols: int = 0
    numeric_cols: int = 0
    time_cols: int = 0
    year_min: int | None = None
    year_max: int | None = None
    has_table: bool = False
    has_list: bool = False
    directory_listing: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """Each term of a chunk's score, their sum (None where a hard exclusion applies) and the exclusion's name."""

    terms: dict[str, float]
    score: float | None
    excluded: str | None


@dataclass(frozen=True, slots=True)
class ScoredChunk:
    """A chunk with its features and score; `seed` says whether synthesis starts from it."""

    chunk: Chunk
    features: Features
    score: Score
    seed: bool = False
