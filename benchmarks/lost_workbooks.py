"""Whether a workbook is lost: `python benchmarks/lost_workbooks.py FOLDER`.

Of each workbook that our readers give no cells of, openpyxl, calamine and xlrd are asked, in an environment of their
own (build/peers/), and LibreOffice, where it is installed. A workbook that one of them reads with cells is lost.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assay.model.document import Source
from assay.model.grid import Grid
from benchmarks.speed import ROOT, environment
from extractors.extract import extract_batch

ENDINGS = {".xlsx", ".xlsm", ".xltx", ".xltm", ".xls", ".xlsb", ".ods"}
PEERS = {
    "openpyxl": "openpyxl>=3.1.5,<4",
    "calamine": "python-calamine>=0.9.1,<0.10",
    "xlrd": "xlrd>=2.0.2,<3",
}
SECONDS = 60


def main() -> None:
    """Print the workbooks that are lost; the exit code says whether there is one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS and path.is_file())
    empty = dict(_without_cells(files))
    counts = _asked(sorted(map(str, empty)))
    lost = 0
    for path, problem in empty.items():
        told = {peer: found[str(path)] for peer, found in counts.items() if found.get(str(path))}
        lost += bool(told)
        said = ", ".join(f"{peer} reads {cells} cells" for peer, cells in told.items()) or "no peer reads cells either"
        print(f"{'LOST' if told else '    '}  {path.relative_to(folder)}  {problem}: {said}")
    print(f"{len(files)} workbooks, {len(empty)} without cells, {lost} of them lost")
    sys.exit(1 if lost else 0)


def _without_cells(files: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    """Yield the workbooks that no filled cell is read of, and what the reader says."""
    items = [(path, Source("main", str(path), path.stat().st_size)) for path in files]
    for path, extraction in zip(files, extract_batch(items), strict=True):
        grids = [one.payload for one in extraction.document.artifacts if isinstance(one.payload, Grid)]
        if not any(text for grid in grids for text in grid.displayed):
            problem = extraction.document.problem
            yield path, problem.code if problem is not None else "empty"


def _asked(files: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return for each peer how many filled cells it finds in each file."""
    python, script = environment(PEERS), str(ROOT / "benchmarks" / "count_cells.py")
    counts = dict[str, dict[str, int]]()
    for peer in PEERS:
        command = [python, script, peer, str(SECONDS)]
        environ = {**os.environ, "PYTHONPATH": ""}
        done = subprocess.run(
            command, input="\n".join(files), stdout=subprocess.PIPE, text=True, check=True, env=environ
        )
        counts[peer] = {one["file"]: one["cells"] for one in map(json.loads, done.stdout.splitlines())}
    office = shutil.which("soffice")
    if office is None:
        print("LibreOffice is not installed and was not asked.", file=sys.stderr)
        return counts
    with tempfile.TemporaryDirectory() as profile:
        return counts | {"LibreOffice": {file: _converted(office, profile, file) for file in files}}


def _converted(office: str, profile: str, file: str) -> int:
    """Return how many filled cells LibreOffice writes of all sheets of a file; 0 where it cannot read it."""
    with tempfile.TemporaryDirectory() as folder:
        options = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
        where = f"-env:UserInstallation=file://{profile}"
        command = [office, where, "--headless", "--convert-to", options, "--outdir", folder, file]
        try:
            subprocess.run(command, check=False, capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return 0
        return sum(map(_filled, Path(folder).glob("*.csv")))


def _filled(path: Path) -> int:
    csv.field_size_limit(1 << 30)
    with path.open(encoding="utf-8-sig", newline="") as lines:
        return sum(bool(field) for row in csv.reader(line.replace("\0", "") for line in lines) for field in row)


if __name__ == "__main__":
    main()
