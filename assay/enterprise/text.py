"""Renders drafts as csv, Markdown and plain text, and records the line of each fact, counted from 1."""

from __future__ import annotations

from html import escape

from assay.enterprise.blocks import Block, Commented, Draft, Emphasis, Grid, Heading, Link, Paragraph
from assay.enterprise.placed import At, Ledger, Rendered


def csv(draft: Draft, separator: str = ",") -> Rendered:
    """Return the draft's one table as separated values; no cell of ours needs a quote."""
    writer = TextWriter(draft)
    for block in draft.blocks:
        assert isinstance(block, Grid)
        for row in range(len(block.rows)):
            writer.row(block, row, separator.join(cell.text for cell in block.rows[row]))
    return writer.finish()


def markdown(draft: Draft) -> Rendered:
    """Return the draft as Markdown with pipe tables."""
    writer = TextWriter(draft)
    for block in draft.blocks:
        _markdown(writer, block)
        writer.line("")
    return writer.finish()


def plain(draft: Draft) -> Rendered:
    """Return the draft as plain text; tables have columns of one width."""
    writer = TextWriter(draft)
    for block in draft.blocks:
        if isinstance(block, Heading):
            writer.line(block.text.upper() if block.level == 1 else block.text)
        elif isinstance(block, Paragraph):
            writer.paragraph(block, "- " if block.style == "bullet" else "")
        elif isinstance(block, Grid):
            _aligned(writer, block)
        elif isinstance(block, Emphasis | Commented):
            writer.paragraph(spoken(block))
        else:
            raise formless(block)
        writer.line("")
    return writer.finish()


class TextWriter:
    """One text file in the making and the key of what it shows."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.lines: list[str] = []
        self.ledger = Ledger(draft.path)

    def _next(self) -> At:
        return {"line": len(self.lines) + 1}

    def line(self, text: str) -> None:
        """Append text that shows no fact."""
        self.lines += text.split("\n")

    def mark(self, kind: str, value: str) -> None:
        """Note a formatting fact of the next line."""
        self.ledger.mark(self._next(), kind, value)

    def paragraph(self, block: Paragraph, before: str = "", after: str = "") -> None:
        """Append a paragraph on one line; one that is closed by a tag is escaped."""
        self.ledger.text(block, self._next())
        self.line(before + (escape(block.text) if after else block.text) + after)

    def row(self, grid: Grid, row: int, text: str) -> None:
        """Append one row of a table on one line."""
        for column, cell in enumerate(grid.rows[row]):
            self.ledger.cell(cell, {**self._next(), "row": row, "column": column})
        self.line(text)

    def finish(self) -> Rendered:
        """Return the file with its share of the key."""
        data = ("\n".join(self.lines).rstrip("\n") + "\n").encode()
        return self.ledger.close(data, self.draft.author, self.draft.source_kind)


def _markdown(writer: TextWriter, block: Block) -> None:
    if isinstance(block, Heading):
        writer.line("#" * block.level + " " + block.text)
    elif isinstance(block, Paragraph):
        writer.paragraph(block, {"plain": "", "bullet": "- ", "number": "1. "}[block.style])
    elif isinstance(block, Link):
        writer.mark("hyperlink", block.url)
        writer.line(f"{block.before}[{block.text}]({block.url})")
    elif isinstance(block, Emphasis | Commented):
        writer.paragraph(spoken(block))
    elif isinstance(block, Grid):
        writer.line(heading_of(block) + "\n")
        for row, cells in enumerate(block.rows):
            writer.row(block, row, "| " + " | ".join(cell.text for cell in cells) + " |")
            if row == 0:
                writer.line("|" + " --- |" + " ---: |" * (len(cells) - 1))
    else:
        raise formless(block)


def heading_of(grid: Grid) -> str:
    """Return a table's caption with the unit that stands apart elsewhere."""
    return f"{grid.caption} [{grid.unit}]" if grid.unit else grid.caption


def spoken(block: Emphasis | Commented) -> Paragraph:
    """Return what is left of a block where nothing can be marked: its text, a comment in brackets behind it."""
    if isinstance(block, Emphasis):
        return Paragraph(block.before + block.run + block.after)
    return Paragraph(f"{block.text} [{block.comment.text}]", block.comment.shows)


def _aligned(writer: TextWriter, grid: Grid) -> None:
    writer.line(heading_of(grid) + "\n")
    widths = [max(len(row[column].text) for row in grid.rows) for column in range(len(grid.rows[0]))]
    for row, cells in enumerate(grid.rows):
        texts = [cell.text for cell in cells]
        numbers = [text.rjust(width) for text, width in zip(texts[1:], widths[1:], strict=True)]
        writer.row(grid, row, "   ".join([texts[0].ljust(widths[0]), *numbers]))


def formless(block: Block) -> TypeError:
    return TypeError(f"no text form for {type(block).__name__}")
