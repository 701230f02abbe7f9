"""Places of shapes on slides taken out: a placeholder then stands where its layout or master says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import MappingProxyType

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, impossible
from assay.native.names import Element, children, local, name, remove, stated, within
from assay.native.slide_places import Shape, SlidePlaces, placeholder

# A master has five kinds of placeholders; whatever else a layout holds inherits from its body.
_OF_MASTERS = MappingProxyType({"ctrTitle": "title", "title": "title", "dt": "dt", "ftr": "ftr", "sldNum": "sldNum"})


def cut_position(places: SlidePlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave a shape without a place of its own; one that its layout gives it, too, cannot go."""
    shape = places.shape(artifact.at)
    transforms = [one for one in shape.element.iter() if name(one).endswith(":xfrm")] if shape is not None else []
    if artifact.key in gone.named and not transforms:
        raise impossible(artifact, "the layout gives the shape its place.")
    if shape is not None and artifact.key in gone.named and _inherits(places, shape, transforms[0]):
        raise impossible(
            artifact, "the layout gives the shape the place that it states itself, so that it would stand there still."
        )
    return [partial(_unplace, one) for one in transforms[:1]]


def _inherits(places: SlidePlaces, shape: Shape, own: Element) -> bool:
    """Whether a placeholder would stand in the same place without its own transform."""
    type = placeholder(shape.element)
    if type is None:
        return False
    given = [one for each in _holders(places, shape, type) for one in within(each, "a:xfrm")]
    return bool(given) and _stated(given[0]) == _stated(own)


def _holders(places: SlidePlaces, shape: Shape, type: str) -> Iterator[Element]:
    """Yield the placeholders that one of a slide inherits from, the nearest first."""
    index, file = _index(shape.element), places.file
    layouts = file.targets(shape.part, "slideLayout")[:1]
    masters = [one for part in layouts for one in file.targets(part, "slideMaster")[:1]]
    inner, outer = (
        [one for part in parts if (root := file.tree(part)) is not None for one in within(root, "p:sp")]
        for parts in (layouts, masters)
    )
    yield from (one for one in inner if index and placeholder(one) is not None and _index(one) == index)
    yield from (one for one in inner if placeholder(one) == type)
    yield from (one for one in outer if placeholder(one) in (type, _OF_MASTERS.get(type, "body")))


def _index(shape: Element) -> str:
    return next((stated(one, "idx") for one in within(shape, "p:ph")), "")


def _stated(transform: Element) -> tuple[object, ...]:
    """Return what a transform says: corner and extent, turn and flips."""
    lengths = {local(one): sorted(one.attrib.items()) for one in children(transform, "a:off", "a:ext")}
    turned = [stated(transform, "rot", "0"), *(stated(transform, flip, "0") for flip in ("flipH", "flipV"))]
    return lengths.get("off"), lengths.get("ext"), turned


def _unplace(transform: Element) -> None:
    """Leave a transform that states nothing: a frame must hold one."""
    for one in list(transform):
        remove(one)
    transform.attrib.clear()
    if name(transform) != "p:xfrm":
        remove(transform)
