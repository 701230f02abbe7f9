"""Where things stand: boxes with their turns and flips, and what groups make of those of their members."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

from assay.model.artifact import Box
from extractors.markup import A, Element, P, child, value, whole

_DEGREE = 60_000
# Lengths are 32 bits wide in the files that PowerPoint writes; groups of hostile files could make them infinite.
_FARTHEST = 2**40
_QUARTERS = MappingProxyType({0.0: (0, 1), 90.0: (1, 0), 180.0: (0, -1), 270.0: (-1, 0)})


@dataclass(frozen=True, slots=True)
class Transform:
    """A box before it is turned, in EMU: corner, extent, the turn in degrees (clockwise) and the flips."""

    x: float
    y: float
    width: float
    height: float
    turn: float = 0.0
    across: bool = False
    upside_down: bool = False

    @property
    def centre(self) -> tuple[float, float]:
        """The point around which it is turned."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> list[tuple[float, float]]:
        """The corners after it is turned."""
        wide, high = self.width / 2, self.height / 2
        ends = [_turned(x, y, self.turn) for x in (-wide, wide) for y in (-high, high)]
        return [(self.centre[0] + x, self.centre[1] + y) for x, y in ends]

    @property
    def box(self) -> Box:
        """The box in whole EMU."""
        return round(self.x), round(self.y), round(self.x + self.width), round(self.y + self.height)


@dataclass(frozen=True, slots=True)
class Frame:
    """A map from a group's own coordinates, which `inner` spans, to its place on the slide."""

    outer: Transform | None = None
    inner: Transform | None = None

    def place(self, own: Transform) -> Transform:
        """Return a member's transform on the slide: scaled, mirrored and turned with the group, as ungrouping does."""
        outer, inner = self.outer, self.inner
        if outer is None or inner is None:
            return own
        wide, high = _ratio(outer.width, inner.width), _ratio(outer.height, inner.height)
        x = (own.centre[0] - inner.x) * wide - outer.width / 2
        y = (own.centre[1] - inner.y) * high - outer.height / 2
        x, y = _turned(-x if outer.across else x, -y if outer.upside_down else y, outer.turn)
        if 45 <= own.turn % 180 < 135:
            wide, high = high, wide
        width, height = own.width * wide, own.height * high
        mirrored = outer.across != outer.upside_down
        return Transform(
            _bounded(outer.centre[0] + x - width / 2),
            _bounded(outer.centre[1] + y - height / 2),
            _bounded(width),
            _bounded(height),
            ((-own.turn if mirrored else own.turn) + outer.turn) % 360,
            own.across != outer.across,
            own.upside_down != outer.upside_down,
        )

    def within(self, group: Element) -> Frame:
        """Return the frame of a group in this one; a group without a transform changes nothing."""
        stated = child(group, f"{P}grpSpPr", f"{A}xfrm")
        outer, inner = transform_of(stated), transform_of(stated, "chOff", "chExt")
        if outer is None or inner is None:
            return self
        return Frame(self.place(outer), inner)


def spanning(transforms: Iterable[Transform]) -> Transform | None:
    """Return the smallest box that holds all boxes as they are turned, None for none."""
    corners = [corner for each in transforms for corner in each.corners]
    if not corners:
        return None
    left, top = (min(corner[axis] for corner in corners) for axis in (0, 1))
    right, bottom = (max(corner[axis] for corner in corners) for axis in (0, 1))
    return Transform(left, top, right - left, bottom - top)


def transform_of(stated: Element | None, corner: str = "off", extent: str = "ext") -> Transform | None:
    """Return the transform that an `xfrm` states, None where it states none."""
    start, size = child(stated, f"{A}{corner}"), child(stated, f"{A}{extent}")
    if stated is None or start is None or size is None:
        return None
    stated_lengths = (start.get("x"), start.get("y"), size.get("cx"), size.get("cy"))
    x, y, width, height = (_bounded(whole(length)) for length in stated_lengths)
    if corner != "off":
        return Transform(x, y, width, height)
    turn = whole(value(stated, "rot")) / _DEGREE % 360
    return Transform(x, y, width, height, turn, _flipped(stated, "flipH"), _flipped(stated, "flipV"))


def _bounded(length: float) -> float:
    return min(max(length, -_FARTHEST), _FARTHEST)


def _flipped(stated: Element, name: str) -> bool:
    return stated.get(name, "0") in ("1", "true")


def _ratio(outer: float, inner: float) -> float:
    return outer / inner if inner else 1.0


def _turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    # Quarter turns, which are nearly all that there are, lose nothing to rounding.
    sine, cosine = _QUARTERS.get(degrees) or (math.sin(math.radians(degrees)), math.cos(math.radians(degrees)))
    return x * cosine - y * sine, x * sine + y * cosine
