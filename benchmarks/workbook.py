"""What a workbook of a million cells costs beside its peers, in one run: `python benchmarks/workbook.py [--cells N]`.

It makes the workbook, and measures each way in processes of its own, one after another, so that all see the same
machine: unzip + expat without handlers (the floor of a parse that streams), our columns, our columns with what every
cell shows, the whole reading into artifacts, and openpyxl read-only twice, for values and for formulas. openpyxl has an
environment of its own, build/peers-workbook/. Figures are processor seconds of one core; a ratio is of medians.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import quoteattr
from zipfile import ZIP_DEFLATED, ZipFile

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "peers-workbook"
PEER = "openpyxl>=3.1.5"
WAYS = ("floor", "columns", "displayed", "reading", "openpyxl")
# What is asked for: at most so many times the floor, at least so many times faster than openpyxl.
COLUMNS_BAR, DISPLAYED_BAR, PEER_BAR, MEMORY_BAR = 2.5, 10.0, 10.0, 400.0

WIDTH, STRINGS = 20, 20_000
CODES = ("0.00", "#,##0", "#,##0.00;[Red](#,##0.00)", "0.0%", "yyyy-mm-dd", "0.00E+00", '"$"#,##0.00')
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"


@dataclass(frozen=True, slots=True)
class Figure:
    """One run of one way: processor seconds, and the peak of memory above the process before it, in MiB."""

    seconds: float
    mebibytes: float
    cells: int


def main() -> None:
    """Measure all ways in turn and print a table with the bars."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--workbook", type=Path, help="Measure this workbook instead of one that is made.")
    parser.add_argument("--way", choices=WAYS, help="Run one way once in this process and print its figure.")
    options = parser.parse_args()
    if options.way:
        print(json.dumps(measured(WAYS_TO_READ[options.way], str(options.workbook))))
        return
    book = options.workbook or make(ROOT / "build" / f"cells-{options.cells}.xlsx", options.cells)
    peer = environment()
    runs: dict[str, list[Figure]] = {way: [] for way in WAYS}
    for _ in range(options.repeats):
        for way in WAYS:
            runs[way].append(run(peer if way == "openpyxl" else sys.executable, way, book))
    report(book, runs)


def make(path: Path, cells: int) -> Path:
    """Write a workbook of so many cells in Excel's form; half of its numbers occur once."""
    path.parent.mkdir(exist_ok=True)
    styles = "".join(f'<xf numFmtId="{163 + at if at else 0}"/>' for at in range(len(CODES) + 1))
    codes = "".join(
        f'<numFmt numFmtId="{at}" formatCode={quoteattr(code)}/>' for at, code in enumerate(CODES, start=164)
    )
    strings = "".join(f"<si><t>text number {number} &amp; more</t></si>" for number in range(STRINGS))
    with ZipFile(path, "w", ZIP_DEFLATED) as package:
        for name, text in _frame().items():
            package.writestr(name, text)
        frame = "<fonts><font/></fonts><fills><fill><patternFill/></fill></fills><borders><border/></borders>"
        package.writestr(
            "xl/styles.xml",
            f'<styleSheet xmlns="{_MAIN}"><numFmts>{codes}</numFmts>{frame}<cellStyleXfs><xf/></cellStyleXfs>'
            f"<cellXfs>{styles}</cellXfs></styleSheet>",
        )
        package.writestr("xl/sharedStrings.xml", f'<sst xmlns="{_MAIN}">{strings}</sst>')
        with package.open("xl/worksheets/sheet1.xml", "w") as sheet:
            for piece in _rows(cells // WIDTH):
                sheet.write(piece.encode())
    return path


def _rows(count: int) -> Iterator[str]:
    """Yield a sheet of texts, formulas, numbers that occur once and numbers that occur often."""
    chance = random.Random(7)
    usual = [round(chance.random() * 1000, 2) for _ in range(500)]
    letters = [chr(ord("A") + column) for column in range(WIDTH)]
    yield f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="{_MAIN}">'
    yield f'<dimension ref="A1:{letters[-1]}{count}"/><sheetData>'
    for row in range(1, count + 1):
        cells = [f'<c r="{letter}{row}" t="s"><v>{chance.randrange(STRINGS)}</v></c>' for letter in letters[:4]]
        for column in range(4, WIDTH):
            number = chance.uniform(-1e4, 1e6) if 6 <= column < 14 else chance.choice(usual)
            formula = f"<f>{letters[column + 4]}{row}*2+$A$1</f>" if column < 8 else ""
            style = 1 + column % len(CODES)
            cells.append(f'<c r="{letters[column]}{row}" s="{style}">{formula}<v>{number!r}</v></c>')
        yield f'<row r="{row}" spans="1:{WIDTH}">{"".join(cells)}</row>'
    yield "</sheetData></worksheet>"


def _frame() -> dict[str, str]:
    overrides = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{_TYPES}.{kind}+xml"/>'
        for name, kind in (
            ("workbook", "sheet.main"), ("worksheets/sheet1", "worksheet"), ("styles", "styles"),
            ("sharedStrings", "sharedStrings"),
        )
    )  # fmt: skip
    return {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>{overrides}</Types>',
        "_rels/.rels": _relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATED}"><sheets><sheet name="Cells" sheetId="1" '
        f'r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relations(
            ("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml"), ("sharedStrings", "sharedStrings.xml")
        ),
    }


def _relations(*targets: tuple[str, str]) -> str:
    inside = "".join(
        f'<Relationship Id="rId{at}" Type="{_RELATED}/{type}" Target="{target}"/>'
        for at, (type, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{inside}</Relationships>'


def environment() -> str:
    """Return the Python of the environment that holds openpyxl alone, made where it is missing."""
    python = PLACE / "bin" / "python"
    if not python.exists():
        uv = str(Path(sys.executable).with_name("uv"))
        subprocess.run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(PLACE)], check=True)
        subprocess.run([uv, "pip", "install", "--quiet", "--python", str(python), PEER], check=True)
    return str(python)


def run(python: str, way: str, book: Path) -> Figure:
    """Return the figure of one way in a process of its own."""
    command = [python, __file__, "--way", way, "--workbook", str(book)]
    environ = {**os.environ, "PYTHONPATH": "" if way == "openpyxl" else str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environ)
    return Figure(**json.loads(done.stdout))


def measured(make_reader: Callable[[], Callable[[str], int]], book: str) -> dict[str, float]:
    """Return what one reading took; loading the libraries is not counted, as a server that forks does it once."""
    read = make_reader()
    _reset_peak()
    before, start = _status("VmRSS"), time.process_time()
    cells = read(book)
    seconds = time.process_time() - start
    return {"seconds": seconds, "mebibytes": (_status("VmHWM") - before) / 1024, "cells": cells}


def _status(name: str) -> int:
    """Return a figure of this process as Linux tells it, in KiB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))


def _reset_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def report(book: Path, runs: dict[str, list[Figure]]) -> None:
    """Print the medians with their ratios, then each bar and whether it holds."""
    seconds = {way: statistics.median(figure.seconds for figure in found) for way, found in runs.items()}
    peaks = {way: statistics.median(figure.mebibytes for figure in found) for way, found in runs.items()}
    print(f"{book.name}: {runs['columns'][0].cells:,} cells, {book.stat().st_size / 1e6:.1f} MB")
    print(f"{'way':<12}{'cpu s':>8}{'x floor':>9}{'peak MiB':>10}   runs")
    for way in WAYS:
        every = " ".join(f"{figure.seconds:.2f}" for figure in runs[way])
        print(f"{way:<12}{seconds[way]:>8.2f}{seconds[way] / seconds['floor']:>9.2f}{peaks[way]:>10.0f}   {every}")
    bars = (
        ("columns / floor", seconds["columns"] / seconds["floor"], COLUMNS_BAR, "at most"),
        ("displayed / floor", seconds["displayed"] / seconds["floor"], DISPLAYED_BAR, "at most"),
        ("openpyxl / columns", seconds["openpyxl"] / seconds["columns"], PEER_BAR, "at least"),
        ("columns, peak MiB", peaks["columns"], MEMORY_BAR, "at most"),
        ("displayed, peak MiB", peaks["displayed"], MEMORY_BAR, "at most"),
    )
    for name, value, bar, sense in bars:
        holds = value <= bar if sense == "at most" else value >= bar
        print(f"{name:<22}{value:>8.2f}  {sense} {bar:g}: {'holds' if holds else 'MISSED'}")


def floor() -> Callable[[str], int]:
    """Unzip every part and parse it with expat, without handlers."""
    from xml.parsers import expat

    def read(book: str) -> int:
        with ZipFile(book) as package:
            for name in package.namelist():
                with package.open(name) as part:
                    expat.ParserCreate().ParseFile(part)
        return 0

    return read


def columns() -> Callable[[str], int]:
    """Our columns: value, formula, style and kind of every cell, with the shared strings."""
    from extractors.excel import cells, workbook
    from extractors.package import Package, open_package

    def read(book: str) -> int:
        package = open_package(Path(book).read_bytes())
        assert isinstance(package, Package)
        found = workbook.open_workbook(package, "xl/workbook.xml")
        assert found is not None
        streams = (package.stream(sheet.part) for sheet in found.sheets)
        return sum(len(cells.read_cells(stream).cells) for stream in streams if stream is not None)

    return read


def displayed() -> Callable[[str], int]:
    """Our columns, and what every cell shows."""
    from extractors.excel import cells, grids, workbook
    from extractors.package import Package, open_package

    def read(book: str) -> int:
        package = open_package(Path(book).read_bytes())
        assert isinstance(package, Package)
        found = workbook.open_workbook(package, "xl/workbook.xml")
        assert found is not None
        streams = (package.stream(sheet.part) for sheet in found.sheets)
        read = (cells.read_cells(stream).cells for stream in streams if stream is not None)
        return sum(len(grids.values_of(each, found).displayed) for each in read)

    return read


def reading() -> Callable[[str], int]:
    """The whole reading into artifacts, keys and edges; cycles are not collected, as in a reader's process."""
    import gc

    from extractors.excel import read_excel

    def read(book: str) -> int:
        gc.disable()
        return len(read_excel(Path(book).read_bytes()).artifacts)

    return read


def openpyxl_twice() -> Callable[[str], int]:
    """openpyxl read-only, once for values with their styles and once for formulas."""
    import openpyxl

    def read(book: str) -> int:
        count = 0
        for values in (True, False):
            opened = openpyxl.load_workbook(book, read_only=True, data_only=values)
            for sheet in opened.worksheets:
                for row in sheet.iter_rows():
                    for cell in row:
                        count += cell.value is not None and cell.number_format != ""
            opened.close()
        return count // 2

    return read


WAYS_TO_READ: dict[str, Callable[[], Callable[[str], int]]] = {
    "floor": floor, "columns": columns, "displayed": displayed, "reading": reading, "openpyxl": openpyxl_twice,
}  # fmt: skip

if __name__ == "__main__":
    main()
