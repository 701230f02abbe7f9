"""Grades of a question and its answer: clarity, precision and information value (Office Comprehension Bench, section
14.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType

from assay.model.canonical import Json

GRADES: Mapping[str, str] = MappingProxyType(
    {"clarity": "clarity", "precision": "precision", "information_value": "information value"}
)
"""The names of the grades in JSON, and in words: of the question, of the answer, and of knowing it."""

WORST, BEST = 1, 5


@dataclass(frozen=True, slots=True)
class Grades:
    """Three grades from 1 to 5."""

    clarity: int
    precision: int
    information_value: int

    def of(self, name: str) -> int:
        """Return a grade by its name."""
        return int(getattr(self, name))

    @property
    def told(self) -> str:
        """The grades in words."""
        return ", ".join(f"{words} {self.of(name)}" for name, words in GRADES.items())

    @property
    def body(self) -> dict[str, Json]:
        """The grades as JSON."""
        return asdict(self)
