"""Adds what stands on one slide, in reading order, each thing part of the slide and each facet about its shape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from assay.model.artifact import Anchor, Artifact, Facts, Text
from extractors.charts import chart_of, chart_text
from extractors.drawing import TextLine, TextRun, body_text, chart_part, picture_in, smartart_texts, text_lines
from extractors.markup import A, Element, P, child, value
from extractors.package import Package, Relationship, target_of
from extractors.powerpoint.shapes import Shape
from extractors.powerpoint.tables import read_table
from extractors.sheaf import Sheaf

# The slide's own line is a heading of level 2.
TITLE_LEVEL = 3


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide of the deck: its 1-based number, its id in the presentation, its part, and its container."""

    number: int
    id: str
    part: str
    container: Artifact


class SlideReader:
    """Reads the shapes of one slide; `numbers` gives the number of each slide's part, for links between slides."""

    def __init__(self, sheaf: Sheaf, package: Package, slide: Slide, numbers: Mapping[str, int]) -> None:
        self._sheaf = sheaf
        self._package = package
        self._slide = slide
        self._numbers = numbers
        self._related: dict[str, Relationship] = package.relationships(slide.part)

    def add(self, shape: Shape) -> None:
        """Add what one shape shows."""
        at = Anchor(slide=self._slide.number, shape=shape.id, box=shape.box)
        owner = self._shown(shape, at)
        click = next(iter(shape.element[0].iter(f"{A}hlinkClick")), None) if len(shape.element) else None
        if click is not None:
            self._link(click, owner.text if owner else shape.alt, at, owner)

    def _shown(self, shape: Shape, at: Anchor) -> Artifact | None:
        element = shape.element
        if element.tag == f"{P}sp":
            return self._text(shape, at)
        if element.tag == f"{P}graphicFrame":
            table = next(element.iter(f"{A}tbl"), None)
            return self._table(table, at) if table is not None else self._graphic(shape, at)
        return self._picture(shape, at) if element.tag == f"{P}pic" else None

    def _text(self, shape: Shape, at: Anchor) -> Artifact | None:
        lines = text_lines(shape.element.find(f"{P}txBody"))
        text, owner = body_text(lines), None
        if text and shape.is_title:
            owner = self._add("slide_text", at, " ".join(text.split()), Text("heading", TITLE_LEVEL))
        elif text:
            owner = self._add("slide_text" if shape.placeholder else "shape_text", at, text, Text())
        self._facets(lines, at, owner)
        return owner

    def _table(self, table: Element, at: Anchor) -> Artifact:
        grid, cells = read_table(table)
        artifact = self._part(self._sheaf.add("table", at, "", grid, place=self._slide.id))
        for cell in cells:
            self._facets(cell.lines, replace(at, row=cell.row, column=cell.column), artifact)
        return artifact

    def _graphic(self, shape: Shape, at: Anchor) -> Artifact | None:
        part = chart_part(shape.element, self._related)
        root = self._package.tree(part) if part is not None else None
        if root is not None:
            chart = chart_of(root)
            return self._part(self._sheaf.add("chart", at, chart_text(chart), chart, place=self._slide.id))
        texts = smartart_texts(shape.element, self._package, self._related)
        return self._add("smartart_text", at, "\n".join(texts), Text()) if texts else self._picture(shape, at)

    def _picture(self, shape: Shape, at: Anchor) -> Artifact | None:
        found = picture_in(shape.element, self._package, self._related, shape.alt)
        if found is None:
            return None
        plain, place = found.address if found.data is None else None, self._slide.id
        image = self._sheaf.add("image", at, shape.alt, found.picture, plain=plain, place=place, blob=found.data)
        return self._part(image)

    def _facets(self, lines: list[TextLine], at: Anchor, owner: Artifact | None) -> None:
        for text in (text for line in lines for text in line.equations):
            equation = self._sheaf.add("equation", at, text, place=self._slide.id)
            self._sheaf.link(equation, owner or self._slide.container, "part_of")
        for run in (run for line in lines for run in line.runs if run.properties is not None and run.text.strip()):
            self._run_facets(run, at, owner)

    def _run_facets(self, run: TextRun, at: Anchor, owner: Artifact | None) -> None:
        click, highlight = child(run.properties, f"{A}hlinkClick"), child(run.properties, f"{A}highlight")
        if click is not None:
            self._link(click, run.text.strip(), at, owner)
        if highlight is not None:
            colour = next((value(found, "val") for found in highlight), "")
            facts = Facts((("text", run.text.strip()), ("value", colour)))
            self._about("highlight", at, f"{colour}: {run.text.strip()}", facts, owner)

    def _link(self, click: Element, text: str, at: Anchor, owner: Artifact | None) -> None:
        target = self._target(click)
        if target:
            facts = Facts((("text", text), ("target", target)))
            self._about("hyperlink", at, f"{text}: {target}" if text else target, facts, owner)

    def _target(self, click: Element) -> str:
        found = target_of(self._related, click)
        if found is None:
            return click.get("action", "").removeprefix("ppaction://")
        return f"slide {self._numbers[found.target]}" if found.target in self._numbers else found.target

    def _about(self, kind: str, at: Anchor, text: str, facts: Facts, owner: Artifact | None) -> None:
        artifact = self._sheaf.add(kind, at, text, facts, place=self._slide.id)
        self._sheaf.link(artifact, owner or self._slide.container, "about")

    def _add(self, kind: str, at: Anchor, text: str, payload: Text) -> Artifact:
        return self._part(self._sheaf.add(kind, at, text, payload, place=self._slide.id))

    def _part(self, artifact: Artifact) -> Artifact:
        self._sheaf.link(artifact, self._slide.container, "part_of")
        return artifact


def is_hidden(root: Element) -> bool:
    """Whether a slide is left out when the deck is shown."""
    return root.get("show", "1") in ("0", "false")


def shape_tree(root: Element) -> Element | None:
    """Return the tree of a slide's shapes."""
    return child(root, f"{P}cSld", f"{P}spTree")
