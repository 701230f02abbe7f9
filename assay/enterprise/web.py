"""Renders drafts as web pages, one table row a line, and records the line of each fact, counted from 1."""

from __future__ import annotations

from html import escape

from assay.enterprise.blocks import Block, Cell, Commented, Draft, Emphasis, Grid, Heading, Link, Paragraph
from assay.enterprise.placed import Rendered
from assay.enterprise.text import TextWriter, formless, heading_of, spoken


def html(draft: Draft) -> Rendered:
    """Return the draft as a web page."""
    writer = TextWriter(draft)
    title = escape(draft.title)
    writer.line(f'<!DOCTYPE html>\n<html lang="{draft.language}">\n<head>\n<meta charset="utf-8">')
    writer.line(f'<title>{title}</title>\n<meta name="author" content="{escape(draft.author)}">\n</head>\n<body>')
    writer.mark("metadata", draft.title)
    for block in draft.blocks:
        _block(writer, block)
    writer.line(f"<footer>{escape(draft.footer)}</footer>\n</body>\n</html>")
    return writer.finish()


def _block(writer: TextWriter, block: Block) -> None:
    if isinstance(block, Heading):
        writer.line(f"<h{block.level}>{escape(block.text)}</h{block.level}>")
    elif isinstance(block, Paragraph):
        writer.paragraph(block, "<p>", "</p>")
    elif isinstance(block, Emphasis | Commented):
        writer.paragraph(spoken(block), "<p>", "</p>")
    elif isinstance(block, Link):
        writer.mark("hyperlink", block.url)
        writer.line(f'<p>{escape(block.before)}<a href="{escape(block.url)}">{escape(block.text)}</a></p>')
    elif isinstance(block, Grid):
        _table(writer, block)
    else:
        raise formless(block)


def _table(writer: TextWriter, grid: Grid) -> None:
    parted = grid.head > 1
    writer.line(f"<table>\n<caption>{escape(heading_of(grid))}</caption>{'<thead>' if parted else ''}")
    for row, cells in enumerate(grid.rows):
        tag = "th" if row < grid.head else "td"
        before = "</thead><tbody>" if parted and row == grid.head else ""
        writer.row(grid, row, f"{before}<tr>" + "".join(_cell(cell, tag) for cell in cells) + "</tr>")
    writer.line(
        ("</tbody>" if parted else "")
        + "</table>"
        + (f"\n<p><small>{escape(grid.note)}</small></p>" if grid.note else "")
    )


def _cell(cell: Cell, tag: str) -> str:
    if cell.across == 0:
        return ""
    across = f' colspan="{cell.across}"' if cell.across > 1 else ""
    down = f' rowspan="{cell.down}"' if cell.down > 1 else ""
    return f"<{tag}{across}{down}>{escape(cell.text)}</{tag}>"
