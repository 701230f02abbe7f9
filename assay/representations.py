"""The named views of one document (Office Comprehension Bench, section 20.1, and contracts.md, `assay extract`)."""

from __future__ import annotations

import dataclasses
import html
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from urllib.parse import quote

from assay.markdown import FACTS, anchor_line, artifact_markdown, document_markdown, sheet_index, shown
from assay.model.artifact import Artifact
from assay.model.document import Document
from assay.model.errors import UsageError
from assay.model.grid import Grid, Span

SHEET = "sheet="
COMBINED, PANDOC = "combined", "pandoc"
_FLOATING = frozenset({"image", "chart", "video", "media"})
_NO_FILES: Mapping[str, str] = MappingProxyType({})
_BRACKETS = {ord("["): "\\[", ord("]"): "\\]"}
_NOTES = frozenset({"note", "footnote", "comment"})


def represent(document: Document, view: str, files: Mapping[str, str] = _NO_FILES) -> str:
    """Return the document's Markdown in a named view; an unknown name raises UsageError with the names there are.

    `files` names by key the tables and pictures that are written beside: the views full and combined link them.
    """
    if view.startswith(SHEET):
        return document_markdown(_sheet(document, view.removeprefix(SHEET)))
    if view == COMBINED or (view == "full" and files):
        return _linked(document, files)
    shown = _VIEWS.get(view)
    if shown is None:
        names = ", ".join([*_VIEWS, COMBINED, PANDOC])
        raise UsageError(f"there is no view {view!r}; the views are {names}, {SHEET}NAME")
    return shown(document)


def _linked(document: Document, files: Mapping[str, str]) -> str:
    return _blocks(document, lambda one: _link(one, files[one.key]) if one.key in files else None)


def _link(artifact: Artifact, file: str) -> str:
    """Return a table as a link and a picture as one that shows it, with its alternative text."""
    sign, said = ("", artifact.key) if _is_table(artifact) else ("!", artifact_markdown(artifact))
    text = " ".join(said.split()).translate(_BRACKETS)
    return f"{sign}[{text}]({quote(file)})"


def _text(document: Document) -> str:
    return document_markdown(_kept(document, lambda one: not _is_table(one) and one.kind not in _FLOATING))


def _values(document: Document) -> str:
    return document_markdown(_kept(document, lambda one: one.kind != "formula"))


def _notes(document: Document) -> str:
    return document_markdown(_kept(document, lambda one: one.kind in _NOTES))


def _facts(document: Document) -> str:
    facts = [f"- {one.key} {one.kind}: {artifact_markdown(one)}" for one in document.artifacts if _is_fact(one)]
    return "\n".join(facts) + "\n" if facts else ""


def _placeholders(document: Document) -> str:
    return _blocks(document, lambda one: f"[[{one.key}]]" if _is_table(one) or one.kind in _FLOATING else None)


def _tables_html(document: Document) -> str:
    return _blocks(document, lambda one: grid_html(one.payload) if isinstance(one.payload, Grid) else None)


_VIEWS: Mapping[str, Callable[[Document], str]] = {
    "full": document_markdown,
    "text": _text,
    "tables-html": _tables_html,
    "placeholders": _placeholders,
    "values": _values,
    "notes": _notes,
    "facts": _facts,
}


def grid_html(grid: Grid) -> str:
    """Return a grid as an HTML table with its spans and header cells."""
    corners = {(span.row, span.column): span for span in grid.spans}
    covered = {
        (row, column)
        for span in grid.spans
        for row in range(span.row, span.row + span.height)
        for column in range(span.column, span.column + span.width)
        if (row, column) != (span.row, span.column)
    }
    return "<table>\n" + "\n".join(_html_rows(grid, corners, covered)) + "\n</table>"


def _html_rows(grid: Grid, corners: Mapping[tuple[int, int], Span], covered: set[tuple[int, int]]) -> Iterator[str]:
    for row in range(grid.rows):
        tag = "th" if row < grid.header_rows else "td"
        cells = [
            f"<{tag}{_extent(corners.get((row, column)))}>{_html_text(grid.text(row, column))}</{tag}>"
            for column in range(grid.columns)
            if (row, column) not in covered
        ]
        yield f"<tr>{''.join(cells)}</tr>"


def _html_text(text: str) -> str:
    return html.escape(shown(text)).replace("\n", "<br>")


def _extent(span: Span | None) -> str:
    if span is None:
        return ""
    rows = f' rowspan="{span.height}"' if span.height > 1 else ""
    return rows + (f' colspan="{span.width}"' if span.width > 1 else "")


def _blocks(document: Document, replaced: Callable[[Artifact], str | None]) -> str:
    body = [artifact for artifact in document.artifacts if not _is_fact(artifact)]
    facts = [artifact for artifact in document.artifacts if _is_fact(artifact)]
    blocks = [*sheet_index(document), *(_block(artifact, replaced) for artifact in body)]
    if facts:
        blocks += [FACTS, *(_block(artifact, replaced) for artifact in facts)]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _block(artifact: Artifact, replaced: Callable[[Artifact], str | None]) -> str:
    other = replaced(artifact)
    text = artifact_markdown(artifact) if other is None else other
    return f"{anchor_line(artifact)}\n{text}".rstrip("\n")


def _sheet(document: Document, name: str) -> Document:
    names = list(dict.fromkeys(artifact.at.sheet for artifact in document.artifacts if artifact.at.sheet))
    if name not in names:
        raise UsageError(f"there is no sheet {name!r}; the sheets are {', '.join(names) or 'none'}")
    elsewhere = {one.key for one in document.artifacts if one.at.sheet not in (None, name)}
    told = {edge.source for edge in document.edges if edge.target in elsewhere and edge.type == "about"}
    return _kept(document, lambda one: one.at.sheet == name or (one.at.sheet is None and one.key not in told))


def _kept(document: Document, wanted: Callable[[Artifact], bool]) -> Document:
    return dataclasses.replace(document, artifacts=tuple(filter(wanted, document.artifacts)))


def _is_table(artifact: Artifact) -> bool:
    return isinstance(artifact.payload, Grid)


def _is_fact(artifact: Artifact) -> bool:
    return artifact.declared.layer == "facts"
