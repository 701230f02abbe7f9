"""Strings of a workbook: shared and inline ones, rich text joined, phonetic readings left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from types import MappingProxyType

from extractors.markup import Element, local, parse_xml
from extractors.raised import Mark, shown_text

_ITEM = re.compile(
    r"<si>(?:<t(?: xml:space=\"preserve\")?>([^<]*)</t>|((?:[^<]|<(?!/?si\b))*+))</si>|<si\s*/>", re.DOTALL
)
_PHONETIC = re.compile(r"<rPh\b.*?</rPh>", re.DOTALL)
_RUN = re.compile(r"<t(?: [^>]*)?>([^<]*)</t>")
_POSITIONS: MappingProxyType[str, Mark] = MappingProxyType({"superscript": "raised", "subscript": "lowered"})
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")


def shared_strings(data: bytes) -> list[str]:
    """Return the shared strings in their order."""
    items = _by_pattern(data)
    return items if items is not None else list(_by_parser(data))


def _by_pattern(data: bytes) -> list[str] | None:
    if b"<!" in data or b":si" in data or b"<sst" not in data:
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    found = _ITEM.findall(text)
    if len(found) != text.count("<si>") + text.count("<si ") + text.count("<si/>"):
        return None
    return [joined_runs(rich) if rich else _plain(plain) for plain, rich in found]


def _plain(text: str) -> str:
    return unescaped(unescape(text)) if "&" in text or "_x" in text else text


def joined_runs(markup: str) -> str:
    """Return the text of a string item's inner markup."""
    if "<vertAlign" in markup or "<strike" in markup:
        root = parse_xml(f"<si>{markup}</si>".encode()).root
        return joined_text(root) if root is not None else ""
    runs = _RUN.findall(_PHONETIC.sub("", markup) if "<rPh" in markup else markup)
    return unescaped(unescape("".join(runs)))


def _by_parser(data: bytes) -> Iterator[str]:
    root = parse_xml(data).root
    for item in root if root is not None else ():
        if local(item) == "si":
            yield joined_text(item)


def joined_text(item: Element) -> str:
    """Return the text of a string item, phonetic readings left out."""
    return unescaped(shown_text(_pieces(item)))


def _pieces(item: Element) -> Iterator[tuple[str, Mark]]:
    for part in item:
        if local(part) == "t":
            yield part.text or "", ""
        elif local(part) == "r":
            mark = _mark(next((properties for properties in part if local(properties) == "rPr"), None))
            for text in (run.text or "" for run in part if local(run) == "t"):
                yield text, mark


def _mark(properties: Element | None) -> Mark:
    stated = {local(each): each.get("val", "true") for each in (properties if properties is not None else ())}
    if stated.get("strike", "0") in ("1", "true"):
        return "struck"
    return _POSITIONS.get(stated.get("vertAlign", ""), "")


def unescaped(text: str) -> str:
    """Return a text with the characters that XML cannot hold put back (`_x000D_`); line ends become `\\n`."""
    if "_x" in text:
        text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
