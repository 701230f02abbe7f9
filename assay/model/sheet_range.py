"""Addresses and ranges of sheets: A1 text to numbers and back, all 0-based inside."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

MAX_ROWS = 1048576
MAX_COLUMNS = 16384

_RANGE = re.compile(
    r"\$?(?P<c1>[A-Z]{1,3})?\$?(?P<r1>[0-9]{1,7})?(?::\$?(?P<c2>[A-Z]{1,3})?\$?(?P<r2>[0-9]{1,7})?)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of cells, both ends included."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def height(self) -> int:
        """How many rows it has."""
        return self.bottom - self.top + 1

    @property
    def width(self) -> int:
        """How many columns it has."""
        return self.right - self.left + 1

    @property
    def text(self) -> str:
        """The range as a sheet writes it: `B3:F12`, or `B3` for one cell."""
        first = address(self.top, self.left)
        return first if self.height == self.width == 1 else f"{first}:{address(self.bottom, self.right)}"

    def meets(self, other: Box) -> bool:
        """Whether the two share a cell."""
        rows = self.top <= other.bottom and other.top <= self.bottom
        return rows and self.left <= other.right and other.left <= self.right

    def holds(self, row: int, column: int) -> bool:
        """Whether a cell lies in it."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    def joined(self, other: Box) -> Box:
        """Return the smallest box around both."""
        return Box(
            min(self.top, other.top),
            min(self.left, other.left),
            max(self.bottom, other.bottom),
            max(self.right, other.right),
        )


@cache
def column_number(letters: str) -> int:
    """Return the 0-based number of a column's letters."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


@cache
def column_letters(number: int) -> str:
    """Return the letters of a 0-based column number."""
    letters, number = "", number + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def address(row: int, column: int) -> str:
    """Return the address of a cell."""
    return f"{column_letters(column)}{row + 1}"


def box_of(text: str) -> Box | None:
    """Return the box of a range (`A1`, `$A$1:B2`, `A:C`, `3:5`), None where the text is none."""
    found = _RANGE.fullmatch(text.strip())
    if not found or not (found["c1"] or found["r1"]) or not _whole(found):
        return None
    left = column_number(found["c1"]) if found["c1"] else 0
    top = int(found["r1"]) - 1 if found["r1"] else 0
    if ":" not in text:
        return _inside(Box(top, left, top, left))
    right = column_number(found["c2"]) if found["c2"] else MAX_COLUMNS - 1
    bottom = int(found["r2"]) - 1 if found["r2"] else MAX_ROWS - 1
    return _inside(Box(min(top, bottom), min(left, right), max(top, bottom), max(left, right)))


def _whole(found: re.Match[str]) -> bool:
    """Whether both ends have the same parts, and a single cell has both."""
    if ":" not in found.group():
        return bool(found["c1"] and found["r1"])
    return bool(found["c1"]) == bool(found["c2"]) and bool(found["r1"]) == bool(found["r2"])


def _inside(box: Box) -> Box | None:
    return box if box.top >= 0 and box.bottom < MAX_ROWS and box.right < MAX_COLUMNS else None
