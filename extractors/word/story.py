"""Walks one part of a Word document (body, header, note ...) and adds what stands in it in reading order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from assay.model.artifact import Anchor, Artifact, Facts, Text
from assay.model.canonical import Scalar
from extractors.markup import Element, W, equation_text
from extractors.word.blocks import BODY, Block, Placed, blocks_of, table_layout
from extractors.word.chunks import add_chunk
from extractors.word.content import Equation, Inline
from extractors.word.document import Word
from extractors.word.drawings import Drawings, boxes_of
from extractors.word.pages import section_facts
from extractors.word.paragraphs import Paragraph, Paragraphs
from extractors.word.tables import TableFacets, grid_of_layout

MOST_DEPTH = 40
_CHUNK = f"{W}altChunk"


class Story:
    """Reads one part; `part` is the name that its anchors carry."""

    def __init__(self, word: Word, name: str, part: str) -> None:
        self._word = word
        self._sheaf = word.sheaf
        related = word.package.relationships(name)
        self._related = related
        self._paragraphs = Paragraphs(word, related)
        self._drawings = Drawings(word, related)
        self._part = part

    def read_body(self, body: Element) -> None:
        """Add the whole body, section by section."""
        index = 0
        for block in blocks_of(body, *BODY, _CHUNK):
            at = Anchor(part=self._part, index=index)
            if block.element.tag == _CHUNK:
                add_chunk(self._word, self._related, block.element, at)
                continue
            self._paragraphs.begin(block)
            if block.is_table:
                self._table(block.element, at, 0)
            else:
                self._body_paragraph(block, at)
            index += 1
        final = body.find(f"{W}sectPr")
        if final is not None:
            self._section(final)

    def add_text(
        self, kind: str, parent: Element, at: Anchor, facts: tuple[tuple[str, Scalar], ...], said: str = ""
    ) -> Artifact | None:
        """Add a header, note or comment as one artifact with all its lines, None where it has none.

        `said` stands before its text: who wrote it, and what it is on.
        """
        paragraphs = list(self._flat(parent, 0))
        text = "\n".join(line for line, _ in paragraphs).strip()
        shown = f"{said}: {text}" if said else text
        artifact = self._sheaf.add(kind, at, shown, Facts((*facts, ("text", text))), plain=text) if text else None
        for paragraph in (each for _, row in paragraphs for each in row):
            self._attach(paragraph, at, artifact, 0)
        return artifact

    def _body_paragraph(self, block: Block, at: Anchor) -> None:
        paragraph = self._paragraphs.read(block)
        text, owner = paragraph.inline.text, None
        if text:
            owner = self._sheaf.add("text", at, text, paragraph.text, plain=paragraph.inline.plain)
        self._attach(paragraph, at, owner, 0, body=True)
        section = paragraph.stated.get(f"{W}sectPr")
        if section is not None:
            self._section(section)

    def _section(self, element: Element) -> None:
        self._word.sections.append(element)
        facts = section_facts(element, len(self._word.sections))
        text = "; ".join(f"{name} {what}" for name, what in facts)
        self._sheaf.add("layout", Anchor(part="sections", index=len(self._word.sections) - 1), text, Facts(facts))

    def _attach(
        self, paragraph: Paragraph, at: Anchor, owner: Artifact | None, depth: int, *, body: bool = False
    ) -> None:
        """Add what stands in a paragraph beside its characters, and what is about it."""
        objects = self._objects(paragraph.inline, at, owner, depth)
        self._paragraphs.annotate(paragraph, at, owner or next(iter(objects), None), body=body)

    def _objects(self, inline: Inline, at: Anchor, owner: Artifact | None, depth: int) -> list[Artifact]:
        objects = [found for drawing in inline.drawings for found in self._drawing(drawing, at, owner, depth)]
        equations = [self._equation(found, inline, at) for found in inline.equations]
        for found in equations if owner is not None else ():
            self._sheaf.link(found, owner or found, "part_of")
        return [*objects, *equations]

    def _equation(self, found: Equation, inline: Inline, at: Anchor) -> Artifact:
        text, before = equation_text(found.element), len(inline.between(0, found.at))
        facts = (("display", found.display), ("position", before), ("characters", text))
        artifact = self._sheaf.add("equation", at, text, Facts(facts))
        self._word.equations.append((artifact, found.element))
        return artifact

    def _drawing(self, drawing: Element, at: Anchor, owner: Artifact | None, depth: int) -> Iterator[Artifact]:
        if depth > MOST_DEPTH:
            return
        yield from self._drawings.read(drawing, at, owner)
        for box in boxes_of(drawing):
            yield from self._textbox(box, at, depth + 1)

    def _textbox(self, box: Element, at: Anchor, depth: int) -> Iterator[Artifact]:
        paragraphs, tables = list[Paragraph](), list[Element]()
        for block in blocks_of(box):
            self._paragraphs.begin(block)
            if block.is_table:
                tables.append(block.element)
            else:
                paragraphs.append(self._paragraphs.read(block))
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
        artifact = self._sheaf.add("table", at, "", grid_of_layout(layout, texts, children))
        for _, key in children:
            self._sheaf.link(key, artifact, "part_of")
        TableFacets(self._word, self._paragraphs, table, layout, at, artifact).add(held)
        for block in layout.deleted:
            for _, row in self._flat(block.element, depth):
                for paragraph in row:
                    self._paragraphs.annotate(paragraph, at, artifact)
        return artifact

    def _cell(self, cell: Placed, at: Anchor, depth: int) -> tuple[list[str], list[str], list[Paragraph]]:
        """Return a cell's lines, the keys of the artifacts in it, and its paragraphs."""
        within = Anchor(part=at.part, index=at.index, row=cell.row, column=cell.column)
        lines, keys, paragraphs = list[str](), list[str](), list[Paragraph]()
        self._paragraphs.begin(cell.block)
        for block in blocks_of(cell.block.element) if depth < MOST_DEPTH else ():
            self._paragraphs.begin(block)
            if block.is_table:
                found = [self._table(block.element, within, depth + 1)]
            else:
                changed = cell.block.change if block.change is None else None
                paragraph = self._paragraphs.read(replace(block, change=changed) if changed else block)
                lines.append(paragraph.line)
                paragraphs.append(paragraph)
                found = self._objects(paragraph.inline, within, None, depth)
            keys += [artifact.key for artifact in found]
            lines += [f"[[{artifact.key}]]" for artifact in found]
        return [line for line in lines if line], keys, paragraphs

    def _flat(self, parent: Element, depth: int) -> Iterator[tuple[str, list[Paragraph]]]:
        """Yield the lines of a part that is one artifact: a paragraph each, a table's row with tabs between cells."""
        for block in blocks_of(parent):
            self._paragraphs.begin(block)
            if not block.is_table:
                paragraph = self._paragraphs.read(block)
                yield paragraph.line, [paragraph]
            elif depth < MOST_DEPTH:
                for row in blocks_of(block.element, f"{W}tr"):
                    cells = [list(self._flat(cell.element, depth + 1)) for cell in blocks_of(row.element, f"{W}tc")]
                    yield "\t".join(map(_joined, cells)), [each for cell in cells for _, held in cell for each in held]


def _joined(lines: Iterable[tuple[str, list[Paragraph]]]) -> str:
    return " ".join(line for line, _ in lines if line)
