"""Notes, hidden slides, fills, links and charts of a presentation, by python-pptx."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pptx
from pptx.chart.chart import Chart
from pptx.dml.fill import FillFormat
from pptx.enum.dml import MSO_COLOR_TYPE, MSO_FILL
from pptx.shapes.autoshape import Shape
from pptx.shapes.base import BaseShape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.slide import Slide
from pptx.table import Table

from benchmarks.truth_facets import Facet, folded


def slide_facets(file: Path) -> Iterator[Facet]:
    """Yield the facets of a presentation, its title first."""
    deck = pptx.Presentation(str(file))
    yield Facet("metadata", {"part": "properties"}, deck.core_properties.title or "")
    for number, slide in enumerate(deck.slides, 1):
        yield from _slide(slide, {"slide": number})


def _slide(slide: Slide, at: dict[str, object]) -> Iterator[Facet]:
    title = slide.shapes.title
    if slide._element.get("show") in ("0", "false"):  # pyright: ignore[reportPrivateUsage]  python-pptx does not tell it
        yield Facet("hidden", at, folded(title.text_frame.text) if title is not None else "")
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        yield Facet("note", at, folded(slide.notes_slide.notes_text_frame.text))
    for shape in slide.shapes:
        yield from _shape(shape, {**at, "shape": str(shape.shape_id)})


def _shape(shape: BaseShape, at: dict[str, object]) -> Iterator[Facet]:
    if isinstance(shape, GraphicFrame):
        if shape.has_table:
            yield from _cells(shape.table, at)
        if shape.has_chart:
            yield from _points(shape.chart, at)
    elif isinstance(shape, Shape):
        words, colour = folded(shape.text_frame.text), _colour(shape.fill)
        if colour and words:
            yield Facet("shape", at, words, detail={"fill": colour})
        yield from _links(shape, at)


def _links(shape: Shape, at: dict[str, object]) -> Iterator[Facet]:
    for paragraph in shape.text_frame.paragraphs:
        for run in paragraph.runs:
            if run.hyperlink.address:
                yield Facet("hyperlink", at, run.hyperlink.address, folded(run.text))


def _cells(table: Table, at: dict[str, object]) -> Iterator[Facet]:
    for row in range(len(table.rows)):
        for column in range(len(table.columns)):
            cell = table.cell(row, column)
            colour = _colour(cell.fill)
            if colour:
                place = {**at, "row": row, "column": column}
                yield Facet("cell_color", place, folded(cell.text_frame.text), detail={"fill": colour})


def _colour(fill: FillFormat) -> str:
    """The plain colour of a fill, nothing where it has none of its own."""
    if fill.type != MSO_FILL.SOLID or fill.fore_color.type != MSO_COLOR_TYPE.RGB:
        return ""
    return str(fill.fore_color.rgb)


def _points(chart: Chart, at: dict[str, object]) -> Iterator[Facet]:
    title = folded(chart.chart_title.text_frame.text) if chart.has_title else ""
    for plot in chart.plots:
        categories = [str(category) for category in plot.categories]
        for number, series in enumerate(plot.series):
            for point, (category, value) in enumerate(zip(categories, series.values, strict=False)):
                place = {**at, "series": number, "point": point}
                yield Facet("point", place, str(value), category, {"chart": title, "series": series.name})
