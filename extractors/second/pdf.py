"""PDF files read a second time by pdfplumber alone, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from io import BytesIO
from typing import cast

import pdfplumber
from pdfminer.pdfexceptions import PDFException
from pdfminer.psexceptions import PSException
from pdfplumber.page import Page
from pdfplumber.table import Table
from pdfplumber.utils.exceptions import PdfminerException

from assay.model.artifact import Box
from assay.model.probe import Place
from extractors.second.place import Second, cell_of

# A box of text is widened by this many points, since two engines measure glyphs a little differently.
_MARGIN = 2.0


def read(data: bytes, place: Place) -> Second | None:
    """Return the cell of the table that overlaps the place most, or the text in its box."""
    try:
        return _read(data, place)
    except (PDFException, PdfminerException, PSException):
        return None


def _read(data: bytes, place: Place) -> Second | None:
    if place.kind in _WHOLE:
        return Second("\n".join(_WHOLE[place.kind](data)))
    page = _page(data, place.at.page or 0)
    if page is None:
        return None
    if place.at.row is not None and place.at.box is not None:
        tables = sorted(_tables(data, place.at.page or 0), key=lambda table: -_overlap(table[0], place.at.box))
        return cell_of(tables[0][1], place.at.row, place.at.column) if tables else None
    if place.at.box is None:
        return Second(page.extract_text())
    x0, top, x1, bottom = place.at.box
    box = (x0 - _MARGIN, top - _MARGIN, x1 + _MARGIN, bottom + _MARGIN)
    inside = page.filter(lambda item: _inside(box, item))
    links = [str(link["uri"]) for link in page.hyperlinks if place.kind == "hyperlink" and _inside(box, link)]
    return Second("\n".join((inside.extract_text(), *links)))


def _properties(data: bytes) -> Iterator[str]:
    with pdfplumber.open(BytesIO(data)) as pdf:
        yield from map(str, cast(dict[str, object], getattr(pdf, "metadata")).values())  # noqa: B009  half typed


def _outline(data: bytes) -> Iterator[str]:
    with pdfplumber.open(BytesIO(data)) as pdf:
        yield from (str(title) for _, title, *_ in pdf.doc.get_outlines())


_WHOLE: dict[str, Callable[[bytes], Iterator[str]]] = {"metadata": _properties, "outline": _outline}


@lru_cache(maxsize=32)
def _page(data: bytes, number: int) -> Page | None:
    pdf = pdfplumber.open(BytesIO(data))
    return pdf.pages[number - 1] if 0 < number <= len(pdf.pages) else None


@lru_cache(maxsize=32)
def _tables(data: bytes, number: int) -> list[tuple[Box, list[list[str]]]]:
    page = _page(data, number)
    return [(table.bbox, [[cell or "" for cell in row] for row in table.extract()]) for table in _found(page)]


def _found(page: Page | None) -> list[Table]:
    return page.find_tables() if page else []


def _overlap(one: Box, other: Box | None) -> float:
    if other is None:
        return 0.0
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, width) * max(0.0, height)


def _inside(box: Box, item: dict[str, float]) -> bool:
    x, y = (item["x0"] + item["x1"]) / 2, (item["top"] + item["bottom"]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]
