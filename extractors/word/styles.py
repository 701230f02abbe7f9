"""The style sheet of a Word document: what a paragraph's style says of its role, its number and its characters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from assay.model.canonical import Scalar
from extractors.markup import A, Element, W, by_local, child, switched, tag, value, whole

# A chain of styles longer than this is a circle.
MOST_PARENTS = 32

_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)

Look: TypeAlias = dict[str, Scalar]


@dataclass(frozen=True, slots=True)
class Style:
    """One style with its own statements only: `level` from 1 for headings, numbering None where it states none."""

    id: str
    type: str
    name: str
    parent: str
    level: int | None
    numbering: tuple[str, int | None] | None
    look: Look = field(default_factory=dict[str, Scalar])


class Styles:
    """All styles of a document, asked through their chains of parents."""

    def __init__(self, root: Element | None, theme: Element | None) -> None:
        self._fonts = _theme_fonts(theme)
        styles = root.findall(f"{W}style") if root is not None else []
        self._styles = {style.get(f"{W}styleId", ""): self._style(style) for style in styles}
        self._default = next((s.get(f"{W}styleId", "") for s in styles if _is_default(s)), "")
        self._norm = self.look(child(root, f"{W}docDefaults", f"{W}rPrDefault", f"{W}rPr"))
        self._looks: dict[tuple[str, str], Look] = {}

    def level(self, id: str) -> int | None:
        """Return the heading level (from 1) that a paragraph style gives, None where it is no heading's."""
        chain = self._chain(self._known(id))
        return next((style.level for style in chain if style.level is not None), None) or None

    def is_caption(self, id: str) -> bool:
        """Whether a paragraph style is a caption's."""
        return any(style.name.lower() == "caption" for style in self._chain(self._known(id)))

    def numbering(self, id: str) -> tuple[str, int | None] | None:
        """Return the numbering (its id, the level where stated) that a paragraph style gives."""
        chain = self._chain(self._known(id))
        return next((style.numbering for style in chain if style.numbering is not None), None)

    def norm(self, paragraph: str, character: str = "") -> Look:
        """Return how characters look in a paragraph style, and a character style over it, without direct formatting."""
        key = (self._known(paragraph), character)
        if key not in self._looks:
            look = dict(self._norm)
            for style in reversed([*self._chain(character), *self._chain(key[0])]):
                look |= style.look
            self._looks[key] = look
        return self._looks[key]

    def look(self, properties: Element | None) -> Look:
        """Return what run properties themselves say of face, size, colour, weight, slant and underline."""
        look: Look = {}
        for element in properties if properties is not None else ():
            name = _LOOKS.get(tag(element))
            if name:
                look[name] = self._value(name, element)
        if look.get("face") is None:
            # Only the faces of other scripts are stated.
            look.pop("face", None)
        return look

    @cached_property
    def numbering_styles(self) -> dict[str, tuple[str, int | None]]:
        """The numbering of each numbering style, by its id."""
        return {s.id: s.numbering for s in self._styles.values() if s.type == "numbering" and s.numbering}

    def _value(self, name: str, element: Element) -> Scalar:
        stated = element.get(f"{W}val")
        match name:
            case "face":
                theme = self._fonts.get(element.get(f"{W}asciiTheme", "")[:5])
                return theme or element.get(f"{W}ascii") or element.get(f"{W}hAnsi")
            case "size":
                return whole(stated) / 2
            case "colour":
                return None if stated in (None, "auto") else str(stated).upper()
            case "underline":
                return False if stated in (None, "none") else str(stated)
            case _:
                return bool(switched(element, f"{W}val"))

    def _style(self, element: Element) -> Style:
        name = value(element.find(f"{W}name"), f"{W}val")
        properties = element.find(f"{W}pPr")
        return Style(
            id=element.get(f"{W}styleId", ""),
            type=element.get(f"{W}type", ""),
            name=name,
            parent=value(element.find(f"{W}basedOn"), f"{W}val"),
            level=_level(name, properties),
            numbering=numbering_of(properties),
            look=self.look(element.find(f"{W}rPr")),
        )

    def _known(self, paragraph: str) -> str:
        return paragraph if paragraph in self._styles else self._default

    def _chain(self, id: str) -> Iterator[Style]:
        style = self._styles.get(id)
        for _ in range(MOST_PARENTS):
            if style is None:
                return
            yield style
            style = self._styles.get(style.parent)


def numbering_of(properties: Element | None) -> tuple[str, int | None] | None:
    """Return the numbering that paragraph properties state: its id and, where stated, its level."""
    number = child(properties, f"{W}numPr")
    if number is None:
        return None
    id, level = number.find(f"{W}numId"), number.find(f"{W}ilvl")
    return value(id, f"{W}val"), whole(value(level, f"{W}val")) if level is not None else None


def outline_level(properties: Element | None) -> int | None:
    """Return the outline level that paragraph properties state: from 1, 0 for body text, None where none is stated."""
    stated = child(properties, f"{W}outlineLvl")
    if stated is None:
        return None
    level = whole(value(stated, f"{W}val"), 9)
    return level + 1 if 0 <= level <= 8 else 0


_LOOKS = MappingProxyType({
    f"{W}rFonts": "face", f"{W}sz": "size", f"{W}color": "colour", f"{W}b": "bold", f"{W}i": "italic",
    f"{W}u": "underline",
})  # fmt: skip


def _level(name: str, properties: Element | None) -> int | None:
    named = _HEADING.fullmatch(name)
    stated = outline_level(properties)
    if stated is not None:
        return stated
    return int(named.group(1)) if named else 1 if name.lower() == "title" else None


def _is_default(style: Element) -> bool:
    return (
        style.get(f"{W}type") == "paragraph"
        and switched(style, f"{W}default") is True
        and f"{W}default" in style.attrib
    )


def _theme_fonts(theme: Element | None) -> dict[str, str]:
    """Return the Latin faces of a theme by the first five letters of the names that refer to them."""
    fonts = next(by_local(theme, "fontScheme"), None) if theme is not None else None
    named = {"major": child(fonts, f"{A}majorFont", f"{A}latin"), "minor": child(fonts, f"{A}minorFont", f"{A}latin")}
    return {name: value(font, "typeface") for name, font in named.items() if font is not None}
