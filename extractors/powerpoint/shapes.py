"""The shapes of a slide: their boxes after all group transforms, their placeholders, their reading order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from assay.model.artifact import Box
from extractors.markup import A, Element, P, child, value, whole

MOST_DEPTH = 100

# Shapes whose tops lie within this part of the slide's height are read from left to right.
BANDS = 24

_SHAPES = frozenset({f"{P}sp", f"{P}pic", f"{P}graphicFrame", f"{P}cxnSp"})
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
    """One shape that is no group; `box` is in EMU on the slide, None where nothing states it."""

    element: Element
    id: str
    alt: str
    placeholder: Placeholder | None
    box: Box | None

    @property
    def is_title(self) -> bool:
        """Whether it holds the slide's title."""
        return self.placeholder is not None and self.placeholder.type in _TITLES


@dataclass(frozen=True, slots=True)
class Frame:
    """A map from a group's own coordinates to the slide's."""

    scale: tuple[float, float] = (1.0, 1.0)
    shift: tuple[float, float] = (0.0, 0.0)

    def place(self, box: Box) -> Box:
        """Return a box of the group's coordinates on the slide, in whole EMU."""
        (sx, sy), (dx, dy) = self.scale, self.shift
        x0, y0, x1, y1 = box
        return round(x0 * sx + dx), round(y0 * sy + dy), round(x1 * sx + dx), round(y1 * sy + dy)


class Placeholders:
    """The boxes that a layout, and its master behind it, give to placeholders."""

    def __init__(self, layout: Element | None = None, master: Element | None = None) -> None:
        self._by_index: dict[str, Box] = {}
        self._by_type: dict[str, Box] = {}
        for placeholder, box in _placed(layout):
            self._by_index.setdefault(placeholder.index, box)
            self._by_type.setdefault(placeholder.type, box)
        for placeholder, box in _placed(master):
            self._by_type.setdefault(placeholder.type, box)
        self._by_index.pop("", None)

    def box(self, placeholder: Placeholder) -> Box | None:
        """Return the box that a placeholder inherits: by its index in the layout, else by its type."""
        kin = _KIN.get(placeholder.type, placeholder.type)
        return self._by_index.get(placeholder.index) or self._by_type.get(placeholder.type) or self._by_type.get(kin)


def shapes_of(tree: Element, inherited: Placeholders, height: int) -> list[Shape]:
    """Return the shapes of a slide in reading order: the title, then from top to bottom; a group stays together."""
    members = _members(tree, inherited, Frame(), max(height // BANDS, 1), 0)
    return sorted((shape for member in members for shape in member), key=lambda shape: not shape.is_title)


def text_shapes(tree: Element) -> Iterator[tuple[Placeholder | None, Element]]:
    """Yield each shape with text in drawing order: what it fills and its text body."""
    for element in tree.iter(f"{P}sp"):
        body = element.find(f"{P}txBody")
        if body is not None:
            yield _placeholder(element), body


def _placed(tree: Element | None) -> Iterator[tuple[Placeholder, Box]]:
    for element in tree.iter(*_SHAPES) if tree is not None else ():
        placeholder, box = _placeholder(element), _own_box(element)
        if placeholder is not None and box is not None:
            yield placeholder, box


def _members(tree: Element, inherited: Placeholders, frame: Frame, band: int, depth: int) -> list[list[Shape]]:
    """Return the members of a tree in reading order, each a list: of one shape, or of all the shapes of a group."""
    members = list[list[Shape]]()
    for element in tree if depth < MOST_DEPTH else ():
        if element.tag in _SHAPES:
            members.append([_shape(element, inherited, frame)])
        elif element.tag == f"{P}grpSp":
            inner = _members(element, inherited, _inner(element, frame), band, depth + 1)
            members.append([shape for member in inner for shape in member])
    return sorted(members, key=lambda member: _position(member, band))


def _position(member: list[Shape], band: int) -> tuple[int, int, float]:
    boxes = [shape.box for shape in member if shape.box is not None]
    if not boxes:
        return 1, 0, 0.0
    return 0, int(min(box[1] for box in boxes) // band), min(box[0] for box in boxes)


def _shape(element: Element, inherited: Placeholders, frame: Frame) -> Shape:
    properties, placeholder, own = _properties(element), _placeholder(element), _own_box(element)
    box = frame.place(own) if own is not None else None
    if box is None and placeholder is not None:
        box = inherited.box(placeholder)
    alt = value(properties, "descr") or value(properties, "title")
    return Shape(element, value(properties, "id"), alt.strip(), placeholder, box)


def _properties(element: Element) -> Element | None:
    return element[0].find(f"{P}cNvPr") if len(element) else None


def _placeholder(element: Element) -> Placeholder | None:
    found = child(element[0], f"{P}nvPr", f"{P}ph") if len(element) else None
    return Placeholder(found.get("type", "obj"), found.get("idx", "")) if found is not None else None


def _own_box(element: Element) -> Box | None:
    frame = element.find(f"{P}xfrm")
    return _box(frame if frame is not None else child(element, f"{P}spPr", f"{A}xfrm"), "off", "ext")


def _box(transform: Element | None, corner: str, extent: str) -> Box | None:
    start, size = child(transform, f"{A}{corner}"), child(transform, f"{A}{extent}")
    if start is None or size is None:
        return None
    x, y = whole(start.get("x")), whole(start.get("y"))
    return x, y, x + whole(size.get("cx")), y + whole(size.get("cy"))


def _inner(group: Element, frame: Frame) -> Frame:
    transform = child(group, f"{P}grpSpPr", f"{A}xfrm")
    outer, inner = _box(transform, "off", "ext"), _box(transform, "chOff", "chExt")
    if outer is None or inner is None:
        return frame
    wide, high = _ratio(outer[2] - outer[0], inner[2] - inner[0]), _ratio(outer[3] - outer[1], inner[3] - inner[1])
    (sx, sy), (dx, dy) = frame.scale, frame.shift
    shift = (sx * (outer[0] - inner[0] * wide) + dx, sy * (outer[1] - inner[1] * high) + dy)
    return Frame((sx * wide, sy * high), shift)


def _ratio(outer: float, inner: float) -> float:
    return outer / inner if inner else 1.0
