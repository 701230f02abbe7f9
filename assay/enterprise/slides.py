"""Renders slide decks and records where each fact and formatting fact stands; slides count from 1."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

import pptx
from pptx.chart.data import CategoryChartData, ChartData
from pptx.chart.plot import BarPlot
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.enum.shapes import MSO_SHAPE
from pptx.presentation import Presentation
from pptx.shapes.autoshape import Shape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.slide import Slide as DeckSlide
from pptx.util import Cm, Pt

from assay.enterprise.blocks import NO_TEXT, Grid, Paragraph
from assay.enterprise.placed import Ledger, Rendered
from assay.enterprise.zipping import settle

_TITLE, _BULLETS, _TITLE_ONLY = 0, 1, 5
# the layouts of the library's template that decks here use, in its order
_KEPT = (_TITLE, _BULLETS, _TITLE_ONLY)
_BOX = "70AD47"


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide: a title and bullets, a table, or a chart; `box` is a coloured box, `shade` colours one table cell."""

    title: str
    bullets: tuple[Paragraph, ...] = ()
    table: Grid | None = None
    chart: Grid | None = None
    note: Paragraph = NO_TEXT
    hidden: bool = False
    box: str = ""
    shade: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """A slide deck before it is rendered; the first slide shows title and subtitle."""

    path: str
    title: str
    subtitle: str
    author: str
    source_kind: str
    slides: tuple[Slide, ...]
    link: tuple[str, str] = ("", "")
    footer: str = ""


def slides(deck: Deck) -> Rendered:
    """Return the deck as a .pptx file."""
    writer = _Writer(deck)
    for number, slide in enumerate(deck.slides, 2):
        writer.write(number, slide)
    return writer.finish()


class _Writer:
    """One deck in the making and the key of what it shows."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.show: Presentation = pptx.Presentation()
        self.ledger = Ledger(deck.path)
        _lighten(self.show)
        properties = self.show.core_properties
        properties.title, properties.author = deck.title, deck.author
        properties.created = properties.modified = datetime(2025, 3, 14, 9)
        self.ledger.mark({"part": "properties"}, "metadata", deck.title)
        self._opening()

    def _opening(self) -> None:
        page = self._page(_TITLE, self.deck.title)
        body = page.placeholders[1]
        assert isinstance(body, Shape)
        body.text_frame.text = self.deck.subtitle
        text, url = self.deck.link
        if url:
            run = body.text_frame.add_paragraph().add_run()
            run.text, run.hyperlink.address = text, url
            self.ledger.mark({"slide": 1, "shape": str(body.shape_id)}, "hyperlink", url)

    def _page(self, layout: int, title: str) -> DeckSlide:
        layouts = {name: index for index, name in enumerate(_KEPT)}
        page = self.show.slides.add_slide(self.show.slide_layouts[layouts[layout]])
        if page.shapes.title is not None:
            page.shapes.title.text_frame.text = title
        return page

    def write(self, number: int, slide: Slide) -> None:
        """Append one slide."""
        page = self._page(_BULLETS if slide.bullets else _TITLE_ONLY, slide.title)
        self._bullets(page, number, slide.bullets)
        if slide.table:
            self._table(page, number, slide.table, slide.shade)
        if slide.chart:
            self._chart(page, number, slide.chart)
        if slide.box:
            self._box(page, number, slide.box)
        if slide.note.text:
            self._note(page, number, slide.note)
        if slide.hidden:
            page.element.set("show", "0")
            self.ledger.mark({"slide": number}, "hidden", slide.title)

    def _note(self, page: DeckSlide, number: int, note: Paragraph) -> None:
        frame = page.notes_slide.notes_text_frame
        assert frame is not None
        frame.text = note.text
        self.ledger.mark({"slide": number}, "note", note.text)
        self.ledger.text(note, {"slide": number, "part": "notes"})

    def _box(self, page: DeckSlide, number: int, text: str) -> None:
        box = page.shapes.add_shape(MSO_SHAPE.ROUNDED_RECTANGLE, Cm(1.5), Cm(16.6), Cm(12), Cm(1.6))
        box.fill.solid()
        box.fill.fore_color.rgb = RGBColor.from_string(_BOX)
        box.text_frame.text = text
        at = {"slide": number, "shape": str(box.shape_id)}
        self.ledger.mark(at, "shape", text, {"type": "roundRect", "fill": _BOX})

    def _bullets(self, page: DeckSlide, number: int, bullets: Sequence[Paragraph]) -> None:
        if not bullets:
            return
        body = page.placeholders[1]
        assert isinstance(body, Shape)
        body.text_frame.text = "\n".join(bullet.text for bullet in bullets)
        for bullet in bullets:
            self.ledger.text(bullet, {"slide": number, "shape": str(body.shape_id)})

    def _table(self, page: DeckSlide, number: int, grid: Grid, shade: str) -> None:
        caption = page.shapes.add_textbox(Cm(1.5), Cm(3.6), Cm(22), Cm(1))
        caption.text_frame.text = f"{grid.caption}, {grid.unit}" if grid.unit else grid.caption
        height, width = len(grid.rows), len(grid.rows[0])
        frame = page.shapes.add_table(height, width, Cm(1.5), Cm(4.8), Cm(22), Cm(1.1 * height))
        for row, cells in enumerate(grid.rows):
            for column, cell in enumerate(cells):
                box = frame.table.cell(row, column)
                box.text_frame.text = cell.text
                for run in box.text_frame.paragraphs[0].runs:
                    run.font.size = Pt(12 if height < 11 else 10)
                at = {"slide": number, "shape": str(frame.shape_id), "row": row, "column": column}
                self.ledger.cell(cell, at)
                if cell.across > 1 or cell.down > 1:
                    box.merge(frame.table.cell(row + cell.down - 1, column + cell.across - 1))
        if shade:
            self._shade(frame, number, grid, shade)

    def _shade(self, frame: GraphicFrame, number: int, grid: Grid, shade: str) -> None:
        """Colour the label of the second row."""
        box = frame.table.cell(grid.head + 1, 0)
        box.fill.solid()
        box.fill.fore_color.rgb = RGBColor.from_string(shade)
        at = {"slide": number, "shape": str(frame.shape_id), "row": grid.head + 1, "column": 0}
        self.ledger.mark(at, "cell_color", grid.rows[grid.head + 1][0].text, {"fill": shade})

    def _chart(self, page: DeckSlide, number: int, grid: Grid) -> None:
        data = CategoryChartData()
        data.categories = [row[0].text for row in grid.rows[1:]]
        for column in range(1, len(grid.rows[0])):
            shown = [row[column].show for row in grid.rows[1:]]
            data.add_series(grid.rows[0][column].text, [float(item.value) if item else None for item in shown])
        size = (Cm(1.5), Cm(4), Cm(22), Cm(12))
        frame = cast(GraphicFrame, page.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *size, cast(ChartData, data)))
        chart = frame.chart
        chart.has_title, chart.has_legend = True, True
        chart.chart_title.text_frame.text = grid.caption
        cast(BarPlot, chart.plots[0]).has_data_labels = True
        self.ledger.mark({"slide": number, "shape": str(frame.shape_id)}, "chart", grid.caption)
        for row, cells in enumerate(grid.rows[1:]):
            for column, cell in enumerate(cells[1:]):
                at = {"slide": number, "shape": str(frame.shape_id), "series": column, "point": row}
                if cell.show:
                    self.ledger.cell(cell, at, "visual")

    def finish(self) -> Rendered:
        """Return the file with its share of the key."""
        target = io.BytesIO()
        self.show.save(target)
        return self.ledger.close(settle(target.getvalue()), self.deck.author, self.deck.source_kind)


def _lighten(show: Presentation) -> None:
    """Drop the layouts that no deck here uses: most of the file."""
    for index, layout in enumerate(list(show.slide_layouts)):
        if index not in _KEPT:
            show.slide_layouts.remove(layout)
