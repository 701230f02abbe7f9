"""The style sheet of a Word document: what a paragraph's style says of its role, its number, its look and layout."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from extractors.markup import Element, W, child, switched, value, whole
from extractors.word.looks import TOGGLES, Look, Looks, fill_of, layout_of

# A chain of styles longer than this is a circle.
MOST_PARENTS = 32

_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)


class Dress(NamedTuple):
    """What one style, or a part of a table style, says of characters, of paragraphs and of the fill of cells."""

    look: Look
    layout: Look
    fill: str


@dataclass(frozen=True, slots=True)
class Style:
    """One style with its own statements only: `level` from 1 for headings, numbering None where it states none."""

    id: str
    name: str
    parent: str
    level: int | None
    numbering: tuple[str, int | None] | None
    dress: Dress
    parts: dict[str, Dress]
    band: int


class Role(NamedTuple):
    """What a paragraph style makes of its paragraphs."""

    name: str
    level: int | None
    caption: bool
    numbering: tuple[str, int | None] | None


_NOTHING = Dress({}, {}, "")


class Styles:
    """All styles of a document, asked through their chains of parents."""

    def __init__(self, root: Element | None, looks: Looks) -> None:
        self._looks = looks
        styles = root.findall(f"{W}style") if root is not None else []
        self._elements = {style.get(f"{W}styleId", ""): style for style in styles}
        self._styles: dict[str, Style | None] = {}
        self._default = next((s.get(f"{W}styleId", "") for s in styles if _is_default(s)), "")
        defaults = child(root, f"{W}docDefaults")
        self._look = looks.look(child(defaults, f"{W}rPrDefault", f"{W}rPr"))
        self._layout = layout_of(child(defaults, f"{W}pPrDefault", f"{W}pPr"))
        self._roles: dict[str, Role] = {}
        self._norms: dict[tuple[str, str, str, tuple[str, ...]], Look] = {}
        self._dresses: dict[tuple[str, tuple[str, ...]], Dress] = {}

    def known(self, paragraph: str) -> str:
        """Return the id of the style that a paragraph of a stated style has: the default one for unknown ids."""
        return paragraph if paragraph in self._elements else self._default

    def role(self, paragraph: str) -> Role:
        """Return what a paragraph style makes of its paragraphs."""
        id = self.known(paragraph)
        if id not in self._roles:
            chain = list(self._chain(id))
            self._roles[id] = Role(
                name=chain[0].name if chain else "",
                level=next((style.level for style in chain if style.level is not None), None) or None,
                caption=any(style.name.lower() == "caption" for style in chain),
                numbering=next((style.numbering for style in chain if style.numbering is not None), None),
            )
        return self._roles[id]

    def norm(self, paragraph: str, character: str = "", table: str = "", parts: tuple[str, ...] = ()) -> Look:
        """Return how characters look in a paragraph style without direct formatting.

        A table style lies under it, and a character style over it (ECMA-376, part 1, 17.7.2).
        """
        key = (self.known(paragraph), character, table, parts)
        if key not in self._norms:
            layers = [self._own_look(key[0])]
            if table:
                layers.insert(0, self.dress(table, parts).look)
            if character:
                layers.append(self._own_look(character))
            self._norms[key] = _combined(self._look, layers)
        return self._norms[key]

    def layout(self, paragraph: str, table: str = "", parts: tuple[str, ...] = ()) -> Look:
        """Return how paragraphs of a style are laid out without direct formatting."""
        layout = self._layout | (self.dress(table, parts).layout if table else {})
        for style in reversed(list(self._chain(self.known(paragraph)))):
            layout |= style.dress.layout
        return layout

    def dress(self, table: str, parts: tuple[str, ...]) -> Dress:
        """Return what a table style says of the cells that lie in some parts of it, the last named strongest."""
        key = (table, parts)
        if key not in self._dresses:
            chain = list(reversed(list(self._chain(table))))
            worn = [style.dress for style in chain]
            worn += [style.parts[part] for part in parts for style in chain if part in style.parts]
            look, layout, fill = Look(), Look(), ""
            for dress in worn:
                look, layout, fill = look | dress.look, layout | dress.layout, dress.fill or fill
            self._dresses[key] = Dress(look, layout, fill)
        return self._dresses[key]

    def dressed(self, table: str) -> bool:
        """Whether a table style says anything of the content of its cells."""
        chain = list(self._chain(table))
        return any(style.dress != _NOTHING or style.parts for style in chain)

    def band(self, table: str) -> int:
        """Return how many rows or columns one band of a table style holds."""
        return next((style.band for style in self._chain(table) if style.band), 1)

    def look(self, properties: Element | None) -> Look:
        """Return what run properties themselves say."""
        return self._looks.look(properties)

    @cached_property
    def numbering_styles(self) -> dict[str, tuple[str, int | None]]:
        """The numbering of each numbering style, by its id."""
        named = [id for id, style in self._elements.items() if style.get(f"{W}type") == "numbering"]
        found = [style for style in map(self._styled, named) if style is not None]
        return {style.id: style.numbering for style in found if style.numbering}

    def _own_look(self, id: str) -> Look:
        look = Look()
        for style in reversed(list(self._chain(id))):
            look |= style.dress.look
        return look

    def _style(self, element: Element) -> Style:
        name = value(element.find(f"{W}name"), f"{W}val")
        properties, parts = element.find(f"{W}pPr"), element.findall(f"{W}tblStylePr")
        return Style(
            id=element.get(f"{W}styleId", ""),
            name=name,
            parent=value(element.find(f"{W}basedOn"), f"{W}val"),
            level=_level(name, properties),
            numbering=numbering_of(child(properties, f"{W}numPr")),
            dress=self._dress(element),
            parts={part.get(f"{W}type", ""): self._dress(part) for part in parts},
            band=whole(value(child(element, f"{W}tblPr", f"{W}tblStyleRowBandSize"), f"{W}val")),
        )

    def _dress(self, element: Element) -> Dress:
        return Dress(
            self._looks.look(element.find(f"{W}rPr")),
            layout_of(element.find(f"{W}pPr")),
            fill_of(child(element, f"{W}tcPr", f"{W}shd")),
        )

    def _chain(self, id: str) -> Iterator[Style]:
        style = self._styled(id)
        for _ in range(MOST_PARENTS):
            if style is None:
                return
            yield style
            style = self._styled(style.parent)

    def _styled(self, id: str) -> Style | None:
        """Return the style of an id; most styles of a document are never asked for."""
        if id not in self._styles:
            element = self._elements.get(id)
            self._styles[id] = self._style(element) if element is not None else None
        return self._styles[id]


def numbering_of(number: Element | None) -> tuple[str, int | None] | None:
    """Return the numbering that a paragraph's `numPr` states: its id and, where stated, its level."""
    if number is None:
        return None
    id, level = number.find(f"{W}numId"), number.find(f"{W}ilvl")
    return value(id, f"{W}val"), whole(value(level, f"{W}val")) if level is not None else None


def outline_level(stated: Element | None) -> int | None:
    """Return the level that a paragraph's `outlineLvl` states: from 1, 0 for body text, None where there is none."""
    if stated is None:
        return None
    level = whole(value(stated, f"{W}val"), 9)
    return level + 1 if 0 <= level <= 8 else 0


def _combined(defaults: Look, layers: Iterable[Look]) -> Look:
    """Return the look of layers of styles: an even number of switches is none, unless all text has it by default."""
    combined = dict(defaults)
    switches = {name: bool(combined.get(name)) for name in TOGGLES}
    for layer in layers:
        combined |= layer
        for name in TOGGLES & layer.keys():
            switches[name] ^= bool(layer[name])
    for name in TOGGLES & combined.keys():
        combined[name] = bool(defaults.get(name)) or switches[name]
    return combined


def _level(name: str, properties: Element | None) -> int | None:
    named = _HEADING.fullmatch(name)
    stated = outline_level(child(properties, f"{W}outlineLvl"))
    if stated is not None:
        return stated
    return int(named.group(1)) if named else 1 if name.lower() == "title" else None


def _is_default(style: Element) -> bool:
    return (
        style.get(f"{W}type") == "paragraph"
        and switched(style, f"{W}default") is True
        and f"{W}default" in style.attrib
    )
