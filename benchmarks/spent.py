"""What something took: wall seconds, and processor seconds of this process and of its ended children."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of wall and of processor time."""

    wall: float = 0.0
    processor: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.wall + other.wall, self.processor + other.processor)

    def __sub__(self, other: Spent) -> Spent:
        return Spent(self.wall - other.wall, self.processor - other.processor)

    def __truediv__(self, parts: float) -> Spent:
        return Spent(self.wall / parts, self.processor / parts)


def spent(do: Callable[[], Given]) -> tuple[Given, Spent]:
    """Return what a call gives back, and what it took."""
    before, began = _processor(), time.perf_counter()
    given = do()
    return given, Spent(time.perf_counter() - began, _processor() - before)


def median(found: Sequence[Spent]) -> Spent:
    """Return the medians of wall and of processor time."""
    return Spent(statistics.median(one.wall for one in found), statistics.median(one.processor for one in found))


def _processor() -> float:
    return sum(os.times()[:4])
