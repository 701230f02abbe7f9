"""What a reviewer says of a task: the fields of AGORA's quality review, and the three grades of Office Comprehension
Bench (section 14.2)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import cast

from assay.evaluation.grades import score_schema
from assay.model.canonical import Json
from assay.model.codec import from_json
from assay.model.grades import GRADES, Grades

_FILES = ("needed_files", "redundant_files", "missing_files")
_CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ambiguity": ("none", "minor", "major"),
        "answer_status": ("correct", "incorrect", "unverifiable"),
        "reasoning_status": ("valid", "flawed", "incomplete"),
        "evidence_status": ("sufficient", "insufficient", "irrelevant"),
    }
)


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewer's judgement; grades and score are 1 to 5."""

    is_usable: bool
    quality_score: int
    ambiguity: str
    answer_status: str
    reasoning_status: str
    evidence_status: str
    issues: tuple[str, ...]
    review_summary: str
    clarity: int
    precision: int
    information_value: int
    revised_question: str | None
    corrected_answer: str | None

    @property
    def graded(self) -> str:
        """The score and the grades in words."""
        grades = Grades(self.clarity, self.precision, self.information_value)
        return f"quality {self.quality_score} of 5 ({grades.told})"


def review_schema() -> dict[str, Json]:
    """Return the JSON schema of a review: every field has to be there, and no other."""
    score = score_schema()
    texts: Json = {"type": "array", "items": {"type": "string"}}
    maybe: Json = {"type": ["string", "null"]}
    named: dict[str, Json] = {
        "is_usable": {"type": "boolean"},
        "quality_score": score,
        **{name: {"type": "string", "enum": list[Json](choices)} for name, choices in _CHOICES.items()},
        **{name: texts for name in (*_FILES, "issues")},
        "review_summary": {"type": "string"},
        **{name: score for name in GRADES},
        "revised_question": maybe,
        "corrected_answer": maybe,
    }
    return {"type": "object", "properties": named, "required": list[Json](named), "additionalProperties": False}


def read_review(text: str) -> Review:
    """Return the review in a JSON text that fits the schema."""
    body = cast(dict[str, Json], json.loads(text))
    return from_json(Review, {field.name: body[field.name] for field in fields(Review)})
