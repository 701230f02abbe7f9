"""What was found of one gold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["right", "wrong", "unparsed"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found of a question: its gold, the own answer or why there is none, and where that comes from."""

    question: str
    gold: str
    own: str
    outcome: Outcome
    source: str
