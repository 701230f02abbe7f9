"""Large parts in pieces: what stands before a container's members, windows of whole members, and what comes after.

The pieces are text that keeps to a small part of XML, in which patterns find what a parser finds: UTF-8, no comments,
CDATA or processing instructions, no entities but XML's own, one prefix (taken off) or none. Where a part does not keep
to it, the pieces end early and `sound` is false; the part is then the parser's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.entities import name2codepoint

import numpy as np

from extractors.excel.walking import Stream
from extractors.markup import Element, parse_xml

WINDOW = 1 << 19
# What stands before the members, and each member, are small; longer ones are left to the parser.
LONGEST = 1 << 24

_ENCODING = re.compile(rb"""<\?xml[^>]*?\bencoding\s*=\s*["']([^"']*)["']""")
_DECLARATION = re.compile(rb"^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\?>")
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#(?:([0-9]{1,7})|x([0-9a-fA-F]{1,6})));")
_NAMESPACE = re.compile(r'xmlns:(\w+)="')


class Windows:
    """Iterates over the windows of a part; `rest`, afterwards, is the part without its members."""

    def __init__(self, part: Stream, container: str, member: str) -> None:
        self.sound = False
        self.rest: Element | None = None
        self.prefixes: frozenset[str] = frozenset()
        self._part = part
        self._opening = re.compile(rf"<(?:(\w+):)?{container}(?:\s[^<>]*[^<>/])?>".encode())
        self._container = container.encode()
        self._member = member.encode()

    def __iter__(self) -> Iterator[str]:
        head = self._head()
        found = self._opening.search(head)
        if found is None or not _usual(head[: found.end()]):
            return
        self.prefixes = frozenset(_NAMESPACE.findall(head[: found.end()].decode("utf-8", "replace"))) | {"xml"}
        prefix = found[1] + b":" if found[1] else b""
        closing = b"</" + prefix + self._container + b">"
        text, end = head[found.end() :], b"</" + prefix + self._member + b">"
        while closing not in text:
            cut = text.rfind(end) + len(end)
            if cut >= len(end):
                window, text = plain_text(text[:cut], prefix), text[cut:]
                if window is None:
                    return
                yield window
            more = self._part.read(WINDOW)
            if not more or len(text) > LONGEST:
                return
            text += more
        members, _, after = text.partition(closing)
        window = plain_text(members, prefix)
        if window is not None:
            yield window
            self._finish(head[: found.end()], closing + after + self._part.read())

    def _head(self) -> bytes:
        """Return the part's beginning as far as the container opens, or as far as is looked."""
        head = bytearray()
        while len(head) < LONGEST:
            more = self._part.read(WINDOW)
            searched = max(0, len(head) - 4096)
            head += more
            if not more or self._opening.search(head, searched):
                break
        return bytes(head)

    def _finish(self, head: bytes, tail: bytes) -> None:
        if self._container in tail.partition(b">")[2] or not _usual(head):
            return
        parsed = parse_xml(head + tail)
        self.sound, self.rest = not parsed.fault, parsed.root


def _usual(head: bytes) -> bool:
    """Whether the text before the members is UTF-8 and has nothing that could hide or forge them."""
    encoding = _ENCODING.search(head)
    said = encoding[1].lower() if encoding else b"utf-8"
    body = _DECLARATION.sub(b"", head)
    return said in (b"utf-8", b"us-ascii") and b"<!" not in body and b"<?" not in body


def plain_text(data: bytes, prefix: bytes = b"") -> str | None:
    """Return a window's text without the prefix of its tags, None where it does not keep to plain XML."""
    # The search for one rare character is the fastest.
    if b"]" in data and b"]]>" in data:
        return None
    if prefix:
        tags = data.count(b"<")
        opening, closing = b"<" + prefix, b"</" + prefix
        if data.count(opening) + data.count(closing) != tags:
            return None
        data = data.replace(opening, b"<").replace(closing, b"</")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if _has_rare(data) and _ILLEGAL.search(text):
        return None
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return None if "&" in text and not _sound_entities(text) else text


def _has_rare(data: bytes) -> bool:
    """Whether there may be characters that XML cannot hold."""
    return bool((np.frombuffer(data, np.uint8) < ord(" ")).any()) or b"\xef\xbf" in data


def _sound_entities(text: str) -> bool:
    found = _ENTITY.findall(text)
    return len(found) == text.count("&") and all(name or _legal(_code(ten, hex)) for name, ten, hex in found)


def _legal(code: int) -> bool:
    """Whether XML 1.0 (section 2.2, Char) has the character."""
    return code in (9, 10, 13) or 32 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0x10000 <= code <= 0x10FFFF


def _code(ten: str, hex: str) -> int:
    return int(ten) if ten else int(hex, 16)


def resolved(text: str) -> str:
    """Return a text of a window with XML's entities and character references replaced."""
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(found: re.Match[str]) -> str:
    name, ten, hex = found.groups()
    return "'" if name == "apos" else chr(name2codepoint[name] if name else _code(ten, hex))
