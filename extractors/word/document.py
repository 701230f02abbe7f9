"""What all parts of one Word document share while it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from assay.model.artifact import Artifact
from extractors.markup import Element, W, child, switched
from extractors.package import Package
from extractors.sheaf import Sheaf
from extractors.word.copies import Copies
from extractors.word.facets import Facets
from extractors.word.formats import Formats
from extractors.word.looks import Looks, Theme
from extractors.word.note_numbers import NoteNumbers
from extractors.word.numbering import Numbering
from extractors.word.quotes import Quotes
from extractors.word.styles import Styles


@dataclass(slots=True)
class Styled:
    """The paragraphs of one style that hold text: their places in the body, and the artifacts that they are in."""

    places: list[int] = field(default_factory=list[int])
    owners: set[str] = field(default_factory=set[str])


class Word:
    """One document: its package and main part, what its styles and lists say, and what was found in it so far."""

    def __init__(self, package: Package, sheaf: Sheaf, main: str) -> None:
        self.package = package
        self.main = main
        self.sheaf = sheaf
        # Names of styles that Word could show, and fills of shapes, are most of these parts and say nothing here.
        self.styles = Styles(self.first("styles", "w:latentStyles"), Looks(Theme(self.first("theme", "a:fmtScheme"))))
        self.formats = Formats(self.styles)
        self.copies = Copies()
        self.facets = Facets(sheaf, self.copies)
        self.quotes = Quotes()
        self.note_numbers = NoteNumbers()
        self.sections: list[Element] = []
        self.equations: list[tuple[Artifact, Element]] = []
        self.styled: dict[str, Styled] = {}

    @cached_property
    def settings(self) -> Element | None:
        """What holds for the document as a whole."""
        return self.first("settings")

    @property
    def even_pages(self) -> bool:
        """Whether pages with even numbers have headers and footers of their own."""
        return switched(child(self.settings, f"{W}evenAndOddHeaders"), f"{W}val") is True

    @cached_property
    def numbering(self) -> Numbering:
        """The document's lists; most documents that define some use none."""
        return Numbering(self.first("numbering"), self.styles.numbering_styles)

    def first(self, type: str, unread: str = "") -> Element | None:
        """Return the root of the first part that the document points at with a type of relationship."""
        targets = (target for target in self.package.targets(self.main, type) if target in self.package)
        return next((self.package.tree(target, unread) for target in targets), None)
