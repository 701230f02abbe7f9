"""Delimited and plain text read a second time by the standard library alone."""

from __future__ import annotations

import csv
from functools import lru_cache
from io import StringIO

from assay.model.probe import Place
from extractors.second.place import Second, cell_of, decode


def read(data: bytes, place: Place) -> Second | None:
    """Return the cell at a place; rows count from the place's first line."""
    rows = _rows(data, place.at.line or 1)
    if place.at.row is None:
        return Second("\n".join("\t".join(row) for row in rows))
    return cell_of(rows, place.at.row, place.at.column)


def read_lines(data: bytes, place: Place) -> Second | None:
    """Return the lines from a place to the next empty one."""
    block: list[str] = []
    for line in decode(data).split("\n")[(place.at.line or 1) - 1 :]:
        if not line.strip() and block:
            break
        block.append(line)
    return Second("\n".join(block)) if block else None


@lru_cache(maxsize=8)
def _rows(data: bytes, line: int) -> list[list[str]]:
    text = "\n".join(decode(data).split("\n")[line - 1 :])
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    try:
        dialect = csv.Sniffer().sniff("\n".join(text.split("\n")[:50]), ",;\t|")
    except csv.Error:
        dialect = csv.excel
    return list(csv.reader(StringIO(text, newline=""), dialect))
