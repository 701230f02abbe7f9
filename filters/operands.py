"""The cited numbers that a program works on: which cells they are, and whether each file and the plan hold some."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assay.model.gate import Context
from assay.model.grid import Grid
from assay.model.probe import CellChange
from assay.model.task import Evidence, LookUp, Task
from assay.model.variants import neighbour_numbers, other_numbers
from filters.faults import Fault
from filters.quotes import cell_text, cited_artifact, fold

_YEAR = re.compile(r"\D*(?:19|20)\d{2}\D*")


def operands(task: Task, context: Context) -> list[Evidence]:
    """Return the evidence that is a cell with a number, the first of each cell: what a change can be made to."""
    cells: dict[tuple[str, str, int | None, int | None], Evidence] = {}
    for evidence in task.evidence:
        if other_numbers(cell_text(evidence, context) or ""):
            cells.setdefault((evidence.path, evidence.artifact, evidence.at.row, evidence.at.column), evidence)
    return list(cells.values())


def operand_fault(task: Task, context: Context) -> Fault | None:
    """Return the first cited file of which the program has no cited number; tables cited whole state units at most."""
    given = {evidence.path for evidence in operands(task, context)}
    for evidence in task.evidence:
        if evidence.path not in given:
            reason = f"{evidence.path} is cited without a cell whose number the answer depends on"
            return Fault("no_operand_cited", reason)
    return None


def table_texts(task: Task, context: Context) -> list[str]:
    """Return the texts of all cells of the cited tables."""
    cited = {(evidence.path, evidence.artifact): cited_artifact(evidence, context) for evidence in task.evidence}
    grids = [artifact.payload for artifact in cited.values() if artifact and isinstance(artifact.payload, Grid)]
    return list(dict.fromkeys(text for grid in grids for text in grid.displayed))


def plan_fault(task: Task, context: Context) -> Fault | None:
    """Return the first look-up of the plan whose cell does not show its value, or a result that is no step."""
    if task.plan is None:
        return None
    for lookup in task.plan.lookups:
        shown = _looked_up(lookup, context)
        if shown is None or fold(shown) != fold(lookup.value):
            where = f"{lookup.path} {lookup.artifact} row {lookup.row} column {lookup.column}"
            return Fault("plan_differs", f"the plan looks up {lookup.value!r} at {where}, which shows {shown!r}")
    if task.plan.result not in {step.id for step in (*task.plan.lookups, *task.plan.operations)}:
        return Fault("plan_differs", f"the plan's result {task.plan.result!r} is none of its steps")
    return None


def neighbours(found: Sequence[Evidence], context: Context) -> list[tuple[CellChange, ...]]:
    """Return all cited numbers one unit of their last place up, and the same down; years stay, they are keys."""
    ups: list[CellChange] = []
    downs: list[CellChange] = []
    for evidence in found:
        text = cell_text(evidence, context) or ""
        if not _YEAR.fullmatch(text):
            up, down = neighbour_numbers(text)
            ups.append(change(evidence, up))
            downs.append(change(evidence, down))
    return [tuple(ups), tuple(downs)] if ups else []


def change(evidence: Evidence, text: str) -> CellChange:
    """Return the change that shows another text in the cited cell."""
    at = evidence.at
    return CellChange(evidence.path, evidence.artifact, at.row or 0, at.column or 0, text)


def _looked_up(lookup: LookUp, context: Context) -> str | None:
    document = context.document(lookup.path)
    artifact = document.artifact(lookup.artifact) if document else None
    grid = artifact.payload if artifact else None
    if not isinstance(grid, Grid) or not (0 <= lookup.row < grid.rows and 0 <= lookup.column < grid.columns):
        return None
    return grid.text(lookup.row, lookup.column)
