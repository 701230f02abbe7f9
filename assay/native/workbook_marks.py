"""What stands beside the cells of a workbook taken out: comments, links, rules, print headers, names and pivots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from assay.model.artifact import Artifact
from assay.model.sheet_range import box_of
from assay.native.cuts import Cut, Gone, fact, impossible
from assay.native.names import Element, local, remove, stated
from assay.native.workbook_cells import empty_cells
from assay.native.workbook_embedded import cut_embedded
from assay.native.workbook_floats import cut_float_link
from assay.native.workbook_places import WorkbookPlaces, all_local, nth, owners_of, remove_emptied, remove_listed

_RULE_TEXTS = ("prompt", "promptTitle", "error", "errorTitle")


def cut_comment(places: WorkbookPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a comment out; the first of a thread takes the copy for older applications along."""
    threaded = _is_threaded(artifact)
    parts = places.trees(places.related(artifact, "threadedComment" if threaded else "comments"))
    kind = "threadedComment" if threaded else "comment"
    found = [one for root in parts for one in all_local(root, kind) if _is_of(one, artifact)]
    chosen = nth(gone, artifact, found, lambda one: _is_threaded(one) == threaded)
    cuts: list[Cut] = [partial(remove, one) for one in chosen]
    if cuts and (not threaded or not chosen[0].get("parentId")):
        cuts += [partial(remove, one) for one in _drawn(places, artifact)]
    if cuts and threaded:
        olders = [
            one for root in places.trees(places.related(artifact, "comments")) for one in all_local(root, "comment")
        ]
        copies = [one for one in olders if one.get("ref") == artifact.at.range]
        whole = not chosen[0].get("parentId")
        cuts += [partial(remove, one) if whole else partial(_empty_copy, one) for one in copies]
    roots = places.trees(places.related(artifact, "comments"))
    return [*cuts, *(partial(_forget_authors, root) for root in roots)] if cuts else []


def cut_link(places: WorkbookPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a link out of cells, or of what floats over them; the words stay."""
    links = [one for one in all_local(places.tree(artifact), "hyperlink") if one.get("ref") == artifact.at.range]
    found = nth(gone, artifact, links)
    return [partial(remove_listed, one) for one in found] or cut_float_link(places, artifact)


def cut_validation(places: WorkbookPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a rule of what cells may hold out."""
    rules = [one for one in _with_ranges(places, artifact, "dataValidation") if _says(one)]
    return [partial(remove_listed, one) for one in nth(gone, artifact, rules)]


def cut_conditional(places: WorkbookPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a conditional format out, and what newer applications know of it besides."""
    holders = _with_ranges(places, artifact, "conditionalFormatting")
    rules, twins, seen = list[Element](), dict[Element, list[Element]](), dict[str, Element]()
    for rule in [one for holder in holders for one in holder if local(one) == "cfRule"]:
        id = rule.get("id") or next((one.text or "" for one in all_local(rule, "id")), "")
        if id and id in seen:
            twins.setdefault(seen[id], []).append(rule)
            continue
        rules.append(rule)
        if id:
            seen[id] = rule
    found = nth(gone, artifact, rules, lambda one: fact(one, "aspect") == "conditional format")
    return [partial(_remove_rule, each) for one in found for each in (one, *twins.get(one, []))]


def cut_margin(places: WorkbookPlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a print header or footer out."""
    found = all_local(places.tree(artifact), fact(artifact, "place"))
    return [partial(remove_listed, one) for one in found]


def cut_name(places: WorkbookPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a defined name out; that of a formal table goes with the table alone."""
    if fact(artifact, "type") == "table":
        if owners_of(gone, artifact) & gone.keys:
            return []
        raise impossible(artifact, "a formal table has a name; take the table out.")
    scope = places.sheets.get(fact(artifact, "scope"))
    index = str(scope.index) if scope is not None else None
    named = [one for one in all_local(places.root, "definedName") if one.get("name") == fact(artifact, "name")]
    return [partial(remove_listed, one) for one in named if one.get("localSheetId") == index]


def cut_pivot(places: WorkbookPlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave the cells of a pivot table without its definition and its copy of the source."""
    sheet, parts = places.sheet(artifact), places.related(artifact, "pivotTable")
    found = [part for part in parts if (root := places.file.tree(part)) is not None and _is_pivot(root, artifact)]
    return [partial(remove_pivot, places, sheet.part, part) for part in found[:1]] if sheet is not None else []


def cut_other(places: WorkbookPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take out what a sheet hides, filters, freezes, protects, or shows in cells."""
    root, type = places.tree(artifact), fact(artifact, "type")
    match type:
        case "hidden":
            return [
                partial(_show, one) for one in all_local(root, "row", "col") if one.get("hidden") or _is_closed(one)
            ]
        case "tab colour" | "frozen panes" | "protection":
            names = {"tab colour": "tabColor", "frozen panes": "pane", "protection": "sheetProtection"}
            return [partial(remove, one) for one in all_local(root, names[type])]
        case "covered cells":
            return empty_cells(places, artifact, fact(artifact, "cells"))
        case "filter":
            return _unfilter(places, artifact)
        case "sparkline":
            found = [one for one in all_local(root, "sparkline") if _part(one, "sqref") == artifact.at.range]
            return [partial(remove_emptied, one) for one in found]
        case "object" | "control":
            return cut_embedded(places, gone, artifact, type)
        case _:
            if artifact.key in gone.named:
                raise impossible(artifact, "other parts of the workbook refer to it.")
            return []


def _is_threaded(artifact: Artifact) -> bool:
    return fact(artifact, "reply") != ""


def _is_of(comment: Element, artifact: Artifact) -> bool:
    texts = [text for one in all_local(comment, "text") for text in one.itertext()]
    return comment.get("ref") == artifact.at.range and bool("".join(map(str, texts)).strip())


def _drawn(places: WorkbookPlaces, artifact: Artifact) -> Iterator[Element]:
    """Yield the boxes that older applications draw for the comment on a cell."""
    box = box_of(artifact.at.range or "")
    for root in places.trees(places.related(artifact, "vmlDrawing")):
        for shape in all_local(root, "shape"):
            at = {word: _part(data, word) for data in all_local(shape, "ClientData") for word in ("Row", "Column")}
            if box is not None and (at.get("Row"), at.get("Column")) == (str(box.top), str(box.left)):
                yield shape


def _empty_copy(comment: Element) -> None:
    for text in [one for one in comment if local(one) == "text"]:
        for part in list(text):
            text.remove(part)


def _forget_authors(root: Element) -> None:
    """Empty the names of authors whose comments are all gone."""
    used = {comment.get("authorId", "") for comment in all_local(root, "comment")}
    for index, author in enumerate(all_local(root, "author")):
        if str(index) not in used:
            author.text = ""


def _part(element: Element, word: str) -> str:
    return next(((one.text or "").strip() for one in element if local(one) == word), "")


def _with_ranges(places: WorkbookPlaces, artifact: Artifact, kind: str) -> list[Element]:
    found = all_local(places.tree(artifact), kind)
    return [one for one in found if (one.get("sqref") or _part(one, "sqref")) == artifact.at.range]


def _says(rule: Element) -> bool:
    return any("formula" in local(one) for one in rule) or any(rule.get(word) for word in _RULE_TEXTS)


def _remove_rule(rule: Element) -> None:
    holder = rule.getparent()
    remove(rule)
    if holder is not None and not any(local(one) == "cfRule" for one in holder):
        remove_listed(holder)


def _is_pivot(root: Element, artifact: Artifact) -> bool:
    return root.get("name", "") == fact(artifact, "name") and any(
        one.get("ref", "") == fact(artifact, "cells") for one in root if local(one) == "location"
    )


def remove_pivot(places: WorkbookPlaces, sheet: str, part: str) -> None:
    """Take a pivot table out, and its cache where no other pivot table rests on it."""
    file = places.file
    file.unrelate_target(sheet, part)
    pivots = [pivot for one in places.sheets.values() for pivot in file.targets(one.part, "pivotTable")]
    used = {cache.lower() for pivot in pivots for cache in file.targets(pivot, "pivotCacheDefinition")}
    for entry in all_local(places.root, "pivotCache"):
        if file.related(places.main, stated(entry, "r:id")).lower() not in used:
            remove_listed(entry)


def _is_closed(column: Element) -> bool:
    return local(column) == "col" and column.get("width") == "0"


def _show(element: Element) -> None:
    element.attrib.pop("hidden", None)
    if _is_closed(element):
        element.attrib.pop("width")
        element.attrib.pop("customWidth", None)


def _unfilter(places: WorkbookPlaces, artifact: Artifact) -> list[Cut]:
    roots = [places.tree(artifact), *places.trees(places.related(artifact, "table"))]
    filters = [one for root in roots for one in all_local(root, "autoFilter") if one.get("ref") == artifact.at.range]
    return [partial(remove, column) for one in filters for column in all_local(one, "filterColumn")]
