"""What a reader of the original does not see: hidden sheets, rows, columns and slides, and struck words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from assay.model.artifact import Artifact, Facts
from assay.model.document import Document

_RANGE = re.compile(r"([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?")


@dataclass(frozen=True, slots=True)
class Block:
    """A range of a sheet in numbers, columns and rows from 1."""

    left: int
    top: int
    right: int
    bottom: int


def block_of(artifact: Artifact) -> Block | None:
    """Return the range that an artifact covers, None where it has none."""
    found = _RANGE.fullmatch(artifact.at.range or "")
    if found is None:
        return None
    left, top, right, bottom = found.groups()
    return Block(_number(left), int(top), _number(right or left), int(bottom or top))


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def hidden_parts(document: Document, table: Artifact) -> Iterator[str]:
    """Yield, as doubts, what of a table is not shown or struck out."""
    about = {edge.source for edge in document.edges if edge.target == table.key}
    for artifact in document.artifacts:
        facts = artifact.payload
        if not isinstance(facts, Facts):
            continue
        if artifact.kind == "sheet" and facts.get("name") == table.at.sheet is not None:
            yield from _of_sheet(facts, table)
        if artifact.kind == "slide" and artifact.at.slide == table.at.slide and facts.get("hidden"):
            yield "its slide is hidden"
        if artifact.kind == "strikeout" and artifact.key in about:
            yield "some of it is struck out"


def _of_sheet(facts: Facts, table: Artifact) -> Iterator[str]:
    if facts.get("hidden"):
        yield "its sheet is hidden"
    block = block_of(table)
    rows, columns = (_numbers(facts.get(name)) for name in ("hidden_rows", "hidden_columns"))
    if block is None:
        return
    if any(first <= block.bottom and block.top <= last for first, last in rows):
        yield "rows of it are hidden"
    if any(first <= block.right and block.left <= last for first, last in columns):
        yield "columns of it are hidden"


def _numbers(listed: object) -> list[tuple[int, int]]:
    """Return the ranges that a list such as `6:6, 9` or `C, E:F` names."""
    ranges: list[tuple[int, int]] = []
    for part in str(listed or "").split(","):
        ends = [end for end in re.findall(r"[A-Z]+|\d+", part)]
        numbers = [int(end) if end.isdigit() else _number(end) for end in ends]
        if numbers:
            ranges.append((numbers[0], numbers[-1]))
    return ranges
