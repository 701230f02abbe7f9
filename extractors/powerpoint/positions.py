"""Where a shape or group stands on its slide, in which orders it comes, and in which group."""

from __future__ import annotations

from collections.abc import Iterator

from assay.model.artifact import Facts
from assay.model.canonical import Scalar
from extractors.markup import P, child, local, value
from extractors.powerpoint.shapes import Shape

_KINDS = {
    "sp": "shape", "pic": "picture", "graphicFrame": "frame", "cxnSp": "connector", "contentPart": "ink",
    "grpSp": "group",
}  # fmt: skip


def position_of(shape: Shape) -> Facts:
    """Return a shape's name and kind, its box in EMU, turn and flips, its places in both orders, and its group."""
    return Facts((("name", shape.name), ("kind", _kind(shape)), *_placed(shape), *_ordered(shape)))


def position_text(facts: Facts) -> str:
    """Return such facts on one line."""
    said = dict(facts.values)
    named = f"“{said['name']}” ({said['kind']})" if said["name"] else str(said["kind"])
    parts = [f"x {said['x']} y {said['y']} width {said['width']} height {said['height']}"]
    parts += [f"turned {said['turn']:g}°"] if "turn" in said else []
    parts += [f"flipped {said['flip']}"] if "flip" in said else []
    parts.append(f"drawn {said['drawn']}, read {said['read']}")
    parts += [f"in group {said['group']}"] if "group" in said else []
    parts += ["hidden"] if said.get("hidden") else []
    parts += [f"text {said['direction']}"] if "direction" in said else []
    return f"{named}: {', '.join(parts)}"


def _kind(shape: Shape) -> str:
    if shape.placeholder is not None:
        return f"{shape.placeholder.type} placeholder"
    return _KINDS.get(local(shape.element), "shape")


def _placed(shape: Shape) -> Iterator[tuple[str, Scalar]]:
    place, box = shape.transform, shape.box
    if place is None or box is None:
        return
    yield from (("x", box[0]), ("y", box[1]), ("width", box[2] - box[0]), ("height", box[3] - box[1]))
    if place.turn:
        yield "turn", round(place.turn, 2)
    flips = [name for name, flipped in (("across", place.across), ("upside down", place.upside_down)) if flipped]
    if flips:
        yield "flip", " and ".join(flips)


def _ordered(shape: Shape) -> Iterator[tuple[str, Scalar]]:
    yield from (("drawn", shape.drawn), ("read", shape.read))
    if shape.group:
        yield "group", shape.group
    if value(child(shape.details, "{*}cNvPr"), "hidden") in ("1", "true"):
        yield "hidden", True
    vertical = value(child(shape.element, f"{P}txBody", "{*}bodyPr"), "vert", "horz")
    if vertical != "horz":
        yield "direction", vertical
