"""Cells of a workbook emptied, formulas replaced by their values, looks taken away, and no string left behind."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable
from functools import partial

from assay.model.artifact import Artifact
from assay.model.sheet_range import Box, box_of
from assay.native.cuts import Cut, Gone, fact, impossible
from assay.native.formula_shift import shifted
from assay.native.names import Element, local, remove
from assay.native.workbook_places import WorkbookPlaces, all_local, owners_of, remove_listed

_SHARED = re.compile(rb't="s"[^>]*>\s*<(?:\w+:)?v[^>]*>\s*([0-9]+)')
_FONT_PARTS = {"bold": ("b",), "italic": ("i",), "strikeout": ("strike",), "font colour": ("color",)}


def cut_grid(places: WorkbookPlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that empty the cells of a grid; a formal table goes with its definition."""
    cells, root = places.in_ranges(artifact, artifact.at.range or ""), places.tree(artifact)
    if root is None:
        return []
    box = box_of(artifact.at.range or "")
    merged = [one for one in all_local(root, "mergeCell") if box is not None and _inside(one.get("ref", ""), box)]
    cuts: list[Cut] = [partial(_empty, places, artifact, cells), *(partial(remove_listed, one) for one in merged)]
    if artifact.kind == "table":
        cuts += [partial(_drop_table, places, artifact, part) for part in _tables(places, artifact)]
    return cuts


def empty_cells(places: WorkbookPlaces, artifact: Artifact, ranges: str) -> list[Cut]:
    """Return the cut that empties the cells of some ranges."""
    cells = places.in_ranges(artifact, ranges)
    return [partial(_empty, places, artifact, cells)] if cells else []


def cut_formula(places: WorkbookPlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave a formula's values without it."""
    cells = places.in_ranges(artifact, artifact.at.range or "")
    held = [cell for cell in cells if any(local(one) == "f" for one in cell)]
    columns = [one for part in places.related(artifact, "table") for one in _column_formulas(places, artifact, part)]
    return [partial(_drop_formulas, places, artifact, held), *(partial(remove, one) for one in columns)] if held else []


def cut_look(places: WorkbookPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that give cells the look that they have without one aspect of it."""
    aspect = fact(artifact, "aspect")
    if artifact.key not in gone.named and owners_of(gone, artifact) & gone.keys:
        return []
    if aspect == "number format":
        raise impossible(artifact, "the cells would show other values.")
    cells = places.in_ranges(artifact, fact(artifact, "cells"))
    styles = next(iter(places.trees(places.file.targets(places.main, "styles"))), None)
    return [partial(_restyle, styles, cells, aspect)] if cells and styles is not None else []


def forget_strings(places: WorkbookPlaces) -> None:
    """Empty the shared strings that no cell shows any more."""
    roots = places.trees(places.file.targets(places.main, "sharedStrings"))
    items = [one for one in roots[0] if local(one) == "si"] if roots else []
    if not items:
        return
    used = {index for sheet in places.sheets.values() for index in _strings_of(places, sheet.part)}
    for index, item in enumerate(items):
        if index not in used:
            for part in list(item):
                item.remove(part)


def forget_calculation(places: WorkbookPlaces) -> None:
    """Leave out the order of calculation, which names cells that hold no formula any more; Excel makes it anew."""
    for part in places.file.targets(places.main, "calcChain"):
        places.file.unrelate_target(places.main, part)


def _inside(text: str, box: Box) -> bool:
    own = box_of(text)
    return own is not None and box.holds(own.top, own.left) and box.holds(own.bottom, own.right)


def _empty(places: WorkbookPlaces, artifact: Artifact, cells: Iterable[Element]) -> None:
    cells = list(cells)
    _drop_formulas(places, artifact, cells)
    for cell in cells:
        for part in list(cell):
            cell.remove(part)
        for name in ("t", "cm", "vm"):
            cell.attrib.pop(name, None)


def _drop_formulas(places: WorkbookPlaces, artifact: Artifact, cells: Iterable[Element]) -> None:
    """Take formulas out of cells; where one states the formula of others, the next of these states it."""
    gone, orphaned = set(cells), dict[str, Element]()
    for cell in gone:
        for formula in [one for one in cell if local(one) == "f"]:
            if formula.get("t") == "shared" and formula.text:
                orphaned[formula.get("si", "")] = cell
            else:
                cell.remove(formula)
        cell.attrib.pop("cm", None)
    if orphaned:
        _restate(places.cells(artifact), orphaned, gone)
    for cell in orphaned.values():
        for formula in [one for one in cell if local(one) == "f"]:
            cell.remove(formula)


def _restate(cells: dict[tuple[int, int], Element], orphaned: dict[str, Element], gone: set[Element]) -> None:
    """Write the shared formulas of masters that go into the cells that stay."""
    places = {cell: place for place, cell in cells.items()}
    for place, cell in cells.items():
        formula = next((one for one in cell if local(one) == "f" and one.get("t") == "shared"), None)
        master = orphaned.get(formula.get("si", "")) if formula is not None and cell not in gone else None
        if formula is None or master is None or formula.text:
            continue
        text = next((one.text or "" for one in master if local(one) == "f"), "")
        row, column = places[master]
        formula.text = shifted(text, place[0] - row, place[1] - column)
        for name in ("t", "si", "ref"):
            formula.attrib.pop(name, None)


def _tables(places: WorkbookPlaces, artifact: Artifact) -> list[str]:
    parts = places.related(artifact, "table")
    roots = [(part, places.file.tree(part)) for part in parts]
    return [part for part, root in roots if root is not None and root.get("ref") == artifact.at.range]


def _drop_table(places: WorkbookPlaces, artifact: Artifact, part: str) -> None:
    sheet = places.sheet(artifact)
    if sheet is None:
        return
    ids = {one.id for one in places.file.relations(sheet.part) if one.target.lower() == part.lower()}
    for entry in all_local(places.tree(artifact), "tablePart"):
        if any(str(value) in ids for value in entry.attrib.values()):
            remove_listed(entry)
    places.file.unrelate_target(sheet.part, part)


def _column_formulas(places: WorkbookPlaces, artifact: Artifact, part: str) -> list[Element]:
    """Return the formulas of the columns of a table that a formula's cells are in: copies of it."""
    root, box = places.file.tree(part), box_of(artifact.at.range or "")
    own = box_of(root.get("ref", "")) if root is not None else None
    if own is None or box is None or not own.meets(box):
        return []
    columns = enumerate(all_local(root, "tableColumn"), own.left)
    meant = [column for place, column in columns if box.left <= place <= box.right]
    return [one for column in meant for one in column if local(one) in ("calculatedColumnFormula", "totalsRowFormula")]


def _restyle(styles: Element, cells: Iterable[Element], aspect: str) -> None:
    listed = {local(one): one for one in styles}
    formats, known = listed.get("cellXfs"), dict[str, str]()
    if formats is None:
        return
    for cell in cells:
        style = cell.get("s", "0")
        if style not in known and style.isdigit() and int(style) < len(formats):
            known[style] = _plainer(listed, formats, formats[int(style)], aspect)
        cell.set("s", known.get(style, style))


def _plainer(listed: dict[str, Element], formats: Element, style: Element, aspect: str) -> str:
    """Return the index of a new style like another without one aspect."""
    made = copy.deepcopy(style)
    if aspect == "fill":
        made.set("fillId", "0")
    elif aspect in _FONT_PARTS and "fonts" in listed:
        fonts = listed["fonts"]
        font = copy.deepcopy(fonts[int(style.get("fontId", "0"))])
        for part in [one for one in font if local(one) in _FONT_PARTS[aspect]]:
            font.remove(part)
        fonts.append(font)
        fonts.set("count", str(len(fonts)))
        made.set("fontId", str(len(fonts) - 1))
    formats.append(made)
    formats.set("count", str(len(formats)))
    return str(len(formats) - 1)


def _strings_of(places: WorkbookPlaces, part: str) -> set[int]:
    if not places.file.changed(part) and b"'s'" not in places.file.read(part):
        return {int(index) for index in _SHARED.findall(places.file.read(part))}
    cells = [one for one in all_local(places.file.tree(part), "c") if one.get("t") == "s"]
    texts = [(value.text or "").strip() for cell in cells for value in cell if local(value) == "v"]
    return {int(text) for text in texts if text.isdigit()}
