"""The slow way through a large part: an XML parser that hands out a container's members and forgets them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from lxml import etree

from extractors.markup import Element, local, parse_xml

_SPACE = b" \t\r\n"
_LOOKED_AT = 256


class Stream(Protocol):
    """A part that is read piece by piece."""

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes, none at the end."""
        ...

    def seek(self, offset: int, /) -> int:
        """Go to a place in the part."""
        ...


class Walk:
    """Iterates over the members of containers, each whole; `rest` and `fault`, afterwards, are what is left and wrong.

    A part that is not well-formed is read as far as it goes.
    """

    def __init__(self, part: Stream, container: str, member: str) -> None:
        self.rest: Element | None = None
        self.fault = ""
        self._container = container
        self._member = member
        _skip_space(part)
        self._events = etree.iterparse(
            part, events=("start", "end"), resolve_entities=False, no_network=True, huge_tree=True, recover=True,
            remove_comments=True, remove_pis=True,
        )  # fmt: skip

    def __iter__(self) -> Iterator[Element]:
        inside = 0
        try:
            for event, element in self._events:
                name = local(element)
                if name == self._container:
                    inside += 1 if event == "start" else -1
                elif event == "end" and inside and name == self._member:
                    yield element
                    _forget(element)
            self.fault = _first_fault(self._events)
        except (etree.XMLSyntaxError, ValueError) as error:
            self.fault = str(error)
        root: Element | None = self._events.root
        if root is None:
            self.fault = self.fault or "no element"
        else:
            self.rest = parse_xml(etree.tostring(root)).root


def _skip_space(part: Stream) -> None:
    """Go to where the part's markup begins; some writers leave an empty line before it."""
    beginning = part.read(_LOOKED_AT)
    part.seek(len(beginning) - len(beginning.lstrip(_SPACE)))


def _forget(element: Element) -> None:
    """Free a member and those before it."""
    element.clear()
    parent = element.getparent()
    while parent is not None and parent[0] is not element:
        del parent[0]


def _first_fault(events: etree.iterparse[tuple[str, Element]]) -> str:
    return str(events.error_log[0].message) if len(events.error_log) else ""
