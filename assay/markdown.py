"""The Markdown dialect of the collection: an anchor comment before each artifact, tables as pipe tables.

A document's Markdown is a run of blocks. Each block is an anchor comment `<!-- KEY kind {anchor as JSON} -->`, then
the artifact's text, then an empty line; facts stand in a section of their own that `<!-- facts -->` opens. Pipes,
backslashes and line breaks inside cells are escaped, so one table row is one line and cells split at unescaped pipes.
`<!--` stands in anchors alone and only rows of tables start with a pipe, so no document can forge either. Every line
ends with `\\n`, whatever ended it in the source, and characters that nothing can show are replaced. docs/markdown.md
is the whole rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from types import MappingProxyType

from assay.model.artifact import Anchor, Artifact, Box, Facts, Text
from assay.model.canonical import Json, Scalar, canonical_json
from assay.model.document import Document
from assay.model.grid import Grid

FACTS = "<!-- facts -->"

_ANCHOR = tuple(field.name for field in fields(Anchor))
_CELL_ESCAPES = {"\\": "\\\\", "|": "\\|", "\n": "\\n", "!": "\\!"}
_CELL = re.compile(r"[\\|\n]|(?<=<)!(?=--)")
_UNESCAPE = re.compile(r"\\(.)")
# In texts one more backslash goes before those that are there, so that taking one away gives the text back.
_COMMENT = re.compile(r"<(\\*)!--")
_ROW = re.compile(r"^([^\S\n]*)(\\*)\|", re.MULTILINE)
# All that ends a line for `str.splitlines`, a text editor or a terminal.
_BREAK = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# Control characters steer terminals, and lone surrogates have no UTF-8.
_UNSHOWN = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
_UNSAFE_IN_COMMENT = re.compile("[<>\x7f-\x9f\u2028\u2029\ud800-\udfff]")
# Word has nine levels of lists; a hostile file may name any number.
_DEEPEST = 20


def anchor_json(at: Anchor) -> dict[str, Json]:
    """Return the anchor's set fields, in the contract's order; boxes in powerpoint are whole EMU."""
    found: dict[str, Scalar | Box] = {name: getattr(at, name) for name in _ANCHOR if getattr(at, name) is not None}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def anchor_line(artifact: Artifact) -> str:
    """Return the comment that precedes an artifact's text."""
    return f"<!-- {artifact.key} {artifact.kind} {_comment_safe(canonical_json(anchor_json(artifact.at)))} -->"


def document_markdown(
    document: Document, *, anchors: bool = True, known: Mapping[int, str] = MappingProxyType({})
) -> str:
    """Return the whole document: containers and body in order, then the facts section.

    `known` holds blocks of artifacts by identity, as `known_blocks` returns them: what need not be rendered again.
    """
    body = [artifact for artifact in document.artifacts if artifact.declared.layer != "facts"]
    facts = [artifact for artifact in document.artifacts if artifact.declared.layer == "facts"]
    blocks = [*sheet_index(document), *_blocks(body, anchors, known)]
    if facts:
        blocks += [FACTS, *_blocks(facts, anchors, known)]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def known_blocks(document: Document) -> dict[int, str]:
    """Return each artifact's block, anchor included, by the identity of the artifact; good while the document lives."""
    return {id(artifact): _block(artifact, anchors=True) for artifact in document.artifacts}


def sheet_index(document: Document) -> list[str]:
    """Return what a workbook of several sheets opens with: their names in order, and which of them are hidden."""
    sheets = [one.payload for one in document.artifacts if one.label == "excel.sheet"]
    lines = [_sheet_line(number, payload) for number, payload in enumerate(sheets, 1) if isinstance(payload, Facts)]
    return ["\n".join(["Sheets:", *lines])] if len(lines) > 1 else []


def _sheet_line(number: int, payload: Facts) -> str:
    said = [str(payload.get("hidden") or ""), "chart sheet" if payload.get("type") == "chartsheet" else ""]
    told = ", ".join(filter(None, said))
    return escape_text(f"{number}. {' '.join(str(payload.get('name')).split())}" + (f" ({told})" if told else ""))


def artifact_markdown(artifact: Artifact) -> str:
    """Return one artifact's text in the dialect, without its anchor."""
    if isinstance(artifact.payload, Grid):
        return grid_markdown(artifact.payload)
    return escape_text(_written(artifact))


def grid_markdown(grid: Grid) -> str:
    """Return a grid as a pipe table whose first row is the grid's first row; a spanned cell shows its text once."""
    if not grid.columns:
        return ""
    lines = [_row_line(grid.row(row)) for row in range(grid.rows)]
    if lines:
        lines.insert(1, "|" + " --- |" * grid.columns)
    return "\n".join(lines)


def shown(text: str) -> str:
    """Return a text as the collection shows it: lines end with a line feed, unshowable characters are U+FFFD."""
    return text if text.isprintable() else _UNSHOWN.sub("\ufffd", _BREAK.sub("\n", text))


def escape_text(text: str) -> str:
    """Return a text without anything that reads as an anchor comment or as a row of a table."""
    return _ROW.sub(r"\1\\\2|", _COMMENT.sub(r"<\\\1!--", shown(text)))


def escape_cell(text: str) -> str:
    """Return a cell's text on one line, with pipes, backslashes and comment openings escaped."""
    return _CELL.sub(lambda found: _CELL_ESCAPES[found.group()], shown(text))


def split_row(line: str) -> list[str]:
    """Return the cell texts of a table row's line: what was written, without spaces around it."""
    cells, start, index = list[str](), 1, 1
    while index < len(line):
        if line[index] == "\\":
            index += 1
        elif line[index] == "|":
            cells.append(_unescape(line[start:index].strip(" ")))
            start = index + 1
        index += 1
    return cells


def read_cell(markdown: str, key: str, row: int, column: int) -> str:
    """Return the text of a cell of the grid with this key in a document's Markdown, empty where there is none."""
    lines = markdown.split("\n")
    at = _row_line_index(lines, key, row)
    cells = split_row(lines[at]) if at is not None else []
    return cells[column] if column < len(cells) else ""


def change_cell(markdown: str, key: str, row: int, column: int, text: str) -> str:
    """Return the Markdown with another text in one cell of the grid with this key."""
    lines = markdown.split("\n")
    at = _row_line_index(lines, key, row)
    if at is not None:
        cells = split_row(lines[at])
        lines[at] = _row_line([*cells[:column], text, *cells[column + 1 :]])
    return "\n".join(lines)


def _row_line_index(lines: Sequence[str], key: str, row: int) -> int | None:
    start = next((at for at, line in enumerate(lines) if line.startswith(f"<!-- {key} ")), None)
    if start is None:
        return None
    # the line under the first row separates it from the others
    at = start + 1 + row + (row > 0)
    return at if at < len(lines) and lines[at].startswith("|") else None


def _unescape(text: str) -> str:
    return _UNESCAPE.sub(lambda found: "\n" if found.group(1) == "n" else found.group(1), text)


def _row_line(cells: Iterable[str]) -> str:
    return "|" + "".join(f" {escape_cell(text)} |" for text in cells)


def _blocks(artifacts: Iterable[Artifact], anchors: bool, known: Mapping[int, str]) -> Iterator[str]:
    return filter(None, (known.get(id(one)) or _block(one, anchors) for one in artifacts))


def _block(artifact: Artifact, anchors: bool) -> str:
    """Return an artifact's anchor and text; nothing where there is neither."""
    lines = [anchor_line(artifact) if anchors else "", artifact_markdown(artifact)]
    return "\n".join(filter(None, lines))


def _written(artifact: Artifact) -> str:
    payload, text = artifact.payload, artifact.text
    if isinstance(payload, Text) and text:
        # a heading is one line
        return _prefix(payload) + (" ".join(shown(text).split("\n")) if payload.role == "heading" else text)
    if artifact.declared.layer == "container" and isinstance(payload, Facts):
        return _heading(payload)
    return text


def _prefix(payload: Text) -> str:
    number = " ".join([*payload.number.split(), ""])
    if payload.role == "heading":
        return "#" * min(max(payload.level, 1), 6) + " " + number
    if payload.role == "list_item":
        return "  " * min(payload.level, _DEEPEST) + "- " + (number if payload.number not in ("•", "-") else "")
    return number


def _heading(payload: Facts) -> str:
    name = payload.get("name")
    if name is None:
        return ""
    state = payload.get("hidden")
    hidden = f" ({state if isinstance(state, str) else 'hidden'})" if state else ""
    return f"## {' '.join(str(name).split())}{hidden}"


def _comment_safe(text: str) -> str:
    return _UNSAFE_IN_COMMENT.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
