"""Objects and controls embedded in a sheet taken out: all branches, their parts and the boxes drawn for them."""

from __future__ import annotations

from functools import partial

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, drop_other_branches, fact
from assay.native.names import Element, above, remove
from assay.native.workbook_places import Sheet, WorkbookPlaces, all_local, nth, remove_emptied


def cut_embedded(places: WorkbookPlaces, gone: Gone, artifact: Artifact, type: str) -> list[Cut]:
    """Return the cuts that take an embedded object or a control out of its sheet."""
    sheet, root = places.sheet(artifact), places.tree(artifact)
    entries = all_local(root, "oleObject" if type == "object" else "control")
    found = [one for one in entries if above(one, "mc:Fallback") is None]
    peers = nth(gone, artifact, found, lambda one: fact(one, "type") == type)
    return [partial(_remove, places, sheet, one) for one in peers] if sheet is not None else []


def _remove(places: WorkbookPlaces, sheet: Sheet, entry: Element) -> None:
    ids, shape = _ids(places, sheet, entry), entry.get("shapeId", "")
    drop_other_branches(entry)
    remove_emptied(entry)
    for root in places.trees(places.file.targets(sheet.part, "vmlDrawing")):
        for one in [one for one in all_local(root, "shape") if shape and one.get("id", "").endswith(f"_s{shape}")]:
            remove(one)
    root = places.file.tree(sheet.part)
    places.file.unrelate(sheet.part, *(ids - _ids(places, sheet, root) if root is not None else ()))


def _ids(places: WorkbookPlaces, sheet: Sheet, root: Element) -> set[str]:
    """Return the relations of a sheet that an element and those in it name."""
    known = {one.id for one in places.file.relations(sheet.part)}
    return {str(value) for one in root.iter() for value in one.attrib.values()} & known
