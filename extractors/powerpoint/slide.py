"""Adds what stands on one slide, in reading order, each thing part of the slide and each facet about its shape."""

from __future__ import annotations

from dataclasses import replace

from assay.model.artifact import Anchor, Artifact, Text
from extractors.drawing import TextLine, body_text, picture_in, text_lines
from extractors.markup import A, Element, P, child
from extractors.package import Relationship
from extractors.powerpoint.appearance import appearance_identity, appearance_of, appearance_text, background_of
from extractors.powerpoint.designs import Design
from extractors.powerpoint.facets import Deck, Facets, Slide
from extractors.powerpoint.frames import FrameReader
from extractors.powerpoint.media import ink_of, ink_text, media_of, media_text
from extractors.powerpoint.motion import animation_text, animations_of, transition_of, transition_text
from extractors.powerpoint.positions import position_of, position_text
from extractors.powerpoint.shapes import INK, Shape

# The slide's own line is a heading of level 2.
TITLE_LEVEL = 3


class SlideReader:
    """Reads the shapes of one slide; afterwards `owners` holds what shows each shape, by the shape's id."""

    def __init__(self, deck: Deck, slide: Slide, design: Design, root: Element) -> None:
        self._deck = deck
        self._slide = slide
        self._design = design
        self._root = root
        self._related: dict[str, Relationship] = deck.package.relationships(slide.part)
        self._theme = design.theme_of(root)
        self._facets = Facets(deck, slide, self._theme, slide.part)
        self._frames = FrameReader(deck, slide, self._theme, self._facets, design.chain(None))
        self._groups: dict[str, Artifact] = {}
        self.owners: dict[str, Artifact] = {}

    def add(self, shape: Shape) -> None:
        """Add what one shape shows, where it stands and what it looks like."""
        at = Anchor(slide=self._slide.number, shape=shape.id, box=shape.box)
        owner = self._shown(shape, at)
        if owner is not None:
            self.owners.setdefault(shape.id, owner)
        self._facets.clicks(shape.details, owner.text if owner else shape.alt, at, owner)
        self._place(shape, at, owner)
        appearance = appearance_of(shape, self._theme)
        if appearance is not None:
            text, plain = appearance_text(appearance), appearance_identity(shape, appearance)
            self._facets.about("shape", at, text, appearance, owner, plain=plain)

    def add_margin(self, shape: Shape) -> None:
        """Add the links of a header, footer, date or number, whose words the deck says once."""
        at = Anchor(slide=self._slide.number, shape=shape.id, box=shape.box)
        self._facets.clicks(shape.element, "", at, None)

    def add_motion(self) -> None:
        """Add the slide's background, its transition and its animations."""
        at = Anchor(slide=self._slide.number)
        background, transition = background_of(self._root, self._theme), transition_of(self._root)
        if background is not None:
            self._facets.about("shape", at, appearance_text(background), background, None)
            self._picture(child(self._root, f"{P}cSld", f"{P}bg"), "", at)
        if transition is not None:
            self._facets.about("animation", at, transition_text(transition), transition, None)
        for facts in animations_of(self._root):
            id, text = str(facts.get("shape") or ""), animation_text(facts)
            # the effect stays itself where one before it goes
            plain, place = text.partition(". ")[2], replace(at, shape=id or None)
            self._facets.about("animation", place, text, facts, self.owners.get(id), plain=plain)

    def _shown(self, shape: Shape, at: Anchor) -> Artifact | None:
        element = shape.element
        if element.tag == f"{P}sp":
            return self._text(shape, at)
        if element.tag == f"{P}graphicFrame":
            return self._frames.add(shape, at) or self._object(shape, at)
        if element.tag == INK:
            facts = ink_of(element, self._deck.package, self._related)
            plain = f"{shape.id} {shape.name}"
            return self._part(
                self._deck.sheaf.add("ink", at, ink_text(facts), facts, plain=plain, place=self._slide.id)
            )
        return self._object(shape, at) if element.tag == f"{P}pic" else None

    def _object(self, shape: Shape, at: Anchor) -> Artifact | None:
        image = self._picture(shape.element, shape.alt, at)
        facts = media_of(shape.element, self._deck.package, self._related)
        if facts is None:
            return image
        media = self._deck.sheaf.add("media", at, media_text(facts), facts, place=self._slide.id)
        self._part(media)
        if image is not None and str(facts.get("type")).startswith("object"):
            # the picture is how the object looked when it was last open
            self._deck.sheaf.link(image, media, "drawn_from")
        return image or media

    def _text(self, shape: Shape, at: Anchor) -> Artifact | None:
        lines = text_lines(shape.element.find(f"{P}txBody"))
        text, owner = body_text(lines), None
        if text and shape.is_title:
            owner = self._body("slide_text", at, " ".join(text.split()), Text("heading", TITLE_LEVEL))
        elif text:
            kind = "slide_text" if shape.placeholder else "shape_text"
            owner = self._body(kind, at, self._marked(shape, lines), Text(), plain=text)
        self._facets.add(lines, at, owner, self._design.chain(shape.placeholder, shape.element.find(f"{P}txBody")))
        if child(shape.element, f"{P}spPr", f"{A}blipFill") is not None:
            image = self._picture(child(shape.element, f"{P}spPr"), shape.alt, at)
            return owner or image
        return owner

    def _marked(self, shape: Shape, lines: list[TextLine]) -> str:
        own = child(shape.element, f"{P}txBody", f"{A}lstStyle")
        styles = [*([own] if own is not None else []), *self._design.styles(shape.placeholder)]
        type = shape.placeholder.type if shape.placeholder is not None else None
        return body_text(lines, self._design.marks.of(lines, type, styles))

    def _picture(self, element: Element | None, alt: str, at: Anchor) -> Artifact | None:
        found = picture_in(element, self._deck.package, self._related, alt) if element is not None else None
        if found is None:
            return None
        plain, place = found.address if found.data is None else None, self._slide.id
        image = self._deck.sheaf.add("image", at, alt, found.picture, plain=plain, place=place, blob=found.data)
        return self._part(image)

    def _place(self, shape: Shape, at: Anchor, owner: Artifact | None) -> None:
        if shape.transform is None:
            return
        facts = position_of(shape)
        text = position_text(facts)
        plain = text.rpartition(", drawn ")[0]
        position = self._facets.about("position", at, text, facts, owner, plain=plain)
        if shape.is_group:
            self._groups[shape.id] = position
        if shape.group in self._groups and self._groups[shape.group] is not position:
            self._deck.sheaf.link(position, self._groups[shape.group], "part_of")

    def _body(self, kind: str, at: Anchor, text: str, payload: Text, plain: str | None = None) -> Artifact:
        return self._part(self._deck.sheaf.add(kind, at, text, payload, plain=plain, place=self._slide.id))

    def _part(self, artifact: Artifact) -> Artifact:
        self._deck.sheaf.link(artifact, self._slide.container, "part_of")
        return artifact


def is_hidden(root: Element) -> bool:
    """Whether a slide is left out when the deck is shown."""
    return root.get("show", "1") in ("0", "false")


def shape_tree(root: Element) -> Element | None:
    """Return the tree of a slide's shapes."""
    return child(root, f"{P}cSld", f"{P}spTree")
