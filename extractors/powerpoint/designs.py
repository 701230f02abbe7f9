"""What layouts, masters and themes give to slides: places, colours, marks of lists, and what they show themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from extractors.drawing import body_text, text_lines
from extractors.markup import A, Element, P, child, value
from extractors.package import Package
from extractors.powerpoint.bullets import Marks
from extractors.powerpoint.shapes import Placeholder, Placeholders, placeholder_of
from extractors.theme import Theme


@dataclass(frozen=True, slots=True)
class Shown:
    """A text that a layout or master shows on its slides, and which of the two says so."""

    origin: str
    text: str


@dataclass(frozen=True, slots=True)
class Design:
    """One layout with its master: its name, the parts' trees, their placeholders and their theme."""

    name: str
    layout: Element | None
    master: Element | None
    placeholders: Placeholders
    theme: Theme
    marks: Marks

    def theme_of(self, slide: Element) -> Theme:
        """Return the theme as a slide maps its colours: its own map, else its layout's, else the master's."""
        stated = (child(root, f"{P}clrMapOvr", f"{A}overrideClrMapping") for root in (slide, self.layout))
        mapping = next((found for found in stated if found is not None), None)
        return self.theme.mapped(_attributes(mapping)) if mapping is not None else self.theme

    def styles(self, placeholder: Placeholder | None) -> Iterator[Element]:
        """Yield the list styles that a placeholder inherits, the nearest first."""
        for holder in self.placeholders.holders(placeholder) if placeholder is not None else ():
            style = child(holder, f"{P}txBody", f"{A}lstStyle")
            if style is not None:
                yield style

    def chain(self, placeholder: Placeholder | None, body: Element | None = None) -> list[Element]:
        """Return all list styles that a text has, the nearest first: its own, the placeholder's, the deck's."""
        own, type = child(body, f"{A}lstStyle"), placeholder.type if placeholder is not None else None
        return [*([own] if own is not None else []), *self.styles(placeholder), *self.marks.rest(type)]

    def shown(self, slide: Element) -> list[Shown]:
        """Return the texts outside placeholders that stand on a slide because its layout or master shows them."""
        if _hides(slide):
            return []
        behind = _static(self.master, "master") if not _hides(self.layout) else []
        return [*behind, *_static(self.layout, "layout")]


class Designs:
    """The designs of one presentation, each read once."""

    def __init__(self, package: Package, presentation: Element | None) -> None:
        self._package = package
        self._default = child(presentation, f"{P}defaultTextStyle")
        self._masters: dict[str, tuple[Element | None, Theme]] = {}
        self._designs: dict[str, Design] = {}

    def of(self, slide: str) -> Design:
        """Return the design of the slide in a part."""
        layout = self._first(slide, "slideLayout")
        if layout not in self._designs:
            self._designs[layout] = self._read(layout)
        return self._designs[layout]

    def _read(self, layout: str) -> Design:
        tree = self._tree(layout)
        master, theme = self._master(self._first(layout, "slideMaster") if layout else "")
        name = value(child(tree, f"{P}cSld"), "name").strip()
        marks = Marks(child(master, f"{P}txStyles"), self._default)
        return Design(name, tree, master, Placeholders(tree, master), theme, marks)

    def _master(self, part: str) -> tuple[Element | None, Theme]:
        if part not in self._masters:
            tree = self._tree(part)
            mapping = child(tree, f"{P}clrMap")
            theme = self._tree(self._first(part, "theme")) if part else None
            self._masters[part] = tree, Theme(theme, _attributes(mapping))
        return self._masters[part]

    def _tree(self, part: str) -> Element | None:
        return self._package.tree(part) if part and part in self._package else None

    def _first(self, part: str, type: str) -> str:
        return next(iter(self._package.targets(part, type)), "")


def _static(root: Element | None, origin: str) -> list[Shown]:
    found = (shape for shape in root.iter(f"{P}sp") if placeholder_of(shape) is None) if root is not None else ()
    texts = (body_text(text_lines(shape.find(f"{P}txBody"))) for shape in found)
    return [Shown(origin, text) for text in texts if text]


def _hides(root: Element | None) -> bool:
    return value(root, "showMasterSp", "1") in ("0", "false")


def _attributes(element: Element | None) -> dict[str, str]:
    return {str(name): str(stated) for name, stated in element.attrib.items()} if element is not None else {}
