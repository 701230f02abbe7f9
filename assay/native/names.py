"""Names of elements and attributes in Office XML, the same in Transitional and Strict files: `w:p`, `a:t`, `r:id`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from lxml.etree import _Element  # pyright: ignore[reportPrivateUsage]

Element: TypeAlias = _Element

_SCHEMAS = "http://schemas.openxmlformats.org/"
_STRICT = "http://purl.oclc.org/ooxml/"
_MICROSOFT = "http://schemas.microsoft.com/office/"

# So many children of one element are removed with it at no cost that shows.
_CROWD = 64

_PREFIXES = MappingProxyType({
    f"{_SCHEMAS}wordprocessingml/2006/main": "w", f"{_STRICT}wordprocessingml/main": "w",
    f"{_SCHEMAS}presentationml/2006/main": "p", f"{_STRICT}presentationml/main": "p",
    f"{_SCHEMAS}drawingml/2006/main": "a", f"{_STRICT}drawingml/main": "a",
    f"{_SCHEMAS}drawingml/2006/chart": "c", f"{_STRICT}drawingml/chart": "c",
    f"{_SCHEMAS}drawingml/2006/diagram": "dgm", f"{_STRICT}drawingml/diagram": "dgm",
    f"{_SCHEMAS}drawingml/2006/picture": "pic", f"{_STRICT}drawingml/picture": "pic",
    f"{_SCHEMAS}drawingml/2006/wordprocessingDrawing": "wp", f"{_STRICT}drawingml/wordprocessingDrawing": "wp",
    f"{_SCHEMAS}officeDocument/2006/relationships": "r", f"{_STRICT}officeDocument/relationships": "r",
    f"{_SCHEMAS}officeDocument/2006/math": "m", f"{_STRICT}officeDocument/math": "m",
    f"{_SCHEMAS}markup-compatibility/2006": "mc",
    f"{_MICROSOFT}drawing/2008/diagram": "dsp",
    f"{_MICROSOFT}powerpoint/2010/main": "p14",
    f"{_MICROSOFT}word/2010/wordml": "w14",
    "urn:schemas-microsoft-com:vml": "v",
    "urn:schemas-microsoft-com:office:office": "o",
})  # fmt: skip


@lru_cache(maxsize=4096)
def short(tag: str) -> str:
    """Return a name with its usual prefix; names of other namespaces keep a `?:`."""
    address, brace, local = tag.rpartition("}")
    return f"{_PREFIXES.get(address[1:], '?')}:{local}" if brace else local


def name(element: Element) -> str:
    """Return an element's short name, empty for comments and processing instructions."""
    tag: object = element.tag
    return short(tag) if isinstance(tag, str) else ""


def local(element: Element) -> str:
    """Return an element's name without its namespace."""
    return name(element).rpartition(":")[2]


def stated(element: Element, attribute: str, default: str = "") -> str:
    """Return the value of an attribute by its short name."""
    found = (str(value) for key, value in element.attrib.items() if short(str(key)) == attribute)
    return next(found, default)


def children(element: Element, *names: str) -> list[Element]:
    """Return the children of some names, in order."""
    return [child for child in element if name(child) in names]


def within(element: Element, *names: str) -> list[Element]:
    """Return the descendants of some names in document order, the element itself among them."""
    return [found for found in element.iter() if name(found) in names]


def above(element: Element, *names: str) -> Element | None:
    """Return the nearest ancestor of one of the names."""
    return next((found for found in element.iterancestors() if name(found) in names), None)


def remove(element: Element) -> None:
    """Take an element out of its parent, if it still has one; the text after it stays."""
    parent = element.getparent()
    if parent is None:
        return
    tail, before = element.tail, element.getprevious()
    if tail and before is not None:
        before.tail = (before.tail or "") + tail
    elif tail:
        parent.text = (parent.text or "") + tail
    # What is in it goes with it, so nothing is lost.
    _thinned(element)
    parent.remove(element)


def _thinned(element: Element) -> list[tuple[Element, list[Element]]]:
    """Take the children of crowded elements out one by one, and return them with what they were taken from.

    lxml moves a large tree in time that grows as the square of its size.
    """
    held = [(one, list(one)) for one in element.iter() if len(one) > _CROWD]
    for crowded, inner in held:
        for child in inner:
            crowded.remove(child)
    return held


def unwrap(element: Element) -> None:
    """Put an element's children where it stood."""
    replace(element, list(element))


def replace(element: Element, others: list[Element]) -> None:
    """Put other elements where one stood."""
    parent = element.getparent()
    if parent is None:
        return
    held = [pair for one in others for pair in _thinned(one)]
    at = parent.index(element)
    parent[at : at + 1] = others
    for crowded, inner in held:
        crowded.extend(inner)


def letters(text: str) -> str:
    """Return what two readings of one text have in common: its letters and digits in lower case, else its signs."""
    return "".join(filter(str.isalnum, text)).lower() or "".join(text.split())


def chosen(root: Element) -> Iterator[Element]:
    """Yield an element and its descendants in order, of each alternate content only the branch that is shown.

    The first choice is; choices of VML give way to their fallback, which holds the same object with its picture.
    """
    yield root
    shown = list(root)
    if name(root) == "mc:AlternateContent":
        choices = [one for one in children(root, "mc:Choice") if stated(one, "Requires") != "v"]
        shown = [*choices, *children(root, "mc:Fallback"), *children(root, "mc:Choice")][:1]
    for child in shown:
        yield from chosen(child)
