"""Writes tests/extractors/number_vectors.tsv: what LibreOffice shows of each case beside the specification's text.

    python scripts/number_vectors.py

LibreOffice must be installed. No figure of the reader's own engine goes into the file.
"""

from __future__ import annotations

import csv
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.extractors.number_cases import Case, all_cases, reason  # noqa: E402

TARGET = ROOT / "tests" / "extractors" / "number_vectors.tsv"
COLUMNS = ("area", "epoch", "value", "code", "libreoffice", "specification", "rule", "because")
# Comma, double quote, UTF-8, from the first line, everything as it is shown (LibreOffice's list of CSV options).
FILTER = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true"


def main() -> None:
    """Write the file."""
    cases = all_cases()
    shown = {**_shown([one for one in cases if not one.epoch_1904]), **_shown([one for one in cases if one.epoch_1904])}
    with TARGET.open("w", encoding="utf-8", newline="") as target:
        writer = csv.writer(target, delimiter="\t", lineterminator="\n")
        writer.writerow(COLUMNS)
        for one in cases:
            epoch = 1904 if one.epoch_1904 else 1900
            because = reason(one) if shown[one] != one.text else ""
            writer.writerow((one.area, epoch, repr(one.value), one.code, shown[one], one.text, one.rule, because))
    differing = sum(shown[one] != one.text for one in cases)
    print(f"{len(cases)} cases, {differing} of which LibreOffice shows otherwise than the specification")


def _shown(cases: Sequence[Case]) -> dict[Case, str]:
    """Return what LibreOffice writes of each case; all are of one epoch."""
    book = Workbook()
    if cases[0].epoch_1904:
        book.epoch = CALENDAR_MAC_1904
    sheet = book.worksheets[0]
    for row, one in enumerate(cases, 1):
        # The second column keeps lines whose text is empty.
        sheet.cell(row, 1, one.value).number_format = one.code
        sheet.cell(row, 2, row)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cases.xlsx")
        book.save(path)
        profile = f"-env:UserInstallation=file://{folder}/profile"
        command = ["soffice", profile, "--headless", "--convert-to", FILTER, "--outdir", folder, str(path)]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        with path.with_suffix(".csv").open(encoding="utf-8-sig", newline="") as lines:
            return {one: fields[0] for one, fields in zip(cases, csv.reader(lines), strict=True)}


if __name__ == "__main__":
    main()
