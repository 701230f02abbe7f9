"""The filled cells of a sheet as columns in flat memory: place, style, kind and value, index by index."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from extractors.excel.references import MAX_COLUMNS

Numbers: TypeAlias = NDArray[np.int64]
Doubles: TypeAlias = NDArray[np.float64]
Kinds: TypeAlias = NDArray[np.uint8]

# Kinds of cells. Of the first three `numbers` holds the value: a double, an index of the shared strings, 0 or 1.
NUMBER, SHARED, TRUTH = 0, 1, 2
# Of these it holds an index of `texts`: what an error or a text says, a date written out, a number that is none.
ERROR, DATE, TEXT, ODD = 3, 4, 5, 6
# A formula without a stored result.
EMPTY = 7

# Excel has room for fewer; a style beyond is as good as none.
_MOST_STYLES = 65_536
_KINDS = MappingProxyType({"": NUMBER, "n": NUMBER, "s": SHARED, "b": TRUTH, "e": ERROR, "d": DATE})
_TRUE = ("1", "true")


class FormulaCell(NamedTuple):
    """A formula as the part has it: the index of its cell among the filled cells, its attributes, its text."""

    cell: int
    attributes: dict[str, str]
    text: str


@dataclass(slots=True)
class Formulas:
    """The formulas of a sheet in columns of their own, in the order of their cells."""

    cells: array[int] = field(default_factory=lambda: array("q"))
    attributes: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    texts: list[str] = field(default_factory=list[str])

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[FormulaCell]:
        return map(FormulaCell, self.cells, self.attributes, self.texts)

    def extend(self, cells: Numbers, attributes: Iterable[dict[str, str]], texts: Iterable[str]) -> None:
        """Append formulas, column by column."""
        self.cells.frombytes(cells.tobytes())
        self.attributes += attributes
        self.texts += texts

    def kept(self, now: dict[int, int]) -> Formulas:
        """Return the formulas of the cells that have a new index, in its order."""
        moved = sorted((now[cell], at) for at, cell in enumerate(self.cells) if cell in now)
        order = [at for _, at in moved]
        cells = array("q", [cell for cell, _ in moved])
        return Formulas(cells, [self.attributes[at] for at in order], [self.texts[at] for at in order])


@dataclass(slots=True)
class Cells:
    """The filled cells of a sheet by row and column; `kinds` says what `numbers` holds of each."""

    rows: array[int] = field(default_factory=lambda: array("q"))
    columns: array[int] = field(default_factory=lambda: array("q"))
    styles: array[int] = field(default_factory=lambda: array("q"))
    kinds: bytearray = field(default_factory=bytearray)
    numbers: array[float] = field(default_factory=lambda: array("d"))
    texts: list[str] = field(default_factory=list[str])
    formulas: Formulas = field(default_factory=Formulas)
    hidden_rows: list[int] = field(default_factory=list[int])

    def __len__(self) -> int:
        return len(self.rows)

    def add(self, row: int, column: int, style: int = 0) -> None:
        """Append the place of one cell whose value is kept elsewhere."""
        self.rows.append(row)
        self.columns.append(column)
        self.styles.append(style)
        self.kinds.append(EMPTY)
        self.numbers.append(0.0)

    def extend(self, rows: Numbers, columns: Numbers, styles: Numbers, kinds: Kinds, values: Sequence[str]) -> None:
        """Append filled cells, column by column: a call for each cell would cost more than the parse."""
        kinds, numbers = _with_empty(kinds, values), np.zeros(len(kinds), np.float64)
        for kind, read in ((NUMBER, _doubles), (SHARED, _indexes), (TRUTH, _truths)):
            mask = kinds == kind
            if mask.any():
                numbers[mask], odd = read(list(compress(values, mask.tobytes())))
                kinds[np.nonzero(mask)[0][odd]] = ODD
        self._add_texts(kinds, numbers, values)
        self.rows.frombytes(rows.tobytes())
        self.columns.frombytes(columns.tobytes())
        self.styles.frombytes(styles.tobytes())
        self.kinds += kinds.tobytes()
        self.numbers.frombytes(numbers.tobytes())

    def lacks_value(self, cell: int) -> bool:
        """Whether a formula's cell has no stored result; an empty text is a result."""
        return self.kinds[cell] == EMPTY

    def text(self, cell: int) -> str:
        """Return what a cell of a kind of text says."""
        return self.texts[int(self.numbers[cell])]

    def settle(self) -> None:
        """Bring the cells into the order of rows and columns; of two at one address the later stays."""
        self.hidden_rows = sorted(set(self.hidden_rows))
        places = np.frombuffer(self.rows, np.int64) * MAX_COLUMNS + np.frombuffer(self.columns, np.int64)
        if (np.diff(places) > 0).all():
            return
        order = np.argsort(places, kind="stable")
        self._keep(order[np.append(np.diff(places[order]) > 0, True)])

    def shorten(self, most: int) -> bool:
        """Leave out the cells beyond so many; return whether there were any."""
        if len(self) <= most:
            return False
        self._keep(np.arange(most))
        return True

    def _add_texts(self, kinds: Kinds, numbers: Doubles, values: Sequence[str]) -> None:
        mask = (kinds >= ERROR) & (kinds != EMPTY)
        count = int(np.count_nonzero(mask))
        if count:
            numbers[mask] = np.arange(len(self.texts), len(self.texts) + count)
            self.texts += compress(values, mask.tobytes())

    def _keep(self, kept: Numbers) -> None:
        """Take the cells with these indexes alone, in their order."""
        self.rows, self.columns, self.styles = (
            array("q", np.frombuffer(column, np.int64)[kept].tobytes())
            for column in (self.rows, self.columns, self.styles)
        )
        self.numbers = array("d", np.frombuffer(self.numbers, np.float64)[kept].tobytes())
        self.kinds = bytearray(np.frombuffer(self.kinds, np.uint8)[kept].tobytes())
        if self.formulas:
            self.formulas = self.formulas.kept({before: after for after, before in enumerate(kept.tolist())})


def kind_of(type: str) -> int:
    """Return the kind of a cell by its type as the part writes it; unknown ones are texts."""
    return _KINDS.get(type, TEXT)


def style_of(text: str) -> int:
    """Return the index that a cell names its style by, the first where it names none that can be."""
    style = int(text) if text.isdecimal() and len(text) <= 5 else 0
    return style if style < _MOST_STYLES else 0


def _with_empty(kinds: Kinds, values: Sequence[str]) -> Kinds:
    """Return the kinds with empty values told apart: texts without characters, and cells without a result."""
    kinds = kinds.copy()
    if not all(values):
        blank = np.logical_not(np.fromiter(map(bool, values), np.bool_, len(values)))
        texts = (kinds == SHARED) | (kinds == TEXT)
        kinds[blank] = EMPTY
        kinds[blank & texts] = TEXT
    return kinds


def _doubles(raw: Sequence[str]) -> tuple[Doubles, list[int]]:
    """Return the numbers, and the indexes of what is none."""
    together = "".join(raw)
    if together.isascii() and "_" not in together:
        try:
            found = np.fromiter(map(float, raw), np.float64, len(raw))
        except ValueError:
            pass
        else:
            if np.isfinite(found).all():
                return found, []
    numbers = [_double(text) for text in raw]
    return np.array([number or 0.0 for number in numbers]), [i for i, number in enumerate(numbers) if number is None]


def _double(text: str) -> float | None:
    """Return the finite number that a text is; Python reads more as numbers than a workbook may write."""
    try:
        number = float(text) if text.isascii() and "_" not in text else float("nan")
    except ValueError:
        return None
    return number if np.isfinite(number) else None


def _indexes(raw: Sequence[str]) -> tuple[Doubles, list[int]]:
    read = float if "".join(raw).isdecimal() else _index
    return np.fromiter(map(read, raw), np.float64, len(raw)), []


def _index(text: str) -> float:
    return float(text) if text.strip().isdecimal() else -1.0


def _truths(raw: Iterable[str]) -> tuple[Doubles, list[int]]:
    return np.array([float(text.strip() in _TRUE) for text in raw]), []
