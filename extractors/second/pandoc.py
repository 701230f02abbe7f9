"""Markdown and HTML read a second time by pandoc's own parsers, through its JSON syntax tree."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import cast

import pypandoc  # pyright: ignore[reportMissingTypeStubs]

from assay.model.probe import Place
from extractors.second.place import Second, cell_of, decode

_TABLE_TAG = re.compile(r"<table\b", re.IGNORECASE)
_MARKDOWN = "commonmark_x+sourcepos"
# Where a block keeps its attributes, and among these its lines.
_ATTRIBUTES = {"Div": 0, "Table": 0, "CodeBlock": 0, "Header": 1}


def read_markdown(data: bytes, place: Place) -> Second | None:
    """Return the block that starts on the place's line, or a cell of it."""
    line = place.at.line or 1
    for block in _blocks(_tree(data, _MARKDOWN)):
        first, last = _lines(block)
        if first == line:
            # the words of a block may be quoted with their markup or without
            source = "\n".join(decode(data).split("\n")[line - 1 : last])
            return Second(f"{_text(block)}\n{source}") if place.at.row is None else _second(block, place)
    return None


def read_html(data: bytes, place: Place) -> Second | None:
    """Return a cell of the table whose tag stands on the place's line, or the whole page's text for other places."""
    tree = _tree(data, "html")
    if place.at.row is None:
        return Second(_text(tree))
    before = decode(data).split("\n")[: (place.at.line or 1) - 1]
    ordinal = sum(len(_TABLE_TAG.findall(line)) for line in before)
    tables = [block for block in _blocks(tree) if _kind(block) == "Table"]
    return _second(tables[ordinal], place) if ordinal < len(tables) else None


@lru_cache(maxsize=8)
def _tree(data: bytes, form: str) -> object:
    text = pypandoc.convert_text(decode(data), "json", format=form)  # pyright: ignore[reportUnknownMemberType]
    return json.loads(text)["blocks"]


def _kind(node: object) -> str:
    return str(cast(dict[str, object], node).get("t", "")) if isinstance(node, dict) else ""


def _content(node: object) -> list[object]:
    content = cast(dict[str, object], node).get("c", []) if isinstance(node, dict) else node
    return cast(list[object], content) if isinstance(content, list) else []


def _blocks(node: object) -> Iterator[object]:
    """Yield every block and list item of the tree, outermost first."""
    if _kind(node):
        yield node
    for child in _content(node):
        if isinstance(child, dict | list):
            yield from _blocks(cast(object, child))


def _lines(block: object) -> tuple[int, int]:
    """Return the first line of a block and the line where it ends; zeros where pandoc names none."""
    at = _ATTRIBUTES.get(_kind(block))
    # a table names the place of its head before its own
    found = re.findall(r"(\d+):\d+", json.dumps(_content(block)[at])) if at is not None else []
    lines = sorted(map(int, found))
    return (lines[0], lines[-1]) if lines else (0, 0)


def _second(block: object, place: Place) -> Second | None:
    table = next((one for one in _blocks(block) if _kind(one) == "Table"), None)
    if place.at.row is None or table is None:
        return Second(_text(block))
    return cell_of(_rows(table), place.at.row, place.at.column)


def _rows(table: object) -> list[list[str]]:
    """Return the cells of a pandoc table: head, bodies, foot; a spanned address has its corner's text."""
    _, _, _, head, bodies, foot = _content(table)
    groups = [_content(head)[1]]
    for body in cast(list[list[object]], bodies):
        groups += [body[2], body[3]]
    groups.append(_content(foot)[1])
    rows: list[list[str]] = []
    covered: dict[tuple[int, int], str] = {}
    for group in groups:
        for row in cast(list[list[object]], group):
            rows.append(_row(cast(list[list[object]], row[1]), len(rows), covered))
    return rows


def _row(cells: list[list[object]], at: int, covered: dict[tuple[int, int], str]) -> list[str]:
    texts: list[str] = []
    for cell in cells:
        while (at, len(texts)) in covered:
            texts.append(covered[at, len(texts)])
        height, width, text = cast(int, cell[2]), cast(int, cell[3]), _text(cell[4])
        for row in range(at + 1, at + height):
            covered |= {(row, len(texts) + step): text for step in range(width)}
        texts += [text] * width
    while (at, len(texts)) in covered:
        texts.append(covered[at, len(texts)])
    return texts


def _text(node: object) -> str:
    kind = _kind(node)
    if kind == "Str":
        return str(cast(dict[str, object], node)["c"])
    if kind in ("Space", "SoftBreak", "LineBreak"):
        return " "
    if kind in ("Code", "Math", "CodeBlock", "RawInline"):
        return str(_content(node)[-1])
    links = [str(_content(node)[-1])] if kind in ("Link", "Image") else []
    parts = [_text(cast(object, child)) for child in _content(node) if isinstance(child, dict | list)]
    return "".join([*parts, *links]) + ("\n" if kind in ("Para", "Plain", "Header") else "")
