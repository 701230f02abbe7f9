"""What LibreOffice and the specification say of the same cells: one text, or a listed difference with its reason."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from extractors.number_format import show
from tests.extractors.number_cases import all_cases

FILE = Path(__file__).with_name("number_vectors.tsv")
AREAS = ("date", "date of early 1900", "date of 1904", "elapsed", "fraction", "condition", "locale")


def rows() -> list[dict[str, str]]:
    """The lines of the file, which scripts/number_vectors.py writes."""
    with FILE.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


@pytest.mark.parametrize("area", AREAS)
def test_cells_show_as_the_specification_says(area: str):
    mine = [row for row in rows() if row["area"] == area]
    shown = [show(float(row["value"]), row["code"], epoch_1904=row["epoch"] == "1904") for row in mine]
    assert shown == [row["specification"] for row in mine]


def test_the_file_is_of_these_cases():
    told = [(row["area"], float(row["value"]), row["code"], row["specification"]) for row in rows()]
    assert told == [(one.area, one.value, one.code, one.text) for one in all_cases()]
    assert len(told) >= 400
    assert set(Counter(area for area, *_ in told)) == set(AREAS)


def test_where_libreoffice_differs_a_reason_is_given():
    differing = [row for row in rows() if row["libreoffice"] != row["specification"]]
    assert 0 < len(differing) < 0.05 * len(rows())
    assert all(bool(row["because"]) == (row in differing) for row in rows())
