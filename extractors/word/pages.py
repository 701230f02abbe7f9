"""The page of a section: size, orientation, margins, columns, borders and numbers."""

from __future__ import annotations

from collections.abc import Iterator

from assay.model.canonical import Scalar
from extractors.markup import Element, W, switched, value, whole
from extractors.word.looks import points

MARGINS = ("top", "right", "bottom", "left", "header", "footer", "gutter")


def section_facts(section: Element, number: int) -> tuple[tuple[str, Scalar], ...]:
    """Return the page layout of a section, lengths in points; what it does not state is left out."""
    return tuple((name, what) for name, what in _facts(section, number) if what not in (None, ""))


def _facts(section: Element, number: int) -> Iterator[tuple[str, Scalar]]:
    size = section.find(f"{W}pgSz")
    yield "section", number
    yield "orientation", value(size, f"{W}orient", "portrait")
    yield "width", points(size, "w") if size is not None else None
    yield "height", points(size, "h") if size is not None else None
    yield from _margins(section.find(f"{W}pgMar"))
    yield from _columns(section.find(f"{W}cols"))
    yield "start", _worded(value(section.find(f"{W}type"), f"{W}val"))
    yield from _numbers(section.find(f"{W}pgNumType"))
    yield "vertical alignment", value(section.find(f"{W}vAlign"), f"{W}val")
    yield "text direction", value(section.find(f"{W}textDirection"), f"{W}val")
    yield "right to left", switched(section.find(f"{W}bidi"), f"{W}val") or None
    borders = section.find(f"{W}pgBorders")
    yield "page border", value(borders[0], f"{W}val") if borders is not None and len(borders) else None
    yield "line numbers", "every " + value(section.find(f"{W}lnNumType"), f"{W}countBy", "1") if _lined(section) else ""


def _margins(margins: Element | None) -> Iterator[tuple[str, Scalar]]:
    for side in MARGINS if margins is not None else ():
        length = points(margins, side) if margins is not None else None
        yield f"margin {side}", length if length or side != "gutter" else None


def _columns(columns: Element | None) -> Iterator[tuple[str, Scalar]]:
    count = max(whole(value(columns, f"{W}num"), 1), 1)
    yield "columns", count
    if columns is not None and count > 1:
        widths = [points(column, "w") for column in columns.findall(f"{W}col")]
        yield "column gap", points(columns, "space")
        yield "column widths", " ".join(f"{width:g}" for width in widths if width)
        yield "line between columns", switched(columns, f"{W}sep") if f"{W}sep" in columns.attrib else None


def _numbers(numbers: Element | None) -> Iterator[tuple[str, Scalar]]:
    yield "page numbers from", whole(value(numbers, f"{W}start")) if value(numbers, f"{W}start") else None
    yield "page number format", value(numbers, f"{W}fmt")


def _lined(section: Element) -> bool:
    return section.find(f"{W}lnNumType") is not None


def _worded(type: str) -> str:
    return {"nextPage": "new page", "evenPage": "even page", "oddPage": "odd page", "nextColumn": "new column"}.get(
        type, type
    )
