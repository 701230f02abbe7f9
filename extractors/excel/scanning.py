"""The fast way through a sheet part: windows of rows by one pattern, taken where it accounts for every character.

Rows hold cells with the address first, then style and type, then formula, value and inline string, as most writers
have it. What the pattern leaves of a window must be rows and nothing else; then it found what a parser would find.
Anything else, however sound, is left to the parser.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress
from typing import TypeAlias, cast

import numpy as np

from extractors.excel.arrays import ArrayReader, PlainWindow
from extractors.excel.columns import TEXT, Cells, Kinds, Numbers, kind_of, style_of
from extractors.excel.references import MAX_COLUMNS, MAX_ROWS, column_number
from extractors.excel.strings import joined_runs, unescaped
from extractors.excel.walking import Stream
from extractors.excel.windows import Windows, resolved
from extractors.markup import Element

# Atomic groups, not possessive ones: before Python 3.11.5 `(?:a|b)*+` fails where it should match (gh-106052).
_CELL = re.compile(
    r'<c r="([A-Z]++)([0-9]++)"([^<>/]*+)'
    r'(?:>(?>(?:<f([^<>/]*+)(?:/>|>([^<]*+)</f>))?)(?>(?:<v(?:(?:>| xml:space="preserve">)([^<]*+)</v>| ?+/>))?)'
    r"(?>(?:<is>((?>(?:[^<]++|<(?!/is>|c[ >/]))*))</is>)?)</c>|/>)"
)
_GROUPS = 8
# Stands for a cell in what the pattern leaves; XML cannot hold it.
_TAKEN = "\x1f"
_ATTRIBUTES = r'(?>(?:[ \n\t]++(?>(?:\w++:)?)\w++="[^"<&]*+")*)'
_ROWS = re.compile(
    rf"[ \n\t]*+(?>(?:<row{_ATTRIBUTES}[ \n\t]*+(?:/>|>[ \n\t]*+(?>(?:{_TAKEN}[ \n\t]*+)*)</row[ \n\t]*+>)[ \n\t]*+)*)"
)
_ROW = re.compile(rf"<row({_ATTRIBUTES})")
_VALUE = re.compile(r'="[^"]*+"')
_ATTRIBUTE = re.compile(r' ((?>(?:\w++:)?)\w++)="([^"<&\n\t]*+)"')
_ROW_ATTRIBUTE = re.compile(r'[ \n\t](\w++)="([^"]*+)"')
_OF_CELL = frozenset({"s", "t", "cm", "vm", "ph"})
_MOST_DIGITS, _MOST_LETTERS = len(str(MAX_ROWS)), 3
_NONE = dict[str, str]()
_HIDDEN = ("1", "true")

_Found: TypeAlias = tuple[Numbers, list[dict[str, str]], list[str]]


def scan(part: Stream, most: int) -> tuple[Cells, Element] | None:
    """Return a part's cells (not many more than `most`) and the part without them, None where it is the parser's."""
    windows, cells = Windows(part, "sheetData", "row"), Cells()
    scanner = Scanner(cells)
    for text in windows:
        if len(cells) <= most and not scanner.take(text):
            return None
    if not windows.sound or windows.rest is None or not scanner.prefixes <= windows.prefixes:
        return None
    return cells, windows.rest


class Scanner:
    """Adds windows of rows to `cells`; `prefixes` are those of the rows' attributes, which the part must declare."""

    def __init__(self, cells: Cells) -> None:
        self.prefixes: set[str] = set()
        self.cells = cells
        self._attributes = _Attributes()
        self._arrays = ArrayReader(self._attributes.__getitem__, self._attributes.tables)
        self._columns = _Columns()
        self._formulas = _FormulaAttributes()
        self._shapes: dict[str, bool] = {}

    def take(self, text: str) -> bool:
        """Add the filled cells of a window; False, with nothing added, where it is not all rows of usual cells."""
        special = "&" in text or "_x" in text
        plain = self._arrays.read(text)
        if plain is not None:
            return self._take_rows(plain.left) and self._take_plain(plain, special)
        parts = _CELL.split(text)
        return self._take_rows(_TAKEN.join(parts[::_GROUPS])) and self._take_cells(parts, special)

    def _take_plain(self, found: PlainWindow, special: bool) -> bool:
        cells, values, written = self.cells, found.values, found.written
        if special:
            values, written = _resolved(values, found.kinds), list(map(resolved, written))
        cells.formulas.extend(found.formulas + len(cells), [_NONE] * len(written), written)
        cells.extend(found.rows, found.columns, found.styles, found.kinds, values)
        return True

    def _take_rows(self, left: str) -> bool:
        """Note the hidden rows; False where what is left between the cells is not just rows."""
        if not _ROWS.fullmatch(left):
            return False
        shapes = set(_VALUE.sub("", left).replace(_TAKEN, "").split("<row"))
        if not all(self._shapes.get(shape) or self._learn(shape) for shape in shapes):
            return False
        if ' hidden="' not in left:
            return True
        rows = [dict(_ROW_ATTRIBUTE.findall(written)) for written in _ROW.findall(left)]
        hidden = [row.get("r", "") for row in rows if row.get("hidden") in _HIDDEN]
        if not all(map(str.isdecimal, hidden)):
            return False
        self.cells.hidden_rows += [int(row) - 1 for row in hidden]
        return True

    def _learn(self, shape: str) -> bool:
        """Whether a row's attributes, their values taken out, differ in name; their prefixes are noted."""
        names = shape.partition(">")[0].rstrip("/").split()
        self.prefixes |= {name.partition(":")[0] for name in names if ":" in name}
        self._shapes[shape] = len(set(names)) == len(names)
        return self._shapes[shape]

    def _take_cells(self, parts: list[str], special: bool) -> bool:
        letters, numbers, written, given, formulas, values, inlines = (parts[at::_GROUPS] for at in range(1, _GROUPS))
        if not letters:
            return True
        codes = np.fromiter(map(self._attributes.__getitem__, written), np.int64, len(written))
        rows = np.fromiter(map(_Rows().__getitem__, numbers), np.int64, len(numbers))
        columns = np.fromiter(map(self._columns.__getitem__, letters), np.int64, len(letters))
        if min(codes.min(), rows.min(), columns.min()) < 0:
            return False
        styles, kinds = self._attributes.tables(codes)
        texts, found = _texts(values, inlines, kinds, special), self._formulas.found(given, formulas)
        if texts is None or found is None:
            return False
        filled = np.ones(len(texts), np.bool_)
        if not all(texts):
            filled[:] = np.fromiter(map(bool, texts), np.bool_, len(texts))
            filled[found[0]] = True
        if not filled.all():
            texts = list(compress(texts, filled.tolist()))
            rows, columns, styles, kinds = rows[filled], columns[filled], styles[filled], kinds[filled]
        places = np.cumsum(filled) + (len(self.cells) - 1)
        self.cells.formulas.extend(places[found[0]], found[1], map(resolved, found[2]) if special else found[2])
        self.cells.extend(rows, columns, styles, kinds, texts)
        return True


def _texts(
    values: Sequence[str | None], inlines: Sequence[str | None], kinds: Kinds, special: bool
) -> Sequence[str] | None:
    """Return what each cell says, None where an inline string is unusual; `special` says that a text has escapes."""
    texts = [value or "" for value in values] if not all(values) else cast("list[str]", values)
    if special:
        texts = _resolved(texts, kinds)
    if inlines.count(None) == len(inlines):
        return texts
    for at, markup in enumerate(inlines):
        if markup is not None:
            text = joined_runs(markup)
            if text is None:
                return None
            texts[at] = text
    return texts


def _resolved(texts: Sequence[str], kinds: Kinds) -> list[str]:
    """Return values without the escapes of XML, and texts without those of Excel."""
    found = [resolved(text) if "&" in text else text for text in texts]
    for at in np.nonzero(kinds == TEXT)[0].tolist():
        found[at] = unescaped(found[at])
    return found


class _Rows(dict[str, int]):
    """The 0-based rows of a window by their numbers as written, -1 for those that no sheet has."""

    def __missing__(self, number: str) -> int:
        row = int(number) - 1 if len(number) <= _MOST_DIGITS else -1
        self[number] = row if row < MAX_ROWS else -1
        return self[number]


class _Columns(dict[str, int]):
    """The 0-based columns by their letters, -1 for those that no sheet has."""

    def __missing__(self, letters: str) -> int:
        column = column_number(letters) if len(letters) <= _MOST_LETTERS else -1
        self[letters] = column if column < MAX_COLUMNS else -1
        return self[letters]


class _Attributes(dict[str, int]):
    """A number for each run of attributes that cells have, -1 for unusual ones; styles and kinds go by it."""

    def __init__(self) -> None:
        super().__init__()
        self._styles: list[int] = []
        self._kinds: list[int] = []

    def __missing__(self, written: str) -> int:
        given = attributes_of(written)
        number = -1
        if given is not None and given.keys() <= _OF_CELL:
            number = len(self._styles)
            self._styles.append(style_of(given.get("s", "")))
            self._kinds.append(kind_of(given.get("t", "")))
        self[written] = number
        return number

    def tables(self, codes: Numbers) -> tuple[Numbers, Kinds]:
        """Return the styles and kinds of cells with these numbers."""
        return np.array(self._styles, np.int64)[codes], np.array(self._kinds, np.uint8)[codes]


class _FormulaAttributes(dict[str | None, int]):
    """A number for each run of attributes that formulas have, -1 for unusual ones, 0 where there is no formula."""

    def __init__(self) -> None:
        super().__init__({None: 0})
        self._given: list[dict[str, str]] = [{}]

    def __missing__(self, written: str | None) -> int:
        given = attributes_of(written or "")
        self[written] = len(self._given) if given is not None else -1
        self._given += [given] if given is not None else []
        return self[written]

    def found(self, written: Sequence[str | None], texts: Sequence[str | None]) -> _Found | None:
        """Return the indexes of a window's formulas, their attributes and texts; None where one is unusual."""
        codes = np.fromiter(map(self.__getitem__, written), np.int64, len(written))
        if codes.min() < 0:
            return None
        at = np.nonzero(codes)[0]
        numbers: list[int] = codes[at].tolist()
        attributes = [self._given[number] for number in numbers]
        said = [text or "" for text in compress(texts, codes.tolist())]
        if all(said):
            return at, attributes, said
        kept = [bool(text or given) for text, given in zip(said, attributes, strict=True)]
        return at[np.array(kept)], list(compress(attributes, kept)), list(compress(said, kept))


def attributes_of(written: str) -> dict[str, str] | None:
    """Return the attributes that a tag writes, those of XML itself left out; None where they are unusual."""
    found = _ATTRIBUTE.findall(written)
    given = dict(found)
    whole = sum(len(name) + len(value) + 4 for name, value in found) == len(written)
    if not whole or len(given) != len(found):
        return None
    given.pop("xml:space", None)
    return None if any(":" in name for name in given) else given
