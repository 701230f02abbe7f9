"""What a gate finds wrong with a task."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a task is not proven: a cause for counting and a sentence for people."""

    cause: str
    reason: str
