"""SOURCES.csv: where each file of an archive comes from, and what may be done with it."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import cast

from assay.model.document import Restriction
from assay.model.errors import UsageError

SOURCES = "SOURCES.csv"
_SPELLINGS = {"license": "licence"}
# Said in so many words: an empty cell lifts no restriction that was known.
_OPEN = frozenset({"none", "open"})
_SAID = 5
# Looking for near names costs too much among more files than this.
_FEW = 2000
_NEAR = 0.85
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
    """What of SOURCES.csv does not do what it looks like; `line` is 0 where it is about no line.

    Codes are `no_such_file`, `no_origin`, `too_many_cells`, `restriction_kept`, `restricted_copy` and `near_name`.
    """

    line: int
    path: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Described:
    """All of SOURCES.csv: the terms by path with their lines, what has no restriction by its word, and the doubts."""

    terms: Mapping[str, Terms]
    lines: Mapping[str, int]
    doubts: tuple[Doubt, ...] = ()
    lifted: frozenset[str] = frozenset()

    def about(self, path: str) -> Terms:
        """Return the terms of a file, all empty where none are stated."""
        return self.terms.get(path, Terms())

    def doubted(self, paths: Collection[str]) -> tuple[Doubt, ...]:
        """Return all doubts by line, those about lines that are about none of the archive's files included."""
        missing = (self._missing(line, path, paths) for path, line in self.lines.items() if path not in paths)
        return tuple(sorted([*self.doubts, *missing], key=lambda doubt: doubt.line))

    def _missing(self, line: int, path: str, paths: Collection[str]) -> Doubt:
        close = difflib.get_close_matches(path, paths, 1, 0.8) if len(paths) <= _FEW else []
        hint = f"; the nearest is {close[0]}" if close else ""
        lost = self.about(path).restriction
        holds = f", so that nothing is {lost} by this line" if lost else ""
        return Doubt(line, path, "no_such_file", f"the archive holds no such file{holds}{hint}")


def read_terms(data: bytes, name: str) -> Described:
    """Return what a SOURCES.csv says; `name` is how messages call it.

    A column or a restriction that is not known is an error: a slip there would give away what was to be kept.
    """
    rows = _rows(data, name)
    columns = _columns(*rows[0], name) if rows else COLUMNS
    terms, lines, doubts, lifted = dict[str, Terms](), dict[str, int](), list[Doubt](), set[str]()
    for line, row in rows[1:]:
        _straight(columns, row, f"{name}, line {line}")
        path, found = _row(columns, row, f"{name}, line {line}")
        if terms.get(path, found) != found:
            raise UsageError(f"{name}: lines {lines[path]} and {line} say different things of {path!r}; keep one.")
        terms[path] = found
        lines[path] = line
        if not found.restriction and _cell(columns, row, "restriction").casefold() in _OPEN:
            lifted.add(path)
        doubts.extend(_doubts(line, path, found, row[len(columns) :]))
    return Described(terms, lines, tuple(doubts), frozenset(lifted))


def doubt_sentences(doubts: Sequence[Doubt]) -> list[str]:
    """Return a sentence for each of the first doubts, and one that counts the others."""
    said = [_sentence(one) for one in doubts[:_SAID]]
    rest = len(doubts) - len(said)
    return [*said, f"{SOURCES}: {rest} more doubts; `assay audit OUT --json` holds all"] if rest else said


def near_names(names: Iterable[str], *, there: bool) -> list[Doubt]:
    """Return doubts about files that may be meant as SOURCES.csv and are read as documents.

    Where there is no SOURCES.csv, one whose name is that but for case is an error.
    """
    found: list[Doubt] = []
    for name in names:
        folder, _, last = name.rpartition("/")
        same = last.casefold() == SOURCES.casefold()
        if same and not folder and not there:
            raise UsageError(f"{name} is not read as {SOURCES}, whose name has capitals; rename it.")
        if same or (not folder and difflib.SequenceMatcher(None, last.casefold(), SOURCES.casefold()).ratio() >= _NEAR):
            detail = f"it is read as a document: the terms of an archive stand in {SOURCES} at its top"
            found.append(Doubt(0, name, "near_name", detail))
    return found


def _sentence(doubt: Doubt) -> str:
    place = f"{SOURCES}, line {doubt.line}" if doubt.line else SOURCES
    return f"{place}: {doubt.path}: {doubt.detail}"


def _rows(data: bytes, name: str) -> list[tuple[int, list[str]]]:
    """Return the rows that hold anything, each with the line that it ends in."""
    try:
        reader = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
        return [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except (UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{name} cannot be read as CSV ({error}); mend it or take it out.") from None


def _columns(line: int, head: Sequence[str], name: str) -> tuple[str, ...]:
    plain = ["_".join(cell.strip().casefold().replace("-", " ").split()) for cell in head]
    columns = tuple(_SPELLINGS.get(cell, cell) for cell in plain)
    for column, shown in zip(columns, head, strict=True):
        if column not in COLUMNS:
            close = difflib.get_close_matches(column, COLUMNS, 1)
            hint = f"the nearest right one is `{close[0]}`, all are" if close else "the right ones are"
            raise UsageError(f"{name}, line {line} has an unknown column `{shown}`; {hint} {', '.join(COLUMNS)}.")
        if columns.count(column) > 1:
            raise UsageError(f"{name}, line {line} has the column `{column}` twice; keep one.")
    if "path" not in columns:
        raise UsageError(f"{name}, line {line} has no column `path`; its columns are {', '.join(COLUMNS)}.")
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


def _cell(columns: Sequence[str], row: Sequence[str], name: str) -> str:
    at = columns.index(name) if name in columns else len(row)
    return row[at].strip() if at < len(row) else ""


def _straight(columns: Sequence[str], row: Sequence[str], place: str) -> None:
    """Refuse a line in which a restriction stands under another column: a comma too many or too few lost it."""
    for at, cell in enumerate(row):
        column = columns[at] if at < len(columns) else ""
        if column not in ("path", "licence", "restriction") and _as_restriction(cell.strip()):
            where = f"in the column `{column}`" if column else "behind the last column"
            raise UsageError(f"{place}: {cell.strip()!r} stands {where}; count the commas and quote cells with commas.")


def _restriction(cell: str, place: str) -> Restriction | None:
    found = _as_restriction(cell)
    if found is None and cell and cell.casefold() not in _OPEN:
        allowed = ", ".join(_RESTRICTIONS)
        raise UsageError(f"{place}: unknown restriction {cell!r}; it is one of {allowed}, `none`, or empty.")
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
