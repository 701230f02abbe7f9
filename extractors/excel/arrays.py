"""The quickest way through a window of rows: plain cells, found by arrays of its bytes.

It takes only windows without anything else: tags in their shortest form one after another, attributes of sixteen bytes
at most, formulas without attributes, ASCII. Each tag, what may follow it and each byte of an address is checked, so
what it takes is what the pattern of `scanning` would find.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from extractors.excel.columns import Numbers
from extractors.excel.references import MAX_COLUMNS, MAX_ROWS

_Words = NDArray[np.uint64]
_Bytes = NDArray[np.uint8]

# Tags by the two bytes after `<`. A row or a cell's start has attributes; the others are whole.
_ROW, _CELL, _FORMULA, _VALUE, _END_FORMULA, _END_VALUE, _END_CELL, _END_ROW, _CLOSED_CELL = range(1, 10)
_TAGS = (b"<row", b'<c r="', b"<f>", b"<v>", b"</f>", b"</v>", b"</c>", b"</row>")
_FOLLOWERS = {
    _ROW: (_CELL, _CLOSED_CELL, _END_ROW), _CELL: (_FORMULA, _VALUE, _END_CELL), _FORMULA: (_END_FORMULA,),
    _VALUE: (_END_VALUE,), _END_FORMULA: (_VALUE,), _END_VALUE: (_END_CELL,),
    _END_CELL: (_CELL, _CLOSED_CELL, _END_ROW), _CLOSED_CELL: (_CELL, _CLOSED_CELL, _END_ROW), _END_ROW: (_ROW,),
}  # fmt: skip
_SIXTEEN = 16
_PAD = bytes(2 * _SIXTEEN)


def _word(tag: bytes) -> int:
    return int.from_bytes(tag, "little")


def _types() -> _Bytes:
    """Return the tags by the two bytes after `<`, 0 for others."""
    types = np.zeros(1 << 16, np.uint8)
    types[[_word(tag[1:3]) for tag in _TAGS]] = range(1, len(_TAGS) + 1)
    return types


def _allowed() -> NDArray[np.bool_]:
    """Return by a tag and the next one whether they may follow each other."""
    allowed = np.zeros(_SIXTEEN * _SIXTEEN, np.bool_)
    allowed[[tag * _SIXTEEN + after for tag, followers in _FOLLOWERS.items() for after in followers]] = True
    return allowed


_TYPES, _ALLOWED = _types(), _allowed()
# By tag: which of its first bytes are the same each time, what they are, and its length where it has no attributes.
_MASKS = np.array([0, *((1 << 8 * len(tag)) - 1 for tag in _TAGS), 0], np.uint64)
_WORDS = np.array([1, *map(_word, _TAGS), 1], np.uint64)
_LENGTHS = np.array([0, *(len(tag) * tag.startswith(b"</") for tag in _TAGS), 0], np.int64)
_LOW = np.array([(1 << 8 * size) - 1 for size in range(9)], np.uint64)
_FIRST, _SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)


@dataclass(frozen=True, slots=True)
class PlainWindow:
    """The filled cells of a window; `formulas` are the indexes of cells with one. `left` is its text without cells."""

    left: str
    rows: Numbers
    columns: Numbers
    styles: Numbers
    kinds: _Bytes
    values: list[str]
    formulas: Numbers
    written: list[str]


class _Tags:
    """The tags of a window, one after another: where each begins, and which it is."""

    def __init__(self, text: str) -> None:
        self.text = text
        raw = text.encode("ascii") + _PAD
        self.bytes: _Bytes = np.frombuffer(raw, np.uint8)
        self.words: _Words = np.ndarray((len(raw) - 7,), "<u8", raw, strides=(1,))
        self.at = np.flatnonzero(self.bytes == ord("<"))
        self.first = self.words[self.at]
        self.types = _TYPES[(self.first >> np.uint64(8)).astype(np.uint16)]
        self.ends = np.append(self.at[1:], len(text))

    def sound(self) -> bool:
        """Whether the tags are whole, in an order that rows of cells have, with nothing between them."""
        types, lengths = self.types, _LENGTHS[self.types]
        if not len(types) or self.at[0] or types[0] != _ROW or types[-1] != _END_ROW or not types.all():
            return False
        if not ((self.first & _MASKS[types]) == _WORDS[types]).all():
            return False
        cells = np.flatnonzero(types == _CELL)
        types[cells[self.bytes[self.ends[cells] - 2] == ord("/")]] = _CLOSED_CELL
        if not (self.bytes[self.ends[cells] - 1] == ord(">")).all():
            return False
        whole = (lengths == 0) | (self.ends - self.at == lengths)
        return bool(whole.all() and _ALLOWED[types[:-1].astype(np.intp) * _SIXTEEN + types[1:]].all())

    def of(self, type: int) -> Numbers:
        """Return the indexes of the tags of a type."""
        return np.flatnonzero(self.types == type)

    def pieces(self, tags: Numbers, skipped: int) -> list[str]:
        """Return what stands from these tags, so many characters skipped, to the next ones."""
        starts, ends = (self.at[tags] + skipped).tolist(), self.ends[tags].tolist()
        return [self.text[start:end] for start, end in zip(starts, ends, strict=True)]


class ArrayReader:
    """Reads windows; `tables` gives styles and kinds by the numbers that `number` gives runs of attributes."""

    def __init__(self, number: Callable[[str], int], tables: Callable[[Numbers], tuple[Numbers, _Bytes]]) -> None:
        self._number = number
        self._tables = tables
        # Known runs of attributes: their hashes in order, their bytes, their numbers.
        self._hashes = np.zeros(0, np.uint64)
        self._bytes = np.zeros((0, 2), np.uint64)
        self._numbers = np.zeros(0, np.int64)

    def read(self, text: str) -> PlainWindow | None:
        """Return a window's cells, None where it is not plain."""
        tags = _Tags(text) if text.isascii() else None
        if tags is None or not tags.sound():
            return None
        owners = np.cumsum((tags.types == _CELL) | (tags.types == _CLOSED_CELL)) - 1
        values, formulas = tags.of(_VALUE), tags.of(_FORMULA)
        places = self._places(tags)
        if places is None:
            return None
        texts, written = tags.pieces(values, len("<v>")), tags.pieces(formulas, len("<f>"))
        if not all(texts) or not all(written):
            return None
        filled = owners[values]
        rows, columns, styles, kinds = places[0][filled], places[1][filled], places[2][filled], places[3][filled]
        left = "</row>".join([*tags.pieces(tags.of(_ROW), 0), ""])
        # Each formula stands in a cell with a value.
        own = np.searchsorted(filled, owners[formulas])
        return PlainWindow(left, rows, columns, styles, kinds, texts, own, written)

    def _places(self, tags: _Tags) -> tuple[Numbers, Numbers, Numbers, _Bytes] | None:
        cells = np.flatnonzero((tags.types == _CELL) | (tags.types == _CLOSED_CELL))
        at, columns = _digits(tags.bytes, tags.at[cells] + len('<c r="'), ord("A") - 1, 27, 3)
        lettered = at > tags.at[cells] + len('<c r="')
        after, rows = _digits(tags.bytes, at, ord("0"), 10, 7)
        sound = lettered & (after > at) & (tags.bytes[after] == ord('"'))
        if not (sound & (columns <= MAX_COLUMNS) & (rows >= 1) & (rows <= MAX_ROWS)).all():
            return None
        closed = (tags.types[cells] == _CLOSED_CELL).astype(np.int64)
        found = self._attributes(tags, after + 1, tags.ends[cells] - 1 - closed)
        return None if found is None else (rows - 1, columns - 1, *self._tables(found))

    def _attributes(self, tags: _Tags, starts: Numbers, ends: Numbers) -> Numbers | None:
        """Return the numbers of the attributes between these places, None where one is unusual or long."""
        sizes = ends - starts
        if not len(sizes) or sizes.min() < 0 or sizes.max() > _SIXTEEN:
            return None if len(sizes) else np.zeros(0, np.int64)
        low = tags.words[starts] & _LOW[np.minimum(sizes, 8)]
        high = tags.words[starts + 8] & _LOW[np.maximum(sizes - 8, 0)]
        hashes = low * _FIRST + high * _SECOND
        if not self._known(hashes).all():
            self._learn(tags, hashes, starts, ends, low, high)
        where = np.searchsorted(self._hashes, hashes)
        same = (self._bytes[where, 0] == low) & (self._bytes[where, 1] == high)
        numbers = self._numbers[where]
        return numbers if same.all() and (numbers >= 0).all() else None

    def _known(self, hashes: _Words) -> NDArray[np.bool_]:
        if not len(self._hashes):
            return np.zeros(len(hashes), np.bool_)
        where = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        return self._hashes[where] == hashes

    def _learn(self, tags: _Tags, hashes: _Words, starts: Numbers, ends: Numbers, low: _Words, high: _Words) -> None:
        new = np.flatnonzero(~self._known(hashes))
        new = new[np.unique(hashes[new], return_index=True)[1]]
        numbers = [self._number(tags.text[starts[at] : ends[at]]) for at in new.tolist()]
        every = np.append(self._hashes, hashes[new])
        order = np.argsort(every)
        self._hashes = every[order]
        self._bytes = np.concatenate([self._bytes, np.stack([low[new], high[new]], axis=1)])[order]
        self._numbers = np.append(self._numbers, np.array(numbers, np.int64))[order]


def _digits(raw: _Bytes, at: Numbers, zero: int, base: int, most: int) -> tuple[Numbers, Numbers]:
    """Return where runs of at most so many digits end, and what they are; letters are digits from `A` on."""
    total, going = np.zeros(len(at), np.int64), np.ones(len(at), np.bool_)
    for _ in range(most):
        digit = raw[at].astype(np.int64) - zero
        going &= (digit < base) & (digit >= (base == 27))
        if not going.any():
            break
        total = np.where(going, total * (base - (base == 27)) + digit, total)
        at = at + going
    return at, total
