"""SOURCES.csv: where each file of an archive comes from, and what may be done with it."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import cast

from assay.model.document import Restriction
from assay.model.errors import UsageError

SOURCES = "SOURCES.csv"
_SPELLINGS = {"license": "licence"}
_OPEN = frozenset({"", "none", "open"})
_SAID = 5
# Looking for near names costs too much among more files than this.
_FEW = 2000
_RESTRICTIONS = ("research-only", "link-only")


@dataclass(frozen=True, slots=True)
class Terms:
    """What SOURCES.csv says of one file; a field that it does not fill is empty."""

    origin: str = ""
    licence: str = ""
    source_kind: str = ""
    original_format: str = ""
    conversion_tool: str = ""
    restriction: Restriction = ""


COLUMNS = ("path", *(field.name for field in fields(Terms)))


@dataclass(frozen=True, slots=True)
class Doubt:
    """A line of SOURCES.csv that does not do what it looks like: `no_such_file`, `no_origin` or `too_many_cells`."""

    line: int
    path: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Described:
    """All of SOURCES.csv: the terms by path with their lines, and the doubts about single lines."""

    terms: Mapping[str, Terms]
    lines: Mapping[str, int]
    doubts: tuple[Doubt, ...] = ()

    def about(self, path: str) -> Terms:
        """Return the terms of a file, all empty where none are stated."""
        return self.terms.get(path, Terms())

    def doubted(self, paths: Collection[str]) -> tuple[Doubt, ...]:
        """Return all doubts by line, those about lines that are about none of the archive's files included."""
        missing = (_missing(line, path, paths) for path, line in self.lines.items() if path not in paths)
        return tuple(sorted([*self.doubts, *missing], key=lambda doubt: doubt.line))


def read_terms(data: bytes, name: str) -> Described:
    """Return what a SOURCES.csv says; `name` is how messages call it.

    A column or a restriction that is not known is an error: a slip there would give away what was to be kept.
    """
    rows = _rows(data, name)
    columns = _columns(rows[0][1], name) if rows else COLUMNS
    terms, lines, doubts = dict[str, Terms](), dict[str, int](), list[Doubt]()
    for line, row in rows[1:]:
        path, found = _row(columns, row, f"{name}, line {line}")
        if terms.get(path, found) != found:
            raise UsageError(f"{name}: lines {lines[path]} and {line} say different things of {path!r}; keep one.")
        terms[path] = found
        lines[path] = line
        doubts.extend(_doubts(line, path, found, row[len(columns) :]))
    return Described(terms, lines, tuple(doubts))


def doubt_sentences(doubts: Sequence[Doubt]) -> list[str]:
    """Return a sentence for each of the first doubts, and one that counts the others."""
    said = [f"{SOURCES}, line {one.line}: {one.path}: {one.detail}" for one in doubts[:_SAID]]
    rest = len(doubts) - len(said)
    return [*said, f"{SOURCES}: {rest} more doubts; `assay audit OUT --json` holds all"] if rest else said


def _rows(data: bytes, name: str) -> list[tuple[int, list[str]]]:
    """Return the rows that hold anything, each with the line that it ends in."""
    try:
        reader = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
        return [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except (UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{name} cannot be read as CSV ({error}); mend it or take it out.") from None


def _columns(head: Sequence[str], name: str) -> tuple[str, ...]:
    plain = ["_".join(cell.strip().casefold().replace("-", " ").split()) for cell in head]
    columns = tuple(_SPELLINGS.get(cell, cell) for cell in plain)
    for column, shown in zip(columns, head, strict=True):
        if column not in COLUMNS:
            close = difflib.get_close_matches(column, COLUMNS, 1)
            hint = f"the nearest right one is `{close[0]}`" if close else f"the right ones are {', '.join(COLUMNS)}"
            raise UsageError(f"{name} has an unknown column `{shown}`; {hint}.")
        if columns.count(column) > 1:
            raise UsageError(f"{name} has the column `{column}` twice; keep one.")
    if "path" not in columns:
        raise UsageError(f"{name} has no column `path`; its columns are {', '.join(COLUMNS)}.")
    return columns


def _row(columns: Sequence[str], row: Sequence[str], place: str) -> tuple[str, Terms]:
    cells = dict.fromkeys(COLUMNS, "") | {name: cell.strip() for name, cell in zip(columns, row, strict=False)}
    # names of files may begin or end with blanks
    path = row[columns.index("path")] if columns.index("path") < len(row) else ""
    if not path.strip():
        raise UsageError(f"{place}: the column `path` is empty; name the file that the line is about.")
    said = {name: cell for name, cell in cells.items() if name not in ("path", "restriction")}
    restriction = _restriction(cells["restriction"], place) or _as_restriction(cells["licence"]) or ""
    return path.removeprefix("./"), Terms(**said, restriction=restriction)


def _restriction(cell: str, place: str) -> Restriction | None:
    found = _as_restriction(cell)
    if found is None and cell.casefold() not in _OPEN:
        allowed = ", ".join(_RESTRICTIONS)
        raise UsageError(
            f"{place}: unknown restriction {cell!r}; it is one of {allowed}, or empty where there is none."
        )
    return found


def _as_restriction(cell: str) -> Restriction | None:
    """A licence may be no more than the restriction: `link-only`."""
    plain = "-".join(cell.casefold().replace("_", " ").replace("-", " ").split())
    return cast(Restriction, plain) if plain in _RESTRICTIONS else None


def _doubts(line: int, path: str, terms: Terms, rest: Sequence[str]) -> Iterator[Doubt]:
    if terms.restriction == "link-only" and not terms.origin:
        yield Doubt(line, path, "no_origin", "it is link-only and has no origin, so nobody can fetch it; add the link")
    if any(cell.strip() for cell in rest):
        yield Doubt(line, path, "too_many_cells", "it has more cells than there are columns; quote cells with commas")


def _missing(line: int, path: str, paths: Collection[str]) -> Doubt:
    close = difflib.get_close_matches(path, paths, 1, 0.8) if len(paths) <= _FEW else []
    hint = f"; the nearest is {close[0]}" if close else ""
    return Doubt(line, path, "no_such_file", f"the archive holds no such file{hint}")
