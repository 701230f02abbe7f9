"""One sheet becomes artifacts: the sheet itself, its grids and what floats over them, then what is about them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from assay.model.artifact import Anchor, Artifact, Facts
from assay.model.canonical import Scalar
from extractors.excel.allowance import MOST_CELLS, MOST_CHARACTERS, Allowance
from extractors.excel.cells import SheetPart, read_cells
from extractors.excel.columns import Cells, Formulas
from extractors.excel.extras import hidden_columns, row_ranges, tab_colour
from extractors.excel.facets import Reader, SheetFacets
from extractors.excel.floats import floats_of
from extractors.excel.formulas import formula_blocks, formulas_of, lacks_value
from extractors.excel.grids import values_of
from extractors.excel.layout import SheetLayout
from extractors.excel.places import Places
from extractors.excel.references import Box, box_of
from extractors.excel.shown import SheetValues
from extractors.excel.styles import S, Styles
from extractors.excel.tables import tables_of
from extractors.excel.workbook import SheetEntry, Workbook
from extractors.markup import Element
from extractors.sheaf import Sheaf

_STATES = {"hidden": "hidden", "veryHidden": "very hidden"}
UNCALCULATED = "(not calculated)"
"""What a cell shows whose formula has no stored result: a blank would read as an empty cell."""


class SheetGatherer:
    """Puts one sheet's artifacts into the sheaf; `waiting` holds what reads grids of other sheets."""

    def __init__(
        self, sheaf: Sheaf, workbook: Workbook, workbook_part: str, entry: SheetEntry, places: Places,
        allowance: Allowance,
    ) -> None:  # fmt: skip
        self._sheaf = sheaf
        self._workbook = workbook
        self._workbook_part = workbook_part
        self._entry = entry
        self._places = places
        self._allowance = allowance
        self.waiting: list[Reader] = []

    def gather(self) -> None:
        """Read the sheet's part and add what it holds."""
        package, name = self._workbook.package, self._entry.name
        stream = package.stream(self._entry.part)
        part = SheetPart(Cells(), None, "it is missing or broken")
        if stream is not None:
            part = read_cells(stream, self._allowance.cells)
        facts = Facts(tuple(_sheet_facts(self._entry, part.cells, part.rest, self._workbook.styles)))
        sheet = self._sheaf.add("sheet", Anchor(sheet=name), payload=facts, plain=name, place=name)
        self._places.open(name, sheet)
        layout = SheetLayout(self._sheaf, self._places, name, sheet)
        if part.fault:
            layout.partial(f"the sheet's part is damaged ({part.fault})")
        if part.full:
            layout.partial(
                f"its cells beyond the first {len(part.cells):,} are left out: {MOST_CELLS:,} are read of a file"
            )
        self._gather_cells(sheet, layout, part)

    def _gather_cells(self, sheet: Artifact, layout: SheetLayout, part: SheetPart) -> None:
        cells, package = part.cells, self._workbook.package
        facets = SheetFacets(self._sheaf, self._workbook, self._workbook_part, self._entry, self._places, sheet)
        self.waiting = facets.waiting
        values = self._values(layout, cells)
        cells = values.cells
        formulas = formulas_of(cells, self._workbook.spilling(self._entry.part))
        values.formulas.update((formula.cell, formula.shown) for formula in formulas)
        missing = [formula.cell for formula in formulas if lacks_value(cells, formula.cell)]
        for cell in missing:
            values.displayed[cell] = UNCALCULATED
        floats = [
            (found.box, partial(facets.add_float, found)) for found in floats_of(package, self._entry.part, part.rest)
        ]
        layout.add_grids(values, _merged(part.rest), list(tables_of(package, self._entry.part)), floats)
        tables = [one.box for one in layout.laid if one.artifact.kind == "table"]
        facets.add_formulas(formula_blocks(formulas, cells), values, tables)
        facets.add_looks(layout.laid, values, layout)
        if part.rest is not None:
            facets.add_notes(part.rest, cells.hidden_rows)
        if missing:
            layout.warn(f"{len(missing)} formulas have no stored result; open and save the file in Excel to have them")

    def _values(self, layout: SheetLayout, cells: Cells) -> SheetValues:
        """Return what the cells show and store, as far as the workbook's allowance goes."""
        if not self._allowance.take_formulas(cells):
            layout.partial(f"its formulas are left out: together they are longer than {MOST_CHARACTERS:,} characters")
            cells.formulas = Formulas()
        values = values_of(cells, self._workbook)
        if self._allowance.take_texts(values.displayed):
            self._allowance.take_cells(cells)
            return values
        layout.partial(f"its cells are left out: together they show more than {MOST_CHARACTERS:,} characters")
        return values_of(Cells(hidden_rows=cells.hidden_rows), self._workbook)


def _merged(rest: Element | None) -> list[Box]:
    found = rest.iterfind(f"{S}mergeCells/{S}mergeCell") if rest is not None else ()
    boxes = [box_of(cell.get("ref", "")) for cell in found]
    return [box for box in boxes if box is not None]


def _sheet_facts(entry: SheetEntry, cells: Cells, rest: Element | None, styles: Styles) -> Iterator[tuple[str, Scalar]]:
    yield "name", entry.name
    yield "hidden", _STATES.get(entry.state)
    yield "index", entry.index
    yield "type", entry.type
    if rest is None:
        return
    stated = (
        ("tab_color", tab_colour(rest, styles)),
        ("hidden_rows", row_ranges(cells.hidden_rows)),
        ("hidden_columns", hidden_columns(rest)),
    )
    yield from ((name, said) for name, said in stated if said)
