"""What the documents of the trap archive are made of: their tables, sentences and frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from assay.enterprise.blocks import Block, Cell, Draft, Grid, Heading
from assay.enterprise.placed import Rendered
from assay.enterprise.records import Fact, Show
from assay.enterprise.text import csv
from tests.traps.figures import KEPT_BACK, MEASURES, WITHHELD, YEARS, Figures, figures, written

PORT_OFFICE, CLINIC_OFFICE, KIND = "Ports Authority", "Clinic Trust", "report"


def number(value: Decimal) -> Cell:
    """Return the cell of a number, in workbooks and charts as a number."""
    fact = Fact("", "", "", "number", value, "")
    return Cell(written(value), Show(fact, "number", value, written(value)))


def row(key: str, place: str, years: Sequence[int], known: Figures) -> tuple[Cell, ...]:
    """Return the row of a place; what is kept back is two points."""
    cells = (Cell(WITHHELD) if (key, place, year) in KEPT_BACK else number(known[place, year]) for year in years)
    return (Cell(place), *cells)


def table(
    key: str,
    *,
    years: Sequence[int] = YEARS,
    changed: Mapping[tuple[str, int], Decimal] | None = None,
    total: bool = False,
    caption: str = "",
    places: Sequence[str] = (),
) -> Grid:
    """Return the table of a measure with a row for each place; `changed` is added to some figures."""
    measure, known = MEASURES[key], dict(figures(key))
    for place, more in (changed or {}).items():
        known[place] += more
    head = (Cell(measure.role.capitalize()), *(Cell(str(year)) for year in years))
    rows = [row(key, place, years, known) for place in places or measure.places]
    sums: tuple[tuple[int, tuple[int, ...]], ...] = ()
    if total:
        whole = (sum((known[place, year] for place in measure.places), Decimal(0)) for year in years)
        rows.append((Cell(f"All {measure.role}s"), *map(number, whole)))
        sums = () if any(kept[0] == key for kept in KEPT_BACK) else ((len(rows), tuple(range(1, len(rows)))),)
    return Grid(caption or measure.caption, (head, *rows), sums=sums)


def listed(key: str) -> Grid:
    """Return a measure as a list with one row for each place and year."""
    measure, known = MEASURES[key], figures(key)
    head = (Cell(measure.role.capitalize()), Cell("Year"), Cell(f"{measure.name} ({measure.unit})"))
    rows = [
        (Cell(place), Cell(str(year)), Cell(WITHHELD if (key, place, year) in KEPT_BACK else f"{known[place, year]}"))
        for place in measure.places
        for year in YEARS
    ]
    return Grid("", (head, *rows))


def told(key: str, place: str, year: int) -> str:
    """Return a figure as a sentence shows it."""
    return written(figures(key)[place, year])


def draft(path: str, title: str, *blocks: Block, header: str = "", footer: str = "") -> Draft:
    """Return a document of the office whose domain its path is in."""
    office = PORT_OFFICE if path.startswith("ports/") else CLINIC_OFFICE
    return Draft(path, title, office, KIND, (Heading(title), *blocks), header, footer)


def bare(path: str, grid: Grid) -> Rendered:
    """Return a csv file of one table."""
    return csv(Draft(path, "", "", KIND, (grid,)))
