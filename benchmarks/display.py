"""Whether workbooks show what Excel shows: `python benchmarks/display.py FOLDER [--books FOLDER]`.

FOLDER holds the CSV files that Excel itself wrote of each sheet, `NAME.xlsx.0.csv` for the first one; the workbooks
lie in it or in the folder above it. A text counts only where it stands at the place of its cell, character by
character. Left out, and listed, are sheets that cannot be aligned, formats that follow the machine, and cells whose
stored value gives the exported text under no format at all.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assay.model.artifact import Facts
from assay.model.grid import Grid
from benchmarks.plain_cells import UNREADABLE, Place, Sheet, plain_sheets
from benchmarks.reachable import reachable
from extractors.excel import read_excel
from extractors.excel.references import box_of

# Shares that must hold: over all numeric cells, and as the mean over workbooks.
OVERALL, MEAN = 0.998, 0.99
# A sheet whose texts agree less than this under every shift is another sheet or another version of it.
LEAST_AGREEMENT = 0.9

_EXPORT = re.compile(r"(.+\.[a-z]{3,4})\.([0-9]+)\.csv", re.IGNORECASE)
_MACHINE = re.compile(r"\[\$-F[48]00\]", re.IGNORECASE)
_OUTSIDE = re.compile(r'"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]')
_MONTH = re.compile(r"[0-9](?:[/:-][0-9]|-?[A-Z][a-z]{2})|[A-Z][a-z]{2,8}[- ,][0-9]")

_HASHES = re.compile("#{4,}")
_ERROR = re.compile(r"#(?:NULL!|DIV/0!|VALUE!|REF!|NAME\?|NUM!|N/A)")

Rows: TypeAlias = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the reader's grids."""

    displayed: str
    code: str


@dataclass(slots=True)
class Score:
    """What was compared in a workbook: cells and equal ones by kind, mismatches by cause, what is left out."""

    cells: Counter[str] = field(default_factory=Counter[str])
    equal: Counter[str] = field(default_factory=Counter[str])
    causes: Counter[str] = field(default_factory=Counter[str])
    left_out: Counter[str] = field(default_factory=Counter[str])
    lines: list[str] = field(default_factory=list[str])

    def share(self, kind: str = "numeric") -> float:
        """Return the share of equal cells of a kind; 1 where there are none."""
        return self.equal[kind] / self.cells[kind] if self.cells[kind] else 1.0


def main() -> None:
    """Print the shares, the mismatches by cause and what is left out; the exit code says whether the bars hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--books", type=Path, help="where the workbooks lie, if neither there nor in the folder above")
    parser.add_argument("--all", action="store_true", help="print every mismatch, not the first ones")
    asked = parser.parse_args()
    scores = dict(_scores(asked.folder, asked.books))
    holds = [_report(ending, scores, asked.all) for ending in sorted({name.rpartition(".")[2] for name in scores})]
    sys.exit(0 if holds and all(holds) else 1)


def _scores(folder: Path, books: Path | None) -> Iterator[tuple[str, Score]]:
    exports = dict[str, dict[int, Path]]()
    for path in sorted(folder.iterdir()):
        if named := _EXPORT.fullmatch(path.name):
            exports.setdefault(named[1], {})[int(named[2])] = path
    for name, sheets in exports.items():
        book = _book(name, [books] if books else [folder, folder.resolve().parent])
        if book is None:
            print(f"{name}: no such workbook")
            continue
        try:
            plain = plain_sheets(book.read_bytes())
        except UNREADABLE as error:
            print(f"{name}: left out, its stored values cannot be told: {error}")
        else:
            yield name, score_of(plain, book.read_bytes(), sheets)


def _book(name: str, folders: Iterable[Path]) -> Path | None:
    return next((path for folder in folders for path in sorted(folder.rglob("*")) if path.name == name), None)


def score_of(plain: Sequence[Sheet | None], data: bytes, exports: Mapping[int, Path]) -> Score:
    """Return how a workbook, whose stored values are told apart from it, compares with the exports of its sheets."""
    score, ours = Score(), _displayed(data, [index for index, sheet in enumerate(plain) if sheet is not None])
    for index, path in sorted(exports.items()):
        sheet = (plain[index] if index < len(plain) else None) or {}
        rows, replaced = _rows(path.read_bytes())
        shift = _shift(sheet, rows, replaced)
        numeric = {place: float(value) for place, value in sheet.items() if _is_number(value)}
        if shift is None:
            score.left_out["sheet that cannot be aligned"] += len(numeric)
            if numeric:
                score.lines.append(f"sheet {index}: not aligned, {len(numeric)} numeric cells left out")
            continue
        for place, value in numeric.items():
            want = _at(rows, place, shift)
            cell = ours.get((index, *place))
            _compare(score, f"sheet {index} row {place[0] + 1} column {place[1] + 1}", value, cell, want, replaced)
    return score


def _is_number(value: str | float | bool) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _displayed(data: bytes, order: Sequence[int]) -> dict[tuple[int, int, int], Cell]:
    """Return the reader's cells by the number of their sheet, row and column; `order` numbers its sheets."""
    artifacts = read_excel(data).artifacts
    listed = [one for one in artifacts if one.kind == "sheet" and isinstance(one.payload, Facts)]
    numbers = {one.at.sheet: number for number, one in zip(order, listed, strict=False)}
    found = dict[tuple[int, int, int], Cell]()
    for artifact in artifacts:
        grid, box = artifact.payload, box_of(artifact.at.range or "")
        if isinstance(grid, Grid) and box is not None and artifact.at.sheet in numbers:
            codes = dict(grid.formats)
            for index, text in enumerate(grid.displayed):
                row, column = divmod(index, grid.columns)
                place = numbers[artifact.at.sheet], box.top + row, box.left + column
                if text or grid.stored[index] is not None:
                    found[place] = Cell(text, codes.get(index, "General"))
    return found


def _rows(data: bytes) -> tuple[Rows, bool]:
    """Return the fields of an export, and whether characters outside Windows-1252 were replaced in it."""
    try:
        text = data.decode("utf-8-sig")
        replaced = text.isascii()
    except UnicodeDecodeError:
        text, replaced = data.decode("cp1252", "replace"), True
    return list(csv.reader(io.StringIO(text, newline=""))), replaced


def _at(rows: Rows, place: Place, shift: Place) -> str:
    row, column = place[0] - shift[0], place[1] - shift[1]
    return rows[row][column] if 0 <= row < len(rows) and 0 <= column < len(rows[row]) else ""


def _shift(sheet: Sheet, rows: Rows, replaced: bool) -> Place | None:
    """Return how many blank leading rows and columns the export lacks, None where no number of them fits.

    It is told by texts and truth values, which look the same under every format; without any by which places are
    filled, and among equals by whole numbers that General would show so.
    """
    if not sheet or not any(map(any, rows)):
        return None
    certain = _texts(sheet, replaced)
    top, left = min(row for row, _ in sheet), min(column for _, column in sheet)
    shifts = [(row, column) for row in range(top + 1) for column in range(left + 1)]
    agreements = [_agreement(sheet, certain, rows, shift) for shift in shifts]
    best = max(agreements)
    return shifts[agreements.index(best)] if best[0] >= LEAST_AGREEMENT else None


def _texts(sheet: Sheet, replaced: bool) -> dict[Place, str]:
    texts = {place: value for place, value in sheet.items() if isinstance(value, str) and value and "\n" not in value}
    truths = {place: str(value).upper() for place, value in sheet.items() if isinstance(value, bool)}
    return {place: _replaced(text, replaced) for place, text in (texts | truths).items()}


def _agreement(sheet: Sheet, certain: Mapping[Place, str], rows: Rows, shift: Place) -> tuple[float, float]:
    filled = statistics.fmean(bool(_at(rows, place, shift)) for place in sheet)
    whole = sum(_is_number(value) and _at(rows, place, shift) == f"{value:.0f}" for place, value in sheet.items())
    pairs = [(text, _at(rows, place, shift)) for place, text in certain.items()]
    # An error value says that Excel calculated anew, not where the cell stands.
    told = [(text, shown) for text, shown in pairs if not (_ERROR.fullmatch(text) or _ERROR.fullmatch(shown))]
    return (statistics.fmean(text.strip() == shown.strip() for text, shown in told) if told else filled), whole


def _replaced(text: str, replaced: bool) -> str:
    """Return a text with an underscore for each character that the export's encoding lacks, as Excel wrote them."""
    if not replaced or text.isascii():
        return text
    return "".join(one if one.encode("cp1252", "ignore") else "_" for one in text)


def _compare(score: Score, where: str, value: float, cell: Cell | None, want: str, replaced: bool) -> None:
    got = _replaced(cell.displayed, replaced) if cell is not None else None
    code = cell.code if cell is not None else "General"
    if _MACHINE.search(code):
        score.left_out["machine-dependent format"] += 1
        return
    if got is not None and _HASHES.fullmatch(got) and _HASHES.fullmatch(want):
        # What no calendar holds fills its column: how many signs there are is the column's affair.
        got = want
    if got != want and not reachable(value, want, code):
        score.left_out["stored value gives no such text"] += 1
        score.lines.append(f"{where}: left out, {value!r} under {code} is {got!r}, exported as {want!r}")
        return
    kinds = ["numeric", *_kinds(code, want)]
    score.cells.update(kinds)
    if got == want:
        score.equal.update(kinds)
        return
    score.causes[_cause(kinds, got, want)] += 1
    score.lines.append(f"{where}: {value!r} under {code} is {got!r}, Excel shows {want!r}")


def _kinds(code: str, want: str) -> Iterator[str]:
    """Yield what kinds of a number a cell is, by its export or by its format."""
    bare = _OUTSIDE.sub("", code)
    if "%" in bare or re.search(r"[0-9]%", want):
        yield "percent"
    if re.search(r"[#0?],[#0?]", bare) or re.search(r"[0-9],[0-9]{3}", want):
        yield "grouped"
    if re.search(r"[0-9]E[+-][0-9]", want):
        yield "scientific"
    if _MONTH.search(want):
        yield "date or fraction"
    if bare.casefold() in ("general", ""):
        yield "general"


def _cause(kinds: Sequence[str], got: str | None, want: str) -> str:
    kind = kinds[1] if len(kinds) > 1 else "plain"
    if got is None:
        return f"{kind}: cell lost"
    if not want:
        return f"{kind}: nothing exported"
    return f"{kind}: {'only spaces differ' if got.split() == want.split() else 'another text'}"


def _report(ending: str, scores: Mapping[str, Score], every: bool) -> bool:
    """Print the figures of the workbooks of one kind and return whether the bars hold."""
    books = {name: score for name, score in scores.items() if name.endswith(f".{ending}")}
    total = Score()
    for score in books.values():
        total.cells += score.cells
        total.equal += score.equal
        total.causes += score.causes
        total.left_out += score.left_out
    scored = [score.share() for score in books.values() if score.cells["numeric"]]
    mean = statistics.fmean(scored) if scored else 1.0
    print(f"{ending}: {len(books)} workbooks, {len(scored)} with numeric cells to compare; mean {mean:.5f}")
    for kind, count in total.cells.most_common():
        print(f"  {kind}: {total.equal[kind]} of {count} cells ({total.share(kind):.5f})")
    for title, counts in (("mismatch", total.causes), ("left out", total.left_out)):
        for cause, count in counts.most_common():
            print(f"  {title}: {count} x {cause}")
    for name, score in books.items():
        for line in score.lines if every else score.lines[:5]:
            print(f"    {name} {line}")
    exact = all(total.equal[kind] == total.cells[kind] for kind in ("percent", "grouped"))
    return total.share() >= OVERALL and mean >= MEAN and exact


if __name__ == "__main__":
    main()
