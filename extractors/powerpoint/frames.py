"""Adds what stands in the graphic frames of a slide: tables with their coloured cells, charts, and SmartArt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.model.artifact import Anchor, Artifact, Facts
from extractors.chartdata import Plotted
from extractors.chartex import plotted
from extractors.drawing import body_text, chart_part, picture_in, text_lines
from extractors.markup import DGM, A, C, Element, by_local
from extractors.package import Relationship, target_of
from extractors.powerpoint.facets import Deck, Facets, Slide
from extractors.powerpoint.shapes import Shape
from extractors.powerpoint.tables import fills_of, read_table
from extractors.smartart import Diagram, diagram_in
from extractors.theme import Theme


class FrameReader:
    """Reads the graphic frames of one slide."""

    def __init__(self, deck: Deck, slide: Slide, theme: Theme, facets: Facets, styles: Sequence[Element] = ()) -> None:
        self._deck = deck
        self._slide = slide
        self._theme = theme
        self._facets = facets
        self._styles = styles
        self._related: dict[str, Relationship] = deck.package.relationships(slide.part)

    def add(self, shape: Shape, at: Anchor) -> Artifact | None:
        """Add what a frame shows, None where it shows no table, chart or diagram."""
        table = next(shape.element.iter(f"{A}tbl"), None)
        if table is not None:
            return self.add_table(table, at)
        chart = self._chart(shape.element)
        if chart is not None:
            return self._add_chart(chart, at)
        diagram = diagram_in(shape.element, self._deck.package, self._related)
        return self._add_diagram(diagram, at) if diagram is not None and diagram.texts else None

    def add_table(self, table: Element, at: Anchor) -> Artifact:
        """Return the artifact of a table; links, highlights and fills of its cells are about it."""
        grid, cells = read_table(table)
        artifact = self._part(self._deck.sheaf.add("table", at, "", grid, place=self._slide.id))
        for cell in cells:
            self._facets.add(cell.lines, replace(at, row=cell.row, column=cell.column), artifact, self._styles)
        for found in fills_of(grid, cells, self._theme):
            place = replace(at, row=found.top, column=found.left)
            facts = Facts((("range", found.place), ("fill", found.fill), ("rows", found.bottom - found.top + 1),
                           ("columns", found.right - found.left + 1)))  # fmt: skip
            plain = f"{artifact.key} {found.place}"
            self._facets.about("cell_color", place, f"{found.place}: {found.fill}", facts, artifact, plain=plain)
        return artifact

    def _chart(self, element: Element) -> Plotted | None:
        part = chart_part(element, self._related)
        root = self._deck.package.tree(part) if part is not None else None
        return plotted(root, self._drawn_over(part, root)) if part is not None and root is not None else None

    def _drawn_over(self, part: str, root: Element) -> list[str]:
        """Return the texts of the boxes that stand on a chart."""
        shapes = root.find(f"{C}userShapes")
        found = target_of(self._deck.package.relationships(part), shapes) if shapes is not None else None
        tree = self._deck.package.tree(found.target) if found is not None and not found.external else None
        bodies = by_local(tree, "txBody") if tree is not None else ()
        return [text for text in (body_text(text_lines(body)) for body in bodies) if text]

    def _add_chart(self, chart: Plotted, at: Anchor) -> Artifact:
        for warning in chart.warnings:
            self._deck.sheaf.warn(f"Slide {self._slide.number}: {warning}")
        add = self._deck.sheaf.add
        return self._part(add("chart", at, chart.text, chart.chart, plain=chart.identity, place=self._slide.id))

    def _add_diagram(self, diagram: Diagram, at: Anchor) -> Artifact:
        sheaf, place = self._deck.sheaf, self._slide.id
        lines = [f"SmartArt: {diagram.layout}"] if diagram.layout else []
        lines += ["  " * node.depth + f"- {node.text}" for node in diagram.nodes]
        facts = Facts((("layout", diagram.layout), ("category", diagram.category), ("nodes", len(diagram.nodes))))
        text, plain = "\n".join([*lines, *diagram.labels]), "\n".join(diagram.texts)
        owner = self._part(sheaf.add("smartart_text", at, text, facts, plain=plain, place=place))
        if diagram.edges:
            shown = [_edge_text(*edge) for edge in diagram.edges]
            facts = Facts((("relation", diagram.relation), ("edges", "\n".join(shown))))
            self._facets.about("smartart_relation", at, f"{diagram.relation}: {'; '.join(shown)}", facts, owner)
        inside = Facets(self._deck, self._slide, self._theme, diagram.part)
        inside.add([line for node in diagram.nodes for line in node.lines], at, owner, self._styles)
        self._add_pictures(diagram, at, owner)
        return owner

    def _add_pictures(self, diagram: Diagram, at: Anchor, owner: Artifact) -> None:
        """Add the pictures that stand in the nodes of a diagram."""
        sheaf, related = self._deck.sheaf, self._deck.package.relationships(diagram.part)
        for point in diagram.root.iter(f"{DGM}pt"):
            found = picture_in(point, self._deck.package, related, "")
            if found is not None:
                plain = found.address if found.data is None else None
                picture = found.picture
                image = sheaf.add("image", at, "", picture, plain=plain, place=self._slide.id, blob=found.data)
                sheaf.link(image, owner, "part_of")

    def _part(self, artifact: Artifact) -> Artifact:
        self._deck.sheaf.link(artifact, self._slide.container, "part_of")
        return artifact


def _edge_text(before: str, after: str, kind: str) -> str:
    """Return an edge with the sign of its kind: what follows what, or what stands above what."""
    if kind == "next":
        return f"{before} → {after}"
    return f"{before} > {after}" + ("" if kind == "child" else f" ({kind})")
