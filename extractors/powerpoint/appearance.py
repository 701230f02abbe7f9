"""What a shape looks like: its type, its fill and its outline, through the styles and colours of the theme."""

from __future__ import annotations

from collections.abc import Iterator

from assay.model.artifact import Facts
from assay.model.canonical import Scalar
from extractors.drawing import EMU_PER_POINT
from extractors.markup import A, Element, P, child, value, whole
from extractors.powerpoint.shapes import Shape
from extractors.theme import Theme

# Without fill and outline nothing of these is seen but their text.
_UNSEEN = frozenset({"text box", "rect"})
_LOOKING = frozenset({f"{P}sp", f"{P}cxnSp", f"{P}pic"})


def appearance_of(shape: Shape, theme: Theme) -> Facts | None:
    """Return a shape's type, fill and outline; None where nothing of these is stated or seen."""
    properties, style = shape.element.find(f"{P}spPr"), shape.element.find(f"{P}style")
    if shape.element.tag not in _LOOKING or properties is None:
        return None
    own, line = _fill(properties, shape, theme), properties.find(f"{A}ln")
    silent = not own and line is None and style is None
    if silent and (shape.placeholder is not None or shape.element.tag == f"{P}pic"):
        return None
    fill = own or theme.styled_fill(child(style, f"{A}fillRef")) or "none"
    outline = dict(_outline(line, child(style, f"{A}lnRef"), theme))
    type = _type(shape, properties)
    if type in _UNSEEN and fill == outline["outline"] == "none":
        return None
    return Facts((("type", type), ("fill", fill), *outline.items(), *_ends(shape)))


def appearance_identity(shape: Shape, facts: Facts) -> str:
    """Return what tells such facts from others: a fill of the group's is named so, whatever it is."""
    stated = dict(facts.values)
    if child(shape.element, f"{P}spPr", f"{A}grpFill") is not None:
        stated["fill"] = "the group's"
    return f"{shape.id} {appearance_text(Facts(tuple(stated.items())))}"


def background_of(root: Element, theme: Theme) -> Facts | None:
    """Return the fill that a slide states for its own background, None where it shows its layout's."""
    stated = child(root, f"{P}cSld", f"{P}bg")
    reference = child(stated, f"{P}bgRef")
    fill = theme.fill(child(stated, f"{P}bgPr")) or str(theme.colour(reference) or "")
    return Facts((("type", "background"), ("fill", fill))) if fill else None


def appearance_text(facts: Facts) -> str:
    """Return such facts on one line."""
    said = dict(facts.values)
    parts = [f"fill {said['fill']}"]
    if said.get("outline"):
        width = f" {said['width']:g} pt" if said.get("width") else ""
        parts.append(f"outline {said['outline']}{width} {said.get('dash', '')}".rstrip())
    if said.get("arrows"):
        parts.append(f"arrow at its {said['arrows']}")
    if said.get("from") or said.get("to"):
        parts.append(f"from shape {said.get('from', '?')} to shape {said.get('to', '?')}")
    return f"{said['type']}: {', '.join(parts)}"


def _fill(properties: Element, shape: Shape, theme: Theme) -> str:
    """Return the fill that a shape states, its group's where it states that; a group without fill gives none."""
    if properties.find(f"{A}grpFill") is not None:
        return theme.fill(shape.around) or "none"
    return theme.fill(properties)


def _type(shape: Shape, properties: Element) -> str:
    preset = value(properties.find(f"{A}prstGeom"), "prst")
    if value(child(shape.details, f"{P}cNvSpPr"), "txBox") in ("1", "true") and preset in ("", "rect"):
        return "text box"
    if properties.find(f"{A}custGeom") is not None:
        return "freeform"
    return preset or "rect"


def _outline(line: Element | None, reference: Element | None, theme: Theme) -> Iterator[tuple[str, Scalar]]:
    styled, colour = theme.styled(reference, "lnStyleLst"), theme.colour(reference)
    shown = theme.fill(line) or theme.fill(styled, colour) or ("none" if line is None and styled is None else "")
    yield "outline", shown
    if shown == "none":
        return
    width = whole(value(line, "w")) or whole(value(styled, "w"))
    if width:
        yield "width", round(width / EMU_PER_POINT, 2)
    dash = value(child(line, f"{A}prstDash"), "val")
    if dash and dash != "solid":
        yield "dash", dash
    # The head of a line is where it starts.
    ends = [name for tag, name in (("headEnd", "start"), ("tailEnd", "end")) if _arrow(child(line, f"{A}{tag}"))]
    if ends:
        yield "arrows", " and ".join(ends)


def _arrow(end: Element | None) -> bool:
    return value(end, "type", "none") != "none"


def _ends(shape: Shape) -> Iterator[tuple[str, Scalar]]:
    joints = child(shape.details, f"{P}cNvCxnSpPr")
    for tag, name in (("stCxn", "from"), ("endCxn", "to")):
        joint = child(joints, f"{A}{tag}")
        if joint is not None:
            yield name, joint.get("id", "")
