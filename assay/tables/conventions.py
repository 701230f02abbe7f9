"""Whether a document's numbers can be read: which of comma and point groups digits, as far as it shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from assay.model.artifact import Text
from assay.model.document import Document
from assay.model.grid import Grid
from assay.tables.numbers import other_convention

# Only a number of the point convention looks like these.
_POINT = re.compile(r"[+\-−]?(?:\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,}|\d+\.(?:\d{1,2}|\d{4,})|0\.\d+)\s?%?")
_EITHER = re.compile(r"[+\-−]?[1-9]\d{0,2}([.,])\d{3}\s?%?")
_WHOLE = re.compile(r"[+\-−]?\d{1,3}")
# Five digits without a mark between them: whoever writes so groups nothing, and a mark is decimal.
_UNGROUPED = re.compile(r"[+\-−]?\d{5,}")
_ENGLISH = re.compile(r"\b(?:the|of|and|by|in|is|with|from|per|number)\b", re.IGNORECASE)
_FOREIGN = re.compile(
    r"\b(?:der|die|das|und|nach|mit|von|für|le|la|les|des|du|par|et|el|los|las|por|del|di|il|per il|het|een|och|av)\b",
    re.IGNORECASE,
)
_FEWEST_WORDS = 2
_MOST_CELLS = 50_000


@dataclass(frozen=True, slots=True)
class Convention:
    """What a document as a whole shows of its way to write numbers; `english` counts its English words, if most are."""

    point: bool
    comma: bool
    english: int

    def doubt(self, grid: Grid) -> str | None:
        """Return why the numbers of a grid cannot be read for certain, None where they can."""
        texts = [text.strip() for text in grid.displayed if text]
        if other_convention(texts):
            return "numbers have a decimal comma"
        marks = {found[1] for found in map(_EITHER.fullmatch, texts) if found}
        if not marks or _typed(grid) or any(map(_POINT.fullmatch, texts)):
            return None
        if marks == {","} and not self.comma and self._groups(texts):
            return None
        if marks == {"."} and not self.comma and self._divides(texts):
            return None
        return "its numbers can be read with a decimal point or a decimal comma"

    def _groups(self, texts: Sequence[str]) -> bool:
        """Whether commas before three digits can only group them."""
        grouped = self.point or self.english > 0 or any(map(_WHOLE.fullmatch, texts))
        return grouped and not any(map(_UNGROUPED.fullmatch, texts))

    def _divides(self, texts: Sequence[str]) -> bool:
        """Whether points before three digits can only be decimal."""
        if any(map(_UNGROUPED.fullmatch, texts)):
            return True
        sure = self.point or self.english >= _FEWEST_WORDS
        # whole numbers below a thousand among them: then the point may group
        return sure and not any(map(_WHOLE.fullmatch, texts))


def convention_of(document: Document) -> Convention:
    """Return what all cells and words of a document say of its numbers."""
    grids = [artifact.payload for artifact in document.artifacts if isinstance(artifact.payload, Grid)]
    cells = list(islice((text.strip() for grid in grids for text in grid.displayed if text), _MOST_CELLS))
    words = [document.title, *(one.text for one in document.artifacts if isinstance(one.payload, Text))]
    english, foreign = _count(_ENGLISH, words), _count(_FOREIGN, words)
    return Convention(
        point=any(map(_POINT.fullmatch, cells)),
        comma=other_convention(cells),
        english=english if english > foreign else 0,
    )


def _count(pattern: re.Pattern[str], texts: Iterable[str]) -> int:
    return sum(len(pattern.findall(text)) for text in texts)


def _typed(grid: Grid) -> bool:
    """Whether the format itself stores numbers beside what it shows."""
    return any(isinstance(value, int | float) and not isinstance(value, bool) for value in grid.stored)
