"""Markdown files: headings, paragraphs, lists, tables, pictures, links and code, line by line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from assay.model.artifact import Anchor, Artifact, Facts, Picture, Text
from assay.model.document import Reading
from assay.model.grid import grid_of
from extractors.encoding import decode
from extractors.sheaf import Sheaf
from extractors.web import gather_html

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"^ {0,3}(#{1,6})(?![^ \t])(.*)$")
_CLOSING = re.compile(r"(?:^|[ \t])#+$")
_UNDERLINE = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")
_BREAK = re.compile(r"^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_ITEM = re.compile(r"^([ \t]*)([-*+]|\d{1,9}[.)])(?:[ \t]+(.*))?$")
_QUOTE = re.compile(r"^ {0,3}> ?")
_PIPE = re.compile(r"(?<!\\)\|")
_DELIMITER = re.compile(r":?-+:?")
_PROPERTY = re.compile(r"^([A-Za-z][\w .-]*):[ \t]+(.+)$")
_TABLE_TAG = re.compile(r"^ {0,3}<table\b", re.IGNORECASE)
_COMMENT = re.compile(r"^ {0,3}<!--")
# The target runs to the first space or closing bracket; longer forms are left in the text.
_INLINE = re.compile(r"(!?)\[([^\[\]\n]{0,1000})\]\(<?([^\s()<>]{1,2000})>?(?:[ \t]+[\"'(][^\n]{0,500}?[\"')])?\)")


@dataclass(slots=True)
class _Walk:
    """The lines, the place in them, and the paragraph that is being gathered."""

    lines: list[str]
    sheaf: Sheaf
    at: int = 0
    block: list[str] = field(default_factory=list[str])
    start: int = 0
    text: Text = field(default_factory=Text)


def read_marked(data: bytes) -> Reading:
    """Return the artifacts of a Markdown file; inline markup stays in the text as it was written."""
    walk = _Walk(decode(data).split("\n"), Sheaf("text"))
    _front_matter(walk)
    while walk.at < len(walk.lines):
        _step(walk, walk.lines[walk.at])
    _flush(walk)
    return walk.sheaf.reading(reader="assay.marked")


def split_cells(line: str) -> list[str]:
    """Return the cells of a pipe table's line; only an escaped pipe parts nothing, as in GitHub's Markdown."""
    body = line.strip().removeprefix("|")
    cells = [cell.replace("\\|", "|").strip() for cell in _PIPE.split(body)]
    return cells[:-1] if len(cells) > 1 and not cells[-1] else cells


def _step(walk: _Walk, line: str) -> None:
    if not line.strip():
        _flush(walk)
        walk.at += 1
        return
    for take in (_code, _raw, _table, _heading, _item):
        if take(walk, line):
            return
    _paragraph(walk, line)


def _front_matter(walk: _Walk) -> None:
    if walk.lines[0].rstrip() != "---":
        return
    ends = [index for index, line in enumerate(walk.lines[1:200], 1) if line.rstrip() in ("---", "...")]
    if not ends:
        return
    for index, line in enumerate(walk.lines[1 : ends[0]], 2):
        if found := _PROPERTY.match(line):
            name, value = found.group(1), found.group(2).strip().strip("\"'")
            walk.sheaf.properties[name] = value
            walk.sheaf.add(
                "metadata", Anchor(line=index), f"{name}: {value}", Facts((("name", name), ("value", value)))
            )
    walk.sheaf.title = walk.sheaf.properties.get("title", "")
    walk.at = ends[0] + 1


def _code(walk: _Walk, line: str) -> bool:
    opened = _FENCE.match(line)
    if not opened:
        return False
    _flush(walk)
    first, mark = walk.at, opened.group(1)
    end = first + 1
    while end < len(walk.lines) and not walk.lines[end].strip().startswith(mark):
        end += 1
    body = "\n".join(walk.lines[first + 1 : end])
    if body.strip():
        walk.sheaf.add("text", Anchor(line=first + 1), body, Text())
    walk.at = end + 1
    return True


def _raw(walk: _Walk, line: str) -> bool:
    """Tables in HTML are read as such; comments are no part of the text."""
    if _COMMENT.match(line):
        end = _line_with(walk, "-->")
        _flush(walk)
    elif _TABLE_TAG.match(line):
        end = _line_with(walk, "</table")
        _flush(walk)
        gather_html(walk.sheaf, "\n" * walk.at + "\n".join(walk.lines[walk.at : end + 1]))
    else:
        return False
    walk.at = end + 1
    return True


def _line_with(walk: _Walk, sign: str) -> int:
    for index in range(walk.at, len(walk.lines)):
        if sign in walk.lines[index].lower():
            return index
    return len(walk.lines) - 1


def _table(walk: _Walk, line: str) -> bool:
    if "|" not in line or walk.at + 1 >= len(walk.lines):
        return False
    head, below = split_cells(line), split_cells(walk.lines[walk.at + 1])
    if len(head) != len(below) or not all(_DELIMITER.fullmatch(cell) for cell in below):
        return False
    _flush(walk)
    first, rows = walk.at, [head]
    walk.at += 2
    while walk.at < len(walk.lines) and walk.lines[walk.at].strip() and not _FENCE.match(walk.lines[walk.at]):
        rows.append((split_cells(walk.lines[walk.at]) + [""] * len(head))[: len(head)])
        walk.at += 1
    table = walk.sheaf.add("table", Anchor(line=first + 1), payload=grid_of(rows, header_rows=1))
    _inline(walk.sheaf, table, "\n".join(cell for row in rows for cell in row), first + 1)
    return True


def _heading(walk: _Walk, line: str) -> bool:
    if found := _HEADING.match(line):
        _flush(walk)
        _begin(walk, _CLOSING.sub("", found.group(2).strip()), Text("heading", len(found.group(1))))
        _flush(walk)
    elif walk.block and walk.text.role == "paragraph" and (under := _UNDERLINE.match(line)):
        walk.text = Text("heading", 1 if under.group(1)[0] == "=" else 2)
        _flush(walk)
    elif _BREAK.match(line):
        _flush(walk)
    else:
        return False
    walk.at += 1
    return True


def _item(walk: _Walk, line: str) -> bool:
    found = _ITEM.match(line)
    if not found or (walk.block and walk.text.role == "paragraph" and not _may_interrupt(found)):
        return False
    _flush(walk)
    mark = found.group(2)
    level = len(found.group(1).expandtabs(4)) // 2
    number = "•" if mark in "-*+" else mark
    _begin(walk, found.group(3) or "", Text("list_item", level, number))
    walk.at += 1
    return True


def _may_interrupt(found: re.Match[str]) -> bool:
    """A number at the start of a wrapped line is no list item (CommonMark: only 1 may interrupt a paragraph)."""
    return bool(found.group(3)) and found.group(2) in ("-", "*", "+", "1.", "1)")


def _paragraph(walk: _Walk, line: str) -> None:
    text = _QUOTE.sub("", line)
    if walk.block:
        walk.block.append(text.strip())
    else:
        _begin(walk, text, Text())
    walk.at += 1


def _begin(walk: _Walk, line: str, text: Text) -> None:
    walk.block, walk.start, walk.text = [line.strip()], walk.at + 1, text


def _flush(walk: _Walk) -> None:
    body = "\n".join(line for line in walk.block if line)
    walk.block = []
    if body:
        artifact = walk.sheaf.add("text", Anchor(line=walk.start), body, walk.text)
        if walk.text.role == "heading" and not walk.sheaf.title:
            walk.sheaf.title = body
        _inline(walk.sheaf, artifact, body, walk.start)


def _inline(sheaf: Sheaf, holder: Artifact, text: str, line: int) -> None:
    for found in _INLINE.finditer(text):
        bang, label, target = found.groups()
        if bang:
            picture = sheaf.add("image", Anchor(line=line), label, Picture(alt=label), plain=target)
            sheaf.link(picture, holder, "part_of")
        else:
            facts = Facts((("text", label), ("target", target)))
            link = sheaf.add("hyperlink", Anchor(line=line), f"{label}: {target}", facts)
            sheaf.link(link, holder, "about")
