"""What floats over a sheet's grid: pictures, charts and shapes, each with the cells that it covers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assay.model.artifact import Chart
from extractors.charts import chart_of
from extractors.drawing import Blob, alternative_text, body_text, chart_part, picture_in, smartart_texts, text_lines
from extractors.excel.references import Box
from extractors.markup import Element, by_local, local, whole
from extractors.package import Package, Relationship


@dataclass(frozen=True, slots=True)
class Float:
    """One floating thing: exactly one of picture, chart and text is set."""

    box: Box | None
    name: str
    picture: Blob | None = None
    chart: Chart | None = None
    text: str = ""


def floats_of(package: Package, part: str) -> Iterator[Float]:
    """Yield the pictures, charts and shapes of a sheet's part in the drawing's order."""
    for target in package.targets(part, "drawing"):
        root = package.tree(target)
        related = package.relationships(target)
        for anchor in root if root is not None else ():
            box = _box(anchor)
            for element in anchor.iter("{*}pic", "{*}graphicFrame", "{*}sp", "{*}cxnSp"):
                found = _float(element, package, related, box)
                if found is not None:
                    yield found


def _float(element: Element, package: Package, related: dict[str, Relationship], box: Box | None) -> Float | None:
    properties = next(by_local(element, "cNvPr"), None)
    name = properties.get("name", "") if properties is not None else ""
    if local(element) == "pic":
        picture = picture_in(element, package, related, alternative_text(properties))
        return Float(box, name, picture=picture) if picture is not None else None
    if local(element) == "graphicFrame":
        return _frame(element, package, related, box, name)
    text = body_text(text_lines(next(by_local(element, "txBody"), None)))
    return Float(box, name, text=text) if text else None


def _frame(
    element: Element, package: Package, related: dict[str, Relationship], box: Box | None, name: str
) -> Float | None:
    part = chart_part(element, related)
    if part is None:
        texts = smartart_texts(element, package, related)
        return Float(box, name, text="\n".join(texts)) if texts else None
    root = package.tree(part)
    return Float(box, name, chart=chart_of(root)) if root is not None else None


def _box(anchor: Element) -> Box | None:
    """Return the cells that an anchor covers, None where it is fixed to the page instead."""
    ends = [_corner(end) for name in ("from", "to") for end in anchor if local(end) == name]
    if not ends:
        return None
    first, last = ends[0], ends[-1]
    return Box(first[0], first[1], max(first[0], last[0]), max(first[1], last[1]))


def _corner(end: Element) -> tuple[int, int]:
    numbers = {local(part): whole(part.text) for part in end}
    return max(0, numbers.get("row", 0)), max(0, numbers.get("col", 0))
