"""Walks one part of a Word document (body, header, note ...) and adds what stands in it in reading order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from assay.model.artifact import Anchor, Artifact, Facts, Role, Text
from assay.model.grid import Grid, Span
from extractors.charts import chart_of, chart_text
from extractors.drawing import alternative_text, chart_part, picture_in, smartart_texts
from extractors.markup import WP, Element, V, W, by_local, child, value
from extractors.package import Package, Relationship
from extractors.sheaf import Sheaf
from extractors.word.blocks import Block, Layout, Placed, blocks_of, table_layout
from extractors.word.facets import Facets
from extractors.word.inline import Inline, InlineReader, Reference
from extractors.word.layout import section_facts
from extractors.word.numbering import BULLET, Numbering
from extractors.word.styles import Styles, numbering_of, outline_level

MOST_DEPTH = 40


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph: its content, its style's id, and its role, level and number as displayed."""

    inline: Inline
    style: str
    text: Text

    @property
    def line(self) -> str:
        """The paragraph as a line of a cell or note: its number, where it has one, and its characters."""
        number = self.text.number if self.text.number != BULLET else ""
        return f"{number} {self.inline.text}" if number and self.inline.text else self.inline.text


class Word:
    """What all parts of one document share while it is read."""

    def __init__(self, package: Package, sheaf: Sheaf, styles: Styles, numbering: Numbering) -> None:
        self.package = package
        self.sheaf = sheaf
        self.styles = styles
        self.numbering = numbering
        self.facets = Facets(sheaf, styles)
        self.referrers: dict[Reference, list[Artifact]] = {}
        self.sections: list[Element] = []


class Story:
    """Reads one part; `part` is the name that its anchors carry."""

    def __init__(self, word: Word, name: str, part: str) -> None:
        self._word = word
        self._sheaf = word.sheaf
        self._related: dict[str, Relationship] = word.package.relationships(name)
        self._inlines = InlineReader(self._related)
        self._part = part

    def read_body(self, body: Element) -> None:
        """Add the whole body, section by section."""
        for index, block in enumerate(blocks_of(body)):
            at = Anchor(part=self._part, index=index)
            if block.is_table:
                self._table(block.element, at, 0)
            else:
                self._body_paragraph(block, at)
        final = body.find(f"{W}sectPr")
        if final is not None:
            self._section(final)

    def add_text(
        self, kind: str, parent: Element, at: Anchor, facts: tuple[tuple[str, str | int], ...]
    ) -> Artifact | None:
        """Add a header, note or comment as one artifact with all its lines, None where it has none."""
        paragraphs = list(self._flat(parent, 0))
        text = "\n".join(line for line, _ in paragraphs).strip()
        author = dict(facts).get("author")
        shown = f"{author}: {text}" if author else text
        artifact = self._sheaf.add(kind, at, shown, Facts((*facts, ("text", text))), plain=text) if text else None
        for paragraph in (each for _, row in paragraphs for each in row):
            self._attach(paragraph, at, artifact, 0)
        return artifact

    def _body_paragraph(self, block: Block, at: Anchor) -> None:
        paragraph = self._paragraph(block)
        text, owner = paragraph.inline.text, None
        if text:
            owner = self._sheaf.add("text", at, text, paragraph.text)
        self._attach(paragraph, at, owner, 0)
        section = child(block.element, f"{W}pPr", f"{W}sectPr")
        if section is not None:
            self._section(section)

    def _section(self, element: Element) -> None:
        self._word.sections.append(element)
        facts = section_facts(element, len(self._word.sections))
        text = "; ".join(f"{name} {what}" for name, what in facts)
        self._sheaf.add("layout", Anchor(part="sections", index=len(self._word.sections) - 1), text, Facts(facts))

    def _paragraph(self, block: Block) -> Paragraph:
        inline = self._inlines.read(block.element, block.change)
        properties = block.element.find(f"{W}pPr")
        style = value(child(properties, f"{W}pStyle"), f"{W}val")
        outline = outline_level(properties)
        heading = outline if outline is not None else self._word.styles.level(style)
        number, level = self._number(properties, style, inline)
        role: Role = "list_item" if number is not None else "paragraph"
        if self._word.styles.is_caption(style):
            role, level = "caption", 0
        elif heading:
            role, level = "heading", heading
        shown = number if number and not (role != "list_item" and number == BULLET) else ""
        return Paragraph(inline, style, Text(role, level, shown))

    def _number(self, properties: Element | None, style: str, inline: Inline) -> tuple[str | None, int]:
        """Return the number that a paragraph displays and its level, None where it has none."""
        stated, styled = numbering_of(properties), self._word.styles.numbering(style)
        id, level = stated or styled or ("0", None)
        if stated and not stated[0] and styled:
            id = styled[0]
        gone = bool(inline.runs) and all(run.scope.deleted for run in inline.runs)
        if id in ("", "0") or gone:
            return None, 0
        level = self._word.numbering.level(id, level, style)
        return self._word.numbering.next(id, level), level

    def _attach(self, paragraph: Paragraph, at: Anchor, owner: Artifact | None, depth: int) -> None:
        """Add what stands in a paragraph beside its characters, and what is about it."""
        objects = self._objects(paragraph.inline, at, owner, depth)
        self._annotate(paragraph, at, owner or next(iter(objects), None))

    def _annotate(self, paragraph: Paragraph, at: Anchor, owner: Artifact | None) -> None:
        self._word.facets.add(paragraph.inline, paragraph.style, at, owner)
        for reference in paragraph.inline.references:
            self._word.referrers.setdefault(reference, []).extend([owner] if owner is not None else [])

    def _objects(self, inline: Inline, at: Anchor, owner: Artifact | None, depth: int) -> list[Artifact]:
        objects = [found for drawing in inline.drawings for found in self._drawing(drawing, at, depth)]
        equations = [self._sheaf.add("equation", at, text) for text in inline.equations]
        for found in equations if owner is not None else ():
            self._sheaf.link(found, owner or found, "part_of")
        return [*objects, *equations]

    def _drawing(self, drawing: Element, at: Anchor, depth: int) -> Iterator[Artifact]:
        if depth > MOST_DEPTH:
            return
        boxes = [box for box in drawing.iter(f"{W}txbxContent") if _outermost(box, drawing)]
        chart = chart_part(drawing, self._related)
        texts = smartart_texts(drawing, self._word.package, self._related)
        if chart is not None:
            yield from self._chart(chart, at)
        elif texts:
            yield self._sheaf.add("textbox", at, "\n".join(texts), Text())
        else:
            yield from self._pictures(drawing, at)
        for box in boxes:
            yield from self._textbox(box, at, depth + 1)

    def _chart(self, part: str, at: Anchor) -> Iterator[Artifact]:
        root = self._word.package.tree(part)
        if root is not None:
            chart = chart_of(root)
            yield self._sheaf.add("chart", at, chart_text(chart), chart)

    def _pictures(self, drawing: Element, at: Anchor) -> Iterator[Artifact]:
        described = next(drawing.iter(f"{WP}docPr", f"{V}shape"), None)
        alt = alternative_text(described) or value(described, "alt")
        pictures = [picture for picture in by_local(drawing, "pic") if not _in_box(picture, drawing)]
        if len(pictures) < 2 and not _has_box(drawing):
            # The drawing itself states the size that its one picture is shown in.
            pictures = [drawing]
        for element in pictures:
            own = alternative_text(next(by_local(element, "cNvPr"), None)) if len(pictures) > 1 else ""
            found = picture_in(element, self._word.package, self._related, own or alt)
            if found is not None:
                plain = found.address if found.data is None else None
                yield self._sheaf.add("image", at, own or alt, found.picture, blob=found.data, plain=plain)

    def _textbox(self, box: Element, at: Anchor, depth: int) -> Iterator[Artifact]:
        paragraphs, tables = list[Paragraph](), list[Element]()
        for block in blocks_of(box):
            if block.is_table:
                tables.append(block.element)
            else:
                paragraphs.append(self._paragraph(block))
        text = "\n".join(paragraph.line for paragraph in paragraphs).strip()
        owner = self._sheaf.add("textbox", at, text, Text()) if text else None
        if owner is not None:
            yield owner
        for table in tables:
            yield self._table(table, at, depth)
        for paragraph in paragraphs:
            self._attach(paragraph, at, owner, depth)

    def _table(self, table: Element, at: Anchor, depth: int) -> Artifact:
        """Add a table after the tables and pictures in its cells, whose keys its cells hold."""
        layout = table_layout(table)
        texts, children, held = dict[int, str](), list[tuple[int, str]](), list[tuple[Placed, Paragraph]]()
        for cell in layout.cells:
            index = cell.row * layout.columns + cell.column
            lines, keys, paragraphs = self._cell(cell, at, depth)
            texts[index] = "\n".join(lines).strip()
            children += [(index, key) for key in keys]
            held += [(cell, paragraph) for paragraph in paragraphs]
        artifact = self._sheaf.add("table", at, "", _grid(layout, texts, children))
        for _, key in children:
            self._sheaf.link(key, artifact, "part_of")
        for cell, paragraph in held:
            self._annotate(paragraph, replace(at, row=cell.row, column=cell.column), artifact)
        for block in layout.deleted:
            for _, row in self._flat(block.element, depth):
                for paragraph in row:
                    self._annotate(paragraph, at, artifact)
        return artifact

    def _cell(self, cell: Placed, at: Anchor, depth: int) -> tuple[list[str], list[str], list[Paragraph]]:
        """Return a cell's lines, the keys of the artifacts in it, and its paragraphs."""
        within = replace(at, row=cell.row, column=cell.column)
        lines, keys, paragraphs = list[str](), list[str](), list[Paragraph]()
        for block in blocks_of(cell.block.element) if depth < MOST_DEPTH else ():
            if block.is_table:
                found = [self._table(block.element, within, depth + 1)]
            else:
                paragraph = self._paragraph(replace(block, change=block.change or cell.block.change))
                lines.append(paragraph.line)
                paragraphs.append(paragraph)
                found = self._objects(paragraph.inline, within, None, depth)
            keys += [artifact.key for artifact in found]
            lines += [f"[[{artifact.key}]]" for artifact in found]
        return [line for line in lines if line], keys, paragraphs

    def _flat(self, parent: Element, depth: int) -> Iterator[tuple[str, list[Paragraph]]]:
        """Yield the lines of a part that is one artifact: a paragraph each, a table's row with tabs between cells."""
        for block in blocks_of(parent):
            if not block.is_table:
                paragraph = self._paragraph(block)
                yield paragraph.line, [paragraph]
            elif depth < MOST_DEPTH:
                for row in blocks_of(block.element, f"{W}tr"):
                    cells = [list(self._flat(cell.element, depth + 1)) for cell in blocks_of(row.element, f"{W}tc")]
                    yield "\t".join(map(_joined, cells)), [each for cell in cells for _, held in cell for each in held]


def _joined(lines: Iterable[tuple[str, list[Paragraph]]]) -> str:
    return " ".join(line for line, _ in lines if line)


def _grid(layout: Layout, texts: dict[int, str], children: list[tuple[int, str]]) -> Grid:
    spans = [Span(cell.row, cell.column, cell.height, cell.width) for cell in layout.cells]
    return Grid(
        layout.rows,
        layout.columns,
        tuple(texts.get(index, "") for index in range(layout.rows * layout.columns)),
        spans=tuple(span for span in spans if span.height > 1 or span.width > 1),
        header_rows=min(layout.header_rows, layout.rows),
        children=tuple(sorted(children)),
    )


def _outermost(box: Element, drawing: Element) -> bool:
    return not _in_box(box, drawing)


def _in_box(element: Element, drawing: Element) -> bool:
    """Whether an element stands in a text box of the drawing, whose content is read by itself."""
    for parent in element.iterancestors():
        if parent is drawing:
            return False
        if parent.tag == f"{W}txbxContent":
            return True
    return False


def _has_box(drawing: Element) -> bool:
    return next(drawing.iter(f"{W}txbxContent"), None) is not None
