"""A workbook without some of its artifacts: what stays of formulas is their values."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from assay.model.artifact import Artifact
from assay.native import workbook_marks as marks
from assay.native.cuts import Cut, Gone, fact, impossible
from assay.native.names import Element, local, remove
from assay.native.package import OfficeFile
from assay.native.properties import cut_property
from assay.native.workbook_cells import cut_formula, cut_grid, cut_look, forget_calculation, forget_strings
from assay.native.workbook_floats import cut_float
from assay.native.workbook_places import Sheet, WorkbookPlaces, all_local, remove_listed

_GRIDS = frozenset({"table", "tlr", "unstructured"})
_FLOATS = frozenset({"image", "chart", "shape"})


def workbook_cuts(file: OfficeFile, gone: Gone) -> list[tuple[Artifact, list[Cut]]]:
    """Return for each artifact that is to go what takes it out of the workbook."""
    places = WorkbookPlaces(file)
    sheets = {one.at.sheet for one in gone.artifacts() if one.kind == "sheet"}
    plan = [(one, _cuts(places, gone, one) if _has_own(one, sheets) else [_along]) for one in gone.artifacts()]
    last = [cuts for _, cuts in plan if cuts][-1:]
    for cuts in last:
        cuts += [partial(forget_calculation, places)] if _reckons(gone) else []
        cuts.append(partial(forget_strings, places))
    return plan


def _has_own(artifact: Artifact, sheets: set[str | None]) -> bool:
    """Whether an artifact is not taken out with its sheet; names stand in the workbook."""
    return artifact.kind in ("sheet", "name") or artifact.at.sheet not in sheets


def _along() -> None:
    """Do nothing: the sheet takes it along."""


def _reckons(gone: Gone) -> bool:
    return any(one.kind in ("formula", "sheet") for one in gone.artifacts())


def _cuts(places: WorkbookPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    kind = artifact.kind
    if kind in _GRIDS:
        return cut_grid(places, artifact)
    if kind in _FLOATS:
        return cut_float(places, gone, artifact)
    finders: dict[str, Callable[[Artifact], list[Cut]]] = {
        "sheet": partial(_cut_sheet, places, gone),
        "formula": partial(cut_formula, places),
        "format": partial(_cut_format, places, gone),
        "name": partial(marks.cut_name, places, gone),
        "comment": partial(marks.cut_comment, places, gone),
        "hyperlink": partial(marks.cut_link, places, gone),
        "validation": partial(marks.cut_validation, places, gone),
        "header_footer": partial(marks.cut_margin, places),
        "pivot": partial(marks.cut_pivot, places),
        "other": partial(marks.cut_other, places, gone),
        "metadata": partial(cut_property, places.file),
    }
    return finders[kind](artifact) if kind in finders else []


def _cut_format(places: WorkbookPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    if fact(artifact, "aspect") == "conditional format":
        return marks.cut_conditional(places, gone, artifact)
    return cut_look(places, gone, artifact)


def _cut_sheet(places: WorkbookPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    going = {one.at.sheet for one in gone.artifacts() if one.kind == "sheet"}
    left = [one.entry for name, one in places.sheets.items() if name not in going]
    if not any(entry.get("state", "visible") == "visible" for entry in left):
        raise impossible(artifact, "a workbook shows one sheet at least.")
    sheet = places.sheet(artifact)
    return [partial(_remove_sheet, places, sheet)] if sheet is not None else []


def _remove_sheet(places: WorkbookPlaces, sheet: Sheet) -> None:
    """Take a sheet out with its pivots' caches and its own names; the indexes of those behind it move up."""
    for pivot in places.file.targets(sheet.part, "pivotTable"):
        marks.remove_pivot(places, sheet.part, pivot)
    listed = sheet.entry.getparent()
    entries = list(listed) if listed is not None else [sheet.entry]
    at = entries.index(sheet.entry)
    remove(sheet.entry)
    for name in all_local(places.root, "definedName"):
        own = name.get("localSheetId", "")
        if own == str(at):
            remove_listed(name)
        elif own.isdigit() and int(own) > at:
            name.set("localSheetId", str(int(own) - 1))
    for view in all_local(places.root, "workbookView"):
        _turn_to_shown(view, [entry for entry in entries if entry is not sheet.entry], at)
    _forget_title(places, sheet.entry.get("name", ""))


def _turn_to_shown(view: Element, entries: list[Element], gone: int) -> None:
    """Keep the sheet that a window opens with, or else open it with the first that is shown."""
    shown = [index for index, entry in enumerate(entries) if entry.get("state", "visible") == "visible"]
    for word in ("activeTab", "firstSheet"):
        before = view.get(word, "0")
        now = int(before) - (int(before) > gone) if before.isdigit() else 0
        view.set(word, str(now if now in shown else next(iter(shown), 0)))


def _forget_title(places: WorkbookPlaces, name: str) -> None:
    for root in places.trees(places.file.targets("", "extended-properties")):
        for entry in (one for one in root.iter() if local(one) == "lpstr" and (one.text or "").strip() == name):
            entry.text = ""
