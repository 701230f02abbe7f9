"""Strings of a workbook: shared and inline ones, rich text joined, phonetic readings left out."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import overload

import numpy as np
from numpy.typing import NDArray

from extractors.excel.walking import Stream, Walk
from extractors.excel.windows import Windows, resolved
from extractors.markup import Element, local, parse_xml
from extractors.raised import Mark, shown_text

_ITEM = re.compile(
    r"<si>(?:<t(?>(?: xml:space=\"preserve\")?)>([^<]*+)</t>|((?>(?:[^<]++|<(?!/?si\b))*)))</si>|<si ?+/>"
)
_INLINE = re.compile(r"<t(?>(?: xml:space=\"preserve\")?)>([^<]*+)</t>")
_PROPERTY = r'<\w++(?>(?: (?:val|rgb|theme|indexed)="[^"<&]*+")?)(?>(?: tint="[^"<&]*+")?) ?+/>'
_RUNS = re.compile(
    rf"(?>(?:<r>(?>(?:<rPr>(?>(?:{_PROPERTY})*)</rPr>|<rPr/>)?)"
    r"<t(?>(?: xml:space=\"preserve\")?)>[^<]*+</t></r>)*)"
)
_RUN = re.compile(r"<t(?>(?: [^>]*+)?)>([^<]*+)</t>")
# So many strings of the parser are joined at once.
_AT_ONCE = 4096
_POSITIONS: MappingProxyType[str, Mark] = MappingProxyType({"superscript": "raised", "subscript": "lowered"})
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")


class SharedStrings(Sequence[str]):
    """The shared strings in flat memory: runs of text, and where in its run each string ends."""

    def __init__(self) -> None:
        self._runs: list[str] = []
        self._firsts = array("q")
        self._ends = array("q")

    def extend(self, strings: Sequence[str]) -> None:
        """Append strings."""
        if strings:
            self._firsts.append(len(self._ends))
            self._runs.append("".join(strings))
            self._ends.extend(accumulate(map(len, strings)))

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        index = range(len(self))[index]
        run = bisect_right(self._firsts, index) - 1
        start = self._ends[index - 1] if index > self._firsts[run] else 0
        return self._runs[run][start : self._ends[index]]

    def lengths(self) -> NDArray[np.int64]:
        """Return how many characters each string has."""
        ends, firsts = np.frombuffer(self._ends, np.int64), np.frombuffer(self._firsts, np.int64)
        lengths = np.diff(ends, prepend=0)
        lengths[firsts] = ends[firsts]
        return lengths


def shared_strings(part: Stream) -> SharedStrings:
    """Return the shared strings in their order; a part that is not well-formed is read as far as it goes."""
    found = _by_pattern(part)
    if found is None:
        part.seek(0)
        return strings_by_parser(part)
    return found


def _by_pattern(part: Stream) -> SharedStrings | None:
    strings, windows = SharedStrings(), Windows(part, "sst", "si")
    for text in windows:
        parts = _ITEM.split(text)
        if "".join(parts[::3]).strip(" \n\t"):
            return None
        items = [_plain(plain or "") if rich is None else joined_runs(rich) for plain, rich in _pairs(parts)]
        sound = [item for item in items if item is not None]
        if len(sound) != len(items):
            return None
        strings.extend(sound)
    return strings if windows.sound else None


def _pairs(parts: Sequence[str | None]) -> Iterator[tuple[str | None, str | None]]:
    return zip(parts[1::3], parts[2::3], strict=True)


def _plain(text: str) -> str:
    return unescaped(resolved(text)) if "&" in text or "_x" in text else text


def joined_runs(markup: str) -> str | None:
    """Return the text of a string item's inner markup, None where it cannot be parsed by itself."""
    simple = _INLINE.fullmatch(markup)
    if simple is not None:
        return _plain(simple[1])
    if _RUNS.fullmatch(markup) and "<strike" not in markup and "<vertAlign" not in markup:
        return _plain("".join(_RUN.findall(markup)))
    parsed = parse_xml(f"<si>{markup}</si>".encode())
    return None if parsed.fault or parsed.root is None else joined_text(parsed.root)


def strings_by_parser(part: Stream) -> SharedStrings:
    """Return what the XML parser reads of a part of shared strings."""
    strings, waiting = SharedStrings(), list[str]()
    for item in Walk(part, "sst", "si"):
        waiting.append(joined_text(item))
        if len(waiting) == _AT_ONCE:
            strings.extend(waiting)
            waiting.clear()
    strings.extend(waiting)
    return strings


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
