"""A presentation without some of its artifacts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from assay.model.artifact import Artifact
from assay.native import slide_marks as marks
from assay.native import slide_shapes as shapes
from assay.native.cuts import Cut, Gone, fact, impossible
from assay.native.names import Element, above, children, name, remove, stated, within
from assay.native.package import OfficeFile
from assay.native.properties import cut_property
from assay.native.slide_languages import cut_language
from assay.native.slide_places import Shape, SlidePlaces, placeholder
from assay.native.slide_positions import cut_position

_WHOLE = frozenset({"slide_text", "shape_text", "image", "chart", "ink"})
# What a page of notes shows beside its notes.
_MARGINS = frozenset({"hdr", "ftr", "dt", "sldNum"})
_BESIDE_NOTES = _MARGINS | {"sldImg"}


def powerpoint_cuts(file: OfficeFile, gone: Gone) -> list[tuple[Artifact, list[Cut]]]:
    """Return for each artifact that is to go what takes it out of the presentation."""
    places = SlidePlaces(file)
    return [(artifact, _cuts(places, gone, artifact)) for artifact in gone.artifacts()]


def _cuts(places: SlidePlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    kind = artifact.kind
    if kind in _WHOLE:
        return shapes.cut_shape(places, gone, artifact)
    deck: dict[str, Callable[[Artifact], list[Cut]]] = {
        "table": partial(shapes.cut_table, places, gone),
        "metadata": partial(_cut_property, places),
        "language": partial(cut_language, places),
        "slide": partial(_cut_slide, places),
        "note": partial(_cut_note, places),
        "comment": partial(marks.cut_comment, places),
        "header_footer": partial(marks.cut_margin, places),
        "hidden": partial(_cut_hidden, places),
        "section": partial(_cut_section, places),
        "animation": partial(shapes.cut_animation, places),
        "position": partial(cut_position, places, gone),
        "shape": partial(shapes.cut_looks, places),
        "media": partial(shapes.cut_film, places, gone),
        "smartart_text": partial(shapes.cut_smartart, places, gone),
    }
    if kind in deck:
        return deck[kind](artifact)
    if kind == "smartart_relation":
        return _cut_relation(gone, artifact)
    shape = places.shape(artifact.at)
    holders = [shape, *places.diagram(shape)] if shape is not None else []
    return [cut for one in holders for cut in _about_shape(places, one, gone, artifact)]


def _about_shape(places: SlidePlaces, shape: Shape, gone: Gone, artifact: Artifact) -> list[Cut]:
    match artifact.kind:
        case "hyperlink":
            return marks.cut_link(places, shape, gone, artifact)
        case "highlight":
            return marks.cut_highlight(shape, gone, artifact)
        case "cell_color":
            return marks.cut_cell_color(shape, artifact)
        case "equation":
            return marks.cut_equation(shape, gone, artifact)
        case _:
            return []


def _cut_relation(gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return no cut: where the diagram goes its relations do, and without it they cannot."""
    if artifact.key not in gone.named:
        return []
    raise impossible(artifact, "a diagram without its relations is another diagram; take its text out.")


def _cut_property(places: SlidePlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take out a property of the file, or the size that the presentation states."""
    if artifact.at.part != "presentation" or places.root is None:
        return cut_property(places.file, artifact)
    return [partial(remove, one) for one in children(places.root, "p:sldSz")]


def _cut_slide(places: SlidePlaces, artifact: Artifact) -> list[Cut]:
    part = places.slide(artifact.at.slide)
    return [partial(_remove_slide, places, places.entries[(artifact.at.slide or 1) - 1], part)] if part else []


def _remove_slide(places: SlidePlaces, entry: Element, part: str) -> None:
    remove(entry)
    places.file.unrelate_target(places.main, part)
    root = places.root
    for one in within(root, "p14:sldId", "p:sld") if root is not None else ():
        if stated(one, "id") == stated(entry, "id") or stated(one, "r:id") == stated(entry, "r:id"):
            remove(one)
    for other in places.slides():
        _unlink_slide(places, other, part)


def _unlink_slide(places: SlidePlaces, other: str, part: str) -> None:
    """Take links to a slide out of another, which would keep it in the file."""
    ids = {one.id for one in places.file.relations(other) if one.target.lower() == part.lower()}
    root = places.file.tree(other)
    for one in list(root.iter()) if root is not None and ids else ():
        if name(one).startswith("a:hlink") and stated(one, "r:id") in ids:
            remove(one)
    places.file.unrelate(other, *ids)


def _cut_note(places: SlidePlaces, artifact: Artifact) -> list[Cut]:
    slide = places.slide(artifact.at.slide)
    return [partial(_remove_note, places, slide, page) for page in places.notes(slide)]


def _remove_note(places: SlidePlaces, slide: str, page: Shape) -> None:
    """Take a page of notes out, or the words alone where it has headers, footers, dates or numbers of its own."""
    shapes = within(page.element, "p:sp", "p:graphicFrame")
    if not any(placeholder(one) in _MARGINS for one in shapes):
        # the page points back at its slide, which must not keep it
        places.file.unrelate_target(slide, page.part)
        return
    for shape in [one for one in shapes if placeholder(one) not in _BESIDE_NOTES]:
        if placeholder(shape) is None or name(shape) == "p:graphicFrame":
            remove(shape)
        for paragraph in within(shape, "a:p"):
            for one in list(paragraph):
                remove(one)


def _cut_hidden(places: SlidePlaces, artifact: Artifact) -> list[Cut]:
    root = places.file.tree(places.slide(artifact.at.slide))
    return [partial(_show, root)] if root is not None else []


def _show(root: Element) -> None:
    root.attrib.pop("show", None)


def _cut_section(places: SlidePlaces, artifact: Artifact) -> list[Cut]:
    sections = within(places.root, "p14:section") if places.root is not None else []
    index = artifact.at.index or 0
    named = [one for one in sections if stated(one, "name") == fact(artifact, "name")]
    found = [one for one in sections[index : index + 1] if one in named] or named[:1]
    return [partial(_remove_section, one) for one in found]


def _remove_section(section: Element) -> None:
    """Take a section out; its slides go to its neighbour, since each slide must be in one."""
    around = section.getparent()
    others = [one for one in around if one is not section] if around is not None else []
    before = section.getprevious()
    neighbour = before if before is not None else next(iter(others), None)
    listed = within(neighbour, "p14:sldIdLst") if neighbour is not None else []
    slides = [one for each in children(section, "p14:sldIdLst") for one in each]
    for at, one in enumerate(slides) if listed else ():
        listed[0].insert(len(listed[0]) if before is not None else at, one)
    extension = above(section, "p:ext")
    remove(section if others or extension is None else extension)
