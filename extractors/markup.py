"""XML of Office parts: tolerant parsing without entities or network, one set of namespaces, and small look-ups."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from lxml import etree
from lxml.etree import _Element  # pyright: ignore[reportPrivateUsage]

Element: TypeAlias = _Element

_SCHEMAS = "http://schemas.openxmlformats.org/"
_MICROSOFT = "http://schemas.microsoft.com/office/"
W = f"{{{_SCHEMAS}wordprocessingml/2006/main}}"
P = f"{{{_SCHEMAS}presentationml/2006/main}}"
A = f"{{{_SCHEMAS}drawingml/2006/main}}"
C = f"{{{_SCHEMAS}drawingml/2006/chart}}"
DGM = f"{{{_SCHEMAS}drawingml/2006/diagram}}"
PIC = f"{{{_SCHEMAS}drawingml/2006/picture}}"
WP = f"{{{_SCHEMAS}drawingml/2006/wordprocessingDrawing}}"
R = f"{{{_SCHEMAS}officeDocument/2006/relationships}}"
M = f"{{{_SCHEMAS}officeDocument/2006/math}}"
MC = f"{{{_SCHEMAS}markup-compatibility/2006}}"
P14 = f"{{{_MICROSOFT}powerpoint/2010/main}}"
W14 = f"{{{_MICROSOFT}word/2010/wordml}}"
V = "{urn:schemas-microsoft-com:vml}"
O = "{urn:schemas-microsoft-com:office:office}"  # noqa: E741  the prefix that every specification uses

_STRICT = re.compile(rb"""(=\s*["'])http://purl\.oclc\.org/ooxml/(\w+)/""")
_HYPHENATED = {
    b"2006/extendedProperties": b"2006/extended-properties",
    b"2006/customProperties": b"2006/custom-properties",
}
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Parsed:
    """The root of a part, None where nothing could be read; `fault` says what is wrong with it, empty when sound."""

    root: Element | None
    fault: str = ""


def parse_xml(data: bytes) -> Parsed:
    """Return the tree of a part in Transitional namespaces with each alternate content decided.

    A part that is not well-formed is read as far as it goes, and its fault is told.
    """
    data = _normal(data)
    try:
        root, fault = etree.fromstring(data, _parser(recover=False)), ""
    except (etree.XMLSyntaxError, ValueError) as error:
        root, fault = _recovered(data), str(error) or "not XML"
    if root is not None and b"AlternateContent" in data:
        _decide_alternates(root)
    return Parsed(root, fault)


def child(element: Element | None, *path: str) -> Element | None:
    """Return the first descendant along a path of tags, None where a step is missing."""
    for tag in path:
        if element is None:
            return None
        element = element.find(tag)
    return element


def value(element: Element | None, attribute: str, default: str = "") -> str:
    """Return an attribute's text, the default where the element or the attribute is missing."""
    return element.get(attribute, default) if element is not None else default


def whole(text: str | None, default: int = 0) -> int:
    """Return the whole number that an attribute states, the default for anything else."""
    try:
        return int(float(text)) if text else default
    except (ValueError, OverflowError):
        return default


def switched(element: Element | None, attribute: str) -> bool | None:
    """Return what an on/off element says: None where it is missing, on where it states no value."""
    if element is None:
        return None
    return element.get(attribute, "1").lower() not in ("0", "false", "off", "none")


def tag(element: Element) -> str:
    """Return the element's name with its namespace; entity references have none."""
    name: object = element.tag
    return name if isinstance(name, str) else ""


def local(element: Element) -> str:
    """Return the element's name without its namespace."""
    return tag(element).rpartition("}")[2]


def by_local(element: Element, name: str) -> Iterator[Element]:
    """Yield the descendants of a local name, whatever their namespace."""
    return element.iter(f"{{*}}{name}")


def equation_text(element: Element) -> str:
    """Return the characters of an equation in order."""
    return "".join(part.text or "" for part in element.iter(f"{M}t"))


def _normal(data: bytes) -> bytes:
    if data.startswith(_UTF16):
        data = _DECLARATION.sub("", data.decode("utf-16", "replace")).encode("utf-8")
    data = data.removeprefix(_BOM).lstrip()
    if b"purl.oclc.org/ooxml" in data:
        data = _STRICT.sub(rb"\1http://schemas.openxmlformats.org/\2/2006/", data)
        for strict, transitional in _HYPHENATED.items():
            data = data.replace(strict, transitional)
    return data


@cache
def _parser(*, recover: bool) -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False,
        remove_comments=True, remove_pis=True, collect_ids=False, recover=recover,
    )  # fmt: skip


def _recovered(data: bytes) -> Element | None:
    try:
        return etree.fromstring(data, _parser(recover=True))
    except (etree.XMLSyntaxError, ValueError):
        return None


def _decide_alternates(root: Element) -> None:
    for alternate in list(root.iter(f"{MC}AlternateContent")):
        parent, chosen = alternate.getparent(), _chosen(alternate)
        if parent is None:
            continue
        at = parent.index(alternate)
        parent[at : at + 1] = list(chosen) if chosen is not None else []


def _chosen(alternate: Element) -> Element | None:
    """Return the first choice; VML choices give way, since their fallback holds the same object with its picture."""
    fallback = alternate.find(f"{MC}Fallback")
    choices = [choice for choice in alternate.findall(f"{MC}Choice") if choice.get("Requires") != "v"]
    return choices[0] if choices else fallback if fallback is not None else alternate.find(f"{MC}Choice")
