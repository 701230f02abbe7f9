"""Shapes of a presentation taken out: with what moves them, what stands in them alone, or what they look like."""

from __future__ import annotations

from functools import partial
from hashlib import sha256

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, drop_other_branches, fact, paired, spoken
from assay.native.names import Element, above, children, chosen, letters, name, remove, stated, within
from assay.native.slide_places import Shape, SlidePlaces, shape_id

_FILLS = ("a:solidFill", "a:gradFill", "a:blipFill", "a:pattFill", "a:noFill", "a:grpFill")
_LOOKS = (*_FILLS, "a:ln", "a:effectLst", "a:custGeom", "a:scene3d", "a:sp3d")
_TRIGGERS = ("clickEffect", "withEffect", "afterEffect")
_TIMED = frozenset({"p:par", "p:seq", "p:excl", "p:set", "p:anim", "p:animEffect", "p:animMotion", "p:animScale",
                    "p:animRot", "p:animClr", "p:cmd", "p:audio", "p:video"})  # fmt: skip


def cut_shape(places: SlidePlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a shape out, or only its words or its picture where something else of it stays."""
    shape = places.shape(artifact.at)
    if shape is None:
        return []
    if not gone.stays(artifact.at):
        return [partial(remove_shape, places, shape)]
    if artifact.kind == "image":
        nodes = [blip for part in places.diagram(shape) for blip in _showing(places, part, artifact)]
        return [partial(_unblip, one) for one in nodes] or [partial(_unpicture, shape.element)]
    if name(shape.element) == "p:sp":
        return [partial(remove, one) for one in within(shape.element, "a:p")[1:]] + [
            partial(_empty_text, shape.element)
        ]
    return [partial(remove_shape, places, shape)]


def cut_table(places: SlidePlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a table out of a slide, or of a page of notes."""
    if artifact.at.part != "notes":
        return cut_shape(places, gone, artifact)
    page = places.shape(artifact.at)
    tables = within(page.element, "a:tbl") if page is not None else []
    frames = [frame for one in tables if (frame := above(one, "p:graphicFrame")) is not None]
    return [partial(remove, one) for one in paired(gone, artifact, frames, spoken)]


def remove_shape(places: SlidePlaces, shape: Shape) -> None:
    """Take a shape out with its other branches and its animation; its group stays, since it has a place of its own."""
    element, id = shape.element, shape_id(shape.element)
    _unrelate_drawing(places, shape)
    at = element
    while (parent := at.getparent()) is not None and name(parent) in (
        "mc:Choice",
        "mc:Fallback",
        "mc:AlternateContent",
    ):
        at = parent
    remove(at)
    root = places.file.tree(shape.part)
    if root is not None and not any(stated(one, "id") == id for one in root.iter() if name(one).endswith(":cNvPr")):
        forget_animations(root, id)


def cut_smartart(places: SlidePlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a diagram out, or the words of one of its nodes."""
    shape = places.shape(artifact.at)
    if shape is None or not gone.stays(artifact.at):
        return [partial(remove_shape, places, shape)] if shape is not None else []
    nodes = [one for part in places.diagram(shape) for one in within(part.element, "dgm:t", "dsp:txBody")]
    said = letters(fact(artifact, "text") or artifact.text)
    return [partial(_empty_text, one) for one in nodes if spoken(one) and spoken(one) in said]


def cut_looks(places: SlidePlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that make a shape a plain rectangle without fill and outline, or a slide show its layout's."""
    shape = places.shape(artifact.at)
    if shape is None:
        root = places.file.tree(places.slide(artifact.at.slide)) if artifact.at.shape is None else None
        return [partial(remove, one) for one in within(root, "p:bg")] if root is not None else []
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


def cut_animation(places: SlidePlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take an effect out, by its number on the slide, or the slide's transition."""
    root = places.file.tree(places.slide(artifact.at.slide))
    if root is None:
        return []
    order = fact(artifact, "order")
    if not order.isdigit():
        return [partial(remove, _whole(one)) for one in within(root, "p:transition")]
    effects = [one for timing in within(root, "p:timing") for one in within(timing, "p:cTn") if _is_effect(one)]
    return [partial(_remove_effect, one) for one in effects[int(order) - 1 : int(order)]]


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


def _is_effect(node: Element) -> bool:
    return bool(stated(node, "presetClass")) or stated(node, "nodeType") in _TRIGGERS


def _whole(element: Element) -> Element:
    content = above(element, "mc:AlternateContent")
    return content if content is not None else element


def _empty_text(body: Element) -> None:
    for paragraph in within(body, "a:p"):
        for one in list(paragraph):
            if name(one) not in ("a:pPr", "a:endParaRPr"):
                remove(one)


def _unpicture(shape: Element) -> None:
    """Leave a shape without the picture that it shows."""
    for fill in [one for each in children(shape, "p:spPr") for one in children(each, "a:blipFill")]:
        remove(fill)
    for blip in within(shape, "a:blip"):
        _unblip(blip)
    for properties in [one for one in shape.iter() if name(one).endswith(":cNvPr")]:
        properties.attrib.pop("descr", None)
        properties.attrib.pop("title", None)


def _unblip(blip: Element) -> None:
    for one in list(blip):
        remove(one)
    for key in [key for key in blip.attrib if str(key).endswith(("}embed", "}link"))]:
        del blip.attrib[key]


def _showing(places: SlidePlaces, part: Shape, artifact: Artifact) -> list[Element]:
    """Return what shows an artifact's picture in a part."""
    blips = within(part.element, "a:blip")
    shown = ((one, places.file.read(places.file.related(part.part, stated(one, "r:embed")))) for one in blips)
    return [one for one, data in shown if data and sha256(data).hexdigest() == artifact.blob]


def _make_rectangle(form: Element) -> None:
    form.set("prst", "rect")
    for one in list(form):
        remove(one)


def _remove_film(places: SlidePlaces, shape: Shape) -> None:
    drop_other_branches(shape.element)
    if name(shape.element) == "p:graphicFrame":
        _leave_picture(shape.element)
        return
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


def _leave_picture(frame: Element) -> None:
    """Put the picture of an object of another program where the object stood."""
    pictures = [one for one in chosen(frame) if name(one) == "p:pic"] or within(frame, "p:pic")
    parent = frame.getparent()
    if parent is None or not pictures:
        remove(frame)
        return
    properties = [one for child in pictures[0] for one in child if name(one).endswith(":cNvPr")]
    for one in properties:
        one.set("id", shape_id(frame))
    parent[parent.index(frame)] = pictures[0]


def _unrelate_drawing(places: SlidePlaces, shape: Shape) -> None:
    """Take away the relation to a diagram's drawing, which the slide's own XML does not name."""
    for part in places.diagram(shape)[1:]:
        places.file.unrelate_target(shape.part, part.part)
