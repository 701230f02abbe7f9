"""One sheet becomes artifacts: the sheet itself, its grids and what floats over them, then what is about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from assay.model.artifact import Anchor, Artifact, Facts
from assay.model.canonical import Scalar
from extractors.charts import chart_text
from extractors.excel.blocks import CELLS_PER_BLOCK
from extractors.excel.cells import Cells, SheetPart, read_cells
from extractors.excel.floats import Float, floats_of
from extractors.excel.formulas import FormulaBlock, formula_blocks, formulas_of, lacks_value
from extractors.excel.grids import SheetValues, values_of
from extractors.excel.layout import SheetLayout
from extractors.excel.notes import Note, notes_of
from extractors.excel.places import Places
from extractors.excel.references import Box, box_of, column_letters
from extractors.excel.tables import tables_of
from extractors.excel.workbook import S, SheetEntry, Workbook
from extractors.markup import Element, child, value, whole
from extractors.sheaf import Sheaf

_STATES = {"hidden": "hidden", "veryHidden": "very hidden"}


@dataclass(frozen=True, slots=True)
class Reader:
    """A formula or chart that waits for the grids of all sheets, with the formulas that name what it reads."""

    artifact: Artifact
    sheet: str
    formulas: tuple[str, ...]
    reach: tuple[int, int] = (0, 0)


class SheetGatherer:
    """Puts one sheet's artifacts into the sheaf; `waiting` holds what reads grids of other sheets."""

    def __init__(self, sheaf: Sheaf, workbook: Workbook, workbook_part: str, entry: SheetEntry, places: Places) -> None:
        self._sheaf = sheaf
        self._workbook = workbook
        self._workbook_part = workbook_part
        self._entry = entry
        self._places = places
        self.waiting: list[Reader] = []

    def gather(self) -> None:
        """Read the sheet's part and add what it holds."""
        package, name = self._workbook.package, self._entry.name
        data = package.read(self._entry.part)
        part = read_cells(BytesIO(data)) if data is not None else SheetPart(Cells(), None, "it is missing or broken")
        facts = Facts(tuple(_sheet_facts(self._entry, part.cells, part.rest)))
        sheet = self._sheaf.add("sheet", self._at(), payload=facts, plain=name, place=name)
        layout = SheetLayout(self._sheaf, self._places, name, sheet)
        if part.fault:
            layout.partial(f"the sheet's part is damaged ({part.fault})")
        self._gather_cells(sheet, layout, part)
        if part.rest is not None:
            for note in notes_of(package, self._workbook_part, self._entry.part, part.rest):
                self._note(sheet, note)

    def _gather_cells(self, sheet: Artifact, layout: SheetLayout, part: SheetPart) -> None:
        cells = part.cells
        values = values_of(cells, self._workbook)
        formulas = formulas_of(cells)
        values.formulas.update((formula.cell, formula.shown) for formula in formulas)
        layout.add_grids(values, _merged(part.rest), list(tables_of(self._workbook.package, self._entry.part)))
        self._floats(sheet)
        for block in formula_blocks(formulas, cells):
            self._formula(sheet, block, values)
        missing = sum(lacks_value(cells, formula.cell) for formula in formulas)
        if missing:
            layout.warn(f"{missing} formulas have no stored result; open and save the file in Excel to have them")

    def _formula(self, sheet: Artifact, block: FormulaBlock, values: SheetValues) -> None:
        first = block.first
        facts = Facts((
            ("formula", first.shown), ("form", first.form), ("type", first.type),
            ("cells", block.box.height * block.box.width), ("value", values.displayed[first.cell]),
            ("cached", block.cached),
        ))  # fmt: skip
        artifact = self._sheaf.add(
            "formula", self._at(block.box.text), first.shown, facts, plain=first.form, place=self._entry.name
        )
        self._sheaf.link(artifact, sheet, "part_of")
        self._about(artifact, block.box)
        reach = (0, 0) if first.reach else (block.box.height - 1, block.box.width - 1)
        self.waiting.append(Reader(artifact, self._entry.name, (first.text,), reach))

    def _floats(self, sheet: Artifact) -> None:
        for found in floats_of(self._workbook.package, self._entry.part):
            artifact = self._float(found)
            self._sheaf.link(artifact, sheet, "part_of")
            if found.chart is not None:
                sources = tuple(series.source for series in found.chart.series if series.source)
                self.waiting.append(Reader(artifact, self._entry.name, sources))

    def _float(self, found: Float) -> Artifact:
        at, place = self._at(found.box.text if found.box else None), self._entry.name
        if found.chart is not None:
            return self._sheaf.add("chart", at, chart_text(found.chart), found.chart, place=place)
        if found.picture is not None:
            alt, data = found.picture.picture.alt, found.picture.data
            plain = found.picture.address or found.name
            return self._sheaf.add("image", at, alt, found.picture.picture, plain=plain, place=place, blob=data)
        return self._sheaf.add("shape", at, found.text, Facts((("name", found.name),)), place=place)

    def _note(self, sheet: Artifact, note: Note) -> None:
        artifact = self._sheaf.add(
            note.kind, self._at(note.range or None), note.text, Facts(note.facts), place=self._entry.name
        )
        self._sheaf.link(artifact, sheet, "part_of")
        for text in note.range.split():
            box = box_of(text)
            if box is not None:
                self._about(artifact, box)

    def _about(self, artifact: Artifact, box: Box) -> None:
        for key in self._places.within(self._entry.name, box):
            self._sheaf.link(artifact, key, "about")

    def _at(self, range: str | None = None) -> Anchor:
        return Anchor(sheet=self._entry.name, range=range)


def _merged(rest: Element | None) -> list[Box]:
    found = rest.iterfind(f"{S}mergeCells/{S}mergeCell") if rest is not None else ()
    boxes = [box_of(cell.get("ref", "")) for cell in found]
    # A merge of whole rows or columns covers nothing but empty cells; it is no part of any block.
    return [box for box in boxes if box is not None and box.height * box.width <= CELLS_PER_BLOCK]


def _sheet_facts(entry: SheetEntry, cells: Cells, rest: Element | None) -> Iterator[tuple[str, Scalar]]:
    yield "name", entry.name
    yield "hidden", _STATES.get(entry.state)
    yield "index", entry.index
    yield "type", entry.type
    if rest is None:
        return
    color = child(rest, f"{S}sheetPr", f"{S}tabColor")
    if color is not None:
        yield "tab_color", color.get("rgb") or f"theme {value(color, 'theme')}"
    if cells.hidden_rows:
        yield "hidden_rows", ", ".join(_ranges([row + 1 for row in cells.hidden_rows]))
    columns = [
        f"{column_letters(whole(column.get('min'), 1) - 1)}:{column_letters(whole(column.get('max'), 1) - 1)}"
        for column in rest.iterfind(f"{S}cols/{S}col")
        if column.get("hidden") in ("1", "true")
    ]
    if columns:
        yield "hidden_columns", ", ".join(columns)


def _ranges(numbers: Sequence[int]) -> Iterator[str]:
    start = last = numbers[0]
    for number in [*numbers[1:], -1]:
        if number != last + 1:
            yield f"{start}:{last}"
            start = number
        last = number
