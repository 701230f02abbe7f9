"""Reads a presentation: slide after slide with notes and comments, then what the deck says once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assay.model.artifact import Anchor, Facts
from assay.model.document import Problem, Reading
from extractors.markup import P14, Element, P, R, child, local, value, whole
from extractors.office import add_properties, finished
from extractors.package import Package, open_package
from extractors.powerpoint.designs import Design, Designs
from extractors.powerpoint.facets import Deck, Formulas, Languages, Slide, show_number
from extractors.powerpoint.margins import TYPES, Margins
from extractors.powerpoint.remarks import add_comments, add_notes, comment_authors
from extractors.powerpoint.shapes import shapes_of
from extractors.powerpoint.slide import SlideReader, is_hidden, shape_tree
from extractors.sheaf import Sheaf

_USUAL = ("ppt/presentation.xml", "ppt/presentation2.xml")
_USUAL_WIDTH, _USUAL_HEIGHT = 9_144_000, 6_858_000


@dataclass(frozen=True, slots=True)
class _Entry:
    """A slide in the order of the show: its number, its id in the presentation and its part."""

    number: int
    id: str
    part: str


class _DeckReader:
    """Reads the slides of one presentation into a sheaf."""

    def __init__(self, package: Package, sheaf: Sheaf, main: str, root: Element | None) -> None:
        self._package = package
        self._sheaf = sheaf
        self._root = root
        self._first = whole(value(root, "firstSlideNum"), 1)
        self._height = whole(value(child(root, f"{P}sldSz"), "cy"), _USUAL_HEIGHT)
        self._authors = comment_authors(package, main)
        self._designs = Designs(package, root)
        self._margins = Margins()
        self.entries = tuple(_entries(package, main, root))
        parts = [entry.part for entry in self.entries]
        notes = [part for entry in parts for part in package.targets(entry, "notesSlide")]
        numbers = {entry.part: entry.number for entry in self.entries}
        self._deck = Deck(sheaf, package, numbers, Formulas(package, [*parts, *notes]), Languages())

    def read(self) -> None:
        """Add every slide, then what the deck says once."""
        for entry in self.entries:
            root = self._package.tree(entry.part)
            if root is not None:
                self._read_slide(entry, root)
        self._margins.tell(self._sheaf)
        self._deck.languages.tell(self._sheaf)
        self._add_sections()

    def add_measures(self) -> None:
        """Add how large the slides are."""
        size = child(self._root, f"{P}sldSz")
        if size is not None:
            width, height = whole(size.get("cx"), _USUAL_WIDTH), whole(size.get("cy"), _USUAL_HEIGHT)
            facts = Facts((("name", "slide size"), ("value", f"{width} x {height} EMU")))
            at = Anchor(part="presentation")
            self._sheaf.add("metadata", at, f"slide size: {width} x {height} EMU", facts, plain="slide size")

    def _read_slide(self, entry: _Entry, root: Element) -> None:
        hidden, at, design = is_hidden(root), Anchor(slide=entry.number), self._designs.of(entry.part)
        facts = Facts((("name", f"Slide {entry.number}"), ("hidden", hidden), ("layout", design.name)))
        container = self._sheaf.add("slide", at, payload=facts, plain="", place=entry.id)
        slide = Slide(entry.number, entry.id, entry.part, container, self._first + entry.number - 1)
        show_number(root, slide.shown)
        reader = SlideReader(self._deck, slide, design, root)
        self._read_shapes(reader, slide, shape_tree(root), design)
        reader.add_motion()
        if hidden:
            text = f"Slide {entry.number} is hidden"
            self._sheaf.link(self._sheaf.add("hidden", at, text, plain="", place=entry.id), container, "about")
        for margin in add_notes(self._deck, slide, design):
            self._margins.note_page(margin, entry.number)
        for shown in design.shown(root):
            self._margins.note_design(shown, entry.number)
        add_comments(self._deck, slide, self._authors, reader.owners)

    def _read_shapes(self, reader: SlideReader, slide: Slide, tree: Element | None, design: Design) -> None:
        for shape in shapes_of(tree, design.placeholders, self._height) if tree is not None else ():
            type = shape.placeholder.type if shape.placeholder is not None else ""
            if type in TYPES:
                self._margins.note_shape(type, shape, slide.number)
                reader.add_margin(shape)
            else:
                reader.add(shape)

    def _add_sections(self) -> None:
        numbers = {entry.id: entry.number for entry in self.entries}
        for index, section in enumerate(self._root.iter(f"{P14}section") if self._root is not None else ()):
            ids = (element.get("id", "") for element in section.iter(f"{P14}sldId"))
            slides = ", ".join(str(numbers[id]) for id in ids if id in numbers)
            name = section.get("name", "")
            facts = Facts((("name", name), ("slides", slides)))
            text = f"{name} (slides {slides or 'none'})"
            self._sheaf.add("section", Anchor(part="sections", index=index), text, facts, plain=name)


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
    reader = _DeckReader(package, sheaf, main, root)
    reader.read()
    add_properties(sheaf, package)
    reader.add_measures()
    return finished(sheaf, package, slides=len(reader.entries))


def _entries(package: Package, main: str, root: Element | None) -> Iterator[_Entry]:
    """Yield the slides in the order of the show; a damaged presentation shows them in the order of their names."""
    related = package.relationships(main)
    listed = list(root.iter(f"{P}sldId")) if root is not None else []
    found = [(element.get("id", ""), related.get(element.get(f"{R}id", ""))) for element in listed]
    parts = [(id, target.target) for id, target in found if target is not None and not target.external]
    named = [(name, name) for name in package.names(r"ppt/slides/slide\d+\.xml")]
    for number, (id, part) in enumerate(parts or named, 1):
        yield _Entry(number, id, part)
