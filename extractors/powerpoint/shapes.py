"""The shapes of a slide: where they stand after all group transforms, what they fill, in which orders they come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from assay.model.artifact import Box
from extractors.drawing import alternative_text
from extractors.markup import A, Element, P, child, value
from extractors.powerpoint.geometry import Frame, Transform, spanning, transform_of

MOST_DEPTH = 100

# Shapes whose tops lie within this part of the slide's height are read from left to right.
BANDS = 24

GROUP, INK = f"{P}grpSp", f"{P}contentPart"
_SHAPES = frozenset({f"{P}sp", f"{P}pic", f"{P}graphicFrame", f"{P}cxnSp", INK})
_TITLES = frozenset({"title", "ctrTitle"})
# What stands in the master under another type than on the slide.
_KIN = MappingProxyType({"ctrTitle": "title", "subTitle": "body", "obj": "body"})


@dataclass(frozen=True, slots=True)
class Placeholder:
    """What a shape fills: its type (`obj` where none is stated) and its index in the layout."""

    type: str
    index: str


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape or group; `transform` is in EMU on the slide, None where nothing states it.

    `drawn` and `read` are its 1-based places in drawing order and in reading order; `group` is the id of its group,
    `around` the properties of the nearest group that has a fill of its own.
    """

    element: Element
    id: str
    name: str
    alt: str
    placeholder: Placeholder | None
    transform: Transform | None
    group: str = ""
    drawn: int = 0
    read: int = 0
    around: Element | None = None

    @property
    def box(self) -> Box | None:
        """Its box before it is turned, in whole EMU."""
        return self.transform.box if self.transform is not None else None

    @property
    def details(self) -> Element | None:
        """What the file keeps of a shape beside its looks and its content: name, links, connections."""
        return self.element[0] if len(self.element) else None

    @property
    def is_title(self) -> bool:
        """Whether it holds the slide's title."""
        return self.placeholder is not None and self.placeholder.type in _TITLES

    @property
    def is_group(self) -> bool:
        """Whether it holds others and shows nothing of its own."""
        return self.element.tag == GROUP


class Placeholders:
    """The shapes that a layout, and its master behind it, hold for placeholders."""

    def __init__(self, layout: Element | None = None, master: Element | None = None) -> None:
        self._by_index: dict[str, Element] = {}
        self._by_type: dict[str, Element] = {}
        self._master: dict[str, Element] = {}
        for placeholder, element in _holders(layout):
            if placeholder.index:
                self._by_index.setdefault(placeholder.index, element)
            self._by_type.setdefault(placeholder.type, element)
        for placeholder, element in _holders(master):
            self._master.setdefault(placeholder.type, element)

    def transform(self, placeholder: Placeholder) -> Transform | None:
        """Return the place that a placeholder inherits, the nearest that is stated."""
        return next((found for found in map(_own_transform, self.holders(placeholder)) if found is not None), None)

    def holders(self, placeholder: Placeholder) -> Iterator[Element]:
        """Yield the shapes that a placeholder inherits from: of the layout by index or type, then of the master."""
        kin = _KIN.get(placeholder.type, placeholder.type)
        found = (
            self._by_index.get(placeholder.index), self._by_type.get(placeholder.type),
            self._master.get(placeholder.type), self._by_type.get(kin), self._master.get(kin),
        )  # fmt: skip
        yield from dict.fromkeys(element for element in found if element is not None)


def shapes_of(tree: Element, inherited: Placeholders, height: int) -> list[Shape]:
    """Return a slide's shapes in reading order: the title, then from top to bottom; a group stays together.

    A group goes before its members.
    """
    members = _Walk(inherited, max(height // BANDS, 1)).members(tree, _Around(Frame()), 0)
    found = sorted((shape for member in members for shape in member), key=lambda shape: not shape.is_title)
    return [replace(shape, read=read) for read, shape in enumerate(found, 1)]


def text_shapes(tree: Element) -> Iterator[tuple[Placeholder | None, Element]]:
    """Yield each shape with text in drawing order: what it fills and its text body."""
    for element in tree.iter(f"{P}sp"):
        body = element.find(f"{P}txBody")
        if body is not None:
            yield placeholder_of(element), body


def placeholder_of(element: Element) -> Placeholder | None:
    """Return what a shape fills, None where it fills nothing."""
    found = child(element[0], f"{P}nvPr", f"{P}ph") if len(element) else None
    return Placeholder(found.get("type", "obj"), found.get("idx", "")) if found is not None else None


@dataclass(frozen=True, slots=True)
class _Around:
    """What a group gives to its members: its frame, its id, and the properties that a fill of its own stands in."""

    frame: Frame
    group: str = ""
    filled: Element | None = None


class _Walk:
    """Walks the shapes of one slide and counts them as they are drawn."""

    def __init__(self, inherited: Placeholders, band: int) -> None:
        self._inherited = inherited
        self._band = band
        self._drawn = 0

    def members(self, tree: Element, around: _Around, depth: int) -> list[list[Shape]]:
        """Return a tree's members in reading order, each a list: of one shape, or of a group and all its shapes."""
        members = list[list[Shape]]()
        for element in tree if depth < MOST_DEPTH else ():
            if element.tag in _SHAPES:
                members.append([self._shape(element, around)])
            elif element.tag == GROUP:
                members.append(self._group(element, around, depth))
        return sorted(members, key=lambda member: _position(member, self._band))

    def _group(self, element: Element, around: _Around, depth: int) -> list[Shape]:
        """Return a group and all its shapes; one that states no place of its own spans them."""
        group = self._shape(element, around)
        filled = _filling(element.find(f"{P}grpSpPr"), around.filled)
        inner = self.members(element, _Around(around.frame.within(element), group.id, filled), depth + 1)
        shapes = [each for member in inner for each in member]
        if group.transform is None:
            places = (each.transform for each in shapes if each.group == group.id)
            group = replace(group, transform=spanning(place for place in places if place is not None))
        return [group, *shapes]

    def _shape(self, element: Element, around: _Around) -> Shape:
        self._drawn += 1
        properties, placeholder, own = _properties(element), placeholder_of(element), _own_transform(element)
        transform = around.frame.place(own) if own is not None else None
        if transform is None and placeholder is not None:
            transform = self._inherited.transform(placeholder)
        names = value(properties, "id"), value(properties, "name").strip()
        alt, drawn = alternative_text(properties), self._drawn
        return Shape(element, *names, alt, placeholder, transform, around.group, drawn, around=around.filled)


def _filling(properties: Element | None, outer: Element | None) -> Element | None:
    """Return where the members of a group find its fill: a group may have that of the group around it."""
    return outer if child(properties, f"{A}grpFill") is not None else properties


def _holders(tree: Element | None) -> Iterator[tuple[Placeholder, Element]]:
    for element in tree.iter(*_SHAPES) if tree is not None else ():
        placeholder = placeholder_of(element)
        if placeholder is not None:
            yield placeholder, element


def _position(member: list[Shape], band: int) -> tuple[int, int, float]:
    boxes = [shape.box for shape in member if shape.box is not None and not shape.is_group]
    if not boxes:
        return 1, 0, 0.0
    return 0, int(min(box[1] for box in boxes) // band), min(box[0] for box in boxes)


def _properties(element: Element) -> Element | None:
    return element[0].find("{*}cNvPr") if len(element) else None


def _own_transform(element: Element) -> Transform | None:
    frame = element.find(f"{P}xfrm")
    if frame is None and element.tag == INK:
        frame = element.find("{*}xfrm")
    within = f"{P}grpSpPr" if element.tag == GROUP else f"{P}spPr"
    return transform_of(frame if frame is not None else child(element, within, f"{A}xfrm"))
