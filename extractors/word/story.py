"""Walks one part of a Word document (body, header, note ...) and adds what stands in it in reading order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from assay.model.artifact import Anchor, Artifact, Facts, Text
from assay.model.canonical import Scalar
from extractors.markup import Element, W, equation_text
from extractors.word.blocks import BODY, Block, Layout, Placed, blocks_of, cells_of, rows_of, table_layout
from extractors.word.chunks import add_chunk
from extractors.word.content import Equation, Inline
from extractors.word.document import Word
from extractors.word.drawings import Drawings, boxes_of
from extractors.word.inline import change_of
from extractors.word.pages import section_facts
from extractors.word.paragraphs import Paragraph, Paragraphs
from extractors.word.tables import TableFacets, grid_of_layout

_CHUNK = f"{W}altChunk"
# A line of text and the paragraphs that it is made of.
_Line: TypeAlias = tuple[str, list[Paragraph]]


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
                self._table(block, at)
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
        paragraphs = list(self._flat(Block(parent)))
        text = "\n".join(line for line, _ in paragraphs).strip()
        shown = f"{said}: {text}" if said else text
        artifact = self._sheaf.add(kind, at, shown, Facts((*facts, ("text", text))), plain=text) if text else None
        for paragraph in (each for _, row in paragraphs for each in row):
            self._attach(paragraph, at, artifact)
        return artifact

    def _body_paragraph(self, block: Block, at: Anchor) -> None:
        paragraph = self._paragraphs.read(block)
        text, owner = paragraph.inline.text, None
        if text:
            owner = self._sheaf.add("text", at, text, paragraph.text, plain=paragraph.inline.plain)
            self._word.copies.add(paragraph.inline, paragraph.style, owner)
        self._attach(paragraph, at, owner, body=True)
        section = paragraph.stated.get(f"{W}sectPr")
        if section is not None:
            self._section(section)

    def _section(self, element: Element) -> None:
        self._word.sections.append(element)
        number = len(self._word.sections)
        facts, at = section_facts(element, number), Anchor(part="sections", index=number - 1)
        layout = self._sheaf.add("layout", at, "; ".join(f"{name} {what}" for name, what in facts), Facts(facts))
        for changed in element.iterchildren(f"{W}sectPrChange"):
            self._word.facets.revise(change_of(changed), "", at, layout, of=f"section {number}")

    def _attach(self, paragraph: Paragraph, at: Anchor, owner: Artifact | None, *, body: bool = False) -> None:
        """Add what stands in a paragraph beside its characters, and what is about it."""
        objects = self._objects(paragraph.inline, at, owner)
        self._paragraphs.annotate(paragraph, at, owner or next(iter(objects), None), body=body)

    def _objects(self, inline: Inline, at: Anchor, owner: Artifact | None) -> list[Artifact]:
        objects = [found for drawing in inline.drawings for found in self._drawing(drawing, at, owner)]
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

    def _drawing(self, drawing: Element, at: Anchor, owner: Artifact | None) -> Iterator[Artifact]:
        yield from self._drawings.read(drawing, at, owner)
        for box in boxes_of(drawing):
            yield from self._textbox(box, at)

    def _textbox(self, box: Element, at: Anchor) -> Iterator[Artifact]:
        paragraphs, tables = list[Paragraph](), list[Block]()
        for block in blocks_of(box):
            self._paragraphs.begin(block)
            if block.is_table:
                tables.append(block)
            else:
                paragraphs.append(self._paragraphs.read(block))
        text = "\n".join(paragraph.line for paragraph in paragraphs).strip()
        owner = self._sheaf.add("textbox", at, text, Text()) if text else None
        if owner is not None:
            yield owner
        for table in tables:
            yield self._table(table, at)
        for paragraph in paragraphs:
            self._attach(paragraph, at, owner)

    def _table(self, table: Block, at: Anchor) -> Artifact:
        """Add a table after the tables and pictures in its cells, whose keys its cells hold."""
        layout = table_layout(table.element, table.change)
        texts, children, held = dict[int, str](), list[tuple[int, str]](), list[tuple[Placed, Paragraph]]()
        for cell in layout.cells:
            index = cell.row * layout.columns + cell.column
            lines, keys, paragraphs = self._cell(cell, at)
            texts[index] = "\n".join(lines).strip()
            children += [(index, key) for key in keys]
            held += [(cell, paragraph) for paragraph in paragraphs]
        artifact = self._sheaf.add("table", at, "", grid_of_layout(layout, texts, children))
        for _, key in children:
            self._sheaf.link(key, artifact, "part_of")
        TableFacets(self._word, self._paragraphs, table.element, layout, at, artifact).add(held)
        for row in layout.deleted:
            self._paragraphs.annotate_gone(row.change, self._held(row), at, artifact)
        self._warn_of_hidden(layout)
        return artifact

    def _warn_of_hidden(self, layout: Layout) -> None:
        for block in layout.hidden:
            text = " ".join(part.text.strip() for part in block.element.iter(f"{W}t") if part.text)
            if text:
                self._sheaf.warn(f"A cell that is merged into the one above holds text that is not shown: {text}")

    def _cell(self, cell: Placed, at: Anchor) -> tuple[list[str], list[str], list[Paragraph]]:
        """Return a cell's lines, the keys of the artifacts in it, and its paragraphs."""
        within = Anchor(part=at.part, index=at.index, row=cell.row, column=cell.column)
        lines, keys, paragraphs = list[str](), list[str](), list[Paragraph]()
        for block in self._blocks(cell.block, *cell.more):
            if block.is_table and block.change is not None and block.change.deletes:
                paragraphs += [each for row in rows_of(block.element, block.change) for each in self._held(row)]
                continue
            if block.is_table:
                found = [self._table(block, within)]
            else:
                paragraph = self._paragraphs.read(block)
                lines.append(paragraph.line)
                paragraphs.append(paragraph)
                found = self._objects(paragraph.inline, within, None)
            keys += [artifact.key for artifact in found]
            lines += [f"[[{artifact.key}]]" for artifact in found]
        return [line for line in lines if line], keys, paragraphs

    def _blocks(self, *parents: Block) -> Iterator[Block]:
        """Yield the paragraphs and tables in some blocks, each with its own change or that of what it stands in."""
        for parent in parents:
            self._paragraphs.begin(parent)
            for block in blocks_of(parent.element):
                self._paragraphs.begin(block)
                yield replace(block, change=parent.change) if parent.change and not block.change else block

    def _flat(self, parent: Block) -> Iterator[_Line]:
        """Yield the lines of a part that is one artifact: a paragraph each, a table's row with tabs between cells."""
        for block in self._blocks(parent):
            if not block.is_table:
                paragraph = self._paragraphs.read(block)
                yield paragraph.line, [paragraph]
                continue
            for row in rows_of(block.element, block.change):
                cells = self._row(row)
                yield "\t".join(map(_joined, cells)), [each for cell in cells for _, held in cell for each in held]

    def _row(self, row: Block) -> list[list[_Line]]:
        return [list(self._flat(cell)) for cell in cells_of(row)]

    def _held(self, row: Block) -> list[Paragraph]:
        return [each for cell in self._row(row) for _, held in cell for each in held]


def _joined(lines: Iterable[_Line]) -> str:
    return " ".join(line for line, _ in lines if line)
