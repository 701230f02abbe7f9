"""Formulas of a sheet: shared ones expanded, one record per relative form and block of cells that share it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from extractors.excel.columns import Cells, FormulaCell
from extractors.excel.formula_text import displayed, relative_form, shifted
from extractors.excel.references import Box, box_of


@dataclass(frozen=True, slots=True)
class Formula:
    """One cell's formula: its text as stored, its relative form, and what kind it is."""

    cell: int
    text: str
    form: str
    type: str
    reach: Box | None = None

    @property
    def shown(self) -> str:
        """The formula as the formula bar shows it; arrays stand in braces, dynamic ones without."""
        shown = f"={displayed(self.text)}"
        return f"{{{shown}}}" if self.type in ("array", "dataTable") else shown

    @property
    def reads(self) -> tuple[str, ...]:
        """The formulas of what it reads: a data table reads its edges, too."""
        if self.type != "dataTable" or self.reach is None:
            return (self.text,)
        box = self.reach
        return self.text, Box(max(box.top - 1, 0), max(box.left - 1, 0), box.bottom, box.right).text


@dataclass(frozen=True, slots=True)
class FormulaBlock:
    """A rectangle of cells that hold one relative form; `first` is the formula of its top left cell."""

    box: Box
    first: Formula
    cached: bool


def formulas_of(cells: Cells, spilling: frozenset[tuple[int, int]] = frozenset()) -> list[Formula]:
    """Return each cell's formula in the order of the cells; `spilling` are the cells of dynamic arrays."""
    masters = {found.attributes["si"]: found for found in cells.formulas if found.text and "si" in found.attributes}
    forms = {si: relative_form(found.text, *_place(cells, found.cell)) for si, found in masters.items()}
    found = (_formula(found, cells, masters, forms) for found in cells.formulas)
    return [_dynamic(formula, cells, spilling) for formula in found if formula is not None]


def _dynamic(formula: Formula, cells: Cells, spilling: frozenset[tuple[int, int]]) -> Formula:
    if formula.type == "array" and _place(cells, formula.cell) in spilling:
        return replace(formula, type="dynamic array")
    return formula


def _place(cells: Cells, cell: int) -> tuple[int, int]:
    return cells.rows[cell], cells.columns[cell]


def _formula(
    found: FormulaCell, cells: Cells, masters: dict[str, FormulaCell], forms: dict[str, str]
) -> Formula | None:
    type = found.attributes.get("t", "normal")
    if type == "dataTable":
        inputs = [found.attributes.get(name, "") for name in ("r1", "r2")]
        form = ",".join(filter(None, inputs))
        return Formula(found.cell, f"TABLE({_inputs(found, *inputs)})", f"TABLE({form})", type, _reach(found))
    si = found.attributes.get("si", "")
    if type == "shared" and not found.text:
        return _expanded(found, cells, masters.get(si), forms.get(si, ""))
    if not found.text:
        return None
    if type == "shared" and masters.get(si) == found:
        return Formula(found.cell, found.text, forms[si], type)
    form = relative_form(found.text, *_place(cells, found.cell))
    return Formula(found.cell, found.text, form, type, _reach(found) if type == "array" else None)


def _inputs(found: FormulaCell, first: str, second: str) -> str:
    """Return the input cells of a data table as the formula bar shows them: that of the row, that of the column."""
    if found.attributes.get("dt2D") in ("1", "true"):
        return f"{first},{second}"
    return f"{first}," if found.attributes.get("dtr") in ("1", "true") else f",{first}"


def _reach(found: FormulaCell) -> Box | None:
    return box_of(found.attributes.get("ref", ""))


def _expanded(found: FormulaCell, cells: Cells, master: FormulaCell | None, form: str) -> Formula | None:
    if master is None:
        return None
    row, column = _place(cells, found.cell)
    from_row, from_column = _place(cells, master.cell)
    return Formula(found.cell, shifted(master.text, row - from_row, column - from_column), form, "shared")


def lacks_value(cells: Cells, cell: int) -> bool:
    """Whether a formula's cell has no cached value; an empty text is a value, and its type says so."""
    return cells.lacks_value(cell)


def formula_blocks(formulas: Sequence[Formula], cells: Cells) -> list[FormulaBlock]:
    """Return the blocks of cells that hold one relative form, by form in the order of first cells."""
    forms: dict[tuple[str, str], list[Formula]] = defaultdict(list)
    for formula in formulas:
        forms[formula.type if formula.reach else "", formula.form].append(formula)
    found = [block for same in forms.values() for block in _rectangles(same, cells)]
    return sorted(found, key=lambda block: (block.box.top, block.box.left))


def _rectangles(formulas: Iterable[Formula], cells: Cells) -> Iterator[FormulaBlock]:
    """Yield runs down the columns, neighbouring runs of equal rows joined."""
    ordered = sorted(formulas, key=lambda formula: (cells.columns[formula.cell], cells.rows[formula.cell]))
    open_runs: dict[tuple[int, int], tuple[Box, list[Formula]]] = {}
    for run in _runs(ordered, cells):
        row, column = _place(cells, run[0].cell)
        box = run[0].reach or Box(row, column, row + len(run) - 1, column)
        before = open_runs.get((box.top, box.bottom))
        if before is not None and before[0].right == box.left - 1 and run[0].reach is None:
            open_runs[box.top, box.bottom] = (before[0].joined(box), [*before[1], *run])
            continue
        if before is not None:
            yield _block(*before, cells)
        open_runs[box.top, box.bottom] = (box, run)
    for box, members in open_runs.values():
        yield _block(box, members, cells)


def _runs(ordered: Sequence[Formula], cells: Cells) -> Iterator[list[Formula]]:
    run = list[Formula]()
    for formula in ordered:
        row, column = _place(cells, formula.cell)
        if run:
            last_row, last_column = _place(cells, run[-1].cell)
            if formula.reach or run[-1].reach or (last_row + 1, last_column) != (row, column):
                yield run
                run = []
        run.append(formula)
    if run:
        yield run


def _block(box: Box, members: Sequence[Formula], cells: Cells) -> FormulaBlock:
    return FormulaBlock(box, members[0], not any(lacks_value(cells, formula.cell) for formula in members))
