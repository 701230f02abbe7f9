"""What floats over the cells of a workbook taken out: pictures, charts, shapes and what links from them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from assay.model.artifact import Artifact
from assay.model.sheet_range import Box
from assay.native.cuts import Cut, Gone
from assay.native.names import Element, above, chosen, local, name, remove
from assay.native.workbook_places import WorkbookPlaces, all_local, nth

_AROUND = frozenset({"from", "to", "ext", "pos", "clientData"})


def cut_float(places: WorkbookPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a picture, chart or shape out."""
    found = nth(gone, artifact, list(_floats(places, artifact)))
    return [partial(_remove, one) for one in found]


def cut_float_link(places: WorkbookPlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take the links out of what floats where an artifact is."""
    links = [link for anchor in _anchors(places, artifact) for link in all_local(anchor, "hlinkClick")]
    return [partial(remove, link) for link in links]


def _floats(places: WorkbookPlaces, artifact: Artifact) -> Iterator[Element]:
    for anchor in _anchors(places, artifact):
        for element in chosen(anchor):
            if _kind(element) == artifact.kind:
                yield element
    root = places.tree(artifact)
    if artifact.kind == "image" and artifact.at.range is None and root is not None:
        yield from (one for one in root if local(one) == "picture")


def _anchors(places: WorkbookPlaces, artifact: Artifact) -> Iterator[Element]:
    """Yield the anchors of the drawings of a sheet that cover the cells of an artifact."""
    for root in places.trees(places.related(artifact, "drawing")):
        for anchor in (
            one for one in root.iter() if local(one) in ("twoCellAnchor", "oneCellAnchor", "absoluteAnchor")
        ):
            if _range(anchor) == artifact.at.range:
                yield anchor


def _kind(element: Element) -> str:
    match local(element):
        case "pic":
            return "image" if all_local(element, "blip") else ""
        case "sp" | "cxnSp":
            return "shape"
        case "graphicFrame":
            return "chart" if all_local(element, "chart") else "shape" if all_local(element, "relIds") else ""
        case _:
            return ""


def _range(anchor: Element) -> str | None:
    ends = [_corner(end) for word in ("from", "to") for end in anchor if local(end) == word]
    if not ends:
        return None
    first, last = ends[0], ends[-1]
    return Box(first[0], first[1], max(first[0], last[0]), max(first[1], last[1])).text


def _corner(end: Element) -> tuple[int, int]:
    numbers = {local(part): int(text) for part in end if (text := (part.text or "").strip()).lstrip("-").isdigit()}
    return max(0, numbers.get("row", 0)), max(0, numbers.get("col", 0))


def _remove(element: Element) -> None:
    """Take a thing out with the alternatives to it, and with its anchor where nothing else is in that."""
    alternate = above(element, "mc:AlternateContent")
    held = alternate if alternate is not None and not _is_anchor(above_anchor(element), alternate) else element
    anchor = above_anchor(held)
    remove(held)
    if anchor is None or any(local(one) not in _AROUND for one in anchor):
        return
    around = anchor.getparent()
    remove(around if around is not None and name(around) in ("mc:Choice", "mc:Fallback") else anchor)


def above_anchor(element: Element) -> Element | None:
    """Return the anchor that an element is in."""
    return next((one for one in element.iterancestors() if local(one).endswith("Anchor")), None)


def _is_anchor(anchor: Element | None, alternate: Element) -> bool:
    """Whether alternatives are around an anchor rather than in it."""
    return anchor is not None and alternate in anchor.iterancestors()
