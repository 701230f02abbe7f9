"""What browsers show otherwise than the characters say: `sup`, `sub`, struck words, and what a page hides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import NamedTuple

from lxml import etree
from lxml.html import HtmlElement

from extractors.raised import Mark, mark_text

_MARKS: MappingProxyType[str, Mark] = MappingProxyType({
    "sup": "raised", "sub": "lowered", "del": "struck", "s": "struck", "strike": "struck",
})  # fmt: skip
_HIDING = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|(visibility\s*:\s*hidden))", re.IGNORECASE)
_INLINE = frozenset(
    {"a", "abbr", "b", "big", "cite", "code", "em", "font", "i", "ins", "mark", "small", "span", "strong", "tt", "u",
     "var", "wbr"}
)  # fmt: skip
_SILENT = frozenset({"script", "style", "template", "noscript"})
_PAGE = frozenset({"html", "head", "body"})


class Hidden(NamedTuple):
    """Words that a page holds and does not show, and their line."""

    text: str
    line: int


class _Node(NamedTuple):
    """One piece of text in the tree: the text of an element or the tail behind it."""

    element: HtmlElement
    tail: bool

    @property
    def text(self) -> str:
        return (self.element.tail if self.tail else self.element.text) or ""

    def put(self, text: str) -> None:
        if self.tail:
            self.element.tail = text
        else:
            self.element.text = text


def take_hidden(root: HtmlElement) -> list[Hidden]:
    """Take out of a page what it hides by itself (no style sheet is asked), and return its words."""
    found, taken = list[tuple[HtmlElement, bool]](), list[Hidden]()
    events = etree.iterwalk(root, events=("start",))
    for _, element in events:
        hiding = _HIDING.search(element.get("style") or "")
        if (hiding or element.get("hidden") is not None) and element.tag not in _PAGE:
            events.skip_subtree()
            found.append((element, bool(hiding and hiding[1])))
    for element, keeps_its_place in found:
        text = " ".join(" ".join(_texts(element)).split())
        taken += [Hidden(text, element.sourceline or 1)] if text else []
        if keeps_its_place:
            tail = element.tail
            element.clear()
            element.tail = tail
        else:
            element.drop_tree()
    return taken


def write_marks(root: HtmlElement) -> None:
    """Write what is beside the line or struck so that it stays apart from its neighbours."""
    before = ""
    for event, element in etree.iterwalk(root, events=("start", "end")):
        name = str(element.tag)
        if event == "start" and name in _MARKS:
            _write(element, _MARKS[name], before)
        if name not in _MARKS and name not in _INLINE:
            before = ""
        text = (element.text if event == "start" else element.tail) or ""
        before = text[-1:] or before


def _write(element: HtmlElement, mark: Mark, before: str) -> None:
    nodes = [node for node in _nodes(element) if node.text]
    text = "".join(node.text for node in nodes)
    written, core = mark_text(text, mark, before, (element.tail or "")[:1]), text.strip()
    if len(written) == len(text):
        for node in nodes:
            size = len(node.text)
            node.put(written[:size])
            written = written[size:]
        return
    # what is put around stays out of links, whose words are told on their own
    before, _, after = written.partition(core)
    first, last = _Node(element, tail=False), _Node(element[-1], tail=True) if len(element) else None
    first.put(before + first.text.lstrip())
    (last or first).put((last or first).text.rstrip() + after)


def _nodes(element: HtmlElement) -> Iterator[_Node]:
    yield _Node(element, tail=False)
    for inner in element.iterdescendants():
        yield from (_Node(inner, tail=False), _Node(inner, tail=True))


def _texts(element: HtmlElement) -> Iterator[str]:
    for event, inner in (events := etree.iterwalk(element, events=("start", "end"))):
        if event == "start" and inner.tag in _SILENT:
            events.skip_subtree()
        elif event == "start":
            yield inner.text or ""
        elif inner is not element:
            yield inner.tail or ""
