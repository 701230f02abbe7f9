"""Renders a draft as a Word document and records where each fact and formatting fact stands."""

from __future__ import annotations

import io
from datetime import datetime
from functools import singledispatchmethod
from typing import cast

import docx
from docx.document import Document
from docx.enum.text import WD_COLOR_INDEX
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.oxml.xmlchemy import BaseOxmlElement
from docx.shared import Cm, RGBColor
from docx.table import Table
from docx.text.paragraph import Paragraph as WordParagraph

from assay.enterprise import footnotes
from assay.enterprise.blocks import (
    Block,
    Columns,
    Commented,
    Draft,
    Emphasis,
    Footnoted,
    Grid,
    Heading,
    Link,
    Paragraph,
    Picture,
)
from assay.enterprise.language import LANGUAGES
from assay.enterprise.picture import bars
from assay.enterprise.placed import At, Ledger, Rendered
from assay.enterprise.zipping import MOMENT, settle

_STYLES = {"plain": None, "bullet": "List Bullet", "number": "List Number"}
_HYPERLINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"


def word(draft: Draft) -> Rendered:
    """Return the draft as a .docx file; a body anchor's index counts paragraphs and tables from 0."""
    writer = _Writer(draft)
    for block in draft.blocks:
        writer.write(block)
    return writer.finish()


class _Writer:
    """One document in the making: the body so far and the key of what it shows."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.document: Document = docx.Document()
        self.index = 0
        self.ledger = Ledger(draft.path)
        self.notes: list[str] = []
        _lighten(self.document)
        self._frame()

    def _frame(self) -> None:
        draft, properties, section = self.draft, self.document.core_properties, self.document.sections[0]
        properties.title, properties.author, properties.comments = draft.title, draft.author, ""
        properties.created = properties.modified = datetime(2025, 3, 14, 9)
        self.ledger.mark({"part": "properties"}, "metadata", draft.title)
        for part, text in (("header", draft.header), ("footer", draft.footer)):
            if text:
                (section.header if part == "header" else section.footer).paragraphs[0].text = text
                self.ledger.mark({"part": part}, part, text)

    def _here(self) -> At:
        return {"part": "body", "index": self.index}

    def _paragraph(self, text: str, style: str | None = None) -> WordParagraph:
        self.index += 1
        return self.document.add_paragraph(text, style)

    @singledispatchmethod
    def write(self, block: Block) -> None:
        """Append one block to the body."""
        raise TypeError(f"no Word form for {type(block).__name__}")

    @write.register
    def _(self, block: Heading) -> None:
        self.index += 1
        self.document.add_heading(block.text, block.level)

    @write.register
    def _(self, block: Paragraph) -> None:
        self.ledger.text(block, self._here())
        self._paragraph(block.text, _STYLES[block.style])

    @write.register
    def _(self, block: Columns) -> None:
        """Let the rest of the document run in columns: the one section of the body has them."""
        sections = self.document.sections[0]._sectPr.xpath("./w:cols")  # pyright: ignore[reportPrivateUsage]
        for element in sections:
            element.set(qn("w:num"), str(block.count))
        self.ledger.mark(self._here(), "layout", f"{block.count} columns")

    @write.register
    def _(self, block: Grid) -> None:
        if block.caption:
            self._paragraph(block.caption, "Caption")
        if block.unit:
            self._paragraph(f"{LANGUAGES[self.draft.language].unit}: {block.unit}")
        table = self.document.add_table(len(block.rows), len(block.rows[0]), "Table Grid")
        for index, (row, target) in enumerate(zip(block.rows, table.rows, strict=True)):
            for column, (cell, box) in enumerate(zip(row, target.cells, strict=True)):
                run = box.paragraphs[0].add_run(cell.text)
                run.bold = True if index < block.head else None
                self.ledger.cell(cell, {**self._here(), "row": index, "column": column})
        _merge(table, block)
        self.index += 1
        if block.note:
            self._paragraph(block.note)

    @write.register
    def _(self, block: Emphasis) -> None:
        detail = {"bold": "true", "color": block.colour} if block.kind == "font" else {}
        self.ledger.mark(self._here(), block.kind, block.run, detail)
        paragraph = self._paragraph(block.before)
        run = paragraph.add_run(block.run)
        if block.kind == "font":
            run.bold = True
            run.font.color.rgb = RGBColor.from_string(block.colour)
        elif block.kind == "highlight":
            run.font.highlight_color = WD_COLOR_INDEX.YELLOW
        else:
            run.font.strike = True
        paragraph.add_run(block.after)

    @write.register
    def _(self, block: Link) -> None:
        self.ledger.mark(self._here(), "hyperlink", block.url)
        paragraph = self._paragraph(block.before)
        link = cast(BaseOxmlElement, OxmlElement("w:hyperlink"))  # python-docx has no call for a new hyperlink
        link.set(qn("r:id"), paragraph.part.relate_to(block.url, _HYPERLINK, is_external=True))
        run = paragraph.add_run(block.text)
        run.font.underline = True
        link.append(run.element)
        cast(BaseOxmlElement, paragraph._element).append(link)  # pyright: ignore[reportPrivateUsage]

    @write.register
    def _(self, block: Footnoted) -> None:
        self.notes.append(block.note.text)
        self.ledger.mark(self._here(), "footnote", block.note.text)
        self.ledger.text(block.note, {"part": "footnotes", "index": len(self.notes)})
        footnotes.refer(self._paragraph(block.text), len(self.notes))

    @write.register
    def _(self, block: Commented) -> None:
        self.ledger.mark(self._here(), "comment", block.comment.text)
        run = self._paragraph("").add_run(block.text)
        initials = "".join(name[0] for name in block.author.split())
        comment = self.document.add_comment([run], block.comment.text, block.author, initials)
        comment._comment_elm.set(qn("w:date"), MOMENT)  # pyright: ignore[reportPrivateUsage]  # it writes the present
        self.ledger.text(block.comment, {"part": "comments", "index": comment.comment_id})

    @write.register
    def _(self, block: Picture) -> None:
        self.ledger.mark(self._here(), "image", block.alt)
        run = self._paragraph("").add_run()
        shape = run.add_picture(io.BytesIO(bars(block.values)), width=Cm(9))
        shape._inline.docPr.set("descr", block.alt)  # pyright: ignore[reportPrivateUsage]  # no call for alt text

    def finish(self) -> Rendered:
        """Return the file with its share of the key."""
        if self.notes:
            footnotes.attach(self.document, self.notes)
        target = io.BytesIO()
        self.document.save(target)
        return self.ledger.close(settle(target.getvalue()), self.draft.author, self.draft.source_kind)


def _merge(table: Table, grid: Grid) -> None:
    """Join the cells that a heading covers; a joined cell keeps the heading's text alone."""
    for row, cells in enumerate(grid.rows[: grid.head]):
        for column, cell in enumerate(cells):
            if cell.across > 1 or cell.down > 1:
                last = table.cell(row + cell.down - 1, column + cell.across - 1)
                joined = table.cell(row, column).merge(last)
                for paragraph in joined.paragraphs[1:]:
                    element = cast(BaseOxmlElement, paragraph._element)  # pyright: ignore[reportPrivateUsage]
                    cast(BaseOxmlElement, element.getparent()).remove(element)


def _lighten(document: Document) -> None:
    """Drop what the library's template carries along and no document here uses: most of a megabyte of styles."""
    for relation in list(document.part.rels.values()):
        if relation.reltype.endswith("stylesWithEffects"):
            document.part.rels.pop(relation.rId)
    package = document.part.package
    assert package is not None  # a document that was just opened has one
    for relation in list(package.rels.values()):
        if relation.reltype.endswith("thumbnail"):
            package.rels.pop(relation.rId)
    for style in list(document.styles.element):
        if style.get(qn("w:type")) == "table" and style.get(qn("w:styleId")) not in ("TableNormal", "TableGrid"):
            document.styles.element.remove(style)
