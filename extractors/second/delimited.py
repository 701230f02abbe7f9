"""Delimited and plain text read a second time by the standard library alone."""

from __future__ import annotations

import csv
from functools import lru_cache

from assay.model.probe import Place
from extractors.second.place import Second, cell_of

_ENCODINGS = ("utf-8-sig", "utf-16", "cp1252", "latin-1")


def read(data: bytes, place: Place) -> Second | None:
    """Return the cell at a place; rows count from the place's first line."""
    rows = _rows(data, place.at.line or 1)
    if place.at.row is None:
        return Second("\n".join("\t".join(row) for row in rows))
    return cell_of(rows, place.at.row, place.at.column)


def read_lines(data: bytes, place: Place) -> Second | None:
    """Return the lines from a place to the next empty one; in a table of columns, one of its cells."""
    lines = _decode(data).splitlines()
    start = (place.at.line or 1) - 1
    block: list[str] = []
    for line in lines[start:]:
        if not line.strip() and block:
            break
        block.append(line)
    return Second("\n".join(block)) if block else None


@lru_cache(maxsize=8)
def _rows(data: bytes, line: int) -> list[list[str]]:
    lines = _decode(data).splitlines(keepends=True)[line - 1 :]
    sample = "".join(lines[:50])
    try:
        dialect = csv.Sniffer().sniff(sample, ",;\t|")
    except csv.Error:
        dialect = csv.excel
    return list(csv.reader(lines, dialect))


def _decode(data: bytes) -> str:
    for encoding in _ENCODINGS:
        if encoding == "utf-16" and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
            continue
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise AssertionError("latin-1 decodes any bytes")
