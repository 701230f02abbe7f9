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
from pptx.enum.chart import XL_CHART_TYPE
from pptx.presentation import Presentation
from pptx.shapes.autoshape import Shape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.slide import Slide as DeckSlide
from pptx.util import Cm, Pt

from assay.enterprise.records import At, Grid, Mark, Paragraph, Place, Rendered
from assay.enterprise.zipping import settle

_TITLE, _BULLETS, _TITLE_ONLY = 0, 1, 5


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide: a title and bullets, a table, or a chart drawn from a table's first and last columns."""

    title: str
    bullets: tuple[Paragraph, ...] = ()
    table: Grid | None = None
    chart: Grid | None = None
    note: str = ""
    hidden: bool = False


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
        self.places: list[Place] = []
        self.marks: list[Mark] = []
        properties = self.show.core_properties
        properties.title, properties.author = deck.title, deck.author
        properties.created = properties.modified = datetime(2025, 3, 14, 9)
        self._mark({"part": "properties"}, "metadata", deck.title)
        self._opening()

    def _mark(self, at: At, kind: str, value: str) -> None:
        self.marks.append(Mark(self.deck.path, at, kind, value))

    def _opening(self) -> None:
        page = self._page(_TITLE, self.deck.title)
        body = page.placeholders[1]
        assert isinstance(body, Shape)
        body.text_frame.text = self.deck.subtitle
        text, url = self.deck.link
        if url:
            run = body.text_frame.add_paragraph().add_run()
            run.text, run.hyperlink.address = text, url
            self._mark({"slide": 1, "shape": str(body.shape_id)}, "hyperlink", url)

    def _page(self, layout: int, title: str) -> DeckSlide:
        page = self.show.slides.add_slide(self.show.slide_layouts[layout])
        if page.shapes.title is not None:
            page.shapes.title.text_frame.text = title
        return page

    def write(self, number: int, slide: Slide) -> None:
        """Append one slide."""
        page = self._page(_BULLETS if slide.bullets else _TITLE_ONLY, slide.title)
        self._bullets(page, number, slide.bullets)
        if slide.table:
            self._table(page, number, slide.table)
        if slide.chart:
            self._chart(page, number, slide.chart)
        if slide.note:
            frame = page.notes_slide.notes_text_frame
            assert frame is not None
            frame.text = slide.note
            self._mark({"slide": number}, "note", slide.note)
        if slide.hidden:
            page.element.set("show", "0")
            self._mark({"slide": number}, "hidden", slide.title)

    def _bullets(self, page: DeckSlide, number: int, bullets: Sequence[Paragraph]) -> None:
        if not bullets:
            return
        body = page.placeholders[1]
        assert isinstance(body, Shape)
        body.text_frame.text = "\n".join(bullet.text for bullet in bullets)
        at = {"slide": number, "shape": str(body.shape_id)}
        self.places += [Place(item, self.deck.path, at) for bullet in bullets for item in bullet.shows]

    def _table(self, page: DeckSlide, number: int, grid: Grid) -> None:
        caption = page.shapes.add_textbox(Cm(1.5), Cm(3.6), Cm(22), Cm(1))
        caption.text_frame.text = grid.caption
        height, width = len(grid.rows), len(grid.rows[0])
        frame = page.shapes.add_table(height, width, Cm(1.5), Cm(4.8), Cm(22), Cm(1.1 * height))
        for row, cells in enumerate(grid.rows):
            for column, cell in enumerate(cells):
                box = frame.table.cell(row, column)
                box.text_frame.text = cell.text
                box.text_frame.paragraphs[0].runs[0].font.size = Pt(12)
                if cell.show:
                    at = {"slide": number, "shape": str(frame.shape_id), "row": row, "column": column}
                    self.places.append(Place(cell.show, self.deck.path, at))

    def _chart(self, page: DeckSlide, number: int, grid: Grid) -> None:
        data = CategoryChartData()
        data.categories = [row[0].text for row in grid.rows[1:]]
        for column in range(1, len(grid.rows[0])):
            shown = [row[column].show for row in grid.rows[1:]]
            data.add_series(grid.rows[0][column].text, [float(item.value) for item in shown if item])
        size = (Cm(1.5), Cm(4), Cm(22), Cm(13))
        frame = cast(GraphicFrame, page.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *size, cast(ChartData, data)))
        chart = frame.chart
        chart.has_title, chart.has_legend = True, True
        chart.chart_title.text_frame.text = grid.caption
        cast(BarPlot, chart.plots[0]).has_data_labels = True
        self._mark({"slide": number, "shape": str(frame.shape_id)}, "chart", grid.caption)
        for row, cells in enumerate(grid.rows[1:]):
            for column, cell in enumerate(cells[1:]):
                if cell.show:
                    at = {"slide": number, "shape": str(frame.shape_id), "series": column, "point": row}
                    self.places.append(Place(cell.show, self.deck.path, at, "visual"))

    def finish(self) -> Rendered:
        """Return the file with its share of the key."""
        target = io.BytesIO()
        self.show.save(target)
        deck = self.deck
        data = settle(target.getvalue())
        return Rendered(deck.path, data, deck.author, deck.source_kind, tuple(self.places), tuple(self.marks))
