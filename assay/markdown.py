"""The Markdown dialect of the collection: an anchor comment before each artifact, tables as pipe tables.

A document's Markdown is a run of blocks. Each block is an anchor comment `<!-- KEY kind {anchor as JSON} -->`, then
the artifact's text, then an empty line; facts stand in a section of their own that `<!-- facts -->` opens. Pipes,
backslashes and line breaks inside cells are escaped, so one table row is one line and cells split at unescaped pipes.
Text lines that look like a comment or a table row are escaped with a backslash, so no document can forge either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import cast

from assay.model.artifact import Anchor, Artifact, Box, Facts, Text
from assay.model.canonical import Json, canonical_json
from assay.model.document import Document
from assay.model.grid import Grid

FACTS = "<!-- facts -->"

_CELL_ESCAPES = {"\\": "\\\\", "|": "\\|", "\n": "\\n"}
_CELL = re.compile(r"[\\|\n]")
_UNESCAPE = re.compile(r"\\(.)")
_FORGED = re.compile(r"^(\s*)(<!--|\||\\)", re.MULTILINE)


def anchor_json(at: Anchor) -> dict[str, Json]:
    """Return the anchor's set fields, in the contract's order; boxes in powerpoint are whole EMU."""
    fields = {name: value for name, value in asdict(at).items() if value is not None}
    return {name: list(cast(Box, value)) if isinstance(value, tuple) else value for name, value in fields.items()}


def anchor_line(artifact: Artifact) -> str:
    """Return the comment that precedes an artifact's text."""
    return f"<!-- {artifact.key} {artifact.kind} {_comment_safe(canonical_json(anchor_json(artifact.at)))} -->"


def document_markdown(document: Document, *, anchors: bool = True) -> str:
    """Return the whole document: containers and body in order, then the facts section."""
    body = [artifact for artifact in document.artifacts if artifact.declared.layer != "facts"]
    facts = [artifact for artifact in document.artifacts if artifact.declared.layer == "facts"]
    blocks = list(_blocks(body, anchors))
    if facts:
        blocks += [FACTS, *_blocks(facts, anchors)]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def artifact_markdown(artifact: Artifact) -> str:
    """Return one artifact's text in the dialect, without its anchor."""
    if isinstance(artifact.payload, Grid):
        return grid_markdown(artifact.payload)
    text = _FORGED.sub(r"\1\\\2", artifact.text)
    if isinstance(artifact.payload, Text) and text:
        return _prefix(artifact.payload) + text
    if artifact.declared.layer == "container" and isinstance(artifact.payload, Facts):
        return _heading(artifact.payload)
    return text


def grid_markdown(grid: Grid) -> str:
    """Return a grid as a pipe table whose first row is the grid's first row; a spanned cell shows its text once."""
    lines = [_row_line(grid.row(row)) for row in range(grid.rows)]
    if lines:
        lines.insert(1, "|" + " --- |" * grid.columns)
    return "\n".join(lines)


def escape_cell(text: str) -> str:
    """Return a cell's text on one line, with pipes and backslashes escaped."""
    return _CELL.sub(lambda found: _CELL_ESCAPES[found.group()], text.replace("\r\n", "\n").replace("\r", "\n"))


def split_row(line: str) -> list[str]:
    """Return the cell texts of a table row's line: the inverse of how rows are written."""
    cells, start, index = list[str](), 1, 1
    while index < len(line):
        if line[index] == "\\":
            index += 1
        elif line[index] == "|":
            cells.append(_unescape(line[start:index].strip(" ")))
            start = index + 1
        index += 1
    return cells


def _unescape(text: str) -> str:
    return _UNESCAPE.sub(lambda found: "\n" if found.group(1) == "n" else found.group(1), text)


def _row_line(cells: Iterable[str]) -> str:
    return "|" + "".join(f" {escape_cell(text)} |" for text in cells)


def _blocks(artifacts: Iterable[Artifact], anchors: bool) -> Iterator[str]:
    for artifact in artifacts:
        text = artifact_markdown(artifact)
        lines = [anchor_line(artifact)] if anchors else []
        if text:
            lines.append(text)
        if lines:
            yield "\n".join(lines)


def _prefix(payload: Text) -> str:
    number = f"{payload.number} " if payload.number else ""
    if payload.role == "heading":
        return "#" * min(max(payload.level, 1), 6) + " " + number
    if payload.role == "list_item":
        return "  " * payload.level + "- " + (number if payload.number not in ("•", "-") else "")
    return number


def _heading(payload: Facts) -> str:
    name = payload.get("name")
    if name is None:
        return ""
    hidden = " (hidden)" if payload.get("hidden") else ""
    return f"## {str(name).strip()}{hidden}"


def _comment_safe(text: str) -> str:
    return text.replace("-->", "--\\u003e")
