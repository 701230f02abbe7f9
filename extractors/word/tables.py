"""The grid of a Word table, and what is about its cells: formats that whole cells share are told once for a range."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from assay.model.artifact import Anchor, Artifact
from assay.model.grid import Grid, Span
from extractors.markup import Element, W, child, value
from extractors.word.blocks import Layout, Placed
from extractors.word.document import Word
from extractors.word.formats import Context, Departure, Format
from extractors.word.looks import fill_of
from extractors.word.paragraphs import Paragraph, Paragraphs
from extractors.word.regions import ranges_of, table_look
from extractors.word.revisions import table_revisions

_Held = Sequence[tuple[Placed, Paragraph]]


def grid_of_layout(layout: Layout, texts: dict[int, str], children: list[tuple[int, str]]) -> Grid:
    """Return the grid of a table whose cells hold some texts and artifacts, by their index."""
    spans = [Span(cell.row, cell.column, cell.height, cell.width) for cell in layout.cells]
    return Grid(
        layout.rows,
        layout.columns,
        tuple(texts.get(index, "") for index in range(layout.rows * layout.columns)),
        spans=tuple(span for span in spans if span.height > 1 or span.width > 1),
        header_rows=min(layout.header_rows, layout.rows),
        children=tuple(sorted(children)),
    )


class TableFacets:
    """Adds what is about the cells of one table."""

    def __init__(
        self, word: Word, paragraphs: Paragraphs, table: Element, layout: Layout, at: Anchor, artifact: Artifact
    ) -> None:
        self._word = word
        self._paragraphs = paragraphs
        self._look = table_look(table, word.styles)
        self._table = table
        self._layout = layout
        self._at = at
        self._artifact = artifact

    def add(self, held: _Held) -> None:
        """Add the facets of the paragraphs that the cells hold."""
        by_cell = defaultdict[Placed, list[Paragraph]](list)
        for cell, paragraph in held:
            by_cell[cell].append(paragraph)
        fonts, layouts = dict[Placed, Departure](), dict[Placed, Departure]()
        empty = list[Placed]()
        for cell, paragraphs in by_cell.items():
            context = self._context(cell)
            formats = [self._formats(paragraph, context) for paragraph in paragraphs]
            shared = _shared(paragraphs, formats)
            filled = [paragraph for paragraph in paragraphs if paragraph.inline.text]
            placed = {self._paragraphs.layout(paragraph, self._for(paragraph, context)) for paragraph in filled}
            for paragraph, found in zip(paragraphs, formats, strict=True):
                self._annotate(paragraph, cell, found, told=shared is not None)
            if not filled:
                empty.append(cell)
            if shared:
                fonts[cell] = shared
            if len(placed) == 1 and (common := placed.pop()):
                layouts[cell] = common
        self._ranges("font", fonts, empty)
        self._ranges("layout", layouts, empty)
        self._ranges("layout", {cell: found for cell in self._layout.cells if (found := self._fill(cell))}, [])
        self._whole()
        filled = {cell for cell, paragraphs in by_cell.items() if any(each.inline.runs for each in paragraphs)}
        self._revisions(
            filled | {cell for cell in self._layout.cells if cell.block.element.find(f"{W}tbl") is not None}
        )

    def _context(self, cell: Placed) -> Context:
        return Context("", self._look.style, self._look.parts(cell, self._layout.rows, self._layout.columns))

    def _for(self, paragraph: Paragraph, context: Context) -> Context:
        return context._replace(style=paragraph.style)

    def _formats(self, paragraph: Paragraph, context: Context) -> Sequence[Format]:
        return self._word.formats.of(paragraph.inline, self._for(paragraph, context))

    def _annotate(self, paragraph: Paragraph, cell: Placed, formats: Sequence[Format], *, told: bool) -> None:
        at = Anchor(part=self._at.part, index=self._at.index, row=cell.row, column=cell.column)
        left = [found._replace(departure=()) for found in formats] if told else formats
        self._paragraphs.annotate(paragraph, at, self._artifact, formats=left)
        if not told:
            departures = [found.departure or None for found in formats]
            for number, text in paragraph.inline.stretches(departures) if formats else ():
                self._word.facets.depart("font", departures[number] or (), at, self._artifact, text=text)

    def _fill(self, cell: Placed) -> Departure:
        properties = cell.block.element.find(f"{W}tcPr")
        own = child(properties, f"{W}shd")
        context = self._context(cell)
        styled = self._word.styles.dress(context.table, context.parts).fill if context.table else ""
        fill = fill_of(own) if own is not None else styled
        return (("fill", fill),) if fill else ()

    def _ranges(self, kind: str, found: dict[Placed, Departure], empty: Iterable[Placed]) -> None:
        groups = defaultdict[Departure, list[Placed]](list)
        for cell, departure in found.items():
            groups[departure].append(cell)
        bridged = list(empty)
        for departure, cells in groups.items():
            for each in ranges_of(cells, bridged):
                at = Anchor(part=self._at.part, index=self._at.index, row=each.row, column=each.column)
                facts = (("last row", each.last_row), ("last column", each.last_column))
                where = each.words(self._layout.rows, self._layout.columns)
                self._word.facets.depart(kind, departure, at, self._artifact, where=where, facts=facts)

    def _revisions(self, filled: set[Placed]) -> None:
        for found in table_revisions(self._table, self._layout, filled):
            row, column = (found.cells.row, found.cells.column) if found.cells is not None else (None, None)
            at = Anchor(part=self._at.part, index=self._at.index, row=row, column=column)
            self._word.facets.revise(found.change, found.text, at, self._artifact, of=found.of)

    def _whole(self) -> None:
        properties = self._table.find(f"{W}tblPr")
        style = self._word.styles.role(value(child(properties, f"{W}tblStyle"), f"{W}val"))
        named = child(properties, f"{W}tblStyle") is not None
        alignment = value(child(properties, f"{W}jc"), f"{W}val")
        said = (("table style", style.name if named else ""), ("table alignment", alignment))
        departure = tuple((name, what) for name, what in said if what)
        if departure:
            self._word.facets.depart("layout", departure, self._at, self._artifact, where="all cells")


def _shared(paragraphs: Sequence[Paragraph], formats: Sequence[Sequence[Format]]) -> Departure | None:
    """Return the departure that all characters of a cell have (empty for none), None where they differ."""
    found = set[Departure]()
    for paragraph, each in zip(paragraphs, formats, strict=True):
        for number, run in enumerate(paragraph.inline.runs):
            if run.text.strip() and not run.scope.deleted:
                found.add(each[number].departure if each else ())
    return found.pop() if len(found) == 1 else () if not found else None
