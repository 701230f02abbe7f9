"""HTML pages: headings, paragraphs, lists, tables with spans, pictures, links, title and meta."""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes

from lxml import etree
from lxml.html import HtmlElement, HTMLParser, document_fromstring

from assay.model.artifact import Anchor, Artifact, Facts, Picture, Text
from assay.model.document import Problem, Reading
from extractors.encoding import decode
from extractors.sheaf import Sheaf
from extractors.webmarks import Hidden, take_hidden, write_marks
from extractors.webtable import is_layout, read_table

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w:.-]{1,40})", re.IGNORECASE)
_DROPPED = frozenset({"script", "style", "template", "noscript", "head", "svg", "math", "iframe", "object", "select"})
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_OF_THE_SCREEN = frozenset({"", "viewport"})
_LISTS = frozenset({"ul", "ol", "menu", "dir"})
_BLOCKS = frozenset(
    ("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir", "div",
     "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "html", "legend", "li", "main",
     "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
     *_HEADINGS)
)  # fmt: skip
_DATA_ADDRESS = re.compile(r"data:([\w/+.-]*)((?:;[\w=.+-]+)*),", re.IGNORECASE)


@dataclass(slots=True)
class _Walk:
    """The text that is being gathered, the blocks that are open, and what stands in the text."""

    sheaf: Sheaf
    tables: Mapping[HtmlElement, Anchor]
    parts: list[str] = field(default_factory=list[str])
    start: int = 0
    open: list[str] = field(default_factory=list[str])
    lists: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    marker: str = ""
    preserved: int = 0
    inline: list[HtmlElement] = field(default_factory=list[HtmlElement])


def read_html(data: bytes) -> Reading:
    """Return the artifacts of a page; its encoding is its mark's, UTF-8 where valid, else what its meta says."""
    declared = _CHARSET.search(data[:4096])
    sheaf = Sheaf("text")
    gather_html(sheaf, decode(data, declared.group(1).decode("ascii", "replace") if declared else ""))
    return sheaf.reading(reader="assay.web")


def gather_html(sheaf: Sheaf, text: str) -> None:
    """Add the artifacts of a page; nothing that it points at is fetched."""
    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True)
    try:
        root = document_fromstring(text.encode("utf-8", "replace"), parser=parser, ensure_head_body=True)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        if text.strip():
            sheaf.problem = Problem("corrupt", f"The page is no HTML: {error}.")
        return
    if any(entry.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for entry in parser.error_log):
        sheaf.problem = Problem("partial", "The page nests too deep: what follows the deepest place was not read.")
    _gather_head(sheaf, root)
    tables = _places(root)
    hidden = take_hidden(root)
    write_marks(root)
    walk = _Walk(sheaf, tables)
    _walk(walk, root)
    _flush(walk)
    _add_hidden(sheaf, hidden)


def _places(root: HtmlElement) -> dict[HtmlElement, Anchor]:
    """Return where each table stands: its line, and how many stand before it on that line where any do."""
    found, on = dict[HtmlElement, Anchor](), Counter[int]()
    for table in root.iter("table"):
        line = table.sourceline or 1
        found[table] = Anchor(line=line, index=on[line] or None)
        on[line] += 1
    return found


def _gather_head(sheaf: Sheaf, root: HtmlElement) -> None:
    title = root.find(".//title")
    if title is not None:
        sheaf.title = sheaf.title or " ".join((title.text or "").split())
    for meta in root.iter("meta"):
        name = meta.get("name") or meta.get("property") or ""
        value = " ".join((meta.get("content") or "").split())
        if value and name not in _OF_THE_SCREEN:
            sheaf.properties[name] = value
            line = Anchor(line=meta.sourceline or 1)
            sheaf.add("metadata", line, f"{name}: {value}", Facts((("name", name), ("value", value))))


def _add_hidden(sheaf: Sheaf, hidden: list[Hidden]) -> None:
    for text, line in hidden:
        facts = Facts((("name", "hidden text"), ("value", text)))
        sheaf.add("metadata", Anchor(line=line), f"hidden text: {text}", facts)
    if hidden:
        sheaf.warn(f"What the page itself hides is no part of its text: {len(hidden)} elements.")


def _walk(walk: _Walk, root: HtmlElement) -> None:
    """Without recursion: pages nest thousands deep."""
    events = etree.iterwalk(root, events=("start", "end"))
    for event, element in events:
        name = element.tag if isinstance(element.tag, str) else ""
        if event == "start":
            if _skipped(walk, element, name):
                events.skip_subtree()
            else:
                _open(walk, element, name)
        else:
            if not _is_whole(element, name):
                _close(walk, element, name)
            if element is not root:
                _text(walk, element.tail, element)


def _is_whole(element: HtmlElement, name: str) -> bool:
    """Whether the element was taken as one thing, so that its end closes nothing."""
    return name in _DROPPED or (name == "table" and not is_layout(element))


def _skipped(walk: _Walk, element: HtmlElement, name: str) -> bool:
    if not _is_whole(element, name):
        return False
    if name == "table":
        _flush(walk)
        _add_table(walk, element)
    return True


def _open(walk: _Walk, element: HtmlElement, name: str) -> None:
    if name in _BLOCKS:
        _flush(walk)
        walk.open.append(name)
        walk.preserved += name == "pre"
        if name in _LISTS:
            walk.lists.append((name, _number(element.get("start"), 1) - 1))
        elif name == "li":
            walk.marker = _next_marker(walk)
    elif name == "br":
        walk.parts.append("\n" if walk.preserved else "\x00")
    elif name == "img" or (name == "a" and element.get("href")):
        walk.inline.append(element)
        walk.start = walk.start or element.sourceline or 1
    _text(walk, element.text, element)


def _close(walk: _Walk, element: HtmlElement, name: str) -> None:
    if name in _BLOCKS:
        _flush(walk)
        walk.preserved -= name == "pre"
        if name in _LISTS and walk.lists:
            walk.lists.pop()
        if walk.open:
            walk.open.pop()


def _text(walk: _Walk, text: str | None, element: HtmlElement) -> None:
    if text:
        walk.parts.append(text if walk.preserved else text.replace("\n", " "))
        if not walk.start and text.strip():
            walk.start = element.sourceline or 1


def _next_marker(walk: _Walk) -> str:
    if not walk.lists or walk.lists[-1][0] != "ol":
        return "•"
    name, number = walk.lists.pop()
    walk.lists.append((name, number + 1))
    return f"{number + 1}."


def _flush(walk: _Walk) -> None:
    raw, inline = "".join(walk.parts), walk.inline
    text = raw.strip("\n").rstrip() if walk.preserved else _folded(raw)
    at = Anchor(line=walk.start or 1)
    walk.parts, walk.inline, walk.start = [], [], 0
    holder = None
    if text.strip():
        holder = walk.sheaf.add("text", at, text, _role(walk))
        walk.marker = ""
        if isinstance(holder.payload, Text) and holder.payload.level == 1 and holder.payload.role == "heading":
            walk.sheaf.title = walk.sheaf.title or text
    _add_inline(walk.sheaf, inline, holder)


def _folded(raw: str) -> str:
    lines = [" ".join(line.split()) for line in raw.split("\x00")]
    return "\n".join(lines).strip("\n")


def _role(walk: _Walk) -> Text:
    names = walk.open[-8:]
    headings = [_HEADINGS[name] for name in names if name in _HEADINGS]
    if headings:
        return Text("heading", headings[-1])
    if "caption" in names or "figcaption" in names:
        return Text("caption")
    if "li" in names:
        return Text("list_item", max(len(walk.lists) - 1, 0), walk.marker)
    return Text()


def _add_table(walk: _Walk, element: HtmlElement) -> None:
    caption = element.find("caption")
    if caption is not None and (text := _folded("".join(caption.itertext()))):
        walk.sheaf.add("text", Anchor(line=caption.sourceline or 1), text, Text("caption"))
    grid = read_table(element)
    inline = [found for found in element.iter("img", "a") if found.tag == "img" or found.get("href")]
    table = None
    if any(grid.displayed):
        table = walk.sheaf.add("table", walk.tables[element], payload=grid)
    _add_inline(walk.sheaf, inline, table)


def _add_inline(sheaf: Sheaf, elements: list[HtmlElement], holder: Artifact | None) -> None:
    for element in elements:
        at = Anchor(line=element.sourceline or 1)
        if element.tag == "img":
            added, edge = _add_image(sheaf, element, at), "part_of"
        else:
            text, target = " ".join("".join(element.itertext()).split()), element.get("href") or ""
            facts = Facts((("text", text), ("target", target)))
            added, edge = sheaf.add("hyperlink", at, f"{text}: {target}" if text else target, facts), "about"
        if holder is not None:
            sheaf.link(added, holder, edge)


def _add_image(sheaf: Sheaf, element: HtmlElement, at: Anchor) -> Artifact:
    source, alt = element.get("src") or "", " ".join((element.get("alt") or "").split())
    media_type, blob = _embedded(source)
    size = _number(element.get("width"), 0), _number(element.get("height"), 0)
    picture = Picture(alt, media_type, float(size[0]), float(size[1]))
    return sheaf.add("image", at, alt, picture, plain=source if blob is None else None, blob=blob)


def _embedded(source: str) -> tuple[str, bytes | None]:
    """A data address carries its picture with it."""
    found = _DATA_ADDRESS.match(source)
    if not found:
        return "", None
    body = unquote_to_bytes(source[found.end() :])
    if ";base64" in found.group(2).lower():
        try:
            body = base64.b64decode(b"".join(body.split()) + b"==")
        except binascii.Error:
            return found.group(1), None
    return found.group(1), body or None


def _number(text: str | None, default: int) -> int:
    found = re.match(r"\s*(\d{1,6})", text or "")
    return int(found.group(1)) if found else default
