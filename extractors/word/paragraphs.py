"""Reads the paragraphs of one part: their content, their role and number, and what is about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.model.artifact import Anchor, Artifact, Role, Text
from extractors.markup import Element, W, value
from extractors.package import Relationship
from extractors.word.blocks import Block, blocks_of
from extractors.word.content import Change, Inline
from extractors.word.document import Styled, Word
from extractors.word.facets import cut
from extractors.word.formats import Context, Departure, Format, departure_of
from extractors.word.inline import InlineReader
from extractors.word.looks import layout_of
from extractors.word.numbering import BULLET
from extractors.word.revisions import paragraph_revisions
from extractors.word.styles import numbering_of, outline_level

# As many characters as name a paragraph.
NAMED = 60


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph: its content, its style's id, its properties by tag, its role and number, the change around it."""

    inline: Inline
    style: str
    stated: dict[object, Element]
    text: Text
    change: Change | None = None

    @property
    def line(self) -> str:
        """The paragraph as a line of a cell or note: its number, where it has one, and its characters."""
        number = self.text.number if self.text.number != BULLET else ""
        return f"{number} {self.inline.text}" if number and self.inline.text else self.inline.text


class Paragraphs:
    """Reads the paragraphs of one part in order."""

    def __init__(self, word: Word, related: dict[str, Relationship]) -> None:
        self._word = word
        self._inlines = InlineReader(related)
        self._waiting: list[tuple[Element, bool]] = []

    def begin(self, block: Block) -> None:
        """Note the marks and controls that start with a block."""
        if block.marks:
            self._inlines.expect(block.marks)
        self._waiting += [(control, block.is_table) for control in block.controls]

    def read(self, block: Block) -> Paragraph:
        """Return one paragraph; it is counted where it is numbered."""
        inline = self._inlines.read(block.element, block.change)
        if inline.marks:
            self._word.note_numbers.refer(inline, len(self._word.sections))
        properties = block.element.find(f"{W}pPr")
        stated: dict[object, Element] = {each.tag: each for each in properties} if properties is not None else {}
        style = value(stated.get(f"{W}pStyle"), f"{W}val")
        self._word.formats.mark(inline, style)
        role = self._word.styles.role(style)
        outline = outline_level(stated.get(f"{W}outlineLvl"))
        heading = outline if outline is not None else role.level
        gone = block.change is not None and block.change.deletes
        number, level = self._number(numbering_of(stated.get(f"{W}numPr")), style, inline) if not gone else (None, 0)
        shown = number if number and not (heading and number == BULLET) else ""
        text = _text(number is not None, level, heading, role.caption, shown)
        return Paragraph(inline, style, stated, text, block.change)

    def annotate(
        self, paragraph: Paragraph, at: Anchor, owner: Artifact | None, *,
        formats: Sequence[Format] | None = None, body: bool = False,
    ) -> None:  # fmt: skip
        """Add what is about a paragraph; `formats` are given where its fonts and layout are told elsewhere."""
        inline, word = paragraph.inline, self._word
        fonts = formats is None
        if formats is None:
            formats = word.formats.of(inline, Context(paragraph.style))
        word.facets.add(inline, formats, at, owner, fonts=fonts)
        if owner is not None and inline.runs:
            styled = word.styled.setdefault(word.styles.known(paragraph.style), Styled())
            styled.owners.add(owner.key)
            styled.places += [at.index] if body and at.index is not None else []
        if paragraph.stated:
            self._laid_out(paragraph, at, owner, in_table=not fonts)
        word.quotes.add(inline, owner)
        self._controls(inline, at, owner)

    def layout(self, paragraph: Paragraph, context: Context) -> Departure:
        """Return how the layout of a paragraph departs from that of its style."""
        styles, direct = self._word.styles, layout_of(paragraph.stated.values())
        if not direct and not context.table:
            return ()
        full = (styles.layout(paragraph.style, context.table, context.parts) if context.table else {}) | direct
        return departure_of(full, styles.layout(paragraph.style))

    def annotate_gone(
        self, change: Change | None, paragraphs: Sequence[Paragraph], at: Anchor, owner: Artifact
    ) -> None:
        """Add what is about the paragraphs of a deleted row; one without characters is told as such."""
        for paragraph in paragraphs:
            self.annotate(paragraph, at, owner)
        if change is not None and not any(paragraph.inline.runs for paragraph in paragraphs):
            self._word.facets.revise(change, "", at, owner, of="empty row")

    def _laid_out(self, paragraph: Paragraph, at: Anchor, owner: Artifact | None, *, in_table: bool) -> None:
        inline, facets = paragraph.inline, self._word.facets
        departure = self.layout(paragraph, Context(paragraph.style)) if inline.text and not in_table else ()
        if departure:
            facets.depart("layout", departure, at, owner, text=cut(inline.text, NAMED))
        for found in paragraph_revisions(paragraph.stated, inline, paragraph.change, in_table=in_table):
            facets.revise(found.change, found.text, at, owner, of=found.of)

    def _controls(self, inline: Inline, at: Anchor, owner: Artifact | None) -> None:
        for control, starts_table in self._waiting:
            content = control.find(f"{W}sdtContent")
            alone = content is not None and not starts_table and sum(1 for _ in blocks_of(content)) == 1
            self._word.facets.control(control, inline.text if alone else "", at, owner)
        self._waiting.clear()

    def _number(self, stated: tuple[str, int | None] | None, style: str, inline: Inline) -> tuple[str | None, int]:
        """Return the number that a paragraph displays and its level, None where it has none."""
        styled = self._word.styles.role(style).numbering
        id, level = stated or styled or ("0", None)
        if stated and not stated[0] and styled:
            id = styled[0]
        if id in ("", "0") or (inline.runs and all(run.scope.deleted for run in inline.runs)):
            return None, 0
        level = self._word.numbering.level(id, level, style)
        return self._word.numbering.next(id, level), level


def _text(listed: bool, level: int, heading: int | None, caption: bool, number: str) -> Text:
    role: Role = "list_item" if listed else "paragraph"
    if caption:
        role, level = "caption", 0
    elif heading:
        role, level = "heading", heading
    return Text(role, level, "" if role != "list_item" and number == BULLET else number)
