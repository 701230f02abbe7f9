"""Shapes of a presentation taken out: with what moves them, what stands in them alone, or what they look like."""

from __future__ import annotations

from functools import partial

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, drop_other_branches, fact, paired, spoken
from assay.native.names import Element, above, children, letters, name, remove, stated, within
from assay.native.slide_places import Shape, SlidePlaces, shape_id

_FILLS = ("a:solidFill", "a:gradFill", "a:blipFill", "a:pattFill", "a:noFill", "a:grpFill")
_LOOKS = (*_FILLS, "a:ln", "a:effectLst", "a:custGeom", "a:scene3d", "a:sp3d")
_TIMED = frozenset({"p:par", "p:seq", "p:excl", "p:set", "p:anim", "p:animEffect", "p:animMotion", "p:animScale",
                    "p:animRot", "p:animClr", "p:cmd", "p:audio", "p:video"})  # fmt: skip


def cut_shape(places: SlidePlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a shape out, or only its words where something else of it is to stay."""
    shape = places.shape(artifact.at)
    if shape is None:
        return []
    if name(shape.element) == "p:sp" and gone.stays(artifact.at):
        return [partial(remove, one) for one in within(shape.element, "a:p")[1:]] + [
            partial(_empty_text, shape.element)
        ]
    return [partial(remove_shape, places, shape)]


def remove_shape(places: SlidePlaces, shape: Shape) -> None:
    """Take a shape out with its other branches, its animation, and groups that held nothing else."""
    element, id = shape.element, shape_id(shape.element)
    _unrelate_drawing(places, shape)
    at = element
    while (parent := at.getparent()) is not None and name(parent) in (
        "mc:Choice",
        "mc:Fallback",
        "mc:AlternateContent",
    ):
        at = parent
    group = at.getparent()
    remove(at)
    root = places.file.tree(shape.part)
    if root is not None and not any(stated(one, "id") == id for one in root.iter() if name(one).endswith(":cNvPr")):
        forget_animations(root, id)
    if group is not None and name(group) == "p:grpSp" and len(group) <= 2:
        remove_shape(places, Shape(shape.part, group))


def cut_smartart(places: SlidePlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a diagram out, or the words of one of its nodes."""
    shape = places.shape(artifact.at)
    if shape is None or not gone.stays(artifact.at):
        return [partial(remove_shape, places, shape)] if shape is not None else []
    parts = [places.file.tree(part) for part in _diagram_parts(places, shape)]
    nodes = [one for root in parts if root is not None for one in within(root, "dgm:t", "dsp:txBody")]
    said = letters(fact(artifact, "text") or artifact.text)
    return [partial(_empty_text, one) for one in nodes if spoken(one) and spoken(one) in said]


def cut_position(places: SlidePlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave a shape without a place of its own."""
    shape = places.shape(artifact.at)
    transforms = [one for one in shape.element.iter() if name(one).endswith(":xfrm")] if shape is not None else []
    return [partial(_unplace, one) for one in transforms[:1]]


def cut_looks(places: SlidePlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that make a shape a plain rectangle without fill and outline of its own."""
    shape = places.shape(artifact.at)
    if shape is None:
        return []
    looks = [one for each in children(shape.element, "p:spPr", "p:grpSpPr") for one in children(each, *_LOOKS)]
    styles = children(shape.element, "p:style")
    forms = within(shape.element, "a:prstGeom")
    return [*(partial(remove, one) for one in [*looks, *styles]), *(partial(_make_rectangle, one) for one in forms)]


def cut_film(places: SlidePlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a sound or film out; its poster stays where it is to."""
    shape = places.shape(artifact.at)
    if shape is None:
        return []
    if not gone.stays(artifact.at):
        return [partial(remove_shape, places, shape)]
    return [partial(_remove_film, places, shape)]


def cut_animation(places: SlidePlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take an effect on a shape out, or a slide's transition."""
    root = places.file.tree(places.slide(artifact.at.slide))
    if root is None:
        return []
    transitions = [_whole(one) for one in within(root, "p:transition")]
    if artifact.at.shape is None or "transition" in (fact(artifact, "type"), fact(artifact, "trigger")):
        return [partial(remove, one) for one in transitions or within(root, "p:timing")]
    effects = [one for one in within(root, "p:cTn") if stated(one, "presetID") and _target(one) == artifact.at.shape]
    found = paired(gone, artifact, effects, lambda _: "")
    return [partial(_remove_effect, one) for one in found] or [partial(forget_animations, root, artifact.at.shape)]


def forget_animations(root: Element, id: str) -> None:
    """Take all animation of a shape out of its slide."""
    for target in [one for one in within(root, "p:spTgt", "p:bldP", "p:bldGraphic", "p:bldDgm", "p:bldOleChart")]:
        if stated(target, "spid") == id:
            remove_timed(target)


def remove_timed(element: Element) -> None:
    """Take the effect that an element belongs to out, and what held nothing else."""
    at = element if name(element).startswith("p:bld") else above(element, *_TIMED)
    while at is not None:
        parent = at.getparent()
        remove(at)
        empty = parent is not None and len(parent) == 0
        at = parent if empty and parent is not None else None
        if at is not None and name(at) == "p:childTnLst":
            around = above(at, *_TIMED)
            at = around if around is not None else above(at, "p:timing")


def _remove_effect(effect: Element) -> None:
    around = effect.getparent()
    if around is not None:
        inner = next(iter(around), around)
        remove_timed(inner if name(around) not in _TIMED else effect)


def _target(effect: Element) -> str:
    return next((stated(one, "spid") for one in within(effect, "p:spTgt")), "")


def _whole(element: Element) -> Element:
    content = above(element, "mc:AlternateContent")
    return content if content is not None else element


def _empty_text(body: Element) -> None:
    for paragraph in within(body, "a:p"):
        for one in list(paragraph):
            if name(one) not in ("a:pPr", "a:endParaRPr"):
                remove(one)


def _unplace(transform: Element) -> None:
    if name(transform) == "p:xfrm":
        # a frame must state one
        for one in transform:
            for key in one.attrib:
                one.attrib[key] = "0"
    else:
        remove(transform)


def _make_rectangle(form: Element) -> None:
    form.set("prst", "rect")
    for one in list(form):
        remove(one)


def _remove_film(places: SlidePlaces, shape: Shape) -> None:
    drop_other_branches(shape.element)
    films = ("a:videoFile", "a:audioFile", "a:wavAudioFile", "a:quickTimeFile", "a:audioCd", "p14:media")
    for film in within(shape.element, *films):
        extension = above(film, "p:ext", "a:ext")
        remove(extension if extension is not None else film)
    for click in within(shape.element, "a:hlinkClick"):
        if stated(click, "action") == "ppaction://media":
            remove(click)
    root = places.file.tree(shape.part)
    if root is not None:
        forget_animations(root, shape_id(shape.element))


def _diagram_parts(places: SlidePlaces, shape: Shape) -> list[str]:
    ids = within(shape.element, "dgm:relIds")
    data = places.file.related(shape.part, stated(ids[0], "r:dm")) if ids else ""
    root = places.file.tree(data)
    drawn = [stated(one, "relId") for one in root.iter() if name(one) == "dsp:dataModelExt"] if root is not None else []
    return [part for part in [data, *(places.file.related(shape.part, id) for id in drawn)] if part]


def _unrelate_drawing(places: SlidePlaces, shape: Shape) -> None:
    """Take away the relation to a diagram's drawing, which the slide's own XML does not name."""
    if within(shape.element, "dgm:relIds"):
        for part in _diagram_parts(places, shape)[1:]:
            places.file.unrelate_target(shape.part, part)
