"""Delimited text (csv, tsv): its encoding, its delimiter, and its rows as grids."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO

from assay.model.artifact import Anchor, Text
from assay.model.document import Problem, Reading
from assay.model.grid import Grid, grid_of
from extractors.encoding import decode
from extractors.sheaf import Sheaf

# A grid holds a slot for each cell, so that a larger file is given as windows of rows.
CELLS_PER_GRID = 2_000_000

_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE_ROWS = 200
_SAMPLE_CHARACTERS = 1 << 18


@dataclass(frozen=True, slots=True)
class Row:
    """A record of the file: the line on which it begins, from 1, and its fields."""

    line: int
    fields: list[str]

    @property
    def filled(self) -> int:
        """How many of its fields hold something."""
        return sum(bool(field.strip()) for field in self.fields)


def read_delimited(data: bytes) -> Reading:
    """Return the grids of a delimited text file: one for each run of records between empty lines.

    Lines before and after the records that hold a single field (a title, a note) become texts.
    """
    text = decode(data)
    sheaf = Sheaf("text")
    if not text.strip():
        sheaf.problem = Problem("empty", "The file holds no characters.")
        return sheaf.reading(reader="assay.delimited")
    delimiter = sniff_delimiter(text)
    sheaf.properties["delimiter"] = {"\t": "tab"}.get(delimiter, delimiter)
    for block in _blocks(records(text, delimiter)):
        _add(sheaf, block)
    return sheaf.reading(reader="assay.delimited")


def sniff_delimiter(text: str) -> str:
    """Return the delimiter that gives most records the same number of fields, a comma where none does."""
    sample = text[:_SAMPLE_CHARACTERS]
    first = sample[:6].lower()
    if first.startswith("sep=") and first[4:5] in _DELIMITERS:
        return first[4]
    scores = [(_consistency(sample, delimiter), -place) for place, delimiter in enumerate(_DELIMITERS)]
    best = max(scores)
    return _DELIMITERS[-best[1]] if best[0] > 0 else ","


def _consistency(sample: str, delimiter: str) -> float:
    """Return the share of records with the commonest width, times how wide they are (without weight beyond that)."""
    rows = [row for row in _first_rows(sample, delimiter) if row.filled]
    widths = [len(row.fields) for row in rows]
    if not widths or max(widths) < 2:
        return 0.0
    commonest = max(set(widths), key=lambda width: (widths.count(width), width))
    if commonest < 2:
        return 0.1 * sum(width > 1 for width in widths) / len(widths)
    return widths.count(commonest) / len(widths) + 0.01 * min(commonest, 20)


def _first_rows(sample: str, delimiter: str) -> Iterator[Row]:
    for count, row in enumerate(records(sample, delimiter)):
        if count == _SAMPLE_ROWS:
            return
        yield row


def records(text: str, delimiter: str) -> Iterator[Row]:
    """Yield the records of a text; quotes that are never closed end with the file."""
    # A field may be as long as the file.
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=False)
    line = 1
    for fields in reader:
        if not (line == 1 and len(fields) <= 2 and "".join(fields).lower().startswith("sep=")):
            yield Row(line, fields)
        line = reader.line_num + 1


def _blocks(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Yield runs of records between empty ones, cut where they grow too large."""
    block, cells = list[Row](), 0
    for row in rows:
        if block and (not row.filled or cells > CELLS_PER_GRID):
            yield block
            block, cells = [], 0
        if row.filled:
            block.append(row)
            cells += len(row.fields)
    if block:
        yield block


def _add(sheaf: Sheaf, block: Sequence[Row]) -> None:
    first = next((index for index, row in enumerate(block) if row.filled > 1), len(block))
    last = next((index for index in range(len(block), first, -1) if block[index - 1].filled > 1), first)
    if first == len(block) and len(block) > 2:
        # A file of one column.
        first, last = 0, len(block)
    for row in block[:first]:
        _add_text(sheaf, row)
    if first < last:
        sheaf.add("table", Anchor(line=block[first].line), payload=_grid(block[first:last]))
    for row in block[last:]:
        _add_text(sheaf, row)


def _add_text(sheaf: Sheaf, row: Row) -> None:
    text = "\n".join(field.strip() for field in row.fields if field.strip())
    sheaf.add("text", Anchor(line=row.line), text, Text())


def _grid(rows: Sequence[Row]) -> Grid:
    width = max(len(row.fields) for row in rows)
    while width > 1 and not any(len(row.fields) >= width and row.fields[width - 1].strip() for row in rows):
        width -= 1
    cells = [row.fields[:width] for row in rows]
    return grid_of(cells, header_rows=1 if _has_header(cells) else 0)


def _has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: no number in it, or a number only where years stand."""
    if len(rows) < 2:
        return False
    names = [field.strip() for field in rows[0] if field.strip()]
    return bool(names) and not any(_number(name) and not _year(name) for name in names)


def _number(text: str) -> bool:
    try:
        float(text.replace(",", "").rstrip("%"))
    except ValueError:
        return False
    return True


def _year(text: str) -> bool:
    return len(text) == 4 and text.isdigit() and text[:2] in ("18", "19", "20")
