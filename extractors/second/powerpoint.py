"""Presentations read a second time by python-pptx."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from typing import cast
from zipfile import BadZipFile

from lxml import etree
from lxml.etree import _Element as Element  # pyright: ignore[reportPrivateUsage]
from pptx import Presentation
from pptx.chart.chart import Chart
from pptx.dml.fill import FillFormat
from pptx.enum.dml import MSO_COLOR_TYPE, MSO_FILL
from pptx.exc import PackageNotFoundError
from pptx.oxml.ns import qn
from pptx.presentation import Presentation as Deck
from pptx.shapes.autoshape import Shape as AutoShape
from pptx.shapes.base import BaseShape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.shapes.group import GroupShape
from pptx.slide import Slide
from pptx.table import Table
from pptx.text.text import TextFrame
from pptx.text.text import _Paragraph as TextParagraph  # pyright: ignore[reportPrivateUsage]

from assay.model.probe import Place
from extractors.second.place import Second, cell_of, core_text
from extractors.second.shown import Piece, shown


def read(data: bytes, place: Place) -> Second | None:
    """Return what python-pptx finds in a shape, or all that is on a slide where no shape is named."""
    deck = _open(data)
    if deck is not None and place.kind == "metadata":
        return Second(core_text(deck.core_properties))
    slides = list(deck.slides) if deck else []
    if place.at.slide is None or not 0 < place.at.slide <= len(slides):
        return None
    slide = slides[place.at.slide - 1]
    shape = next((one for one in _shapes(slide.shapes) if str(one.shape_id) == place.at.shape), None)
    if place.kind in ("note", "slide", "hidden") or shape is None:
        return Second("\n".join(_whole(slide, place.at.slide)))
    if isinstance(shape, GraphicFrame) and shape.has_table:
        if place.kind == "cell_color":
            return _filled(shape.table, place)
        return _table(_rows(data, place.at.slide, shape.shape_id), place)
    return Second("\n".join((*_shape(shape), *_beside_text(shape))))


@lru_cache(maxsize=8)
def _open(data: bytes) -> Deck | None:
    try:
        return Presentation(BytesIO(data))
    except (PackageNotFoundError, BadZipFile, KeyError, ValueError, etree.XMLSyntaxError):
        return None


def _shapes(shapes: Iterable[BaseShape]) -> Iterator[BaseShape]:
    for shape in shapes:
        yield shape
        if isinstance(shape, GroupShape):
            yield from _shapes(shape.shapes)


def _table(rows: list[list[str]], place: Place) -> Second | None:
    if place.at.row is None:
        return Second("\n".join("\t".join(row) for row in rows))
    return cell_of(rows, place.at.row, place.at.column)


# Tasks ask for many cells of one table, and each costs a walk through all of it.
@lru_cache(maxsize=64)
def _rows(data: bytes, slide: int, number: int) -> list[list[str]]:
    """Return the texts of the table that has this number on a slide; none where there is no table of it."""
    deck = _open(data)
    shapes = _shapes(deck.slides[slide - 1].shapes) if deck else ()
    frames = (one for one in shapes if one.shape_id == number and isinstance(one, GraphicFrame) and one.has_table)
    table = next((frame.table for frame in frames), None)
    if table is None:
        return []
    return [[_cell(table, row, column) for column in range(len(table.columns))] for row in range(len(table.rows))]


def _filled(table: Table, place: Place) -> Second | None:
    """Return the words and the colour of one cell, the first of those that the place covers."""
    row, column = place.at.row or 0, place.at.column or 0
    if row >= len(table.rows) or column >= len(table.columns):
        return None
    return Second("\n".join((_cell(table, row, column), *_solid(table.cell(row, column).fill))))


def _solid(fill: FillFormat) -> Iterator[str]:
    """Yield the colour of a fill that states one itself; those of the theme are another reader's matter."""
    colour = fill.fore_color if fill.type == MSO_FILL.SOLID else None
    if colour is not None and cast(object, colour.type) == MSO_COLOR_TYPE.RGB:  # pyright: ignore[reportUnknownMemberType]
        yield f"{cast(object, colour.rgb)}"  # pyright: ignore[reportUnknownMemberType]


def _beside_text(shape: BaseShape) -> Iterator[str]:
    """Yield what a shape has beside its words: its fill and where it and its words lead."""
    if isinstance(shape, AutoShape):
        yield from _solid(shape.fill)
        runs = (run for paragraph in shape.text_frame.paragraphs for run in paragraph.runs)
        for address in (shape.click_action.hyperlink.address, *(run.hyperlink.address for run in runs)):
            if address:
                yield address


def _cell(table: Table, row: int, column: int) -> str:
    cell = table.cell(row, column)
    if not cell.is_spanned:
        return _text(cell.text_frame)
    for up in range(row, -1, -1):
        for left in range(column, -1, -1):
            corner = table.cell(up, left)
            if corner.is_merge_origin and row < up + corner.span_height and column < left + corner.span_width:
                return _text(corner.text_frame)
    return ""


def _whole(slide: Slide, number: int) -> Iterator[str]:
    if slide.element.get("show") == "0":
        yield f"Slide {number} is hidden"
    for shape in _shapes(slide.shapes):
        yield from _shape(shape)
    for shape in _shapes(slide.notes_slide.shapes) if slide.has_notes_slide else ():
        yield from _shape(shape)


def _shape(shape: BaseShape) -> Iterator[str]:
    yield shape.name
    if shape.has_text_frame:
        frame = cast(TextFrame, getattr(shape, "text_frame"))  # noqa: B009  the type of shapes with text is not declared
        yield from dict.fromkeys((_text(frame), *_beside(frame)))
    if isinstance(shape, GraphicFrame) and shape.has_table:
        frames = [cell.text_frame for cell in shape.table.iter_cells()]
        yield from (text for frame in frames for text in dict.fromkeys((_text(frame), *_beside(frame))))
    if isinstance(shape, GraphicFrame) and shape.has_chart:
        yield from _chart(shape.chart)


def _text(frame: TextFrame) -> str:
    return "\n".join(shown(_pieces(paragraph)) for paragraph in frame.paragraphs)


def _beside(frame: TextFrame) -> Iterator[str]:
    """Yield the words of runs beside the line or struck on their own, as links and highlights quote them."""
    for paragraph in frame.paragraphs:
        yield from (piece.text for piece in _pieces(paragraph) if piece.kind)


def _pieces(paragraph: TextParagraph) -> Iterator[Piece]:
    for node in cast(Element, paragraph._p):  # pyright: ignore[reportPrivateUsage]
        if node.tag in (qn("a:r"), qn("a:fld")):
            text = "".join(part.text or "" for part in node.iter(qn("a:t")))
            properties = node.find(qn("a:rPr"))
            yield Piece(text, _kind(properties) if properties is not None else "")
        elif node.tag == qn("a:br"):
            yield Piece("\n")


def _kind(properties: Element) -> str:
    if properties.get("strike") in ("sngStrike", "dblStrike"):
        return "struck"
    try:
        raised = float(properties.get("baseline", "0").rstrip("%"))
    except ValueError:
        return ""
    return "super" if raised > 0 else "sub" if raised < 0 else ""


def _chart(chart: Chart) -> Iterator[str]:
    if chart.has_title and chart.chart_title.has_text_frame:
        yield _text(chart.chart_title.text_frame)
    for node in cast(Element, chart.element).iter("{*}v"):
        if node.text:
            yield node.text
            yield from _short(node.text)


def _short(stored: str) -> Iterator[str]:
    """Yield a number with the 15 digits that Office keeps of the 17 that it stores."""
    try:
        short = f"{float(stored):.15g}"
    except ValueError:
        return
    if short != stored:
        yield short
