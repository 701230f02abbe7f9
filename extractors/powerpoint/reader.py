"""Reads a presentation: slide after slide with notes and comments, then what the deck says once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import MappingProxyType

from assay.model.artifact import Anchor, Facts
from assay.model.document import Problem, Reading
from extractors.drawing import body_text, text_lines
from extractors.markup import P14, Element, P, R, child, local, value, whole
from extractors.office import add_properties, finished
from extractors.package import Package, open_package
from extractors.powerpoint.remarks import add_comments, add_notes, comment_authors
from extractors.powerpoint.shapes import Placeholders, Shape, shapes_of
from extractors.powerpoint.slide import Slide, SlideReader, is_hidden, shape_tree
from extractors.sheaf import Sheaf

_USUAL = ("ppt/presentation.xml", "ppt/presentation2.xml")
_DIGITS = re.compile(r"\d+")
_USUAL_HEIGHT = 6_858_000
_MARGINS = MappingProxyType({"ftr": "footer", "hdr": "header", "dt": "date", "sldNum": "slide number"})


@dataclass(slots=True)
class _Margin:
    """A header, footer, number or date: where it was first seen, and all the slides that show it."""

    at: Anchor
    slides: list[int] = field(default_factory=list[int])


@dataclass(frozen=True, slots=True)
class _Entry:
    """A slide in the order of the show: its number, its id in the presentation and its part."""

    number: int
    id: str
    part: str


class _Deck:
    """Reads the slides of one presentation into a sheaf."""

    def __init__(self, package: Package, sheaf: Sheaf, main: str, root: Element | None) -> None:
        self._package = package
        self._sheaf = sheaf
        self._height = whole(value(child(root, f"{P}sldSz"), "cy"), _USUAL_HEIGHT)
        self._authors = comment_authors(package, main)
        self._inherited: dict[str, Placeholders] = {}
        self._margins: dict[tuple[str, str], _Margin] = {}
        self.entries = tuple(_entries(package, main, root))
        self._numbers = {entry.part: entry.number for entry in self.entries}

    def read(self) -> None:
        """Add every slide, then the headers and footers that they show."""
        for entry in self.entries:
            root = self._package.tree(entry.part)
            if root is not None:
                self._read_slide(entry, root)
        for (type, text), margin in self._margins.items():
            slides = ", ".join(map(str, margin.slides))
            facts = Facts((("type", _MARGINS[type]), ("text", text), ("slides", slides)))
            shown = f"{_MARGINS[type]}: {text}"
            self._sheaf.add("header_footer", margin.at, f"{shown} (slides {slides})", facts, plain=shown)

    def _read_slide(self, entry: _Entry, root: Element) -> None:
        hidden, at = is_hidden(root), Anchor(slide=entry.number)
        facts = Facts((("name", f"Slide {entry.number}"), ("hidden", hidden)))
        container = self._sheaf.add("slide", at, payload=facts, plain="", place=entry.id)
        slide = Slide(entry.number, entry.id, entry.part, container)
        self._read_shapes(slide, shape_tree(root))
        if hidden:
            text = f"Slide {entry.number} is hidden"
            self._sheaf.link(self._sheaf.add("hidden", at, text, plain="", place=entry.id), container, "about")
        add_notes(self._sheaf, self._package, slide)
        add_comments(self._sheaf, self._package, slide, self._authors)

    def _read_shapes(self, slide: Slide, tree: Element | None) -> None:
        reader = SlideReader(self._sheaf, self._package, slide, self._numbers)
        for shape in shapes_of(tree, self._layout(slide.part), self._height) if tree is not None else ():
            type = shape.placeholder.type if shape.placeholder is not None else ""
            if type in _MARGINS:
                self._note_margin(type, shape, slide.number)
            else:
                reader.add(shape)

    def _layout(self, part: str) -> Placeholders:
        layout = next(iter(self._package.targets(part, "slideLayout")), "")
        if layout not in self._inherited:
            master = next(iter(self._package.targets(layout, "slideMaster")), "") if layout else ""
            trees = [self._package.tree(each) if each in self._package else None for each in (layout, master)]
            self._inherited[layout] = Placeholders(*trees)
        return self._inherited[layout]

    def _note_margin(self, type: str, shape: Shape, number: int) -> None:
        text = body_text(text_lines(shape.element.find(f"{P}txBody")))
        if text:
            # The number is another on each slide, but the deck says once how its slides are numbered.
            said = _DIGITS.sub("#", text) if type == "sldNum" else text
            at = Anchor(slide=number, shape=shape.id, box=shape.box)
            self._margins.setdefault((type, said), _Margin(at)).slides.append(number)


def read_powerpoint(data: bytes) -> Reading:
    """Return the artifacts of a pptx, pptm, ppsx or potx file, or the problem that kept them from being read."""
    package = open_package(data)
    if isinstance(package, Problem):
        return Reading("powerpoint", problem=package)
    main = package.main_part(*_USUAL)
    root = package.tree(main) if main is not None else None
    if main is None or (root is not None and local(root) != "presentation"):
        return Reading("powerpoint", problem=Problem("unsupported", "The package holds no presentation."))
    sheaf = Sheaf("powerpoint")
    deck = _Deck(package, sheaf, main, root)
    deck.read()
    _add_sections(sheaf, root, deck.entries)
    add_properties(sheaf, package)
    return finished(sheaf, package, slides=len(deck.entries))


def _entries(package: Package, main: str, root: Element | None) -> Iterator[_Entry]:
    """Yield the slides in the order of the show; a damaged presentation shows them in the order of their names."""
    related = package.relationships(main)
    listed = list(root.iter(f"{P}sldId")) if root is not None else []
    found = [(element.get("id", ""), related.get(element.get(f"{R}id", ""))) for element in listed]
    parts = [(id, target.target) for id, target in found if target is not None and not target.external]
    named = [(name, name) for name in package.names(r"ppt/slides/slide\d+\.xml")]
    for number, (id, part) in enumerate(parts or named, 1):
        yield _Entry(number, id, part)


def _add_sections(sheaf: Sheaf, root: Element | None, entries: tuple[_Entry, ...]) -> None:
    numbers = {entry.id: entry.number for entry in entries}
    for index, section in enumerate(root.iter(f"{P14}section") if root is not None else ()):
        ids = (element.get("id", "") for element in section.iter(f"{P14}sldId"))
        slides = ", ".join(str(numbers[id]) for id in ids if id in numbers)
        name = section.get("name", "")
        facts = Facts((("name", name), ("slides", slides)))
        sheaf.add("section", Anchor(part="sections", index=index), f"{name} (slides {slides})", facts, plain=name)
