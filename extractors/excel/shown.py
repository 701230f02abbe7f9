"""What the cells of a sheet show and store, from their columns and the workbook's formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from assay.model.canonical import Scalar
from extractors.excel.columns import DATE, EMPTY, NUMBER, SHARED, TEXT, TRUTH, Cells, Doubles, Numbers
from extractors.number_format import NumberFormat

_EPOCH = datetime(1899, 12, 30)
# The days from the epoch 1900 to the epoch 1904.
_LATER = 1462
_KINDS = 8
# Below this `General` writes a whole number with all its digits.
_WHOLE_IN_FULL = 1e11
_EXACT = 2.0**53

_Pair: TypeAlias = tuple[str, Scalar]
_Column: TypeAlias = "NDArray[np.object_]"


@dataclass(frozen=True, slots=True)
class SheetValues:
    """What each filled cell shows and stores, index by index beside the cells; `formulas` goes by cell index."""

    cells: Cells
    displayed: list[str]
    stored: list[Scalar]
    formats: list[NumberFormat]
    formulas: dict[int, str] = field(default_factory=dict[int, str])


def shown_values(
    cells: Cells, strings: Sequence[str], format_of: Callable[[int], NumberFormat], epoch_1904: bool
) -> SheetValues:
    """Return what the cells show and store; equal values under one format are shown once and share their text."""
    formats = [format_of(style) for style in range(max(cells.styles, default=-1) + 1)]
    numbers = np.frombuffer(cells.numbers, np.float64)
    displayed, stored = np.full(len(cells), "", object), np.full(len(cells), None, object)
    for style, kind, members in _groups(cells):
        if kind == EMPTY:
            continue
        # By their bits, so that the two zeros stay apart.
        distinct, places = np.unique(numbers[members].view(np.int64), return_inverse=True)
        found = distinct.view(np.float64)
        if kind == NUMBER:
            shown, values = _shown_numbers(found, formats[style], epoch_1904), _stored_numbers(found)
        else:
            shown, values = _columns([
                _shown(kind, number, formats[style], cells.texts, strings, epoch_1904) for number in found.tolist()
            ])  # fmt: skip
        displayed[members], stored[members] = shown[places], values[places]
    return SheetValues(cells, displayed.tolist(), stored.tolist(), formats)


def _groups(cells: Cells) -> Iterator[tuple[int, int, Numbers]]:
    """Yield each style and kind with the indexes of its cells."""
    marks = np.frombuffer(cells.styles, np.int64) * _KINDS + np.frombuffer(cells.kinds, np.uint8)
    order = np.argsort(marks, kind="stable")
    for members in np.split(order, np.nonzero(np.diff(marks[order]))[0] + 1) if len(order) else ():
        yield *divmod(int(marks[members[0]]), _KINDS), members


def _columns(pairs: Sequence[_Pair]) -> tuple[_Column, _Column]:
    return _column([shown for shown, _ in pairs]), _column([value for _, value in pairs])


def _column(values: Sequence[Scalar]) -> _Column:
    return np.array(values, object)


def _shown_numbers(numbers: Doubles, code: NumberFormat, epoch_1904: bool) -> _Column:
    if not code.general:
        return _column([code.show_number(number, epoch_1904) for number in numbers.tolist()])
    shown = np.empty(len(numbers), object)
    plain = (np.trunc(numbers) == numbers) & (np.abs(numbers) < _WHOLE_IN_FULL)
    shown[plain] = _column(list(map(str, numbers[plain].astype(np.int64).tolist())))
    shown[~plain] = _column([code.show_number(number, epoch_1904) for number in numbers[~plain].tolist()])
    return shown


def _stored_numbers(numbers: Doubles) -> _Column:
    """Return whole numbers that a double holds exactly as such, others as they are."""
    stored = _column(numbers.tolist())
    whole = (np.trunc(numbers) == numbers) & (np.abs(numbers) < _EXACT)
    stored[whole] = _column(numbers[whole].astype(np.int64).tolist())
    return stored


def _shown(
    kind: int, number: float, code: NumberFormat, texts: Sequence[str], strings: Sequence[str], epoch_1904: bool
) -> _Pair:
    """Return what a cell that holds no number shows and stores; `number` is what its column has of it."""
    if kind == TRUTH:
        return code.show(number == 1), number == 1
    if kind == SHARED:
        text = strings[int(number)] if 0 <= number < len(strings) else ""
        return code.show_text(text), text
    text = texts[int(number)]
    if kind == TEXT:
        return code.show_text(text), text
    serial = _serial(text, epoch_1904) if kind == DATE else None
    if serial is None:
        return text, text
    value = int(serial) if serial.is_integer() else serial
    return code.show_number(value, epoch_1904), value


def _serial(text: str, epoch_1904: bool) -> float | None:
    """Return the serial number of a date that is written out (ISO 8601), None where it is none."""
    try:
        moment = _moment(text.strip().removesuffix("Z"))
    except ValueError:
        return None
    return (moment - _EPOCH).total_seconds() / 86400 - (_LATER if epoch_1904 else 0)


def _moment(text: str) -> datetime:
    if "T" in text or "-" in text:
        return datetime.fromisoformat(text).replace(tzinfo=None)
    return datetime.combine(date(1899, 12, 30), time.fromisoformat(text))
