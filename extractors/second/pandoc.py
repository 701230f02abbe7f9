"""Markdown and HTML read a second time by pandoc's own parsers, through its JSON syntax tree."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import cast

import pypandoc  # pyright: ignore[reportMissingTypeStubs]

from assay.model.identity import Same
from assay.model.probe import Place
from extractors.second.place import Second, cell_of, decode
from extractors.second.shown import Piece, shown

_TABLE_TAG = re.compile(r"<table\b", re.IGNORECASE)
_MARKDOWN = "commonmark_x+sourcepos"
# Where a block keeps its attributes, and among these its lines.
_ATTRIBUTES = {"Div": 0, "Table": 0, "CodeBlock": 0, "Header": 1}
_HIDEABLE = _ATTRIBUTES | {"Span": 0, "Link": 0}
_KINDS = {"Superscript": "super", "Subscript": "sub", "Strikeout": "struck"}


def read_markdown(data: bytes, place: Place) -> Second | None:
    """Return the block that starts on the place's line, or a cell of it."""
    line = place.at.line or 1
    for block in _all_blocks(Same(_tree(data, _MARKDOWN))):
        first, last = _lines(Same(block))
        if first == line:
            # the words of a block may be quoted with their markup or without
            source = "\n".join(decode(data).split("\n")[line - 1 : last])
            return Second(f"{_text(block)}\n{source}") if place.at.row is None else _second(block, place)
    return None


def read_html(data: bytes, place: Place) -> Second | None:
    """Return a cell of the table whose tag stands on the place's line, or the whole page's text for other places."""
    tree = _tree(data, "html")
    if place.at.row is None:
        hidden = "\n".join(piece.text for piece in _pieces(tree, "") if piece.kind == "hidden")
        return Second(f"{_text(tree)}\n{hidden}")
    before = decode(data).split("\n")[: (place.at.line or 1) - 1]
    ordinal = sum(len(_TABLE_TAG.findall(line)) for line in before) + (place.at.index or 0)
    tables = [block for block in _all_blocks(Same(tree)) if _kind(block) == "Table"]
    return _second(tables[ordinal], place) if ordinal < len(tables) else None


# Tasks ask for many places of one page, some pages in turn.
@lru_cache(maxsize=16)
def _tree(data: bytes, form: str) -> object:
    text = pypandoc.convert_text(decode(data), "json", format=form)  # pyright: ignore[reportUnknownMemberType]
    return json.loads(text)["blocks"]


def _kind(node: object) -> str:
    return str(cast(dict[str, object], node).get("t", "")) if isinstance(node, dict) else ""


def _content(node: object) -> list[object]:
    content = cast(dict[str, object], node).get("c", []) if isinstance(node, dict) else node
    return cast(list[object], content) if isinstance(content, list) else []


@lru_cache(maxsize=16)
def _all_blocks(tree: Same[object]) -> list[object]:
    return list(_blocks(*tree.things))


def _blocks(node: object) -> Iterator[object]:
    """Yield every block and list item of the tree, outermost first."""
    if _kind(node):
        yield node
    for child in _content(node):
        if isinstance(child, dict | list):
            yield from _blocks(cast(object, child))


@lru_cache(maxsize=4096)
def _lines(same: Same[object]) -> tuple[int, int]:
    """Return the first line of a block and the line where it ends; zeros where pandoc names none."""
    (block,) = same.things
    at = _ATTRIBUTES.get(_kind(block))
    # a table names the place of its head before its own
    found = re.findall(r"(\d+):\d+", json.dumps(_content(block)[at])) if at is not None else []
    lines = sorted(map(int, found))
    return (lines[0], lines[-1]) if lines else (0, 0)


def _second(block: object, place: Place) -> Second | None:
    table = next((one for one in _blocks(block) if _kind(one) == "Table"), None)
    if place.at.row is None or table is None:
        return Second(_text(block))
    return cell_of(_rows(Same(table)), place.at.row, place.at.column)


@lru_cache(maxsize=64)
def _rows(table: Same[object]) -> list[list[str]]:
    """Return the cells of a pandoc table: head, bodies, foot; a spanned address has its corner's text."""
    _, _, _, head, bodies, foot = _content(*table.things)
    groups = [_content(head)[1]]
    for body in cast(list[list[object]], bodies):
        groups += [body[2], body[3]]
    groups.append(_content(foot)[1])
    rows: list[list[str]] = []
    covered: dict[tuple[int, int], str] = {}
    for group in groups:
        for row in (row for row in cast(list[list[object]], group) if not _hides(row[0], whole=True)):
            rows.append(_row(cast(list[list[object]], row[1]), len(rows), covered))
    return rows


def _row(cells: list[list[object]], at: int, covered: dict[tuple[int, int], str]) -> list[str]:
    texts: list[str] = []
    for cell in (cell for cell in cells if not _hides(cell[0], whole=True)):
        while (at, len(texts)) in covered:
            texts.append(covered[at, len(texts)])
        height, width, text = cast(int, cell[2]), cast(int, cell[3]), "" if _hides(cell[0]) else _text(cell[4])
        for row in range(at + 1, at + height):
            covered |= {(row, len(texts) + step): text for step in range(width)}
        texts += [text] * width
    while (at, len(texts)) in covered:
        texts.append(covered[at, len(texts)])
    return texts


def _text(node: object) -> str:
    return shown(_pieces(node, ""))


def _pieces(node: object, mark: str) -> Iterator[Piece]:
    kind = _kind(node)
    if kind == "Str":
        yield Piece(str(cast(dict[str, object], node)["c"]), mark)
    elif kind in ("Space", "SoftBreak", "LineBreak"):
        yield Piece(" ", mark)
    elif kind in ("Code", "Math", "CodeBlock", "RawInline"):
        yield Piece(str(_content(node)[-1]), mark)
    else:
        yield from _inside(node, kind, mark)


def _inside(node: object, kind: str, mark: str) -> Iterator[Piece]:
    content = _content(node)
    hidden = mark == "hidden" or (kind in _HIDEABLE and _hides(content[_HIDEABLE[kind]]))
    own = "hidden" if hidden else _KINDS.get(kind, mark)
    for child in content:
        if isinstance(child, dict | list):
            yield from _pieces(cast(object, child), own)
    if kind in ("Link", "Image"):
        yield Piece(str(content[-1]))
    if kind in ("Para", "Plain", "Header"):
        yield Piece("\n")


def _hides(attributes: object, *, whole: bool = False) -> bool:
    """Whether the attributes of an element hide it: as a `whole` with its place, or its words alone too."""
    pairs = _content(attributes)[2:]
    stated = {str(name): str(given) for name, given in cast(list[list[object]], pairs[0] if pairs else [])}
    style = "".join(stated.get("style", "").casefold().split())
    return "hidden" in stated or "display:none" in style or (not whole and "visibility:hidden" in style)
