"""One sheet becomes artifacts: the sheet itself, its grids and what floats over them, then what is about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice

import numpy as np

from assay.model.artifact import Anchor, Artifact, Facts
from assay.model.canonical import Scalar
from assay.model.document import Problem
from assay.model.grid import Grid
from extractors.charts import chart_text
from extractors.excel.blocks import CELLS_PER_BLOCK, Numbers, blocks_of
from extractors.excel.cells import Cells, SheetPart, read_cells
from extractors.excel.floats import Float, floats_of
from extractors.excel.formulas import FormulaBlock, formula_blocks, formulas_of, lacks_value
from extractors.excel.grids import SheetValues, grid_at, values_of
from extractors.excel.notes import Note, notes_of
from extractors.excel.places import Places
from extractors.excel.references import Box, box_of, column_letters
from extractors.excel.tables import FormalTable, tables_of
from extractors.excel.workbook import S, SheetEntry, Workbook
from extractors.markup import Element, child, value, whole
from extractors.sheaf import Sheaf

# Beyond these a sheet's further blocks are left out, with a warning and the problem `partial`.
BLOCKS_PER_SHEET = 20_000
GRID_CELLS = 20_000_000
# Merged cells that cover more than this together no longer hold blocks together; no real sheet comes near.
BRIDGES = 1_000_000

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
        part = self._read()
        cells = part.cells if part is not None else Cells()
        rest = part.rest if part is not None else None
        sheet = self._sheaf.add(
            "sheet", self._at(), plain=self._entry.name, place=self._entry.name,
            payload=Facts(tuple(_sheet_facts(self._entry, cells, rest))),
        )  # fmt: skip
        values = values_of(cells, self._workbook)
        formulas = formulas_of(cells)
        values.formulas.update((formula.cell, formula.shown) for formula in formulas)
        self._grids(sheet, values, _merged(rest))
        self._floats(sheet)
        for block in formula_blocks(formulas, cells):
            self._formula(sheet, block, values)
        missing = sum(lacks_value(cells, formula.cell) for formula in formulas)
        if missing:
            self._warn(f"{missing} formulas have no stored result; open and save the file in Excel to have them.")
        if rest is not None:
            for note in notes_of(self._workbook.package, self._workbook_part, self._entry.part, rest):
                self._note(sheet, note)

    def _read(self) -> SheetPart | None:
        data = self._workbook.package.read(self._entry.part)
        if data is None:
            self._partial("the sheet's part cannot be read")
            return None
        part = read_cells(BytesIO(data))
        if part.fault:
            self._partial(f"the sheet's part is damaged ({part.fault})")
        return part

    def _grids(self, sheet: Artifact, values: SheetValues, merged: Sequence[Box]) -> None:
        cells = values.cells
        rows, columns = np.frombuffer(cells.rows, np.int64), np.frombuffer(cells.columns, np.int64)
        tables = list(tables_of(self._workbook.package, self._entry.part))
        loose = np.ones(len(rows), dtype=bool)
        found = list[tuple[Box, Numbers, FormalTable | None]]()
        for table in tables:
            if table.box.height * table.box.width > CELLS_PER_BLOCK:
                self._warn(f"The table {table.name} is larger than {CELLS_PER_BLOCK:,} cells and is cut into blocks.")
                continue
            inside = _inside(table.box, rows, columns) & loose
            loose &= ~inside
            found.append((table.box, np.nonzero(inside)[0], table))
        rest = np.nonzero(loose)[0]
        found += [(box, members, None) for box, members in _blocks(rest, rows, columns, merged)]
        found.sort(key=lambda block: (block[0].top, block[0].left))
        self._add_grids(sheet, self._within_limits(found), values, merged)

    def _within_limits(
        self, found: Sequence[tuple[Box, Numbers, FormalTable | None]]
    ) -> Iterator[tuple[Box, Numbers, FormalTable | None]]:
        total = 0
        for count, block in enumerate(found):
            total += block[0].height * block[0].width
            if count == BLOCKS_PER_SHEET or total > GRID_CELLS:
                self._partial(f"{len(found) - count} of its {len(found)} blocks of cells are beyond the limit")
                return
            yield block

    def _add_grids(
        self, sheet: Artifact, found: Iterable[tuple[Box, Numbers, FormalTable | None]], values: SheetValues,
        merged: Sequence[Box],
    ) -> None:  # fmt: skip
        for box, members, table in found:
            own = [span for span in merged if span.meets(box)]
            headers = table.header_rows if table is not None else None
            grid = grid_at(box, members, values, own, headers)
            if table is None and not any(value not in (None, "") for value in grid.stored) and not grid.formulas:
                continue
            kind = "table" if table is not None else "unstructured" if _loose(grid) else "tlr"
            artifact = self._sheaf.add(kind, self._at(box.text), payload=grid, place=self._entry.name)
            self._sheaf.link(artifact, sheet, "part_of")
            self._places.put(self._entry.name, box, artifact)
            if table is not None:
                self._table_name(sheet, artifact, table)

    def _table_name(self, sheet: Artifact, grid: Artifact, table: FormalTable) -> None:
        refers = f"{_quoted(self._entry.name)}!{table.box.text}"
        facts = Facts((
            ("name", table.name), ("refers_to", refers), ("type", "table"), ("columns", "; ".join(table.columns)),
            ("header_rows", table.header_rows), ("totals_rows", table.totals_rows), ("totals", "; ".join(table.totals)),
        ))  # fmt: skip
        text = f"{table.name} = {refers} (table with columns {'; '.join(table.columns)})"
        name = self._sheaf.add("name", self._at(table.box.text), text, facts, plain=table.name, place=self._entry.name)
        self._sheaf.link(name, grid, "about")
        self._sheaf.link(name, sheet, "part_of")
        self._places.call(table.name, refers, defined_on=self._entry.name)

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

    def _warn(self, sentence: str) -> None:
        self._sheaf.warn(f"Sheet {self._entry.name}: {sentence}")

    def _partial(self, what: str) -> None:
        self._warn(f"{what}.")
        self._sheaf.problem = Problem("partial", f"Sheet {self._entry.name}: {what}.")


def _blocks(rest: Numbers, rows: Numbers, columns: Numbers, merged: Sequence[Box]) -> Iterator[tuple[Box, Numbers]]:
    """Yield the blocks of the cells outside formal tables; a merged cell fills all that it covers."""
    extra = _covered(rows[rest], columns[rest], merged)
    all_rows = np.concatenate([rows[rest], extra[0]])
    all_columns = np.concatenate([columns[rest], extra[1]])
    for box, members in blocks_of(all_rows, all_columns):
        yield box, rest[members[members < len(rest)]]


def _covered(rows: Numbers, columns: Numbers, merged: Sequence[Box]) -> tuple[Numbers, Numbers]:
    """Return addresses that bridge what merged cells with content cover: their last row and last column."""
    filled = set(zip(rows.tolist(), columns.tolist(), strict=True)) if merged else set[tuple[int, int]]()
    corners = (span for span in merged if (span.top, span.left) in filled)
    places = list(islice((place for span in corners for place in _rim(span)), BRIDGES))
    return np.array([row for row, _ in places], np.int64), np.array([column for _, column in places], np.int64)


def _rim(span: Box) -> Iterator[tuple[int, int]]:
    # Rows and columns are cut separately, so one line along each side keeps a span whole.
    yield from ((row, span.right) for row in range(span.top, span.bottom + 1))
    yield from ((span.bottom, column) for column in range(span.left, span.right))


def _inside(box: Box, rows: Numbers, columns: Numbers) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return (rows >= box.top) & (rows <= box.bottom) & (columns >= box.left) & (columns <= box.right)


def _loose(grid: Grid) -> bool:
    """Whether a block is no table: one row, or one column without a header."""
    return grid.rows == 1 or (grid.columns == 1 and grid.header_rows == 0)


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


def _quoted(sheet: str) -> str:
    return sheet if sheet.isidentifier() else "'" + sheet.replace("'", "''") + "'"
