"""The report's pictures as plain geometry, which the page draws as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.evaluation.funnel import FunnelRow

WIDTH = 720
_ROW, _GAP = 34, 12
_LABELS = 150
_BARS = WIDTH - _LABELS - 170
_BINS = 20
_HISTOGRAM = 160


@dataclass(frozen=True, slots=True)
class Bar:
    """One gate's bar: its top, the widths of what it kept, left undecided and dropped, and its words."""

    top: int
    kept: float
    undecided: float
    dropped: float
    name: str
    words: str
    causes: str


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the histogram: its place and size, the scores it counts from and to, and how many."""

    left: float
    width: float
    top: float
    height: float
    start: float
    end: float
    count: int


def funnel_bars(rows: Sequence[FunnelRow]) -> tuple[list[Bar], int]:
    """Return a bar for each gate, on the scale of the first gate's entered, and the picture's height."""
    scale = _BARS / max(1, max((row.entered for row in rows), default=1))
    bars = [
        Bar(
            top=index * (_ROW + _GAP),
            kept=row.kept * scale,
            undecided=row.undecided * scale,
            dropped=row.dropped * scale,
            name=row.gate,
            words=f"{row.kept} of {row.entered} kept",
            causes=", ".join(f"{cause} {count}" for cause, count in row.causes.items()),
        )
        for index, row in enumerate(rows)
    ]
    return bars, len(rows) * (_ROW + _GAP)


def histogram(scores: Sequence[float]) -> list[Column]:
    """Return the columns of the score histogram, empty where nothing was scored."""
    if not scores:
        return []
    step = max(scores) / _BINS or 1.0
    counts = [0] * _BINS
    for score in scores:
        counts[min(_BINS - 1, int(score / step))] += 1
    width, tallest = WIDTH / _BINS, max(counts)
    return [
        Column(
            left=index * width,
            width=width - 2,
            top=_HISTOGRAM - count / tallest * _HISTOGRAM,
            height=count / tallest * _HISTOGRAM,
            start=round(index * step, 1),
            end=round((index + 1) * step, 1),
            count=count,
        )
        for index, count in enumerate(counts)
    ]
