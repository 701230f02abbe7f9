"""Drafts: questions of the rules author that are worked out but for what the sandbox has to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from assay.model.canonical import Json


@dataclass(frozen=True, slots=True)
class Draft:
    """What to look for, what to run and what to make of the output.

    `expected` is the answer that the records give; a program that prints another is a fault, never a task. A draft
    without program is held by `shown`, words that the look into the collection has to bring up. `submission` takes the
    value and the unrounded value.
    """

    question: str
    words: tuple[str, ...]
    files: tuple[str, ...]
    expected: str
    submission: Callable[[str, str], Mapping[str, Json]]
    template: str
    program: str = ""
    shown: str = ""
