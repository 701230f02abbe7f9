"""Where the anchors of a presentation point in its XML: slides, shapes by id, notes, sections."""

from __future__ import annotations

from dataclasses import dataclass

from assay.model.artifact import Anchor
from assay.native.names import Element, children, name, stated, within
from assay.native.package import OfficeFile

SHAPES = ("p:sp", "p:pic", "p:graphicFrame", "p:cxnSp", "p:grpSp", "p:contentPart", "p14:contentPart")


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of a slide: the part that it stands in and its element."""

    part: str
    element: Element


class SlidePlaces:
    """Finds what anchors point at; asked before anything is cut."""

    def __init__(self, file: OfficeFile) -> None:
        self.file = file
        self.main = file.main_part()
        self.root = file.tree(self.main)
        self.entries = within(self.root, "p:sldId") if self.root is not None else []
        related = {one.id: one.target for one in file.relations(self.main)}
        self._slides = [part for entry in self.entries if (part := related.get(stated(entry, "r:id"), ""))]

    def slide(self, number: int | None) -> str:
        """Return the part of a slide by its number, empty where there is none."""
        parts = self.slides()
        return parts[number - 1] if number and number <= len(parts) else ""

    def slides(self) -> list[str]:
        """Return the parts of the slides in the order of the show."""
        return self._slides

    def shape(self, at: Anchor) -> Shape | None:
        """Return the shape that an anchor names, a group's too; the whole page for what stands in notes."""
        part = self.slide(at.slide)
        if at.part == "notes":
            return next(iter(self.notes(part)), None)
        root = self.file.tree(part)
        found = (one for one in within(root, *SHAPES) if shape_id(one) == at.shape) if root is not None else ()
        element = next(iter(found), None)
        return Shape(part, element) if element is not None else None

    def notes(self, slide: str) -> list[Shape]:
        """Return the notes pages of a slide, each as a whole."""
        roots = [(part, self.file.tree(part)) for part in self.file.targets(slide, "notesSlide")]
        return [Shape(part, root) for part, root in roots if root is not None]

    def diagram(self, shape: Shape) -> list[Shape]:
        """Return the data of a shape's diagram and its drawing, which only the data names, each as a whole."""
        ids = within(shape.element, "dgm:relIds")
        data = self.file.related(shape.part, stated(ids[0], "r:dm")) if ids else ""
        root = self.file.tree(data)
        named = (
            [stated(one, "relId") for one in root.iter() if name(one) == "dsp:dataModelExt"] if root is not None else []
        )
        parts = [data, *(self.file.related(shape.part, id) for id in named)]
        return [Shape(part, tree) for part in parts if (tree := self.file.tree(part)) is not None]

    def masters(self) -> list[str]:
        """Return the parts that slides and notes take their headers, footers and other texts from."""
        masters = self.file.targets(self.main, "slideMaster")
        layouts = [one for part in [*masters, *self.slides()] for one in self.file.targets(part, "slideLayout")]
        masters += [one for part in layouts for one in self.file.targets(part, "slideMaster")]
        rest = [one for type in ("notesMaster", "handoutMaster") for one in self.file.targets(self.main, type)]
        return list(dict.fromkeys([*masters, *layouts, *rest]))


def shape_id(shape: Element) -> str:
    """Return the id of a shape, empty where it states none."""
    properties = (one for child in shape for one in child if name(one).endswith(":cNvPr"))
    return next((stated(one, "id") for one in properties), "")


def placeholder(shape: Element) -> str | None:
    """Return the type of the placeholder that a shape fills (`obj` where none is stated), None where it fills none."""
    own = (one for child in shape for each in children(child, "p:nvPr") for one in children(each, "p:ph"))
    return next((stated(one, "type", "obj") for one in own), None)
