"""Renders drafts as csv, Markdown, plain text and HTML, and records the line of each fact, counted from 1."""

from __future__ import annotations

from html import escape

from assay.enterprise.records import At, Block, Draft, Grid, Heading, Link, Mark, Paragraph, Place, Rendered


def csv(draft: Draft, separator: str = ",") -> Rendered:
    """Return the draft's one table as separated values; no cell of ours needs a quote."""
    writer = _Writer(draft)
    for block in draft.blocks:
        assert isinstance(block, Grid)
        for row in range(len(block.rows)):
            writer.row(block, row, separator.join(cell.text for cell in block.rows[row]))
    return writer.finish()


def markdown(draft: Draft) -> Rendered:
    """Return the draft as Markdown with pipe tables."""
    writer = _Writer(draft)
    for block in draft.blocks:
        _markdown(writer, block)
        writer.line("")
    return writer.finish()


def plain(draft: Draft) -> Rendered:
    """Return the draft as plain text; tables have columns of one width."""
    writer = _Writer(draft)
    for block in draft.blocks:
        if isinstance(block, Heading):
            writer.line(block.text.upper() if block.level == 1 else block.text)
        elif isinstance(block, Paragraph):
            writer.paragraph(block, "- " if block.style == "bullet" else "")
        elif isinstance(block, Grid):
            _aligned(writer, block)
        else:
            raise _formless(block)
        writer.line("")
    return writer.finish()


def html(draft: Draft) -> Rendered:
    """Return the draft as a web page, one table row a line."""
    writer = _Writer(draft)
    title = escape(draft.title)
    writer.line('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">')
    writer.line(f'<title>{title}</title>\n<meta name="author" content="{escape(draft.author)}">\n</head>\n<body>')
    writer.mark("metadata", draft.title)
    for block in draft.blocks:
        _html(writer, block)
    writer.line(f"<footer>{escape(draft.footer)}</footer>\n</body>\n</html>")
    return writer.finish()


class _Writer:
    """One text file in the making and the key of what it shows."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.lines: list[str] = []
        self.places: list[Place] = []
        self.marks: list[Mark] = []

    def _next(self) -> At:
        return {"line": len(self.lines) + 1}

    def line(self, text: str) -> None:
        """Append text that shows no fact."""
        self.lines += text.split("\n")

    def mark(self, kind: str, value: str) -> None:
        """Note a formatting fact of the next line."""
        self.marks.append(Mark(self.draft.path, self._next(), kind, value))

    def paragraph(self, block: Paragraph, before: str = "", after: str = "") -> None:
        """Append a paragraph on one line; one that is closed by a tag is escaped."""
        self.places += [Place(item, self.draft.path, self._next()) for item in block.shows]
        self.line(before + (escape(block.text) if after else block.text) + after)

    def row(self, grid: Grid, row: int, text: str) -> None:
        """Append one row of a table on one line."""
        for column, cell in enumerate(grid.rows[row]):
            if cell.show:
                at = {**self._next(), "row": row, "column": column}
                self.places.append(Place(cell.show, self.draft.path, at))
        self.line(text)

    def finish(self) -> Rendered:
        """Return the file with its share of the key."""
        draft = self.draft
        data = ("\n".join(self.lines).rstrip("\n") + "\n").encode()
        return Rendered(draft.path, data, draft.author, draft.source_kind, tuple(self.places), tuple(self.marks))


def _markdown(writer: _Writer, block: Block) -> None:
    if isinstance(block, Heading):
        writer.line("#" * block.level + " " + block.text)
    elif isinstance(block, Paragraph):
        writer.paragraph(block, {"plain": "", "bullet": "- ", "number": "1. "}[block.style])
    elif isinstance(block, Link):
        writer.mark("hyperlink", block.url)
        writer.line(f"{block.before}[{block.text}]({block.url})")
    elif isinstance(block, Grid):
        writer.line(block.caption + "\n")
        for row, cells in enumerate(block.rows):
            writer.row(block, row, "| " + " | ".join(cell.text for cell in cells) + " |")
            if row == 0:
                writer.line("|" + " --- |" + " ---: |" * (len(cells) - 1))
    else:
        raise _formless(block)


def _aligned(writer: _Writer, grid: Grid) -> None:
    writer.line(grid.caption + "\n")
    widths = [max(len(row[column].text) for row in grid.rows) for column in range(len(grid.rows[0]))]
    for row, cells in enumerate(grid.rows):
        texts = [cell.text for cell in cells]
        numbers = [text.rjust(width) for text, width in zip(texts[1:], widths[1:], strict=True)]
        writer.row(grid, row, "   ".join([texts[0].ljust(widths[0]), *numbers]))


def _html(writer: _Writer, block: Block) -> None:
    if isinstance(block, Heading):
        writer.line(f"<h{block.level}>{escape(block.text)}</h{block.level}>")
    elif isinstance(block, Paragraph):
        writer.paragraph(block, "<p>", "</p>")
    elif isinstance(block, Link):
        writer.mark("hyperlink", block.url)
        writer.line(f'<p>{escape(block.before)}<a href="{escape(block.url)}">{escape(block.text)}</a></p>')
    elif isinstance(block, Grid):
        writer.line(f"<table>\n<caption>{escape(block.caption)}</caption>")
        for row, cells in enumerate(block.rows):
            tag = "th" if row == 0 else "td"
            writer.row(block, row, "<tr>" + "".join(f"<{tag}>{escape(c.text)}</{tag}>" for c in cells) + "</tr>")
        writer.line("</table>" + (f"\n<p><small>{escape(block.note)}</small></p>" if block.note else ""))
    else:
        raise _formless(block)


def _formless(block: Block) -> TypeError:
    return TypeError(f"no text form for {type(block).__name__}")
